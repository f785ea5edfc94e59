import type { AppSchemas } from '@skiptrace/contract/app';
import { Badge, Button, Group, Stack, Table, Text, Title, Checkbox, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { pagedQuery } from '../../api/paged-query.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/page.js';
import { Ago } from '../../parts/format.js';
import { QueryProblem } from '../../parts/loaded.js';
import { say } from '../../parts/toast.js';
import { ShowMore } from '../../parts/paged-list.js';
import { useSession } from '../../session/sessions.js';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.js';
import { DialogForm } from '../../parts/dialog-form.js';

type Endpoint = AppSchemas['WebhookEndpoint'];
type Delivery = AppSchemas['WebhookDelivery'];

const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => bodyOf(own.GET('/app/api/webhooks')),
});

const deliveriesQuery = pagedQuery(['webhooks', 'deliveries'], (page) =>
  bodyOf(own.GET('/app/api/webhook-deliveries', { params: { query: page } })),
);

/** Webhook endpoints and their deliveries; hidden if the server sends no webhooks. */
export default function Webhooks() {
  const isLive = useSession().mode === 'live';
  const found = useQuery({ ...webhooksQuery, enabled: isLive });
  const [isAdding, adding] = useDisclosure(false);
  if (!isLive || found.data?.isOn !== true) return null;
  const { endpoints } = found.data;
  return (
    <Stack component="section" aria-labelledby="webhooks">
      <Group justify="space-between">
        <Title order={2} size="h4" id="webhooks">
          Webhooks
        </Title>
        <Button variant="default" onClick={adding.open}>
          Add endpoint
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        A program of yours is told when a list needs approval, is ready or failed, and when the balance gets
        low.
      </Text>
      {endpoints.length === 0 ? (
        <Empty title="No endpoints yet">Add the https address of a program that takes a POST.</Empty>
      ) : (
        <EndpointTable endpoints={endpoints} />
      )}
      {endpoints.length > 0 && <Deliveries />}
      <AddWebhook opened={isAdding} onClose={adding.close} />
    </Stack>
  );
}

function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Endpoint | null>(null);
  const remove = useMutation({
    mutationFn: ({ id: webhookId }: Endpoint) =>
      bodyOf(own.DELETE('/app/api/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      say('Endpoint removed.');
      setLeaving(null);
    },
  });
  return (
    <>
      <DataTable
        label="Endpoints"
        heads={['Endpoint', { title: 'Events', from: 'sm' }, { title: 'Remove', isNumber: true }]}
      >
        {endpoints.map((endpoint) => (
          <Table.Tr key={endpoint.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</Table.Td>
            <Table.Td visibleFrom="sm">{endpoint.events.join(', ')}</Table.Td>
            <Table.Td ta="right">
              <Button
                size="compact-sm"
                variant="light"
                color="red"
                aria-label={`Remove ${endpoint.url}`}
                onClick={() => {
                  remove.reset();
                  setLeaving(endpoint);
                }}
              >
                Remove
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      <Confirm
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Remove the endpoint?"
        action="Remove the endpoint"
        isDangerous
        onConfirm={() => {
          if (leaving !== null) remove.mutate(leaving);
        }}
        isPending={remove.isPending}
        error={remove.error}
      >
        {leaving?.url} is told nothing any more, also what it has not been told yet.
      </Confirm>
    </>
  );
}

const SHOWN = {
  pending: ['yellow', 'Waiting'],
  delivered: ['green', 'Delivered'],
  failed: ['red', 'Failed'],
} as const;

function Deliveries() {
  const found = useInfiniteQuery(deliveriesQuery);
  const deliveries = found.data?.pages.flatMap((page) => page.deliveries);
  return (
    <>
      <Group justify="space-between">
        <Title order={3} size="h5">
          Deliveries
        </Title>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void found.refetch()}
          loading={found.isFetching}
        >
          Refresh
        </Button>
      </Group>
      <QueryProblem of={found} />
      {deliveries?.length === 0 && <Empty title="Nothing sent yet" />}
      {(deliveries === undefined ? !found.isError : deliveries.length > 0) && (
        <DataTable
          label="Deliveries"
          heads={[
            'Event',
            'Status',
            { title: 'Attempts', from: 'sm' },
            { title: 'Send again', isNumber: true },
          ]}
        >
          {deliveries?.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </DataTable>
      )}
      <ShowMore pages={found} of="deliveries" />
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const queries = useQueryClient();
  const { id: deliveryId, type, status, attempts, error, url, createdAt } = delivery;
  const [color, text] = SHOWN[status];
  const replay = useMutation({
    mutationFn: () =>
      bodyOf(
        own.POST('/app/api/webhook-deliveries/{deliveryId}/replay', { params: { path: { deliveryId } } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  });
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{type}</Text>
        <Text size="xs" c="dimmed">
          <Ago at={createdAt} />, {url}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge color={color}>{text}</Badge>
        {(error ?? null) !== null && (
          <Text size="xs" c="dimmed">
            {error}
          </Text>
        )}
        {replay.isError && <Text size="xs">{replay.error.message}</Text>}
      </Table.Td>
      <Table.Td visibleFrom="sm">{attempts}</Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          loading={replay.isPending}
          disabled={status === 'pending'}
          aria-label={`Send ${type} again`}
          onClick={() => replay.mutate()}
        >
          Send again
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

type EventType = AppSchemas['WebhookType'];

const EVENTS: readonly (readonly [EventType, string])[] = [
  ['job.preview', 'A list needs approval (job.preview)'],
  ['job.completed', 'A result is ready (job.completed)'],
  ['job.failed', 'A list failed (job.failed)'],
  ['balance.low', 'The balance is low (balance.low)'],
];

/** Asks for an endpoint's URL, then shows its signing secret once. */
function AddWebhook({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
  return (
    <DialogForm
      action="Add endpoint"
      onSubmit={() => add({ url: url.trim(), events: chosen })}
      onCancel={cancel}
      isPending={isPending}
      isBlocked={url.trim() === '' || chosen.length === 0}
      error={error}
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
