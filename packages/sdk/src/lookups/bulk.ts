import { readAccount } from '../account.js';
import { checkOptions, type OptionKinds } from '../check-options.js';
import {
  AbortedError,
  BulkInputError,
  ConfigurationError,
  isSkipTraceError,
  NotOfferedError,
} from '../errors.js';
import { loadLeads } from '../jobs/csv-companion.js';
import { Promised } from '../transport/answer.js';
import { callOptions, atLeast, type CallOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import type { ListedAddress } from './address.js';
import {
  type BulkItem,
  type BulkOutcome,
  type BulkResult,
  summarize,
  entryReader,
  type PlannedEntry,
} from './bulk-items.js';
import { Budget, chunkSender } from './chunk-sender.js';

export interface BulkOptions extends CallOptions {
  /** Number of concurrent requests. Default 4. */
  concurrency?: number | undefined;
  /** Addresses per request, 1 to 100. Default 100. */
  chunkSize?: number | undefined;
  /**
   * Stops before the charges of this run could exceed this many cents, even if everything matched. Together with an
   * `idempotencyKey` it stops before the first chunk that does not fit whole. The account's price is read once, when the run
   * begins: if the operator raises it during the run, the charges can exceed the budget.
   */
  budgetCents?: number | undefined;
  /**
   * Covers the whole run: the same list again, with the same `chunkSize` and `dedupe`, is not charged
   * twice by a server that honors keys. Pass the whole list again, not only its unanswered part: another list stops at the
   * first chunk that differs, with `idempotency_conflict`. Each chunk is sent under a key made of this one
   * and its number. Chunks are sent one at a time until they turn out to be new.
   */
  idempotencyKey?: string | undefined;
  /**
   * Pay once for a property that several entries name, in whatever spelling, and give each its result. Needs the optional
   * package @skiptrace/csv, without which nothing is sent. Remembers every property of the run. Default false.
   */
  dedupe?: boolean | undefined;
  /**
   * Pay only for matches with a phone number: every other address is a `miss`, which is free and doesn't count
   * towards the daily cap. Before anything is sent the account is read, once: a server that doesn't know the option would charge for
   * every match, so nothing is sent to it, and the run stops with `not_offered`. Default false.
   */
  requirePhone?: boolean | undefined;
}

const bulkOptions: OptionKinds<BulkOptions> = {
  ...callOptions,
  concurrency: 'number',
  chunkSize: 'number',
  budgetCents: 'cents',
  dedupe: 'boolean',
  requirePhone: 'boolean',
};

/** A bulk lookup: await it for everything at once, or iterate over it in bounded memory. It starts when you do. */
export interface Bulk<T> extends Promise<BulkResult<T>>, AsyncIterable<BulkItem<T>> {}

const operation = 'skipTraceBulk';
const maxChunkSize = 100;
const defaultConcurrency = 4;

/** A bulk lookup that begins when it is consumed, which it can be once. */
export class BulkRun<T extends ListedAddress> extends Promised<BulkResult<T>> implements Bulk<T> {
  readonly [Symbol.toStringTag] = 'Bulk';
  readonly #begin: () => ReturnType<typeof lookUp<T>>;
  #isBegun = false;
  #result: Promise<BulkResult<T>> | undefined;

  constructor(transport: Transport, inputs: Iterable<T> | AsyncIterable<T>, options: BulkOptions) {
    super();
    this.#begin = () => {
      if (this.#isBegun) throw new ConfigurationError('A bulk lookup can be awaited or iterated only once.');
      this.#isBegun = true;
      return lookUp(transport, inputs, options);
    };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BulkItem<T>, void, undefined> {
    yield* this.#begin().items();
  }

  protected promise(): Promise<BulkResult<T>> {
    return (this.#result ??= this.#collect());
  }

  async #collect(): Promise<BulkResult<T>> {
    const lookups = this.#begin();
    const items: BulkItem<T>[] = [];
    let failure: BulkInputError | undefined;
    try {
      for await (const item of lookups.items()) items.push(item);
    } catch (cause) {
      if (!lookups.inputFailed()) throw cause;
      failure = new BulkInputError({ operation, cause });
    }
    return summarize(items, lookups.stoppedBy() ?? failure);
  }
}

/**
 * Cuts the input, checks and sends it.
 *
 * @throws ConfigurationError
 */
function lookUp<T extends ListedAddress>(
  transport: Transport,
  inputs: Iterable<T> | AsyncIterable<T>,
  options: BulkOptions,
) {
  checkOptions('bulk', options, bulkOptions);
  const {
    concurrency = defaultConcurrency,
    chunkSize = maxChunkSize,
    budgetCents = Infinity,
    dedupe = false,
    requirePhone = false,
    ...call
  } = options;
  const isKeyed = call.idempotencyKey !== undefined;
  const mostAtOnce = atLeast(1, 'concurrency', concurrency);
  const fullSize = Math.floor(atLeast(1, 'chunkSize', chunkSize));
  if (fullSize > maxChunkSize) throw new ConfigurationError(`chunkSize must be at most ${maxChunkSize}.`);
  const budget = new Budget(budgetCents);
  const reader = entryReader(inputs);
  /** With `dedupe`, the outcome of each first occurrence. */
  const firsts = dedupe ? new Map<number, BulkItem<T>>() : undefined;
  const begun = { ...transport.begin(call), requirePhone };
  const sender = chunkSender(transport, begun, budget, () => reader.stop());
  return { items, inputFailed: () => reader.failure !== undefined, stoppedBy: () => sender.stoppedBy };

  async function* items(): AsyncGenerator<BulkItem<T>, void, undefined> {
    const inWork: Promise<SentChunk<T>>[] = [];
    let entries: PlannedEntry<T>[] | undefined;
    let isThrough = false;
    try {
      const keyOf = dedupe ? (await loadLeads()).propertyKeyOf : undefined;
      await learnTerms();
      for (;;) {
        while (entries?.length !== 0 && inWork.length < atOnce()) {
          if (!entries) {
            const size = room();
            if (size === 0) break;
            entries = await reader.chunk(size, keyOf);
          }
          if (entries.length === 0 || !fits(entries)) break;
          inWork.push(send(entries));
          entries = undefined;
        }
        const next = inWork.shift();
        if (!next) break;
        yield* itemsOf(await next);
      }
      isThrough = true;
      // Thrown last, after every result before it has been returned.
      if (reader.failure) throw reader.failure.error;
    } finally {
      // The caller left the loop: waiting chunks are not sent. Pending requests may still be charged, and are waited for.
      if (!isThrough) sender.stop(new AbortedError('The loop over the results ended early.', { operation }));
      await Promise.allSettled(inWork);
      await reader.close();
      sender.close();
    }
  }

  /**
   * A ceiling needs the account's own price, and `requirePhone` a server that knows it. If either is unknown
   * nothing is sent.
   */
  async function learnTerms(): Promise<void> {
    if (budgetCents === Infinity && !requirePhone) return;
    try {
      const { data } = await readAccount(transport, call);
      if (requirePhone && data.offers?.includes('requirePhone') !== true)
        throw new NotOfferedError('This server does not know requirePhone. Nothing was sent or charged.', {
          operation,
        });
      budget.priceCents = data.pricePerMatchCents;
    } catch (error) {
      if (!isSkipTraceError(error)) throw error;
      if (error.code !== 'not_offered' || requirePhone) sender.stop(error);
    }
  }

  /**
   * Number of chunks that may be pending. A run under a key may be the repeat of another, and of another list by mistake:
   * sending one chunk at a time finds that out before the rest is sent. Each further new answer in a row allows one more.
   */
  function atOnce(): number {
    return isKeyed ? Math.min(mostAtOnce, 1 + sender.newInRow) : mostAtOnce;
  }

  /**
   * Number of addresses in the next chunk; 0 while that depends on the cost of pending requests. Under a key
   * the cuts depend on the list alone, because a chunk's key names its position in the list.
   */
  function room(): number {
    if (sender.stoppedBy || isKeyed) return fullSize;
    const left = Math.min(fullSize, budget.entriesLeft);
    // With nothing left the next chunk is read all the same: a list that ends with its budget has not been stopped.
    return left > 0 || budget.hasReservations ? left : fullSize;
  }

  /** True if the budget allows a chunk now. */
  function fits(entries: readonly PlannedEntry<T>[]): boolean {
    const count = toSend(entries).length;
    if (sender.stoppedBy || count <= budget.entriesLeft) return true;
    if (budget.hasReservations) return false;
    sender.stop(isKeyed ? budget.exceededByChunk(count) : budget.exceeded());
    return true;
  }

  async function send(entries: PlannedEntry<T>[]): Promise<SentChunk<T>> {
    const addresses = toSend(entries);
    budget.reserve(addresses.length);
    const outcomes = await sender.send(addresses);
    // An entry with an unknown outcome is counted at its price.
    const costCents = outcomes.reduce((sum, { chargedCents = budget.priceCents }) => sum + chargedCents, 0);
    budget.settle(addresses.length, costCents);
    return { entries, outcomes: outcomes.values() };
  }

  /** Made when a chunk's turn has come, so that the first of a repeated address is always known. */
  function* itemsOf({ entries, outcomes }: SentChunk<T>): Generator<BulkItem<T>> {
    for (const entry of entries) {
      const { index, input } = entry;
      const item: BulkItem<T> = { index, input, ...outcomeOf(entry, outcomes) };
      if (entry.address) firsts?.set(index, item);
      yield item;
    }
  }

  function outcomeOf(entry: PlannedEntry<T>, outcomes: Iterator<BulkOutcome, undefined>): BulkOutcome {
    const { index, address, problems, of } = entry;
    if (problems) return { outcome: 'rejected', problems, chargedCents: 0 };
    const outcome = address ? outcomes.next().value : repeated(firsts?.get(of ?? index));
    if (!outcome) throw new Error(`entry ${index} has no outcome`);
    return outcome;
  }
}

const toSend = <T>(entries: readonly PlannedEntry<T>[]) => entries.flatMap(({ address }) => address ?? []);

interface SentChunk<T> {
  readonly entries: PlannedEntry<T>[];
  /** One for each entry that was to be sent. */
  readonly outcomes: Iterator<BulkOutcome, undefined>;
}

/** The outcome of the first occurrence, which was paid for once. */
function repeated<T>(first: BulkItem<T> | undefined): (BulkOutcome & { duplicateOf: number }) | undefined {
  if (!first) return undefined;
  const { index: duplicateOf, input: _input, ...outcome } = first;
  return outcome.outcome === 'match'
    ? { ...outcome, chargedCents: 0, duplicateOf }
    : { ...outcome, duplicateOf };
}
