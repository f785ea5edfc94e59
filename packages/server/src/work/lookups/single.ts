import type { AddressInput, SkipTraceResponse } from '@skiptrace/contract';
import { requireShownPrice } from '../../money/billing/index.js';
import type { Replayed } from '../../money/receipts/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { toSave } from '../saved/index.js';
import {
  entryOf,
  recordsOf,
  shownOwner,
  singleAnswer,
  type LookupNeeds,
  type LookupRequest,
  type ShownOwner,
} from './lookup.js';

/** Receipt of a single lookup, kept for a replay: the owner record, or a miss, and the charge. */
interface Outcome {
  ownerRecordId: number | null;
  /** Records of the other owners, if the answer had some. */
  coOwnerRecordIds?: number[];
  priceCents: number;
  /** For a repeat only. */
  paidOn?: string;
  /** Reference of the charge's ledger record. Missing in receipts of earlier versions, which could not refund it. */
  reference?: string;
}

/** The contract's answer to a single lookup. @throws what `lookUpProperty` throws */
export async function lookUpSingle(
  needs: LookupNeeds,
  request: LookupRequest,
  input: AddressInput,
): Promise<Replayed<SkipTraceResponse>> {
  const { value, replayed } = await lookUpProperty(needs, request, input, 'one owner');
  return { value: value.answer, replayed };
}

/** An answer with the other owners of the property. */
export interface PropertyAnswer {
  answer: SkipTraceResponse;
  coOwners: ShownOwner[];
  /** For a miss: units on file in its building. */
  units: string[];
}

/**
 * Looks one address up. The charge or the counted miss, and the replay record, are one unit of work; the answer is sent
 * after it commits (reading 15).
 * @param wanted all owners of a property cost what one does; a request with the same Idempotency-Key is the same lookup for both
 * @throws PriceChangedError, DailyMissLimitError, InsufficientBalanceError, IdempotencyConflictError: nothing was charged
 */
export function lookUpProperty(
  { owners, replays, settlements }: LookupNeeds,
  request: LookupRequest,
  input: AddressInput,
  wanted: 'one owner' | 'all owners',
): Promise<Replayed<PropertyAnswer>> {
  const { caller, requestId, idempotencyKey } = request;
  const { accountId, keyId, origin, terms } = caller;
  const scope = replays.scope(caller, 'skipTraceSingle', idempotencyKey, input);
  return replays.once<Outcome, PropertyAnswer>(scope, {
    run: async (receiptOf) => {
      requireShownPrice(request.caller.terms.priceCents, request.shownPrice);
      const match = itemAt(await owners.find([input]), 0);
      const owner = match?.owner ?? null;
      const coOwners = match === null || wanted === 'one owner' ? [] : await owners.coOwners(match, input);
      const units = match !== null || wanted === 'one owner' ? [] : await owners.unitsAt(input);
      // Rendered before the charge: a record that cannot be rendered fails the request and costs nothing.
      const [answer, others] = [singleAnswer(owner), coOwners.map(shownOwner)];
      const price = await settlements.settleSingle({
        accountId,
        keyId,
        origin,
        terms,
        requestId,
        scope,
        ...entryOf(match, terms, coOwners),
        receiptOf: (charged) =>
          receiptOf(
            {
              ownerRecordId: owner?.id ?? null,
              ...(coOwners.length > 0 && { coOwnerRecordIds: coOwners.map(({ id }) => id) }),
              ...charged,
              reference: requestId,
            },
            [...(owner === null ? [] : [owner.id]), ...coOwners.map(({ id }) => id)],
          ),
        toSave: match === null || terms.savedLookupDays === 0 ? null : toSave(request, match, coOwners),
      });
      return { answer: answer(price), coOwners: others, units };
    },
    replay: async (outcome) => {
      const { ownerRecordId, priceCents: refundCents, reference = requestId } = outcome;
      const owner = itemAt(await recordsOf(owners, [ownerRecordId]), 0);
      if (ownerRecordId !== null && owner === null) {
        const after: Outcome = { ownerRecordId: null, priceCents: 0, reference };
        const withdrawn = { accountId, scope, before: outcome, after, recordIds: [], refundCents, reference };
        await settlements.withdraw({ ...withdrawn, properties: [] });
      }
      const others = owner === null ? [] : (outcome.coOwnerRecordIds ?? []);
      const coOwners = await recordsOf(owners, others);
      return {
        answer: singleAnswer(owner)(outcome),
        coOwners: coOwners.filter((one) => one !== null).map(shownOwner),
        units: owner !== null || wanted === 'one owner' ? [] : await owners.unitsAt(input),
      };
    },
  });
}
