import { Button, Group, Modal, Stack, type ModalProps } from '@mantine/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { ProblemNote } from './problem-note.js';

const SetSaving = createContext<(isSaving: boolean) => void>(() => undefined);

/** Dialog that ends with `DialogEnd`. It can't be closed while it saves, because only the dialog shows the outcome. */
export function Dialog({ children, ...props }: ModalProps) {
  const [isSaving, setSaving] = useState(false);
  return (
    <Modal
      centered
      {...props}
      closeOnClickOutside={!isSaving}
      closeOnEscape={!isSaving}
      withCloseButton={!isSaving}
    >
      <SetSaving value={setSaving}>{children}</SetSaving>
    </Modal>
  );
}

interface DialogEndProps {
  /** Error of the last attempt; null or undefined without one. */
  error: unknown;
  /** Advice below the error. */
  advice?: ReactNode;
  onCancel: () => void;
  /** Label of the button that changes nothing. */
  dismiss?: string;
  isPending: boolean;
  /** The confirming button. */
  children: ReactNode;
}

/** End of a dialog: the error of the last attempt, and the buttons. */
export function DialogEnd({
  error,
  advice,
  onCancel,
  dismiss = 'Cancel',
  isPending,
  children,
}: DialogEndProps) {
  const setSaving = use(SetSaving);
  useEffect(() => {
    setSaving(isPending);
    return () => setSaving(false);
  }, [setSaving, isPending]);
  return (
    <>
      {error !== null && error !== undefined && <ProblemNote error={error} />}
      {advice}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {dismiss}
        </Button>
        {children}
      </Group>
    </>
  );
}

interface DialogFormProps extends Omit<DialogEndProps, 'dismiss' | 'children'> {
  /** Fields. */
  children: ReactNode;
  /** Label of the button that sends the form: verb and object. */
  action: string;
  onSubmit: () => void;
  isBlocked?: boolean;
  /** Leaves missing fields to `onSubmit`; the browser doesn't speak of them. */
  noValidate?: boolean;
}

/** Form in a dialog: its fields, then the error of the last attempt and the buttons. */
export function DialogForm(props: DialogFormProps) {
  const { action, onSubmit, isBlocked = false, noValidate = false, children, ...end } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate={noValidate}
    >
      <Stack>
        {children}
        <DialogEnd {...end}>
          <Button type="submit" loading={end.isPending} disabled={isBlocked}>
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
