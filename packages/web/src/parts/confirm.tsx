import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, DialogEnd } from './dialog-form.js';

export interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** The question, such as `Revoke this key?`. */
  title: string;
  /** Consequences of confirming, in sentences. */
  children: ReactNode;
  /** Label of the confirming button: verb and object. */
  action: string;
  /** Label of the button that changes nothing. */
  dismiss?: string;
  isDangerous?: boolean;
  onConfirm: () => void;
  isPending: boolean;
  isBlocked?: boolean;
  error: unknown;
}

/** Confirmation dialog before money moves or data is lost. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title, children, action, onConfirm, isPending, error } = props;
  const { dismiss = 'Cancel', isDangerous = false, isBlocked = false } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        <DialogEnd error={error} onCancel={onClose} dismiss={dismiss} isPending={isPending}>
          <Button
            {...(isDangerous && { color: 'red.9' })}
            onClick={onConfirm}
            loading={isPending}
            disabled={isBlocked}
          >
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}
