import { Button, Group, Modal, Stack, Text, type ButtonProps, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useAct, type ActNeeds, type Doing } from '../api/act.js';
import { Form, ReasonField, type ReasonFieldProps } from './fields.js';
import { PlainButton, ProblemNote } from './text.js';

/** Properties of a button that opens a dialog. */
export type LookOfButton = ButtonProps & { 'aria-label'?: string };

const InDialog = createContext({
  close: (): void => undefined,
  setSaving: (_: boolean): void => undefined,
});

/** Dialog that ends with the buttons below. It can't be closed while it saves, because only the dialog shows the outcome. */
export function Dialog({ children, ...props }: ModalProps) {
  const [isSaving, setSaving] = useState(false);
  return (
    <Modal
      centered
      {...props}
      closeOnClickOutside={!isSaving && (props.closeOnClickOutside ?? true)}
      closeOnEscape={!isSaving && (props.closeOnEscape ?? true)}
      withCloseButton={!isSaving && (props.withCloseButton ?? true)}
    >
      <InDialog value={{ close: props.onClose, setSaving }}>{children}</InDialog>
    </Modal>
  );
}

/** Closes the dialog that the component is in. */
export const useClose = () => use(InDialog).close;

interface DialogButtonProps {
  /** Label of the button that opens the dialog. */
  label: string;
  button?: LookOfButton;
  title: string;
  size?: 'lg';
  /** Mounted each time the dialog opens. */
  children: ReactNode;
}

/** Button that opens a dialog. */
export function DialogButton({ label, button, title, size, children }: DialogButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <PlainButton {...button} onClick={open}>
        {label}
      </PlainButton>
      <Dialog opened={opened} onClose={close} title={title} size={size ?? 'md'}>
        {children}
      </Dialog>
    </>
  );
}

interface DialogEndProps {
  act: Doing;
  /** Advice below the error. */
  advice?: ReactNode;
  /** Label of the button that changes nothing. */
  dismiss?: string | undefined;
  /** The confirming button. */
  children: ReactNode;
}

/** End of a dialog: the error of the last attempt, and the buttons. */
function DialogEnd({ act: { isPending, error }, advice, dismiss = 'Cancel', children }: DialogEndProps) {
  const { close, setSaving } = use(InDialog);
  useEffect(() => {
    setSaving(isPending);
    return () => setSaving(false);
  }, [setSaving, isPending]);
  return (
    <>
      {error !== null && <ProblemNote error={error} />}
      {advice}
      <Group justify="flex-end">
        <PlainButton onClick={close} disabled={isPending}>
          {dismiss}
        </PlainButton>
        {children}
      </Group>
    </>
  );
}

interface DialogFormProps {
  act: Doing;
  advice?: ReactNode;
  /** Label of the button that sends the form: verb and object. */
  action: string;
  onSubmit: () => void;
  isBlocked?: boolean;
  /** Leaves missing fields to `onSubmit`; the browser doesn't speak of them. */
  noValidate?: boolean;
  /** Fields. */
  children: ReactNode;
}

/** Form in a dialog: its fields, then the error of the last attempt and the buttons. */
export function DialogForm(props: DialogFormProps) {
  const { act, advice, action, onSubmit, isBlocked = false, noValidate = false, children } = props;
  return (
    <Form onSubmit={onSubmit} noValidate={noValidate}>
      <Stack>
        {children}
        <DialogEnd act={act} advice={advice}>
          <Button type="submit" loading={act.isPending} disabled={isBlocked}>
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </Form>
  );
}

interface Question {
  /** The question, such as `Revoke this key?`. */
  title: string;
  /** Consequences of confirming, in sentences, and fields. */
  children: ReactNode;
  /** Label of the confirming button: verb and object. */
  action: string;
  /** Label of the button that changes nothing. */
  dismiss?: string;
  isDangerous?: boolean;
  isBlocked?: boolean;
}

interface ConfirmProps extends Question {
  opened: boolean;
  onClose: () => void;
  act: Doing;
  onConfirm: () => void;
}

/** Confirmation dialog before money moves or data is lost. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title, children, action, onConfirm, act, dismiss } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
        <DialogEnd act={act} dismiss={dismiss}>
          <Button
            {...(props.isDangerous === true && { color: 'red.9' })}
            onClick={onConfirm}
            loading={act.isPending}
            disabled={props.isBlocked ?? false}
          >
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}

interface ActButtonProps<Output> extends Omit<ActNeeds<string, Output>, 'send'>, Question {
  /** Label of the button that opens the dialog. */
  label: string;
  button?: LookOfButton;
  /** Asks for a reason, which is needed unless its field is not `required`. */
  reason?: true | ReasonFieldProps;
  onOpen?: () => void;
  /** @param reason as typed, without spaces around it; empty without `reason` */
  send: (reason: string, key: string) => Promise<Output>;
}

/** Button for an act that is confirmed in a dialog. */
export function ActButton<Output>(props: ActButtonProps<Output>) {
  const {
    label,
    button,
    reason,
    onOpen,
    send,
    changes,
    onDone,
    children,
    isBlocked = false,
    ...question
  } = props;
  const reasonField = reason === true ? {} : reason;
  const [isAsking, ask] = useDisclosure(false);
  const [typed, type] = useState('');
  const act = useAct<Output, string>({
    send,
    ...(changes !== undefined && { changes }),
    onDone: (output, input) => {
      ask.close();
      onDone?.(output, input);
    },
  });
  const open = () => {
    act.reset();
    type('');
    onOpen?.();
    ask.open();
  };
  return (
    <>
      <PlainButton {...button} onClick={open}>
        {label}
      </PlainButton>
      <Confirm
        {...question}
        opened={isAsking}
        onClose={ask.close}
        act={act}
        isBlocked={
          isBlocked || (reasonField !== undefined && reasonField.required !== false && typed.trim() === '')
        }
        onConfirm={() => act.run(typed.trim())}
      >
        {children}
        {reasonField !== undefined && (
          <ReasonField
            mt="md"
            data-autofocus
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            {...reasonField}
          />
        )}
      </Confirm>
    </>
  );
}
