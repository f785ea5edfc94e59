import type { AppSchemas } from '@skiptrace/contract/app';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.js';

type EventType = AppSchemas['WebhookType'];

const EVENTS: readonly (readonly [EventType, string])[] = [
  ['job.preview', 'A list needs approval (job.preview)'],
  ['job.completed', 'A result is ready (job.completed)'],
  ['job.failed', 'A list failed (job.failed)'],
  ['balance.low', 'The balance is low (balance.low)'],
];

/** Asks for an endpoint's URL, then shows its signing secret once. */
export function AddWebhook({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const add = useSecret({
    name: 'webhook',
    make: (body: { url: string; events: EventType[] }) => bodyOf(own.POST('/app/api/webhooks', { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
    onClose,
  });
  const made = add.data;
  return (
    <SecretDialog
      opened={opened}
      onClose={add.close}
      title={made === undefined ? 'Add an endpoint' : 'The endpoint’s secret'}
      isPending={add.isPending}
      secret={
        made === undefined
          ? null
          : {
              label: 'Secret',
              value: made.secret,
              about:
                'Copy it now into the settings of your program, which checks with it that a message is ours. It is not shown again: if it is lost, remove the endpoint and add it again.',
            }
      }
      done="I have copied it"
    >
      <Form add={add.make} isPending={add.isPending} error={add.error} cancel={add.close} />
    </SecretDialog>
  );
}

interface FormProps {
  add: (body: { url: string; events: EventType[] }) => void;
  isPending: boolean;
  error: unknown;
  cancel: () => void;
}

function Form({ add, isPending, error, cancel }: FormProps) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(EVENTS.map(([type]) => type));
  const chosen = EVENTS.map(([type]) => type).filter((type) => events.includes(type));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    add({ url: url.trim(), events: chosen });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Address"
          description="An https address that takes a POST."
          placeholder="https://example.com/skiptrace"
          type="url"
          maxLength={2_000}
          autoComplete="off"
          data-autofocus
          required
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Checkbox.Group label="Tell it when" value={events} onChange={setEvents}>
          <Stack gap="xs" mt={4}>
            {EVENTS.map(([type, label]) => (
              <Checkbox key={type} value={type} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        {error !== null && <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={url.trim() === '' || chosen.length === 0}>
            Add endpoint
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
