import type { AddressInput, BulkLookupResult, BulkSkipTraceResponse } from '@skiptrace/contract';
import { isSkipTraceError, type SkipTraceError, UnknownOutcomeError, CostLimitError } from '../errors.js';
import { Ending } from '../transport/call-scope.js';
import type { BegunOptions, Transport } from '../transport/transport.js';
import { dollars } from '../units.js';
import type { BulkOutcome } from './bulk-items.js';
import { chargeOf, defaultPriceCents, isResult } from './lookup.js';

type Addresses = readonly AddressInput[];

/** Outcome of each address of a request, in order; undefined if the server did not look it up, so that it is sent again. */
type Outcomes = readonly (BulkOutcome | undefined)[];

/** Consecutive failures of chunks before the run gives up. */
const maxFailuresInRow = 3;

/** Errors that the next chunk would get as well: the run stops. */
const stopping: ReadonlySet<string> = new Set([
  'aborted',
  'configuration',
  'connection',
  'daily_miss_limit',
  'idempotency_conflict',
  'insufficient_balance',
  'not_found',
  'rate_limited',
  'response_format',
  'timeout',
  'unauthorized',
]);

/**
 * Sends chunks of one bulk run, several at a time, and decides when the run has to stop.
 *
 * @param onStop called when nothing more will be sent
 */
export function chunkSender(
  transport: Transport,
  { scope: whole, requirePhone, ...options }: BegunOptions & { requirePhone: boolean },
  budget: Pick<Budget, 'priceCents'>,
  onStop: () => void,
) {
  const halt = new Ending();
  const scope = whole.within({ halt });
  let active = 0;
  let chunks = 0;
  let newInRow = 0;
  const whenOneEnds: (() => void)[] = [];
  let failuresInRow = 0;
  let stoppedBy: SkipTraceError | undefined;
  const close = whole.onCut((why) =>
    stop(whole.errorOf(why, 'before the list was done', { operation: 'skipTraceBulk' })),
  );
  return {
    send,
    stop,
    /** Ends the run: removes the listener from the caller's signal. */
    close,
    get stoppedBy() {
      return stoppedBy;
    },
    /** Number of consecutive chunks with a new answer, not one of an earlier run under the same key. */
    get newInRow() {
      return newInRow;
    },
  };

  /** Stops sending, also of chunks that are waiting. Pending requests are completed. */
  function stop(error: SkipTraceError): void {
    if (stoppedBy) return;
    stoppedBy = error;
    halt.end();
    onStop();
  }

  /** Looks up one chunk. Returns an outcome for each address, in order; if the request fails, that failure is the outcome of each. */
  async function send(addresses: Addresses): Promise<BulkOutcome[]> {
    return addresses.length > 0 ? inRounds(addresses, chunks++, 0) : [];
  }

  /** Sends a chunk, and again what the server did not look up because of the entries that it rejected. */
  async function inRounds(addresses: Addresses, chunk: number, round: number): Promise<BulkOutcome[]> {
    const outcomes = await ask(addresses, keyFor(chunk, round));
    const left = addresses.filter((_address, at) => !outcomes[at]);
    const later = (left.length > 0 ? await inRounds(left, chunk, round + 1) : []).values();
    return outcomes.flatMap((outcome) => outcome ?? later.next().value ?? []);
  }

  async function ask(addresses: Addresses, idempotencyKey: string): Promise<Outcomes> {
    for (;;) {
      const error = stoppedBy;
      if (error) return addresses.map(() => notSent(error));
      active += 1;
      let mayPassLater = false;
      try {
        const { results } = await request(addresses, idempotencyKey);
        failuresInRow = 0;
        return results.map((result) => found(result, budget.priceCents));
      } catch (error) {
        // Other pending chunks hold reservations, most of which are returned: the balance may be enough when
        // they are through.
        mayPassLater = isSkipTraceError(error, 'insufficient_balance') && active > 1;
        if (!mayPassLater) return outcomesAfter(error, addresses, idempotencyKey);
      } finally {
        active -= 1;
        // A chunk that was refused held no reservation and wakes no others: two of them would wake each other forever.
        if (!mayPassLater) whenOneEnds.splice(0).forEach((wake) => wake());
      }
      await new Promise<void>((resolve) => whenOneEnds.push(resolve));
    }
  }

  async function request(addresses: Addresses, idempotencyKey: string): Promise<BulkSkipTraceResponse> {
    const expects = (json: object) => isAnswerTo(json, addresses.length);
    const { data, headers } = await transport.operation<BulkSkipTraceResponse>(
      'skipTraceBulk',
      { json: { addresses, ...(requirePhone && { requirePhone }) } },
      { ...options, scope, idempotencyKey, expects },
    );
    newInRow = headers.get('idempotency-replayed') === 'true' ? 0 : newInRow + 1;
    return data;
  }

  function outcomesAfter(error: unknown, addresses: Addresses, idempotencyKey: string): Outcomes {
    if (!isSkipTraceError(error)) {
      // Middleware threw, perhaps after the answer had come: other chunks' results must not be lost with this one's.
      const lost = new UnknownOutcomeError(
        'Your middleware threw during this chunk, which may have been charged.',
        {
          operation: 'skipTraceBulk',
          mayHaveBeenCharged: true,
          idempotencyKey,
          addresses,
          cause: error,
        },
      );
      stop(lost);
      return addresses.map(() => unknown(lost));
    }
    // A 400 names the invalid entries; the others are sent without them.
    const named = namedEntries(error, addresses.length);
    if (named.size > 0) return addresses.map((_address, at) => rejected(named.get(at)));
    const { mayHaveBeenCharged } = error;
    const reason = stoppedBy;
    // The chunk was waiting to be sent when the run stopped, so its error is the run's.
    if (reason && error.status === undefined && !mayHaveBeenCharged)
      return addresses.map(() => notSent(reason));
    if ((stopping.has(error.code) && !mayHaveBeenCharged) || ++failuresInRow >= maxFailuresInRow) stop(error);
    return addresses.map(() => (mayHaveBeenCharged ? unknown(error) : refused(error)));
  }

  /**
   * Key of a chunk, derived from the caller's key for the whole run, so that nothing is charged twice in another run. It
   * contains the chunk's number and nothing of its content: another list's chunk then meets a used key, and is refused.
   */
  function keyFor(chunk: number, round: number): string {
    const { idempotencyKey } = options;
    return idempotencyKey === undefined ? crypto.randomUUID() : `${idempotencyKey}:${chunk}.${round}`;
  }
}

const unknown = (error: SkipTraceError): BulkOutcome => ({
  outcome: 'unknown',
  error,
  chargedCents: undefined,
});

const rejected = (problem: string | undefined): BulkOutcome | undefined =>
  problem === undefined ? undefined : { outcome: 'rejected', problems: [problem], chargedCents: 0 };

const notSent = (error: SkipTraceError): BulkOutcome => ({ outcome: 'not-sent', error, chargedCents: 0 });

/** An error with a status is the server's answer: the chunk was sent. */
const refused = (error: SkipTraceError): BulkOutcome =>
  error.status === undefined ? notSent(error) : { outcome: 'failed', error, chargedCents: 0 };

function found(result: BulkLookupResult, priceCents: number): BulkOutcome {
  if (result.found) {
    const { charged: _charged, ...match } = result;
    return { outcome: 'match', result: match, chargedCents: chargeOf(result, priceCents) };
  }
  const { charged: _free, ...miss } = result;
  return { outcome: 'miss', result: miss, chargedCents: 0 };
}

function isAnswerTo(json: object, count: number): boolean {
  return (
    'results' in json &&
    Array.isArray(json.results) &&
    json.results.length === count &&
    json.results.every(isResult)
  );
}

/** Entries that a 400 names: `addresses[3].zip must be 5 digits; addresses[7]…`. */
function namedEntries(error: SkipTraceError, count: number): Map<number, string> {
  const named = new Map<number, string>();
  if (!isSkipTraceError(error, 'bad_request')) return named;
  for (const [, index, complaint] of error.message.matchAll(/addresses\[(\d+)\]\.?([^;]*)/g)) {
    if (Number(index) < count) named.set(Number(index), complaint?.trim() || 'was rejected by the server');
  }
  return named;
}

/** Keeps the spent amount, plus the possible charges of pending requests, within a ceiling. */
export class Budget {
  /** Cost of one entry if it matches, in cents: the contract's default until the account's own price is read. */
  priceCents: number = defaultPriceCents;
  readonly #limitCents: number;
  #spentCents = 0;
  #reservedCents = 0;

  constructor(limitCents: number) {
    this.#limitCents = limitCents;
  }

  /** Number of further entries that could all match without exceeding the ceiling. */
  get entriesLeft(): number {
    if (this.priceCents === 0) return Infinity;
    const leftCents = this.#limitCents - this.#spentCents - this.#reservedCents;
    return Math.max(0, Math.floor(leftCents / this.priceCents));
  }

  /** True if a pending request may still turn out cheaper than its worst case. */
  get hasReservations(): boolean {
    return this.#reservedCents > 0;
  }

  reserve(entries: number): void {
    this.#reservedCents += entries * this.priceCents;
  }

  /** Ends a request's reservation with its actual cost, at most. */
  settle(entries: number, costCents: number): void {
    this.#reservedCents -= entries * this.priceCents;
    this.#spentCents += costCents;
  }

  exceeded(): CostLimitError {
    return this.#stopped('the next lookup could exceed', this.priceCents, '');
  }

  /** Error under a key, where a chunk of this many entries is sent completely or not at all. */
  exceededByChunk(entries: number): CostLimitError {
    const costCents = entries * this.priceCents;
    const chunk = `with an idempotencyKey whole chunks are sent, and the next one (${entries} addresses, up to ${dollars(costCents)}) could exceed`;
    const isFirst = this.#spentCents === 0;
    const smaller = Math.floor(this.#limitCents / Math.max(1, this.priceCents));
    const advice =
      isFirst && smaller > 0 ? ` Nothing was sent. Pass chunkSize: ${smaller}, or a higher budgetCents.` : '';
    return this.#stopped(chunk, costCents, advice);
  }

  #stopped(why: string, nextCents: number, advice: string): CostLimitError {
    return new CostLimitError(
      `Stopped at the budget: ${why} ${dollars(this.#limitCents)}, and ${dollars(this.#spentCents)} is spent.${advice}`,
      {
        operation: 'skipTraceBulk',
        totalChargeCents: this.#spentCents + nextCents,
        limitCents: this.#limitCents,
      },
    );
  }
}
