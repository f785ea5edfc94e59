import type { BulkSkipTraceRequest, BulkSkipTraceResponse } from '@skiptrace/contract';
import { requireShownPrice } from '../billing/index.js';
import { fingerprintOf, type Replayed } from '../idempotency/index.js';
import type { OwnerRecord } from '../owners/index.js';
import { recordsOf, type LookupNeeds, type LookupRequest } from './lookup.js';
import { bulkEntry } from './render.js';

/** What is kept of a bulk for a replay: an owner record or a miss for each entry, in request order. */
interface Outcome {
  ownerRecordIds: (number | null)[];
  priceCents: number;
}

/**
 * Looks up to 100 addresses up: the worst case is reserved first, what did not match is refunded when it completes, a
 * fault refunds all of it (specification, Pricing 4; reading 18).
 * @throws PriceChangedError, DailyMissLimitError, InsufficientBalanceError, IdempotencyConflictError, ReservationExpiredError: nothing was charged
 */
export function lookUpBulk(
  { owners, replays, settlements }: LookupNeeds,
  request: LookupRequest,
  body: BulkSkipTraceRequest,
): Promise<Replayed<BulkSkipTraceResponse>> {
  const { caller, requestId, idempotencyKey } = request;
  const { addresses } = body;
  const { accountId, terms } = caller;
  const { priceCents } = terms;
  const scope = replays.scope(caller, 'skipTraceBulk', idempotencyKey, body);
  return replays.once<Outcome, BulkSkipTraceResponse>(scope, {
    run: async (receiptOf) => {
      requireShownPrice(request.caller.terms.priceCents, request.shownPrice);
      // Refuses in the order of reading 1, so there is no look before it.
      const held = await settlements.reserveBulk({
        accountId,
        terms,
        requestId,
        requestFingerprint: scope === null ? null : fingerprintOf(scope, priceCents),
        entries: addresses.length,
      });
      try {
        const found = await owners.find(addresses);
        const answer = bulkAnswer(found, priceCents);
        const { matched: matches, total } = answer;
        const receipt = receiptOf({ ownerRecordIds: found.map((owner) => owner?.id ?? null), priceCents });
        await held.settle({ found: { misses: total - matches, matches }, receipt });
        return answer;
      } catch (error) {
        await held.release();
        throw error;
      }
    },
    replay: async ({ ownerRecordIds, priceCents: paid }) =>
      bulkAnswer(await recordsOf(owners, ownerRecordIds), paid),
  });
}

function bulkAnswer(owners: readonly (OwnerRecord | null)[], priceCents: number): BulkSkipTraceResponse {
  const results = owners.map((owner) => bulkEntry(owner, priceCents));
  const matched = results.filter(({ found }) => found).length;
  return { success: true, total: results.length, matched, totalCharged: matched * priceCents, results };
}
