import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyOnce } from './copy.js';

interface SecretNeeds<Input, Made> {
  /** Kind of secret, part of the mutation key. */
  name: string;
  make: (input: Input) => Promise<Made>;
  onSuccess?: () => void;
  onSettled?: () => Promise<void>;
  onClose: () => void;
}

/**
 * Creates a secret, only one even after a double click. `close` closes the dialog and drops the secret, except while it is
 * being created.
 */
export function useSecret<Input, Made>({ name, make, onClose, ...afterwards }: SecretNeeds<Input, Made>) {
  const queries = useQueryClient();
  const mutationKey = ['make', name];
  const secret = useMutation({ mutationKey, mutationFn: make, ...afterwards, gcTime: 0 });
  // Rendered state may lag: a second click, or Escape, can come before the next render.
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
  /** Form for the secret's details, with a button to create it. */
  children: ReactNode;
  isPending: boolean;
  /** The secret; null until it is created. */
  secret: { label: string; value: string; about: string; more?: ReactNode } | null;
  /** Label of the button that closes the dialog with the secret. */
  done: string;
  /** `close` of `useSecret`. */
  onClose: () => void;
}

/**
 * Shows a secret that can't be shown again: an API key, a sign-in link. While it is being created or shown, only the dialog's
 * button closes it: a secret lost by an accidental click would stay valid although no one has it.
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
