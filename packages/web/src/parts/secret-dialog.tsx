import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyOnce } from './copy-once.js';

interface SecretNeeds<Input, Made> {
  /** The kind of secret, by the app's name for it. */
  name: string;
  make: (input: Input) => Promise<Made>;
  onSuccess?: () => void;
  onSettled?: () => Promise<void>;
  onClose: () => void;
}

/**
 * Makes a secret, once also for a double click. It is kept nowhere after its dialog is closed, which `close` does, but not while
 * the secret is being made.
 */
export function useSecret<Input, Made>({ name, make, onClose, ...afterwards }: SecretNeeds<Input, Made>) {
  const queries = useQueryClient();
  const mutationKey = ['make', name];
  const secret = useMutation({ mutationKey, mutationFn: make, ...afterwards, gcTime: 0 });
  // What the page shows may be a moment old: a second click, or Escape, can come before it is drawn anew.
  const isMaking = () => queries.isMutating({ mutationKey }) > 0;
  return {
    ...secret,
    make: (input: Input) => {
      if (!isMaking()) secret.mutate(input);
    },
    close: () => {
      if (isMaking()) return;
      secret.reset();
      onClose();
    },
  };
}

interface SecretDialogProps {
  opened: boolean;
  title: string;
  /** Asks what is needed to make the secret, with a button that begins. */
  children: ReactNode;
  isPending: boolean;
  /** The secret, once it is made. */
  secret: { label: string; value: string; about: string; more?: ReactNode } | null;
  /** On the button that closes the dialog when the secret is there. */
  done: string;
  /** That of `useSecret`. */
  onClose: () => void;
}

/**
 * Shows a secret that can't be shown again: an API key, a sign-in link. While it is made and while it is there, only the dialog's
 * own button closes it, for what is lost by a slip of the finger would go on working without anybody having it.
 */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, title, children, isPending, secret, done, onClose } = props;
  const mayLeave = secret === null && !isPending;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={mayLeave}
      withCloseButton={mayLeave}
    >
      {secret === null ? (
        children
      ) : (
        <Stack>
          <CopyOnce label={secret.label} value={secret.value} />
          <Alert color="yellow" p="xs">
            <Text size="sm">{secret.about}</Text>
          </Alert>
          {secret.more}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {done}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
