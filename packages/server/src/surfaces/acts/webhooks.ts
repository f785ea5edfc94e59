import { isoTime } from '../../platform/clock.js';
import { table } from '../../platform/lib/printable.js';
import { EVENT_TYPES, type Endpoint } from '../../work/webhooks/index.js';
import { act } from './act.js';
import { bool, list, maybe, object, orNull, page, secret, text } from './schema.js';
import { WebhookDelivery, WebhookEndpoint, WebhookType } from './schemas/operator.js';

/** Number of deliveries that the command shows. */
const SHOWN = 50;

const accountId = text();

const shownEndpoint = ({ id, url, events, createdAt }: Endpoint) => ({
  id,
  url,
  events,
  createdAt: isoTime(createdAt),
});

/** An endpoint as commands print it. */
const named = ({ id: endpointId, ...endpoint }: ReturnType<typeof shownEndpoint>) => ({
  endpointId,
  ...endpoint,
});

export const createWebhook = act({
  says: 'Add an endpoint; its secret is shown once',
  fields: {
    accountId,
    url: text('https URL that takes a POST', { minLength: 1, maxLength: 2000 }),
    events: list(WebhookType, { minItems: 1, maxItems: EVENT_TYPES.length }),
  },
  also: { events: maybe(list(WebhookType, `some of ${EVENT_TYPES.join(',')} (default: all)`)) },
  async run({ webhooks }, { accountId: id, url, events }) {
    const endpoint = await webhooks.add(id, url, events);
    return { endpoint: shownEndpoint(endpoint), secret: endpoint.secret };
  },
  app: {
    id: 'createWebhook',
    at: 'POST /app/api/webhooks',
    description:
      'Where the answer is lost, remove the endpoint from the list and add it again. Its secret is kept nowhere else.',
    answers: [
      201,
      'The endpoint, and its secret, shown this once.',
      object({ endpoint: WebhookEndpoint, secret: secret() }),
    ],
  },
  command: {
    name: 'webhooks add <accountId>',
    prints: ({ endpoint, secret: shownOnce }) => [
      { ...named(endpoint), secret: shownOnce },
      [
        `Added ${endpoint.url} for ${endpoint.events.join(', ')}.`,
        `  Endpoint: ${endpoint.id}`,
        `  Secret: ${shownOnce}`,
        'Copy the secret now: it is not shown again. The receiver checks signatures with it (docs/server-reference.md, Webhooks).',
      ],
    ],
  },
});

export const listWebhooks = act({
  says: 'List the endpoints of an account',
  fields: { accountId },
  async run({ webhooks, config }, { accountId: id }) {
    const endpoints = await webhooks.list(id);
    return { isOn: config.webhooks === 'on', endpoints: endpoints.map(shownEndpoint) };
  },
  app: {
    id: 'listWebhooks',
    at: 'GET /app/api/webhooks',
    answers: [
      200,
      'The endpoints without their secrets, and whether this server sends webhooks at all.',
      object({ isOn: bool(), endpoints: list(WebhookEndpoint) }),
    ],
  },
  command: {
    name: 'webhooks list <accountId>',
    prints({ endpoints }) {
      const rows = endpoints.map(({ id, url, events }) => [id, url, events.join(', ')]);
      return [
        endpoints.map(named),
        rows.length === 0 ? ['No endpoints.'] : table(['ENDPOINT', 'URL', 'EVENTS'], rows),
      ];
    },
  },
});

export const deleteWebhook = act({
  says: 'Remove an endpoint; what waits for it is not sent',
  fields: { accountId, webhookId: text() },
  run: ({ webhooks }, { accountId: id, webhookId }) => webhooks.remove(id, webhookId),
  app: { id: 'deleteWebhook', at: 'DELETE /app/api/webhooks/{webhookId}', answers: [204, 'Removed.'] },
  command: {
    name: 'webhooks remove <accountId> <webhookId>',
    prints: (_, { webhookId: endpointId }) => [{ endpointId }, ['Removed.']],
  },
});

export const listWebhookDeliveries = act({
  says: `Show deliveries, newest first; the command shows the last ${SHOWN}`,
  fields: { accountId, ...page(25, 100) },
  async run({ webhooks }, { accountId: id, limit = SHOWN, cursor }) {
    const { rows, nextCursor } = await webhooks.deliveries(id, { limit, cursor });
    const deliveries = rows.map(({ eventId: webhookId, createdAt, updatedAt, ...delivery }) => ({
      webhookId,
      ...delivery,
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
    }));
    return { deliveries, nextCursor };
  },
  app: {
    id: 'listWebhookDeliveries',
    at: 'GET /app/api/webhook-deliveries',
    answers: [
      200,
      'A page of deliveries.',
      object({ deliveries: list(WebhookDelivery), nextCursor: orNull(text()) }),
    ],
  },
  command: {
    name: 'webhooks deliveries <accountId>',
    without: ['cursor', 'limit'],
    prints({ deliveries }) {
      const rows = deliveries.map(({ id, createdAt, type, status, attempts, error }) => [
        ...[id, createdAt, type, status, String(attempts), error ?? ''],
      ]);
      return [
        deliveries.map(({ id: deliveryId, ...delivery }) => ({ deliveryId, ...delivery })),
        rows.length === 0
          ? ['No deliveries.']
          : table(['DELIVERY', 'CREATED', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST ERROR'], rows),
      ];
    },
  },
});

export const replayWebhook = act({
  says: 'Send a delivery again, under the id of its event',
  fields: { accountId, deliveryId: text() },
  run: ({ webhooks }, { accountId: id, deliveryId }) => webhooks.replay(id, deliveryId),
  app: {
    id: 'replayWebhook',
    at: 'POST /app/api/webhook-deliveries/{deliveryId}/replay',
    answers: [204, 'It is queued.'],
  },
  command: {
    name: 'webhooks replay <accountId> <deliveryId>',
    prints: (_, { deliveryId }) => [{ deliveryId }, ['It is sent again by the running server.']],
  },
});
