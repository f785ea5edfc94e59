import { id, integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** What is told to an account's endpoints. */
export const EVENT_TYPES = ['job.preview', 'job.completed', 'job.failed', 'balance.low'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Where an account wants to be told what happened. */
export interface Endpoint {
  id: string;
  accountId: string;
  url: string;
  /** Signs what is sent: `whsec_` and base64. It has to be there to sign with, so it can't be a hash; shown once, and gone with the endpoint. */
  secret: string;
  events: EventType[];
  /** 1 while the balance is known to be low: it is told once. */
  isLow: 0 | 1;
  createdAt: number;
  removedAt: number | null;
}

/** Something that happened. Holds ids, counts and cents only. */
export interface WebhookEvent {
  id: string;
  accountId: string;
  type: EventType;
  data: Readonly<Record<string, string | number | null>>;
  createdAt: number;
}

/** An event on its way to an endpoint; what became of it stays as a log. */
export interface Delivery {
  id: string;
  eventId: string;
  endpointId: string;
  accountId: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last answer; null without one. */
  answered: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** The attempts of a replay begin anew. */
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
