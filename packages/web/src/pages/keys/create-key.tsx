import type { AppSchemas } from '@skiptrace/contract/app';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { CopyOnce } from '../../parts/copy-once.js';
import { ProblemNote } from '../../parts/problem-note.js';

type Mode = AppSchemas['Key']['mode'];

interface CreateKeyProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks for a label and a mode, then shows the key this once. */
export function CreateKey({ opened, onClose }: CreateKeyProps) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (body: { label: string; mode: Mode }) => createOnce(body),
    onSettled: () => queries.invalidateQueries({ queryKey: ['keys'] }),
    // The key is kept nowhere when the dialog is closed.
    gcTime: 0,
  });
  const close = () => {
    onClose();
    create.reset();
  };
  const made = create.data;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made === undefined ? 'Create an API key' : `Your key “${made.key.label ?? ''}”`}
      // A key that is lost by a slip of the finger can't be shown again.
      closeOnClickOutside={made === undefined && !create.isPending}
      closeOnEscape={made === undefined && !create.isPending}
      withCloseButton={made === undefined}
    >
      {made === undefined ? (
        <Form
          create={(body) => create.mutate(body)}
          isPending={create.isPending}
          error={create.error}
          cancel={close}
        />
      ) : (
        <Stack>
          <CopyOnce
            label={made.key.mode === 'live' ? 'Live key' : 'Test key'}
            value={made.apiKey}
            about="Copy it now and keep it where secrets are kept. It is not shown again: a key that is lost has to be revoked and created anew."
          />
          <Group justify="flex-end">
            <Button onClick={close}>I have copied it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface FormProps {
  create: (body: { label: string; mode: Mode }) => void;
  isPending: boolean;
  error: unknown;
  cancel: () => void;
}

function Form({ create, isPending, error, cancel }: FormProps) {
  const [label, setLabel] = useState('');
  const [mode, setMode] = useState<Mode>('live');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(label.trim() === '');
    if (label.trim() !== '') create({ label: label.trim(), mode });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Label"
          description="What the key is for, such as the name of a program."
          maxLength={100}
          autoComplete="off"
          data-autofocus
          required
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={isMissing && label.trim() === '' ? 'Enter a label.' : null}
        />
        <Radio.Group
          label="Mode"
          value={mode}
          onChange={(value) => setMode(value === 'test' ? 'test' : 'live')}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="live" label="Live" description="Finds real owners and charges for matches." />
            <Radio value="test" label="Test" description="Finds made-up owners and never charges." />
          </Stack>
        </Radio.Group>
        {error !== null && <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Sent once: a key whose answer was lost can't be shown, but it may be on the list. */
async function createOnce(body: { label: string; mode: Mode }): Promise<AppSchemas['CreatedKey']> {
  try {
    return await bodyOf(own.POST('/app/api/keys', { body }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== null) throw error;
    throw new Problem(
      'No answer came. If a key with this label is on the list now, revoke it, for it can’t be shown any more, and create another.',
      null,
      null,
      { cause: error },
    );
  }
}
