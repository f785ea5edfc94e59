import type { AddressInput, SkipTraceResponse } from '@skiptrace/contract';
import { PRICE_CENTS } from '../billing/index.js';
import type { Replayed } from '../idempotency/index.js';
import { recordsOf, type LookupParts, type LookupRequest } from './lookup.js';
import { singleAnswer } from './render.js';

/** What is kept of a single lookup for a replay: the owner record, or a miss. */
interface Outcome {
  ownerRecordId: number | null;
}

/**
 * Looks one address up. The charge or the counted miss, and the replay record, are one unit of work; the answer leaves
 * after it (reading 15).
 * @throws DailyMissLimitError, InsufficientBalanceError, IdempotencyKeyError: nothing was charged
 */
export function lookUpSingle(
  parts: LookupParts,
  { caller: { accountId }, requestId, idempotencyKey, means }: LookupRequest,
  input: AddressInput,
): Promise<Replayed<SkipTraceResponse>> {
  const { owners, replays, settlements } = parts;
  const scope = replays.scope(accountId, 'skipTraceSingle', idempotencyKey, input);
  return replays.once<Outcome, SkipTraceResponse>(scope, {
    run: async (receiptOf) => {
      await (means?.() ?? requireMeans(parts, accountId));
      const [owner = null] = await owners.find([input]);
      // Made before the charge: what cannot be answered is not paid for.
      const answer = singleAnswer(owner);
      const receipt = receiptOf({ ownerRecordId: owner?.id ?? null });
      await settlements.settleSingle({ accountId, requestId, found: owner !== null, receipt });
      return answer;
    },
    replay: async ({ ownerRecordId }) => {
      const [owner = null] = await recordsOf(owners, [ownerRecordId]);
      return singleAnswer(owner);
    },
  });
}

/**
 * The early refusals, before any work, asked together; the settlement checks again (reading 1).
 * @throws DailyMissLimitError, or else InsufficientBalanceError
 */
export async function requireMeans(
  { billing, misses }: Pick<LookupParts, 'billing' | 'misses'>,
  accountId: string,
): Promise<void> {
  const checks = [misses.requireRoom(accountId), billing.requireBalance(accountId, PRICE_CENTS)];
  for (const check of await Promise.allSettled(checks)) {
    if (check.status === 'rejected') throw check.reason;
  }
}
