import type { AddressInput, SkipTraceResponse } from '@skiptrace/contract';
import type { Replayed } from '../idempotency/index.js';
import { recordsOf, type LookupParts, type LookupRequest } from './lookup.js';
import { singleAnswer } from './render.js';

/** What is kept of a single lookup for a replay: the owner record, or a miss. */
interface Outcome {
  ownerRecordId: number | null;
  priceCents: number;
}

/**
 * Looks one address up. The charge or the counted miss, and the replay record, are one unit of work; the answer leaves
 * after it (reading 15).
 * @throws DailyMissLimitError, InsufficientBalanceError, IdempotencyKeyError: nothing was charged
 */
export function lookUpSingle(
  { owners, replays, settlements }: LookupParts,
  { caller, requestId, idempotencyKey, means }: LookupRequest,
  input: AddressInput,
): Promise<Replayed<SkipTraceResponse>> {
  const { accountId, terms } = caller;
  const scope = replays.scope(caller, 'skipTraceSingle', idempotencyKey, input);
  return replays.once<Outcome, SkipTraceResponse>(scope, {
    run: async (receiptOf) => {
      await (means?.() ?? settlements.requireMeans(caller));
      const [owner = null] = await owners.find([input]);
      // Rendered before the charge: a record that cannot be rendered fails the request and costs nothing.
      const answer = singleAnswer(owner, terms.priceCents);
      const receipt = receiptOf({ ownerRecordId: owner?.id ?? null, priceCents: terms.priceCents });
      await settlements.settleSingle({ accountId, terms, requestId, found: owner !== null, receipt });
      return answer;
    },
    replay: async ({ ownerRecordId, priceCents }) => {
      const [owner = null] = await recordsOf(owners, [ownerRecordId]);
      return singleAnswer(owner, priceCents);
    },
  });
}
