import { id, integer, nullableInteger, nullableText, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';

/** Types of events sent to an account's endpoints. */
export const EVENT_TYPES = ['job.preview', 'job.completed', 'job.failed', 'balance.low'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Webhook endpoint of an account. */
export interface Endpoint {
  id: string;
  accountId: string;
  url: string;
  /** Signing secret, `whsec_` and base64. Stored as plain text because signing needs it; shown once, and deleted with the endpoint. */
  secret: string;
  events: EventType[];
  /** 1 while the balance is known to be low, so that the event is sent only once. */
  isLow: 0 | 1;
  createdAt: number;
  removedAt: number | null;
}

/** An event. Holds only ids, counts and cents. */
export interface WebhookEvent {
  id: string;
  accountId: string;
  type: EventType;
  data: Readonly<Record<string, string | number | null>>;
  createdAt: number;
}

/** Delivery of an event to an endpoint; stays as a log afterwards. */
export interface Delivery {
  id: string;
  eventId: string;
  endpointId: string;
  accountId: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last response; null without one. */
  answered: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** Start of the attempts; a replay resets it. */
  begunAt: number;
  createdAt: number;
  updatedAt: number;
}

export const EndpointEntity = new EntitySchema<Endpoint>({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  columns: {
    id,
    accountId: text,
    url: text,
    secret: text,
    events: { type: 'simple-json' },
    isLow: integer,
    createdAt: integer,
    removedAt: nullableInteger,
  },
});

export const WebhookEventEntity = new EntitySchema<WebhookEvent>({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  columns: { id, accountId: text, type: text, data: { type: 'simple-json' }, createdAt: integer },
});

export const DeliveryEntity = new EntitySchema<Delivery>({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  columns: {
    id,
    eventId: text,
    endpointId: text,
    accountId: text,
    status: text,
    attempts: integer,
    answered: nullableInteger,
    error: nullableText,
    begunAt: integer,
    createdAt: integer,
    updatedAt: integer,
  },
});

export const webhookEntities = [EndpointEntity, WebhookEventEntity, DeliveryEntity];
