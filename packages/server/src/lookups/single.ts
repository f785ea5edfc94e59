import type { AddressInput, SkipTraceResponse } from '@skiptrace/contract';
import { awaitedLater } from '../lib/awaited-later.js';
import { requireShownPrice } from '../billing/index.js';
import type { Replayed } from '../idempotency/index.js';
import { itemAt } from '../lib/item-at.js';
import { toSave } from '../saved/index.js';
import { entryOf, recordsOf, type LookupNeeds, type LookupRequest } from './lookup.js';
import { singleAnswer } from './render.js';

/** Receipt of a single lookup, kept for a replay: the owner record, or a miss, and the charge. */
interface Outcome {
  ownerRecordId: number | null;
  priceCents: number;
  /** For a repeat only. */
  paidOn?: string;
  /** Reference of the charge's ledger record. Missing in receipts of earlier versions, which could not refund it. */
  reference?: string;
}

/**
 * Looks one address up. The charge or the counted miss, and the replay record, are one unit of work; the answer is sent
 * after it commits (reading 15).
 * @throws PriceChangedError, DailyMissLimitError, InsufficientBalanceError, IdempotencyConflictError: nothing was charged
 */
export function lookUpSingle(
  { owners, replays, settlements }: LookupNeeds,
  request: LookupRequest,
  input: AddressInput,
): Promise<Replayed<SkipTraceResponse>> {
  const { caller, requestId, idempotencyKey } = request;
  const { accountId, keyId, origin, terms } = caller;
  const scope = replays.scope(caller, 'skipTraceSingle', idempotencyKey, input);
  return replays.once<Outcome, SkipTraceResponse>(scope, {
    run: async (receiptOf) => {
      requireShownPrice(request.caller.terms.priceCents, request.shownPrice);
      // Runs both at once: the search has no effect that a refusal would have to undo, and a refusal takes precedence.
      const finding = awaitedLater(owners.find([input]));
      await settlements.requireMeans(caller);
      const match = itemAt(await finding, 0);
      const owner = match?.owner ?? null;
      // Rendered before the charge: a record that cannot be rendered fails the request and costs nothing.
      const answer = singleAnswer(owner);
      const price = await settlements.settleSingle({
        ...{ accountId, keyId, origin, terms, requestId, scope },
        ...entryOf(match, terms),
        receiptOf: (charged) =>
          receiptOf({ ownerRecordId: owner?.id ?? null, ...charged, reference: requestId }),
        toSave: match === null || terms.savedLookupDays === 0 ? null : toSave(request, input, match),
      });
      return answer(price);
    },
    replay: async (outcome) => {
      const { ownerRecordId, priceCents: refundCents, reference = requestId } = outcome;
      const owner = itemAt(await recordsOf(owners, [ownerRecordId]), 0);
      if (ownerRecordId !== null && owner === null) {
        const after: Outcome = { ownerRecordId: null, priceCents: 0, reference };
        const withdrawn = { accountId, scope, before: outcome, after, refundCents, reference };
        await settlements.withdraw({ ...withdrawn, isWhole: true });
      }
      return singleAnswer(owner)(outcome);
    },
  });
}
