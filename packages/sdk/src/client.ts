import type { ContactMessage, ContactMessageResponse, SkipTraceResponse } from '@skiptrace/contract';

import { type Answer, answerOf } from './answer.js';
import { type AddressLike, lookup } from './lookups/lookup.js';
import { type CallOptions, type ClientOptions, settingsFrom } from './options.js';
import { createRawClient, type RawClient } from './raw.js';
import { FetchSender } from './transport/fetch-sender.js';
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
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    const settings = settingsFrom(options, process.env);
    const sender = options.fetch
      ? new FetchSender(options.fetch)
      : new UndiciSender({ proxyFromEnvironment: options.proxyFromEnvironment ?? false });
    this.#transport = new Transport(settings, sender);
    this.raw = createRawClient(settings.baseUrl, this.#transport);
  }

  /**
   * Looks one address up. A match costs 4 cents; a miss is free and resolves with `found: false`.
   * For a list use `bulk` or a CSV job.
   *
   * @throws InsufficientBalanceError, DailyMissLimitError, RateLimitError, BadRequestError, UnauthorizedError, ServerError
   * @throws UnknownOutcomeError when the request went out and no answer says what became of it
   */
  lookup(address: AddressLike, options: CallOptions = {}): Answer<SkipTraceResponse> {
    return lookup(this.raw, address, options);
  }

  /** Sends a message to the support team. Needs no API key. */
  contact(message: ContactMessage, options: CallOptions = {}): Answer<ContactMessageResponse> {
    return answerOf<ContactMessageResponse>(this.raw.POST('/api/contact', { body: message, call: options }));
  }

  /** Lets go of all connections; calls in progress fail. A client that is used again opens new ones. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
