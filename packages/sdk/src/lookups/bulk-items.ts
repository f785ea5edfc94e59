import type { AddressInput } from '@skiptrace/contract';
import { utf8Length } from '../bytes.js';
import { ConfigurationError, type SkipTraceError } from '../errors.js';
import type { LeadsCompanion } from '../jobs/csv-companion.js';
import type { BulkMatch, BulkMiss } from '../open-answers.js';
import { asAddress, problemsOf, type ListedAddress } from './address.js';

interface Entry<T> {
  /** Index in the input, from 0. */
  index: number;
  /** The input itself, including its further fields. */
  input: T;
  /** With `dedupe`: the index of an earlier item with the same property. This is its result, not charged again. */
  duplicateOf?: number;
}

/**
 * - `match`, `miss`: the result; its cost is in `chargedCents`.
 * - `rejected`: it breaks the contract. Not charged, and sent only if no rule of the contract showed it
 * beforehand.
 * - `unknown`: it was sent, may have been charged, and its result is not known.
 * - `failed`: it was sent, and the server refused or failed its chunk. Not looked up and not charged.
 * - `not-sent`: not looked up and not charged: the run stopped before it, or the server could not be reached.
 */
export type BulkOutcome =
  | { outcome: 'match'; result: BulkMatch; chargedCents: number }
  | { outcome: 'miss'; result: BulkMiss; chargedCents: 0 }
  | { outcome: 'rejected'; problems: string[]; chargedCents: 0 }
  | { outcome: 'unknown'; error: SkipTraceError; chargedCents: undefined }
  | { outcome: 'failed'; error: SkipTraceError; chargedCents: 0 }
  | { outcome: 'not-sent'; error: SkipTraceError; chargedCents: 0 };

/** Outcome of one entry of a bulk lookup. */
export type BulkItem<T> = Entry<T> & BulkOutcome;

/** A whole bulk lookup. It is returned also if the run stopped early, with everything that was paid for. */
export interface BulkResult<T> {
  /** One for each input, in its order. */
  items: BulkItem<T>[];
  matched: number;
  missed: number;
  rejected: number;
  unknown: number;
  failed: number;
  notSent: number;
  /** Cents known to have been charged; `unknown` entries may add to it. */
  chargedCents: number;
  /**
   * Reason why it stopped before the end: balance, cap, key, budget, deadline, signal, network, input.
   * Undefined if it did not.
   */
  stoppedBy: SkipTraceError | undefined;
  /**
   * Reason why addresses are `unknown`, `failed` or `not-sent`: `stoppedBy`, or else the error of the first of them, after
   * which the run continued. Undefined if every valid address was looked up.
   */
  error: SkipTraceError | undefined;
}

export function summarize<T>(items: BulkItem<T>[], stoppedBy: SkipTraceError | undefined): BulkResult<T> {
  const count = { match: 0, miss: 0, rejected: 0, unknown: 0, failed: 0, 'not-sent': 0 };
  let chargedCents = 0;
  let error = stoppedBy;
  for (const item of items) {
    count[item.outcome] += 1;
    chargedCents += item.chargedCents ?? 0;
    if ('error' in item) error ??= item.error;
  }
  return {
    items,
    matched: count.match,
    missed: count.miss,
    rejected: count.rejected,
    unknown: count.unknown,
    failed: count.failed,
    notSent: count['not-sent'],
    chargedCents,
    stoppedBy,
    error,
  };
}

/** An entry of the input, with what was decided before anything is sent: without an `address` it is not sent. */
export interface PlannedEntry<T> {
  readonly index: number;
  readonly input: T;
  readonly address?: AddressInput;
  /** Why it is rejected. */
  readonly problems?: string[];
  /** Index of the same property before it. */
  readonly of?: number;
}

/** A bulk body may have 1 MB; this leaves room for the rest of it. */
const maxChunkBytes = 900_000;
/** Entries that need no request are returned at least this often. */
const maxEntriesPerChunk = 1_000;

/** `propertyKeyOf` of @skiptrace/csv/leads. */
type PropertyKey = LeadsCompanion['propertyKeyOf'];

/** Cuts the input into chunks, reading no further than the requested chunk. */
export function entryReader<T extends ListedAddress>(inputs: Iterable<T> | AsyncIterable<T>) {
  const isAsync = typeof inputs === 'object' && Symbol.asyncIterator in inputs;
  let source: AsyncIterator<T> | Iterator<T>;
  try {
    if (typeof inputs !== 'object') throw new TypeError('neither a list nor a stream');
    source = isAsync ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
  } catch (cause) {
    throw new ConfigurationError('addresses must be an iterable of addresses, such as an array.', { cause });
  }
  const firstIndex = new Map<string, number>();
  let held: PlannedEntry<T> | undefined;
  let index = 0;
  let ended = false;
  let endRead = () => {};
  let failure: { readonly error: unknown } | undefined;
  return {
    /** Error thrown by the source. The entries before it are read and sent like any others; it is the end of the input. */
    get failure() {
      return failure;
    },

    /**
     * The next entries, with at most `maxSends` to be sent; empty at the end of the input. With `keyOf`, an entry with the key of
     * an earlier one is its duplicate.
     */
    async chunk(maxSends: number, keyOf: PropertyKey | undefined): Promise<PlannedEntry<T>[]> {
      const entries: PlannedEntry<T>[] = [];
      let sends = 0;
      let bytes = 0;
      while (entries.length < maxEntriesPerChunk) {
        const entry = held ?? (await read(keyOf));
        held = undefined;
        if (!entry) break;
        if (entry.address) {
          const size = utf8Length(JSON.stringify(entry.address)) + 1;
          if (sends === maxSends || (sends > 0 && bytes + size > maxChunkBytes)) {
            held = entry;
            break;
          }
          sends += 1;
          bytes += size;
        }
        entries.push(entry);
      }
      return entries;
    },

    /** Ends a stream at once, which may never end. A list is read on, to report the entries that are not sent. */
    stop() {
      if (!isAsync || ended) return;
      ended = true;
      // Not awaited: if `next` hangs, `return` hangs too.
      Promise.resolve(source.return?.()).catch(() => {});
      endRead();
    },

    /** Ends the caller's iterator, so that it can release a file or a connection. */
    async close() {
      if (ended) return;
      ended = true;
      await source.return?.();
    },
  };

  async function read(keyOf: PropertyKey | undefined): Promise<PlannedEntry<T> | undefined> {
    if (ended) return undefined;
    try {
      const next = await (isAsync ? beforeStop(source.next()) : source.next());
      if (next?.done === false) return planned(next.value, index++, keyOf);
    } catch (error) {
      failure = { error };
    }
    ended = true;
    return undefined;
  }

  /** Undefined if a stop comes first. */
  function beforeStop<V>(reading: V | Promise<V>): Promise<V | undefined> {
    return Promise.race([reading, new Promise<undefined>((resolve) => (endRead = () => resolve(undefined)))]);
  }

  function planned(input: T, index: number, keyOf: PropertyKey | undefined): PlannedEntry<T> {
    const problems = problemsOf(input);
    if (problems.length > 0) return { index, input, problems };
    const address = asAddress(input);
    if (utf8Length(address.address) > maxChunkBytes / 2)
      return { index, input, problems: ['address is too long'] };
    const key = keyOf?.({ city: '', state: '', zip: '', ...address });
    const of = key === undefined ? undefined : firstIndex.get(key);
    if (of !== undefined) return { index, input, of };
    if (key !== undefined) firstIndex.set(key, index);
    return { index, input, address };
  }
}
