import type { ContactMessage, ContactMessageResponse } from '@skiptrace/contract';
import {
  type Account,
  readAccount,
  type DeliveryList,
  type DeliveryOptions,
  deliveryOptions,
  readDeliveries,
} from './account.js';
import { ConfigurationError } from './errors.js';
import { Jobs } from './jobs/jobs.js';
import { type AddressLike, checkFields, type ListedAddress } from './lookups/address.js';
import { type Bulk, type BulkOptions, BulkRun } from './lookups/bulk.js';
import { lookup, type LookupOptions, lookupOptions } from './lookups/lookup.js';
import type { LookupResult } from './open-answers.js';
import { createRawClient, type RawClient, request, type RequestOptions } from './raw.js';
import { environment } from './runtime.js';
import { type Answer, answering } from './transport/answer.js';
import { callOptions, type CallOptions, type ClientOptions, settingsFrom } from './transport/options.js';
import { senderOf } from './transport/platform.node.js';
import { Connection, Transport } from './transport/transport.js';

/** Options that `withOptions` can change: all except those shared by every client of one connection. */
export type DerivedOptions = Omit<ClientOptions, 'fetch' | 'dispatcher' | 'proxyFromEnvironment' | 'clock'>;

/** Passes a connection to the constructor without adding it to the public option type. */
const inherited = new WeakMap<ClientOptions, Connection>();

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
  /** Every operation of the contract, typed, with the same retries and errors. */
  readonly raw: RawClient;
  /** CSV jobs. */
  readonly jobs: Jobs;
  readonly #transport: Transport;
  readonly #options: ClientOptions;
  readonly #connection: Connection;

  constructor(options: ClientOptions = {}) {
    const settings = settingsFrom(options, environment());
    this.#options = options;
    this.#connection = inherited.get(options) ?? new Connection(senderOf(options));
    this.#transport = new Transport(settings, this.#connection);
    this.raw = createRawClient(this.#transport);
    this.jobs = new Jobs(this.#transport);
  }

  /**
   * A client with other options over the same connections. With the same key and base URL it also shares the rate limits.
   * Its `close()` ends its own calls and leaves other clients' calls alone; the connections stay open until this client,
   * which was made with `new`, is closed, and that ends the calls of both.
   *
   * @example
   * const patient = client.withOptions({ maxRetryAfterMs: 600_000, headers: { 'x-batch': 'nightly' } });
   */
  withOptions(options: DerivedOptions): SkipTrace {
    const fixed = (['fetch', 'dispatcher', 'proxyFromEnvironment', 'clock'] as const).find(
      (name) => (options as ClientOptions)[name] !== undefined,
    );
    if (fixed !== undefined)
      throw new ConfigurationError(`withOptions can't change ${fixed}. Make a new client.`);
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const headers = { ...this.#options.headers, ...options.headers };
    const merged: ClientOptions = { ...this.#options, ...Object.fromEntries(given), headers };
    inherited.set(merged, this.#connection.derived());
    return new SkipTrace(merged);
  }

  /**
   * Looks up one address. A match costs your account's price (4 cents by default); a miss is free and
   * resolves with `found: false`. For a list use `bulk` or a CSV job.
   *
   * @throws InsufficientBalanceError, DailyMissLimitError, RateLimitError, BadRequestError,
   * UnauthorizedError, ServerError
   * @throws CostLimitError if a match costs more than `maxCostCents`; nothing was sent
   * @throws UnknownOutcomeError if the request was sent and no answer shows its outcome
   */
  lookup(address: AddressLike, options: LookupOptions = {}): Answer<LookupResult> {
    return answering('lookup', options, lookupOptions, async () => {
      if (typeof address !== 'string' && (typeof address !== 'object' || address === null)) {
        throw new ConfigurationError('The address must be a string or an object with an address field.');
      }
      if (typeof address === 'object') checkFields('lookup', address);
      return lookup(this.#transport, address, options);
    });
  }

  /**
   * Looks up a list of addresses, up to 100 per request and several requests at a time. The input is any iterable, async
   * ones too. Each item has its input and its outcome, in the input's order. Await it for everything at once, or iterate
   * over it in bounded memory. It starts when you do.
   *
   * A run that stops early or loses a chunk doesn't throw: the answer has everything you paid for, and `error` says why.
   *
   * @example
   * for await (const item of client.bulk(['100 Sandbox Match St, Austin, TX 78701'])) {
   *   if (item.outcome === 'match') console.log(item.input, item.result.phones);
   * }
   */
  bulk<T extends ListedAddress>(
    addresses: Iterable<T> | AsyncIterable<T>,
    options: BulkOptions = {},
  ): Bulk<T> {
    return new BulkRun(this.#transport, addresses, options);
  }

  /**
   * Reads the account of the API key: its name, balance, price of a match, and limits with what remains of them today.
   *
   * @throws NotOfferedError when the server does not have this operation, which is beyond the interface specification
   *
   * @example
   * const { balanceCents, pricePerMatchCents, dailyMisses } = await client.account();
   */
  account(options: CallOptions = {}): Answer<Account> {
    return answering('account', options, callOptions, () => readAccount(this.#transport, options));
  }

  /**
   * Reads what was told to the account's webhook endpoints, oldest first, for a program on a machine that no webhook
   * reaches. Without `after` the newest ones. `skiptrace listen` of the command line forwards them.
   *
   * @throws NotOfferedError when the server does not have this operation, which is beyond the interface specification
   *
   * @example
   * const { deliveries: before } = await client.deliveries();
   * // Later:
   * const { deliveries } = await client.deliveries({ after: before.at(-1)?.id });
   */
  deliveries(options: DeliveryOptions = {}): Answer<DeliveryList> {
    return answering('deliveries', options, deliveryOptions, () => readDeliveries(this.#transport, options));
  }

  /** Sends a message to the support team. Needs no API key. */
  contact(message: ContactMessage, options: CallOptions = {}): Answer<ContactMessageResponse> {
    return answering('contact', options, callOptions, () =>
      this.#transport.operation<ContactMessageResponse>('sendContactMessage', { json: message }, options),
    );
  }

  /**
   * Sends any request below the base URL, with the same key, limits and errors, for operations this version does not know yet.
   * Resolves with the JSON, or with the text if it isn't JSON. Beyond the contract only reads are retried.
   *
   * @example
   * const account = await client.request('GET', '/api/user/account');
   */
  request(method: string, path: string, options: RequestOptions = {}): Answer<unknown> {
    return request(this.#transport, method, path, options);
  }

  /**
   * Ends this client's calls. Calls in progress end with `AbortedError`, waiting ones too, and send nothing more. A lookup
   * that was already sent ends with `UnknownOutcomeError`. On a client made with `new` it also ends the calls of the clients
   * made from it by `withOptions`, and closes all connections. Calls of a closed client are refused with a ConfigurationError.
   */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
