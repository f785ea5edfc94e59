import { Alert, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useAct, type Doing } from '../api/act.js';
import { CopyOnce } from './copy.js';
import { Dialog, type LookOfButton } from './dialog.js';
import { PlainButton } from './text.js';

interface Secret {
  /** Title of the dialog that shows it. */
  title?: string;
  label: string;
  value: string;
  about: string;
  more?: ReactNode;
}

interface SecretButtonProps<Input, Made> {
  /** Label of the button that opens the dialog. */
  label: string;
  button?: LookOfButton;
  title: string;
  /** Creates the secret, only one even after a double click. */
  send: (input: Input, key: string) => Promise<Made>;
  changes?: readonly string[];
  /** Label of the button that closes the dialog with the secret. */
  done: string;
  secretOf: (made: Made) => Secret;
  /** Form for the secret's details, with a button to create it. */
  children: (create: Doing & { run: (input: Input) => void; reset: () => void }) => ReactNode;
}

/**
 * Shows a secret that can't be shown again: an API key, a sign-in link. While it is being created or shown, only the dialog's
 * button closes it: a secret lost by an accidental click would stay valid although no one has it.
 */
export function SecretButton<Input, Made>(props: SecretButtonProps<Input, Made>) {
  const { label, button, title, send, changes = [], done, secretOf, children } = props;
  const [opened, { open, close: hide }] = useDisclosure(false);
  const act = useAct({ send, changes });
  const secret = act.data === undefined ? null : secretOf(act.data);
  const mayLeave = secret === null && !act.isPending;
  const close = () => {
    if (act.isUnderWay()) return;
    act.reset();
    hide();
  };
  return (
    <>
      <PlainButton {...button} onClick={open}>
        {label}
      </PlainButton>
      <Dialog
        opened={opened}
        onClose={close}
        title={secret?.title ?? title}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={mayLeave}
        withCloseButton={mayLeave}
      >
        {secret === null ? (
          children(act)
        ) : (
          <Stack>
            <CopyOnce label={secret.label} value={secret.value} />
            <Alert color="yellow" p="xs">
              <Text>{secret.about}</Text>
            </Alert>
            {secret.more}
            <Group justify="flex-end">
              <PlainButton onClick={close}>{done}</PlainButton>
            </Group>
          </Stack>
        )}
      </Dialog>
    </>
  );
}
