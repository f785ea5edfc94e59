import { createHmac } from 'node:crypto';
import type { Mode } from '../../money/accounts/index.js';
import { isoTime, MS_PER_DAY, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, LessThan } from '../../platform/database/typeorm.js';
import type { Ids } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import type { TaskQueue } from '../../platform/queue/index.js';
import {
  DeliveryEntity,
  EndpointEntity,
  EVENT_TYPES,
  WebhookEventEntity,
  type Delivery,
  type Endpoint,
  type EventType,
  type WebhookEvent,
} from './entities.js';

/** The operator has not turned webhooks on. */
class WebhooksOffError extends coded(
  'webhooks_off',
  'This server sends no webhooks. Its operator can turn them on with WEBHOOKS=on.',
) {}

class UnusableEndpointError extends coded('unusable_webhook') {}

class UnknownEndpointError extends Error {
  readonly code = 'unknown_webhook';

  constructor(what = 'endpoint') {
    super(`This account has no such ${what}.`);
  }
}

/** Kind of the tasks that send deliveries; their subject is the delivery's id. */
export const WEBHOOK_TASK = 'webhook';

const MOST_ENDPOINTS = 10;
const LONGEST_URL = 2_000;

export interface WebhookNeeds {
  database: Database;
  clock: Clock;
  ids: Ids;
  queue: TaskQueue;
  config: {
    webhooks: 'off' | 'on';
    webhookAllowPrivate: boolean;
    lowBalanceCents: number;
    retentionDays: number;
  };
}

/** A delivery as the log shows it. */
export interface LoggedDelivery extends Omit<Delivery, 'accountId' | 'begunAt'> {
  type: EventType;
  url: string;
}

/** A delivery with the event that it tells. */
export interface TellingDelivery extends Pick<WebhookEvent, 'type' | 'data' | 'createdAt'> {
  id: string;
  eventId: string;
}

/** Most deliveries of one answer. */
const MOST_AFTER = 100;
/** Age at which a delivery is listed: more than the transaction that notes its event takes. */
const SETTLED_MS = 1_000;

/** Manages webhook endpoints and queues events for them. */
export class Webhooks {
  constructor(private readonly needs: WebhookNeeds) {}

  /**
   * Records an event in the caller's transaction and queues it for each subscribed endpoint. Writes nothing
   * without a subscribed endpoint.
   */
  async note(tx: Tx, accountId: string, type: EventType, data: WebhookEvent['data']): Promise<void> {
    if (this.needs.config.webhooks === 'off') return;
    const endpoints = await tx.findBy(EndpointEntity, { accountId, removedAt: IsNull() });
    // Queried only if there is a subscribed endpoint.
    if (endpoints.length === 0 || (await isClosed(tx, accountId))) return;
    await this.#tell(
      tx,
      endpoints.filter(({ events }) => events.includes(type)),
      { accountId, type, data },
    );
  }

  /** @returns the endpoint, with its secret @throws WebhooksOffError, UnusableEndpointError */
  async add(accountId: string, url: string, events: readonly EventType[] = EVENT_TYPES): Promise<Endpoint> {
    const { database, clock, ids, config } = this.needs;
    if (config.webhooks === 'off') throw new WebhooksOffError();
    requireUrl(url, config.webhookAllowPrivate);
    if (events.length === 0) throw new UnusableEndpointError('Name at least one event.');
    return database.writeFor(accountId, async (tx) => {
      const others = await tx.countBy(EndpointEntity, { accountId, removedAt: IsNull() });
      if (others >= MOST_ENDPOINTS)
        throw new UnusableEndpointError(
          `An account has at most ${MOST_ENDPOINTS} endpoints. Remove one first.`,
        );
      const endpoint: Endpoint = {
        id: ids.uuid(),
        accountId,
        url,
        secret: newSecret(ids),
        events: EVENT_TYPES.filter((type) => events.includes(type)),
        // Start as 'low' if the balance is low now, so the first event is about a change.
        isLow: (await this.#spendable(tx, accountId)) < config.lowBalanceCents ? 1 : 0,
        createdAt: clock.now(),
        removedAt: null,
      };
      await tx.insert(EndpointEntity, endpoint);
      return endpoint;
    });
  }

  /** Endpoints in the order of their creation. */
  list(accountId: string): Promise<Endpoint[]> {
    return this.needs.database.read.find(EndpointEntity, {
      where: { accountId, removedAt: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /**
   * Pending deliveries are not sent. The row goes with the last delivery in the log, which says where it went.
   * @throws UnknownEndpointError
   */
  async remove(accountId: string, id: string): Promise<void> {
    const { database, clock } = this.needs;
    const now = clock.now();
    await database.writeFor(accountId, async (tx) => {
      const there = { id, accountId, removedAt: IsNull() };
      const { affected } = await tx.update(EndpointEntity, there, { removedAt: now, secret: '' });
      if (affected !== 1) throw new UnknownEndpointError();
      await tx.update(
        DeliveryEntity,
        { endpointId: id, status: 'pending' },
        { status: 'failed', error: 'The endpoint was removed.', updatedAt: now },
      );
      await tx.query(REMOVED_AND_UNUSED);
    });
  }

  /** The log of an account, newest first. @throws InvalidCursorError */
  async deliveries(
    accountId: string,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<Page<LoggedDelivery>> {
    const from = cursor === undefined ? null : readCursor(cursor);
    const rows = await this.needs.database.read.query<LoggedDelivery[]>(
      `SELECT d.id, d.event_id AS "eventId", d.endpoint_id AS "endpointId", p.url, e.type, d.status, d.attempts, d.answered,
              d.error, d.created_at AS "createdAt", d.updated_at AS "updatedAt"
         FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN webhook_endpoints p ON p.id = d.endpoint_id
        WHERE d.account_id = $1 AND (d.created_at < $2 OR (d.created_at = $2 AND d.id < $3))
        ORDER BY d.created_at DESC, d.id DESC LIMIT $4`,
      [accountId, from?.at ?? Number.MAX_SAFE_INTEGER, from?.id ?? '', limit + 1],
    );
    return pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  }

  /**
   * Deliveries of an account after one of them, oldest first; without it, or if it is gone, the newest ones.
   * @param mode with `test` only deliveries about test jobs
   */
  async after(accountId: string, mode: Mode, id: string | undefined): Promise<TellingDelivery[]> {
    const { database, clock } = this.needs;
    const { read } = database;
    const from = id === undefined ? null : await read.findOneBy(DeliveryEntity, { id, accountId });
    // A transaction that is committed later may still add an earlier event.
    const settled = clock.now() - SETTLED_MS;
    const rows = await read.query<(Omit<TellingDelivery, 'data'> & { data: string })[]>(
      `SELECT d.id, d.event_id AS "eventId", e.type, e.data, e.created_at AS "createdAt"
         FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
        WHERE d.account_id = $1 AND d.created_at <= $2
          AND (d.created_at > $3 OR (d.created_at = $3 AND d.id > $4))
          ${mode === 'test' ? `AND e.data LIKE '%"mode":"test"%'` : ''}
        ORDER BY d.created_at ${from === null ? 'DESC' : 'ASC'}, d.id ${from === null ? 'DESC' : 'ASC'}
        LIMIT ${MOST_AFTER}`,
      [accountId, settled, from?.createdAt ?? 0, from?.id ?? ''],
    );
    const found = rows.map(({ data, ...row }) => ({
      ...row,
      data: JSON.parse(data) as WebhookEvent['data'],
    }));
    return from === null ? found.reverse() : found;
  }

  /** Resends a delivery with the same event id, so receivers can detect it. @throws UnknownEndpointError */
  async replay(accountId: string, id: string): Promise<void> {
    const { database, clock } = this.needs;
    await database.writeFor(accountId, async (tx) => {
      const delivery = await tx.findOneBy(DeliveryEntity, { id, accountId });
      const endpoint =
        delivery && (await tx.findOneBy(EndpointEntity, { id: delivery.endpointId, removedAt: IsNull() }));
      if (!delivery || !endpoint) throw new UnknownEndpointError('delivery, or its endpoint was removed');
      const now = clock.now();
      // Always a new value, so that an attempt in progress can't end the replay.
      const begunAt = Math.max(now, delivery.begunAt + 1);
      await tx.update(DeliveryEntity, { id }, { status: 'pending', begunAt, updatedAt: now });
      await this.#queue(tx, delivery);
    });
  }

  /**
   * Sends `balance.low` once per drop below the threshold, and requeues pending deliveries that have no task
   * (after a move, a restore, or a replay that raced).
   * @returns how many
   */
  async look(): Promise<number> {
    const { database, config } = this.needs;
    if (config.webhooks === 'off') return 0;
    const changed = await database.read.query<{ accountId: string }[]>(LOW_OR_HIGH, [config.lowBalanceCents]);
    for (const { accountId } of changed)
      await database.writeFor(accountId, (tx) => this.#noteBalance(tx, accountId));
    const idle = await database.read.query<{ id: string; accountId: string }[]>(WITHOUT_TASK);
    for (const delivery of idle)
      await database.writeFor(delivery.accountId, (tx) => this.#queue(tx, delivery));
    return changed.length + idle.length;
  }

  /** Deletes events older than the retention time. @returns how many deliveries */
  async sweep(): Promise<number> {
    const { database, clock, config } = this.needs;
    const before = clock.now() - config.retentionDays * MS_PER_DAY;
    return database.write(async (tx) => {
      const { affected } = await tx.delete(DeliveryEntity, {
        createdAt: LessThan(before),
        status: In(['delivered', 'failed']),
      });
      await tx.query(
        `DELETE FROM webhook_events WHERE created_at < $1 AND ${NOT_DELIVERED('event_id', 'webhook_events')}`,
        [before],
      );
      await tx.query(REMOVED_AND_UNUSED);
      return affected ?? 0;
    });
  }

  async #tell(
    tx: Tx,
    endpoints: readonly Endpoint[],
    event: Pick<WebhookEvent, 'accountId' | 'type' | 'data'>,
  ): Promise<void> {
    if (endpoints.length === 0) return;
    const { clock, ids } = this.needs;
    const now = clock.now();
    const eventId = ids.uuid();
    await tx.insert(WebhookEventEntity, { ...event, id: eventId, createdAt: now });
    for (const { id: endpointId, accountId } of endpoints) {
      const times = { begunAt: now, createdAt: now, updatedAt: now };
      const unsent = { status: 'pending' as const, attempts: 0, answered: null, error: null };
      const delivery: Delivery = { id: ids.uuid(), eventId, endpointId, accountId, ...unsent, ...times };
      await tx.insert(DeliveryEntity, delivery);
      await this.#queue(tx, delivery);
    }
  }

  /** Uses its own queue turn, so webhooks and jobs of an account don't delay each other. */
  async #queue(tx: Tx, { id, accountId }: Pick<Delivery, 'id' | 'accountId'>): Promise<void> {
    await this.needs.queue.enqueue(tx, {
      kind: WEBHOOK_TASK,
      subject: id,
      accountId: `${WEBHOOK_TASK}:${accountId}`,
      weight: 0,
    });
  }

  async #noteBalance(tx: Tx, accountId: string): Promise<void> {
    const { lowBalanceCents: thresholdCents } = this.needs.config;
    const balanceCents = await this.#spendable(tx, accountId);
    const isLow = balanceCents < thresholdCents ? 1 : 0;
    const others = await tx.findBy(EndpointEntity, {
      accountId,
      removedAt: IsNull(),
      isLow: isLow === 1 ? 0 : 1,
    });
    if (others.length === 0) return;
    await tx.update(EndpointEntity, { id: In(others.map(({ id }) => id)) }, { isLow });
    if (isLow === 0) return;
    const told = others.filter(({ events }) => events.includes('balance.low'));
    await this.#tell(tx, told, { accountId, type: 'balance.low', data: { balanceCents, thresholdCents } });
  }

  async #spendable(tx: Tx, accountId: string): Promise<number> {
    const [row] = await tx.query<{ cents: number }[]>(
      `SELECT ${SPENDABLE} AS cents FROM accounts a WHERE a.id = $1`,
      [accountId],
    );
    return row?.cents ?? 0;
  }
}

/** Balance plus amounts reserved by running bulk lookups, because most of these are released. */
const SPENDABLE = `(a.balance_cents + COALESCE(
  (SELECT SUM(r.amount_cents) FROM reservations r WHERE r.account_id = a.id AND r.status = 'held'), 0))`;

const LOW_OR_HIGH = `
  SELECT DISTINCT p.account_id AS "accountId" FROM webhook_endpoints p JOIN accounts a ON a.id = p.account_id
   WHERE p.removed_at IS NULL AND a.closed_at IS NULL AND p.is_low <> CASE WHEN ${SPENDABLE} < $1 THEN 1 ELSE 0 END`;

const WITHOUT_TASK = `
  SELECT id, account_id AS "accountId" FROM webhook_deliveries d
   WHERE status = 'pending' AND NOT EXISTS (SELECT 1 FROM tasks WHERE kind = '${WEBHOOK_TASK}' AND subject = d.id)`;

const NOT_DELIVERED = (column: string, table: string): string =>
  `NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.${column} = ${table}.id)`;

const REMOVED_AND_UNUSED = `
  DELETE FROM webhook_endpoints WHERE removed_at IS NOT NULL AND ${NOT_DELIVERED('endpoint_id', 'webhook_endpoints')}`;

/** Body of a message to an endpoint, before it is JSON. */
export const payloadOf = ({ type, createdAt, data }: Pick<WebhookEvent, 'type' | 'createdAt' | 'data'>) => ({
  type,
  timestamp: isoTime(createdAt),
  data,
});

/** Whether an account was closed; closed accounts get no events. */
export async function isClosed(from: Tx, accountId: string): Promise<boolean> {
  const rows = await from.query<unknown[]>('SELECT 1 FROM accounts WHERE id = $1 AND closed_at IS NOT NULL', [
    accountId,
  ]);
  return rows.length > 0;
}

/** @throws UnusableEndpointError */
function requireUrl(text: string, allowPrivate: boolean): void {
  // The URL is stored and shown as it was given.
  const isPlain = !/[\s\p{C}]/u.test(text) && text.length <= LONGEST_URL;
  const url = isPlain && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !(url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')))
    throw new UnusableEndpointError(
      'The endpoint must be an https URL, without spaces or control characters.',
    );
  if (url.username !== '' || url.password !== '')
    throw new UnusableEndpointError(
      'The endpoint must not hold a password. Check the signature of what comes instead.',
    );
}

const PREFIX = 'whsec_';

/** Characters of base64, without padding: 33 bytes. */
const SECRET_LENGTH = 44;

const newSecret = (ids: Ids): string => PREFIX + ids.base62(SECRET_LENGTH);

/** Headers of the Standard Webhooks specification (https://github.com/standard-webhooks/standard-webhooks). */
export function signedHeaders(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
