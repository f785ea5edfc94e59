import type { ContactMessage, ContactMessageResponse } from '@skiptrace/contract';
import type { SkipTraceResponse } from './open-answers.js';

import { type Answer, answerOf } from './answer.js';
import { Jobs } from './jobs/jobs.js';
import type { AddressLike } from './lookups/address.js';
import { type Bulk, type BulkOptions, BulkRun } from './lookups/bulk.js';
import { lookup } from './lookups/lookup.js';
import type { Clock } from './clock.js';
import { type CallOptions, type ClientOptions, settingsFrom } from './options.js';
import { createRawClient, type RawClient } from './raw.js';
import { FetchSender } from './transport/fetch-sender.js';
import { webResponse } from './transport/response-record.js';
import { Transport } from './transport/transport.js';
import { UndiciSender } from './transport/undici-sender.js';

/**
 * A client of the skip tracing service.
 *
 * @example
 * const client = new SkipTrace({ apiKey: 'pc_…' });
 * const result = await client.lookup({ address: '100 Sandbox Match St', city: 'Austin', state: 'TX' });
 * if (result.found) console.log(result.contact.fullName, result.phones);
 * await client.close();
 */
export class SkipTrace implements AsyncDisposable {
  /** Every operation of the contract, typed, over the same transport. */
  readonly raw: RawClient;
  /** CSV jobs. */
  readonly jobs: Jobs;
  readonly #transport: Transport;
  /** The same client as `raw`, whose responses are this package's own records. */
  readonly #records: RawClient;
  readonly #clock: Clock;

  constructor(options: ClientOptions = {}) {
    const settings = settingsFrom(options, process.env);
    const sender = options.fetch
      ? new FetchSender(options.fetch)
      : new UndiciSender({ proxyFromEnvironment: options.proxyFromEnvironment ?? false });
    const transport = new Transport(settings, sender);
    const { baseUrl, clock } = settings;
    this.#transport = transport;
    this.#clock = clock;
    this.#records = createRawClient(baseUrl, (request) => transport.send(request));
    this.raw = createRawClient(baseUrl, async (request) => webResponse(await transport.send(request)));
    this.jobs = new Jobs({ raw: this.#records, transport, clock });
  }

  /**
   * Looks one address up. A match costs 4 cents; a miss is free and resolves with `found: false`.
   * For a list use `bulk` or a CSV job.
   *
   * @throws InsufficientBalanceError, DailyMissLimitError, RateLimitError, BadRequestError, UnauthorizedError, ServerError
   * @throws UnknownOutcomeError when the request went out and no answer says what became of it
   */
  lookup(address: AddressLike, options: CallOptions = {}): Answer<SkipTraceResponse> {
    return lookup(this.#records, address, options);
  }

  /**
   * Looks a list of addresses up, in chunks of up to 100 and several chunks at a time. The input is any iterable, also
   * an asynchronous one; each item of the answer has its input and what became of it, in the input's order. Await it
   * for everything at once, or iterate over it in bounded memory. It starts when you do.
   *
   * A run that has to stop early does not throw: what was paid for is in its answer, and `stoppedBy` says why.
   *
   * @example
   * for await (const item of client.bulk(['100 Sandbox Match St, Austin, TX 78701'])) {
   *   if (item.outcome === 'match') console.log(item.input, item.result.phones);
   * }
   */
  bulk<T extends AddressLike>(addresses: Iterable<T> | AsyncIterable<T>, options: BulkOptions = {}): Bulk<T> {
    return new BulkRun(this.#records, this.#clock, addresses, options);
  }

  /** Sends a message to the support team. Needs no API key. */
  contact(message: ContactMessage, options: CallOptions = {}): Answer<ContactMessageResponse> {
    return answerOf<ContactMessageResponse>(
      this.#records.POST('/api/contact', { body: message, call: options }),
    );
  }

  /** Lets go of all connections; calls in progress fail. A client that is used again opens new ones. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
