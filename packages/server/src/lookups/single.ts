import type { AddressInput, SkipTraceResponse } from '@skiptrace/contract';
import { DEFAULT_TERMS, type Caller } from '../accounts/index.js';
import type { Replayed } from '../idempotency/index.js';
import { recordsOf, type LookupParts, type LookupRequest } from './lookup.js';
import { singleAnswer } from './render.js';

/** What is kept of a single lookup for a replay: the owner record, or a miss. */
interface Outcome {
  ownerRecordId: number | null;
  /** What the match cost then; replays of versions with one price for all do not say. */
  priceCents?: number;
}

/**
 * Looks one address up. The charge or the counted miss, and the replay record, are one unit of work; the answer leaves
 * after it (reading 15).
 * @throws DailyMissLimitError, InsufficientBalanceError, IdempotencyKeyError: nothing was charged
 */
export function lookUpSingle(
  parts: LookupParts,
  { caller, requestId, idempotencyKey, means }: LookupRequest,
  input: AddressInput,
): Promise<Replayed<SkipTraceResponse>> {
  const { owners, replays, settlements } = parts;
  const { accountId, terms } = caller;
  const scope = replays.scope(accountId, 'skipTraceSingle', idempotencyKey, input);
  return replays.once<Outcome, SkipTraceResponse>(scope, {
    run: async (receiptOf) => {
      await (means?.() ?? requireMeans(parts, caller));
      const [owner = null] = await owners.find([input]);
      // Rendered before the charge: a record that cannot be rendered fails the request and costs nothing.
      const answer = singleAnswer(owner, terms.priceCents);
      const receipt = receiptOf({ ownerRecordId: owner?.id ?? null, priceCents: terms.priceCents });
      await settlements.settleSingle({ accountId, terms, requestId, found: owner !== null, receipt });
      return answer;
    },
    replay: async ({ ownerRecordId, priceCents = DEFAULT_TERMS.priceCents }) => {
      const [owner = null] = await recordsOf(owners, [ownerRecordId]);
      return singleAnswer(owner, priceCents);
    },
  });
}

/**
 * The early refusals, before any work, asked together; the settlement checks again (reading 1).
 * @throws DailyMissLimitError, or else InsufficientBalanceError
 */
export async function requireMeans(
  { billing, misses }: Pick<LookupParts, 'billing' | 'misses'>,
  { accountId, terms }: Caller,
): Promise<void> {
  const checks = [
    misses.requireRoom(accountId, terms.dailyMisses),
    billing.requireBalance(accountId, terms.priceCents),
  ];
  for (const check of await Promise.allSettled(checks)) {
    if (check.status === 'rejected') throw check.reason;
  }
}
