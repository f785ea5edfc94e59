import type { Clock } from '../clock.js';
import { BulkInputError, ConfigurationError } from '../errors/index.js';
import { atLeast, type CallOptions } from '../options.js';
import type { ContractClient } from '../raw.js';
import type { AddressLike } from './address.js';
import { Budget, priceCents } from './budget.js';
import { type BulkItem, type BulkOutcome, type BulkResult, summarise } from './bulk-item.js';
import { ChunkSender } from './chunk-sender.js';
import { EntryReader, type PlannedEntry } from './entries.js';

export interface BulkOptions extends CallOptions {
  /** Requests at the same time. Default 4. */
  concurrency?: number | undefined;
  /** Addresses per request, 1 to 100. Default 100. */
  chunkSize?: number | undefined;
  /** Stops before the charges of this run could pass this many cents, even if everything matched. */
  budgetCents?: number | undefined;
  /** Look the same address up once and give every entry its result. Remembers every address of the run. Default false. */
  dedupe?: boolean | undefined;
}

/** A bulk lookup: await it for everything at once, or iterate over it in bounded memory. It starts when you do. */
export interface Bulk<T> extends Promise<BulkResult<T>>, AsyncIterable<BulkItem<T>> {}

const maxChunkSize = 100;
const defaultConcurrency = 4;

/** The input, cut, checked, sent and put back in order. Can be consumed once. */
export class BulkRun<T extends AddressLike> implements Bulk<T> {
  readonly [Symbol.toStringTag] = 'Bulk';
  readonly #reader: EntryReader<T>;
  readonly #sender: ChunkSender;
  readonly #budget: Budget;
  readonly #chunkSize: number;
  readonly #concurrency: number;
  /** With `dedupe`, what became of each first occurrence. */
  readonly #firsts: Map<number, BulkItem<T>> | undefined;
  #result: Promise<BulkResult<T>> | undefined;
  #begun = false;

  constructor(
    raw: ContractClient,
    clock: Clock,
    inputs: Iterable<T> | AsyncIterable<T>,
    options: BulkOptions,
  ) {
    const { concurrency, chunkSize, budgetCents, dedupe = false, deadlineMs = Infinity, ...call } = options;
    this.#concurrency = atLeast(1, 'concurrency', concurrency ?? defaultConcurrency);
    this.#chunkSize = Math.floor(atLeast(1, 'chunkSize', chunkSize ?? maxChunkSize));
    if (this.#chunkSize > maxChunkSize)
      throw new ConfigurationError(`chunkSize must be at most ${maxChunkSize}`);
    this.#budget = new Budget(budgetCents === undefined ? Infinity : atLeast(0, 'budgetCents', budgetCents));
    this.#reader = new EntryReader(inputs, { dedupe, signal: call.signal });
    const now = () => clock.now();
    this.#sender = new ChunkSender(raw, { ...call, deadlineAt: clock.now() + deadlineMs, now });
    this.#firsts = dedupe ? new Map() : undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BulkItem<T>, void, undefined> {
    if (this.#begun) throw new ConfigurationError('A bulk lookup can be awaited or iterated over once');
    this.#begun = true;
    const inWork: Promise<SentChunk<T>>[] = [];
    let more = true;
    try {
      for (;;) {
        while (more && inWork.length < this.#concurrency) {
          const room = this.#room();
          if (room === 0) break;
          const entries = await this.#reader.chunk(room);
          more = entries.length > 0;
          if (more) inWork.push(this.#send(entries));
        }
        const next = inWork.shift();
        if (!next) break;
        yield* this.#itemsOf(await next);
      }
      // Last, so that everything before it has been handed over.
      if (this.#reader.failure) throw this.#reader.failure.error;
    } finally {
      // Left early: what is on its way is paid for or not, but nothing is left running.
      await Promise.allSettled(inWork);
      await this.#reader.close();
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
    try {
      for await (const item of this) items.push(item);
    } catch (cause) {
      if (!this.#reader.failure) throw cause;
      this.#sender.stop(new BulkInputError({ operation: 'skipTraceBulk', cause }));
    }
    return summarise(items, this.#sender.stoppedBy);
  }

  /** How many addresses may be sent now; 0 while that depends on what requests on their way turn out to cost. */
  #room(): number {
    if (this.#sender.stoppedBy) return this.#chunkSize;
    const left = Math.min(this.#chunkSize, this.#budget.entriesLeft);
    if (left > 0 || this.#budget.hasReservations) return left;
    this.#sender.stop(this.#budget.exceeded());
    return this.#chunkSize;
  }

  async #send(entries: PlannedEntry<T>[]): Promise<SentChunk<T>> {
    const sends = entries.filter((entry) => entry.kind === 'send');
    this.#budget.reserve(sends.length);
    const outcomes = await this.#sender.send(
      sends.map(({ address }) => address),
      sends[0]?.index ?? 0,
    );
    // One whose outcome is not known is counted at its price.
    const costCents = outcomes.reduce((sum, { chargedCents = priceCents }) => sum + chargedCents, 0);
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

interface SentChunk<T> {
  readonly entries: PlannedEntry<T>[];
  /** One for each entry that was to be sent. */
  readonly outcomes: Iterator<BulkOutcome, undefined>;
}

/** The first one's outcome; it was paid for once. */
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
