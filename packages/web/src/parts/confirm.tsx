import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.js';

export interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** The question that is asked, such as `Revoke this key?`. */
  title: string;
  /** The consequences of a yes, in sentences. */
  children: ReactNode;
  /** On the button: the verb, and what it is done to. */
  action: string;
  /** On the button that leaves things as they are. */
  dismiss?: string;
  isDangerous?: boolean;
  onConfirm: () => void;
  isPending: boolean;
  isBlocked?: boolean;
  error: unknown;
}

/** Asks before money moves or something is lost. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title, children, action, onConfirm, isPending, error } = props;
  const { dismiss = 'Cancel', isDangerous = false, isBlocked = false } = props;
  return (
    // Under way it stays: how it ends is said here and nowhere else.
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
      withCloseButton={!isPending}
    >
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        {error !== null && error !== undefined && <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {dismiss}
          </Button>
          <Button
            {...(isDangerous && { color: 'red.9' })}
            onClick={onConfirm}
            loading={isPending}
            disabled={isBlocked}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
