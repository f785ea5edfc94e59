import { Badge, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct, type Doing } from '../../api/act.js';
import { own, query, usePages } from '../../api/clients.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { ActButton, DialogForm } from '../../parts/dialog.js';
import { Ago } from '../../parts/format.js';
import { Empty, Section } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { SecretButton } from '../../parts/secret-dialog.js';
import { Fine, PlainButton, Subheading } from '../../parts/text.js';
import { say } from '../../parts/toast.js';
import { useSession } from '../../session/sessions.js';

type Endpoint = AppSchemas['WebhookEndpoint'];
type Delivery = AppSchemas['WebhookDelivery'];

const WEBHOOKS = '/app/api/webhooks';
const DELIVERIES = '/app/api/webhook-deliveries';
const OF_WEBHOOKS = [WEBHOOKS, DELIVERIES];

/** Webhook endpoints and their deliveries; hidden if the server sends no webhooks. */
export default function Webhooks() {
  const isLive = useSession().mode === 'live';
  const found = useQuery({ ...query(WEBHOOKS), enabled: isLive });
  if (!isLive || found.data?.isOn !== true) return null;
  const { endpoints } = found.data;
  return (
    <Section
      title="Webhooks"
      about="A program of yours is told when a list needs approval, is ready or failed, and when the balance gets low."
      actions={<AddEndpoint />}
      gap="md"
    >
      {endpoints.length === 0 ? (
        <Empty title="No endpoints yet">Add the https address of a program that takes a POST.</Empty>
      ) : (
        <>
          <DataTable label="Endpoints" rows={endpoints} columns={ENDPOINT_COLUMNS} />
          <Deliveries />
        </>
      )}
    </Section>
  );
}

const AddEndpoint = () => (
  <SecretButton
    label="Add endpoint"
    title="Add an endpoint"
    send={(body: NewEndpoint) => own.POST(WEBHOOKS, { body })}
    changes={OF_WEBHOOKS}
    done="I have copied it"
    secretOf={({ secret }) => ({
      title: 'The endpoint’s secret',
      label: 'Secret',
      value: secret,
      about:
        'Copy it now into the settings of your program, which checks with it that a message is ours. It is not shown again: if it is lost, remove the endpoint and add it again.',
    })}
  >
    {(add) => <Form add={add} />}
  </SecretButton>
);

const ENDPOINT_COLUMNS: readonly Column<Endpoint>[] = [
  { title: 'Endpoint', breaks: 'anywhere', cell: ({ url }) => url },
  { title: 'Events', from: 'sm', cell: ({ events }) => events.join(', ') },
  {
    title: 'Remove',
    isNumber: true,
    cell: ({ id: webhookId, url }) => (
      <ActButton
        label="Remove"
        button={{ size: 'compact-sm', 'aria-label': `Remove ${url}` }}
        title="Remove the endpoint?"
        action="Remove the endpoint"
        isDangerous
        send={() => own.DELETE('/app/api/webhooks/{webhookId}', { params: { path: { webhookId } } })}
        changes={OF_WEBHOOKS}
        onDone={() => say('Endpoint removed.')}
      >
        {url} is told nothing any more, also what it has not been told yet.
      </ActButton>
    ),
  },
];

const SHOWN = {
  pending: ['yellow', 'Waiting'],
  delivered: ['green', 'Delivered'],
  failed: ['red', 'Failed'],
} as const;

const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'Event',
    breaks: 'anywhere',
    cell: ({ type, createdAt, url }) => (
      <>
        <Text>{type}</Text>
        <Fine>
          <Ago at={createdAt} />, {url}
        </Fine>
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, error }) => (
      <>
        <Badge color={SHOWN[status][0]}>{SHOWN[status][1]}</Badge>
        {(error ?? null) !== null && <Fine>{error}</Fine>}
      </>
    ),
  },
  { title: 'Attempts', from: 'sm', cell: ({ attempts }) => attempts },
  { title: 'Send again', isNumber: true, cell: (delivery) => <SendAgain delivery={delivery} /> },
];

function Deliveries() {
  const found = usePages(DELIVERIES);
  return (
    <>
      <Group justify="space-between">
        <Subheading>Deliveries</Subheading>
        <PlainButton size="compact-sm" onClick={() => void found.refetch()} loading={found.isFetching}>
          Refresh
        </PlainButton>
      </Group>
      <PagedTable
        label="Deliveries"
        found={found}
        rows={found.data?.pages.flatMap((page) => page.deliveries)}
        columns={DELIVERY_COLUMNS}
        empty={<Empty title="Nothing sent yet" />}
      />
    </>
  );
}

function SendAgain({ delivery: { id: deliveryId, type, status } }: { delivery: Delivery }) {
  const replay = useAct({
    send: () =>
      own.POST('/app/api/webhook-deliveries/{deliveryId}/replay', { params: { path: { deliveryId } } }),
    changes: OF_WEBHOOKS,
  });
  return (
    <>
      <PlainButton
        size="compact-sm"
        loading={replay.isPending}
        disabled={status === 'pending'}
        aria-label={`Send ${type} again`}
        onClick={() => replay.run()}
      >
        Send again
      </PlainButton>
      {replay.isError && <Text size="xs">{replay.error.message}</Text>}
    </>
  );
}

interface NewEndpoint {
  url: string;
  events: AppSchemas['WebhookType'][];
}

const EVENTS: readonly (readonly [AppSchemas['WebhookType'], string])[] = [
  ['job.preview', 'A list needs approval (job.preview)'],
  ['job.completed', 'A result is ready (job.completed)'],
  ['job.failed', 'A list failed (job.failed)'],
  ['balance.low', 'The balance is low (balance.low)'],
];

/** Asks for an endpoint's URL. */
function Form({ add }: { add: Doing & { run: (body: NewEndpoint) => void } }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(EVENTS.map(([type]) => type));
  const chosen = EVENTS.map(([type]) => type).filter((type) => events.includes(type));
  return (
    <DialogForm
      act={add}
      action="Add endpoint"
      onSubmit={() => add.run({ url: url.trim(), events: chosen })}
      isBlocked={url.trim() === '' || chosen.length === 0}
      noValidate
    >
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
    </DialogForm>
  );
}
