import { readAccount } from '../account.js';
import { checkOptions, type OptionKinds } from '../check-options.js';
import {
  AbortedError,
  BulkInputError,
  ConfigurationError,
  isSkipTraceError,
  NotOfferedError,
} from '../errors.js';
import { callOptions, atLeast, type CallOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import type { ListedAddress } from './address.js';
import {
  type BulkItem,
  type BulkOutcome,
  type BulkResult,
  summarize,
  EntryReader,
  type PlannedEntry,
} from './bulk-items.js';
import { Budget, ChunkSender } from './chunk-sender.js';

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
  /** Pay for a repeated address once and give every entry its result. Remembers every address of the run. Default false. */
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
  budgetCents: 'number',
  dedupe: 'boolean',
  requirePhone: 'boolean',
};

/** A bulk lookup: await it for everything at once, or iterate over it in bounded memory. It starts when you do. */
export interface Bulk<T> extends Promise<BulkResult<T>>, AsyncIterable<BulkItem<T>> {}

const operation = 'skipTraceBulk';
const maxChunkSize = 100;
const defaultConcurrency = 4;

/** Cuts the input, checks and sends it, and returns the results in order. Can be consumed once. */
export class BulkRun<T extends ListedAddress> implements Bulk<T> {
  readonly [Symbol.toStringTag] = 'Bulk';
  readonly #transport: Transport;
  readonly #options: BegunLater;
  readonly #reader: EntryReader<T>;
  readonly #budget: Budget;
  readonly #chunkSize: number;
  readonly #concurrency: number;
  readonly #requirePhone: boolean;
  /** With `dedupe`, the outcome of each first occurrence. */
  readonly #firsts: Map<number, BulkItem<T>> | undefined;
  readonly #stopped = new AbortController();
  #sender: ChunkSender | undefined;
  #result: Promise<BulkResult<T>> | undefined;

  constructor(transport: Transport, inputs: Iterable<T> | AsyncIterable<T>, options: BulkOptions) {
    checkOptions('bulk', options, bulkOptions);
    const { concurrency, chunkSize, budgetCents, dedupe = false, requirePhone = false, ...call } = options;
    this.#transport = transport;
    this.#options = call;
    this.#requirePhone = requirePhone;
    this.#concurrency = atLeast(1, 'concurrency', concurrency ?? defaultConcurrency);
    this.#chunkSize = Math.floor(atLeast(1, 'chunkSize', chunkSize ?? maxChunkSize));
    if (this.#chunkSize > maxChunkSize)
      throw new ConfigurationError(`chunkSize must be at most ${maxChunkSize}.`);
    this.#budget = new Budget(budgetCents === undefined ? Infinity : atLeast(0, 'budgetCents', budgetCents));
    this.#reader = new EntryReader(inputs, { dedupe, signal: this.#stopped.signal });
    this.#firsts = dedupe ? new Map() : undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BulkItem<T>, void, undefined> {
    const sender = this.#begin();
    const inWork: Promise<SentChunk<T>>[] = [];
    let entries: PlannedEntry<T>[] | undefined;
    let isThrough = false;
    try {
      await this.#learnTerms(sender);
      for (;;) {
        while (entries?.length !== 0 && inWork.length < this.#atOnce(sender)) {
          if (!entries) {
            const room = this.#room(sender);
            if (room === 0) break;
            entries = await this.#reader.chunk(room);
          }
          if (entries.length === 0 || !this.#fits(sender, entries)) break;
          inWork.push(this.#send(sender, entries));
          entries = undefined;
        }
        const next = inWork.shift();
        if (!next) break;
        yield* this.#itemsOf(await next);
      }
      isThrough = true;
      // Thrown last, after every result before it has been returned.
      if (this.#reader.failure) throw this.#reader.failure.error;
    } finally {
      // The caller left the loop: waiting chunks are not sent. Pending requests may still be charged, and are waited for.
      if (!isThrough) sender.stop(new AbortedError('The loop over the results ended early.', { operation }));
      await Promise.allSettled(inWork);
      await this.#reader.close();
      sender.close();
    }
  }

  then<R = BulkResult<T>, E = never>(
    onResult?: ((result: BulkResult<T>) => R | PromiseLike<R>) | null,
    onError?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.#result ??= this.#collect();
    return this.#result.then(onResult, onError);
  }

  catch<E = never>(onError?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<BulkResult<T> | E> {
    return this.then(null, onError);
  }

  finally(onFinally?: (() => void) | null): Promise<BulkResult<T>> {
    return this.then().finally(onFinally);
  }

  async #collect(): Promise<BulkResult<T>> {
    const items: BulkItem<T>[] = [];
    let failure: BulkInputError | undefined;
    try {
      for await (const item of this) items.push(item);
    } catch (cause) {
      if (!this.#reader.failure) throw cause;
      failure = new BulkInputError({ operation, cause });
    }
    return summarize(items, this.#sender?.stoppedBy ?? failure);
  }

  #begin(): ChunkSender {
    if (this.#sender) throw new ConfigurationError('A bulk lookup can be awaited or iterated only once.');
    const options = { ...this.#transport.begin(this.#options), requirePhone: this.#requirePhone };
    this.#sender = new ChunkSender(this.#transport, options, this.#budget, () => this.#stopped.abort());
    return this.#sender;
  }

  /**
   * A ceiling needs the account's own price, and `requirePhone` a server that knows it. If either is unknown
   * nothing is sent.
   */
  async #learnTerms(sender: ChunkSender): Promise<void> {
    const requirePhone = this.#requirePhone;
    if (!this.#budget.isLimited && !requirePhone) return;
    const { idempotencyKey: _ofLookups, ...call } = this.#options;
    try {
      const { pricePerMatchCents, offers = [] } = (await readAccount(this.#transport, call)).data;
      if (requirePhone && !offers.includes('requirePhone'))
        throw new NotOfferedError('This server does not know requirePhone. Nothing was sent or charged.', {
          operation,
        });
      this.#budget.priceCents = pricePerMatchCents;
    } catch (error) {
      if (!isSkipTraceError(error)) throw error;
      if (error.code !== 'not_offered' || requirePhone) sender.stop(error);
    }
  }

  /**
   * Number of chunks that may be pending. A run under a key may be the repeat of another, and of another list by mistake:
   * sending one chunk at a time finds that out before the rest is sent. Each further new answer in a row allows one more.
   */
  #atOnce(sender: ChunkSender): number {
    const isKeyed = this.#options.idempotencyKey !== undefined;
    return isKeyed ? Math.min(this.#concurrency, 1 + sender.newInRow) : this.#concurrency;
  }

  /**
   * Number of addresses in the next chunk; 0 while that depends on the cost of pending requests. Under a key
   * the cuts depend on the list alone, because a chunk's key names its position in the list.
   */
  #room(sender: ChunkSender): number {
    if (sender.stoppedBy || this.#options.idempotencyKey !== undefined) return this.#chunkSize;
    const left = Math.min(this.#chunkSize, this.#budget.entriesLeft);
    if (left > 0 || this.#budget.hasReservations) return left;
    sender.stop(this.#budget.exceeded());
    return this.#chunkSize;
  }

  /** True if the budget allows a chunk now. */
  #fits(sender: ChunkSender, entries: readonly PlannedEntry<T>[]): boolean {
    const count = toSend(entries).length;
    if (sender.stoppedBy || count <= this.#budget.entriesLeft) return true;
    if (this.#budget.hasReservations) return false;
    sender.stop(this.#budget.exceededByChunk(count));
    return true;
  }

  async #send(sender: ChunkSender, entries: PlannedEntry<T>[]): Promise<SentChunk<T>> {
    const sends = toSend(entries);
    this.#budget.reserve(sends.length);
    const outcomes = await sender.send(sends.map(({ address }) => address));
    // An entry with an unknown outcome is counted at its price.
    const costCents = outcomes.reduce(
      (sum, { chargedCents = this.#budget.priceCents }) => sum + chargedCents,
      0,
    );
    this.#budget.settle(sends.length, costCents);
    return { entries, outcomes: outcomes.values() };
  }

  /** Made when a chunk's turn has come, so that the first of a repeated address is always known. */
  *#itemsOf({ entries, outcomes }: SentChunk<T>): Generator<BulkItem<T>> {
    for (const entry of entries) {
      const { index, input } = entry;
      const item: BulkItem<T> = { index, input, ...this.#outcomeOf(entry, outcomes) };
      if (entry.kind === 'send') this.#firsts?.set(index, item);
      yield item;
    }
  }

  #outcomeOf(entry: PlannedEntry<T>, outcomes: Iterator<BulkOutcome, undefined>): BulkOutcome {
    if (entry.kind === 'rejected') return { outcome: 'rejected', problems: entry.problems, chargedCents: 0 };
    const outcome =
      entry.kind === 'duplicate' ? repeated(entry.of, this.#firsts?.get(entry.of)) : outcomes.next().value;
    if (!outcome) throw new Error(`entry ${entry.index} has no outcome`);
    return outcome;
  }
}

/** Options of its requests; the call begins when results are requested. */
type BegunLater = Omit<BulkOptions, 'concurrency' | 'chunkSize' | 'budgetCents' | 'dedupe' | 'requirePhone'>;

type Sendable<T> = Extract<PlannedEntry<T>, { kind: 'send' }>;

const toSend = <T>(entries: readonly PlannedEntry<T>[]): Sendable<T>[] =>
  entries.filter((entry): entry is Sendable<T> => entry.kind === 'send');

interface SentChunk<T> {
  readonly entries: PlannedEntry<T>[];
  /** One for each entry that was to be sent. */
  readonly outcomes: Iterator<BulkOutcome, undefined>;
}

/** The outcome of the first occurrence, which was paid for once. */
function repeated<T>(
  of: number,
  first: BulkItem<T> | undefined,
): (BulkOutcome & { duplicateOf: number }) | undefined {
  if (!first) return undefined;
  const { index: _index, input: _input, ...outcome } = first;
  return outcome.outcome === 'match'
    ? { ...outcome, chargedCents: 0, duplicateOf: of }
    : { ...outcome, duplicateOf: of };
}

/** A bulk lookup that could not begin. It rejects when its result is requested, like every other call. */
export class RejectedBulk<T> implements Bulk<T> {
  readonly [Symbol.toStringTag] = 'Bulk';
  readonly #error: Error;

  constructor(error: unknown) {
    this.#error = error as Error;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BulkItem<T>, void, undefined> {
    return yield* await Promise.reject<AsyncGenerator<BulkItem<T>, void, undefined>>(this.#error);
  }

  then<R = BulkResult<T>, E = never>(
    onResult?: ((result: BulkResult<T>) => R | PromiseLike<R>) | null,
    onError?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return Promise.reject<BulkResult<T>>(this.#error).then(onResult, onError);
  }

  catch<E = never>(onError?: ((error: unknown) => E | PromiseLike<E>) | null): Promise<BulkResult<T> | E> {
    return this.then(null, onError);
  }

  finally(onFinally?: (() => void) | null): Promise<BulkResult<T>> {
    return this.then().finally(onFinally);
  }
}
