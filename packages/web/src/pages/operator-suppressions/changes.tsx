import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { isNamed, NO_PERSON, PersonFields, type Typed } from '../../operator/person-fields.js';
import { Confirm } from '../../parts/confirm.js';
import { ProblemNote } from '../../parts/problem-note.js';

export const SUPPRESSIONS = ['operator', 'suppressions'];

const MISSING = 'Enter a name with an address or a ZIP; or an address, a phone or an email.';

export function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [person, setPerson] = useState<Typed>(NO_PERSON);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const close = () => {
    setPerson(NO_PERSON);
    setReason('');
    setChecked(false);
    add.reset();
    onClose();
  };
  const add = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/suppressions', { body: { person, reason } })),
    onSuccess: () => {
      close();
      return queries.invalidateQueries({ queryKey: SUPPRESSIONS });
    },
  });
  const isGood = isNamed(person) && reason.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isGood && !add.isPending) add.mutate();
  };
  return (
    <Modal opened={opened} onClose={close} title="Leave out whom?" size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            Without a name, an address stands for the whole property. A phone or an email is left out of every
            answer; its owner stays.
          </Text>
          <PersonFields person={person} onChange={setPerson} />
          <TextInput
            label="Reason"
            description="For your records. Don't name the person."
            required
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {isChecked && !isGood && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {isNamed(person) ? 'Enter a reason.' : MISSING}
            </Text>
          )}
          {add.isError && <ProblemNote error={add.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={add.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add entry
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** @param props.id null while the window is closed */
export function LiftSuppression({ id, onClose }: { id: string | null; onClose: () => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const close = () => {
    setReason('');
    lift.reset();
    onClose();
  };
  const lift = useMutation({
    mutationFn: (suppressionId: string) =>
      bodyOf(
        own.POST('/operator/api/suppressions/{suppressionId}/lift', {
          params: { path: { suppressionId } },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      close();
      return queries.invalidateQueries({ queryKey: SUPPRESSIONS });
    },
  });
  return (
    <Confirm
      opened={id !== null}
      onClose={close}
      title="Lift this entry?"
      action="Lift entry"
      isDangerous
      isBlocked={reason.trim() === ''}
      onConfirm={() => id !== null && lift.mutate(id)}
      isPending={lift.isPending}
      error={lift.error}
    >
      <Text size="sm">Answers may name the person again. What was deleted stays deleted.</Text>
      <TextInput
        mt="md"
        label="Reason"
        required
        maxLength={1_000}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
