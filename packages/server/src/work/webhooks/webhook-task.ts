import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { TaskPostponedError, type Task, type TaskHandler } from '../../platform/queue/index.js';
import {
  DeliveryEntity,
  EndpointEntity,
  WebhookEventEntity,
  type Delivery,
  type WebhookEvent,
} from './entities.js';
import { ANSWER_MS, post, type PostOptions } from './post.js';
import { isClosed, payloadOf, signedHeaders } from './webhooks.js';

const FIRST_RETRY_MS = 5 * MS_PER_SECOND;
const LONGEST_WAIT_MS = 6 * MS_PER_HOUR;
const GIVE_UP_AFTER_MS = MS_PER_DAY;
/** HTTP status of a receiver that is gone for good. */
const GONE = 410;

interface WebhookTaskNeeds {
  database: Database;
  clock: Clock;
  config: { webhookAllowPrivate: boolean };
  resolve?: PostOptions['resolve'];
}

/** Outcome of an attempt, with its error if it failed. */
type Outcome = Pick<Delivery, 'answered' | 'error'>;

/**
 * Sends one event to one endpoint, for up to a day. If killed after the receiver answered but before that was
 * saved, it sends again with the same `webhook-id`.
 */
export class WebhookTask implements TaskHandler {
  constructor(private readonly needs: WebhookTaskNeeds) {}

  async run({ subject }: Pick<Task, 'subject'>, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.needs;
    const { read } = database;
    const delivery = await read.findOneBy(DeliveryEntity, { id: subject, status: 'pending' });
    if (delivery === null) return;
    const endpoint = await read.findOneByOrFail(EndpointEntity, { id: delivery.endpointId });
    if (await isClosed(read, delivery.accountId))
      return this.#end(delivery, 'failed', { answered: null, error: 'The account was closed.' });
    const event = await read.findOneByOrFail(WebhookEventEntity, { id: delivery.eventId });
    if (endpoint.removedAt !== null)
      return this.#end(delivery, 'failed', { answered: null, error: 'The endpoint was removed.' });
    const outcome = await this.#attempt(endpoint, event, signal);
    if (outcome.error === null) return this.#end(delivery, 'delivered', outcome, 1);
    const ageMs = clock.now() - delivery.begunAt;
    if (ageMs >= GIVE_UP_AFTER_MS || outcome.answered === GONE)
      return this.#end(delivery, 'failed', outcome, 1);
    await this.#end(delivery, 'pending', outcome, 1);
    // Each pause is as long as the time since the first attempt, so pauses double.
    const delayMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_RETRY_MS, ageMs), GIVE_UP_AFTER_MS - ageMs);
    throw new TaskPostponedError(delayMs);
  }

  maxRunMs(): number {
    return 3 * ANSWER_MS;
  }

  async gaveUp({ subject: id }: Pick<Task, 'subject'>): Promise<void> {
    const delivery = await this.needs.database.read.findOneBy(DeliveryEntity, { id, status: 'pending' });
    if (delivery !== null)
      await this.#end(delivery, 'failed', { answered: null, error: 'The server failed to send it.' });
  }

  async #attempt(
    { url, secret }: { url: string; secret: string },
    event: WebhookEvent,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { clock, config, resolve } = this.needs;
    const body = JSON.stringify(payloadOf(event));
    const seconds = Math.floor(clock.now() / MS_PER_SECOND);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'skiptrace-server',
      ...signedHeaders(secret, { id: event.id, seconds, body }),
    };
    const options = { allowPrivate: config.webhookAllowPrivate, signal, ...(resolve && { resolve }) };
    try {
      const answered = await post(url, { headers, body }, options);
      const isTaken = answered >= 200 && answered < 300;
      return { answered, error: isTaken ? null : `It answered ${answered}.` };
    } catch (error) {
      signal.throwIfAborted();
      return { answered: null, error: whyNot(error) };
    }
  }

  async #end(
    { id, attempts, begunAt }: Delivery,
    status: Delivery['status'],
    outcome: Outcome,
    attempted = 0,
  ): Promise<void> {
    const changes = { ...outcome, status, attempts: attempts + attempted, updatedAt: this.needs.clock.now() };
    const { affected } = await this.needs.database.write((tx) =>
      tx.update(DeliveryEntity, { id, status: 'pending', begunAt }, changes),
    );
    // A replay restarted the delivery meanwhile and found this task still queued, so the task now belongs to the replay.
    if (affected === 0) throw new TaskPostponedError(0);
  }
}

/** Error text for the log: this program's own sentence or a system error code, never text from the receiver. */
function whyNot(error: unknown): string {
  const code = errorCode(error);
  // One sentence for both cases, so that customers can't probe which names the server's network knows.
  if (code === 'private_address' || code === 'ENOTFOUND') return 'There is no such host at a public address.';
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return `It did not answer within ${ANSWER_MS / MS_PER_SECOND} seconds.`;
  return `It was not reached (${/^[A-Za-z0-9_]{1,40}$/.test(code ?? '') ? code : 'failed'}).`;
}
