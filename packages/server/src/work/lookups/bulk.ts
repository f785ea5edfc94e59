import type { BulkSkipTraceRequest, BulkSkipTraceResponse } from '@skiptrace/contract';
import type { OwnerRecord } from '../../directory/index.js';
import { requireShownPrice } from '../../money/billing/index.js';
import {
  fingerprintOf,
  JoinedProperties,
  type Replayed,
  type PropertyHashes,
} from '../../money/receipts/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import {
  bulkEntry,
  entriesOf,
  recordsOf,
  type Charge,
  type LookupNeeds,
  type LookupRequest,
} from './lookup.js';

/** Receipt of a bulk lookup, kept for a replay: an owner record or a miss for each entry, in request order. */
interface Outcome {
  ownerRecordIds: (number | null)[];
  priceCents: number;
  /** Days on which the properties of repeats were paid for, by entry index. */
  repeats?: Readonly<Record<number, string>>;
  /** Properties of the matches that may be free again, by entry index. Missing in receipts of earlier versions. */
  properties?: Readonly<Record<number, PropertyHashes>>;
  /** Reference of the charge's ledger record. Missing in receipts of earlier versions, which could not refund it. */
  reference?: string;
}

/**
 * Looks up to 100 addresses up: the worst case is reserved first, completion refunds the misses, and a fault refunds all of it
 * (specification, Pricing 4; reading 18).
 * @throws PriceChangedError, DailyMissLimitError, InsufficientBalanceError, IdempotencyConflictError, ReservationExpiredError:
 * nothing was charged
 */
export function lookUpBulk(
  { owners, replays, settlements }: LookupNeeds,
  request: LookupRequest,
  body: BulkSkipTraceRequest,
): Promise<Replayed<BulkSkipTraceResponse>> {
  const { caller, requestId, idempotencyKey } = request;
  const { addresses, requirePhone = false } = body;
  const isWanted = (owner: OwnerRecord): boolean => !requirePhone || owner.phones.length > 0;
  const { accountId, keyId, origin, terms } = caller;
  const { priceCents } = terms;
  const scope = replays.scope(caller, 'skipTraceBulk', idempotencyKey, body);
  return replays.once<Outcome, BulkSkipTraceResponse>(scope, {
    run: async (receiptOf) => {
      requireShownPrice(request.caller.terms.priceCents, request.shownPrice);
      // Refuses in the order of reading 1, so no lookup happens before it.
      const held = await settlements.reserveBulk({
        accountId,
        keyId,
        origin,
        terms,
        requestId,
        requestFingerprint: scope === null ? null : fingerprintOf(scope),
        entries: addresses.length,
      });
      try {
        const found = await owners.find(addresses);
        const matches = found.map((match) => (match !== null && isWanted(match.owner) ? match : null));
        const answer = bulkAnswer(matches.map((match) => match?.owner ?? null));
        const ownerRecordIds = matches.map((match) => match?.owner.id ?? null);
        const entries = entriesOf(matches, terms);
        const properties = Object.fromEntries(
          entries.flatMap(({ property }, index) => (property === null ? [] : [[index, property]])),
        );
        const charges = await held.settle({
          scope,
          entries: entries.map((entry, index) => {
            const isUnwanted = !entry.found && found[index] !== null;
            return isUnwanted ? { ...entry, isUnwanted } : entry;
          }),
          receiptOf: (charged) =>
            receiptOf(
              {
                ownerRecordIds,
                priceCents,
                ...repeatsOf(charged),
                ...(terms.repeats !== null && { properties }),
                reference: requestId,
              },
              ownerRecordIds.filter((id) => id !== null),
            ),
        });
        return answer(charges);
      } catch (error) {
        await held.release();
        throw error;
      }
    },
    replay: async (outcome) => {
      const read = await recordsOf(owners, outcome.ownerRecordIds);
      // With requirePhone, an owner without a phone is treated as a miss and refunded.
      const records = read.map((record) => (record !== null && isWanted(record) ? record : null));
      const ownerRecordIds = records.map((record) => record?.id ?? null);
      if (ownerRecordIds.every((id, index) => id === outcome.ownerRecordIds[index]))
        return bulkAnswer(records)(chargesIn(outcome));
      const { reference = requestId } = outcome;
      const { after, properties } = withdrawn({ ...outcome, reference }, ownerRecordIds);
      const left = chargesIn(after);
      const refundCents = sumOf(chargesIn(outcome)) - sumOf(left);
      await settlements.withdraw({
        ...{
          accountId,
          scope,
          before: outcome,
          after,
          recordIds: ownerRecordIds.filter((id) => id !== null),
        },
        ...{ refundCents, properties, reference },
      });
      return bulkAnswer(records)(left);
    },
  });
}

/** Cost of each entry, in order. */
const chargesIn = ({ ownerRecordIds, priceCents, repeats = {} }: Outcome): Charge[] =>
  ownerRecordIds.map((id, index) => {
    const paidOn = repeats[index];
    if (id === null) return { priceCents: 0 };
    return paidOn === undefined ? { priceCents } : { priceCents: 0, paidOn };
  });

/**
 * The receipt without the matches that can't be returned any more. A property stays paid for while the answer has another owner of
 * it: that entry then has the charge.
 * @returns the properties that the answer has no more
 */
function withdrawn(
  outcome: Outcome,
  ownerRecordIds: Outcome['ownerRecordIds'],
): { after: Outcome; properties: PropertyHashes[] } {
  const { properties = {}, repeats = {} } = outcome;
  const left = { ...repeats };
  const holderOf = (property: PropertyHashes): number =>
    ownerRecordIds.findIndex(
      (id, at) => id !== null && properties[at]?.some((hash) => property.includes(hash)),
    );
  const gone = new JoinedProperties();
  for (const [index, id] of outcome.ownerRecordIds.entries()) {
    const property = properties[index];
    if (id === null || ownerRecordIds[index] !== null || property === undefined) continue;
    const holder = holderOf(property);
    if (holder === -1) gone.add(property);
    else if (repeats[index] === undefined) Reflect.deleteProperty(left, holder);
  }
  return { after: { ...outcome, ownerRecordIds, repeats: left }, properties: gone.all() };
}

const sumOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { priceCents }) => sum + priceCents, 0);

function repeatsOf(charges: readonly Charge[]): Pick<Outcome, 'repeats'> {
  const repeats = charges.flatMap(({ paidOn }, index) => (paidOn === undefined ? [] : [[index, paidOn]]));
  return repeats.length === 0 ? {} : { repeats: Object.fromEntries(repeats) as Record<number, string> };
}

/** Renders all entries at once. @returns the answer, given what each entry was charged */
function bulkAnswer(
  owners: readonly (OwnerRecord | null)[],
): (charges: readonly Charge[]) => BulkSkipTraceResponse {
  const entries = owners.map(bulkEntry);
  return (charges) => {
    const results = entries.map((entry, index) => entry(itemAt(charges, index)));
    return {
      success: true,
      total: results.length,
      matched: results.filter(({ found }) => found).length,
      totalCharged: results.reduce((sum, { charged }) => sum + charged, 0),
      results,
    };
  };
}
