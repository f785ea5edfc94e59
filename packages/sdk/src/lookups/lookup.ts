import { callPolicies, type SkipTraceResponse } from '@skiptrace/contract';
import { readAccount } from '../account.js';
import type { OptionKinds } from '../check-options.js';
import { CostLimitError, isSkipTraceError } from '../errors.js';
import type { LookupResult } from '../open-answers.js';
import type { FullAnswer } from '../transport/answer.js';
import { callOptions, type CallOptions } from '../transport/options.js';
import type { BegunOptions, Transport } from '../transport/transport.js';
import { dollars } from '../units.js';
import { type AddressLike, asAddress } from './address.js';

export interface LookupOptions extends CallOptions {
  /**
   * Highest price of a match, in cents. If the account's price is higher, nothing is sent: `CostLimitError`.
   * The price is read once for each key and server, and updated from every charge. If the operator raises the
   * price, only lookups already pending may be charged the new price.
   */
  maxCostCents?: number | undefined;
}

export const lookupOptions: OptionKinds<LookupOptions> = { ...callOptions, maxCostCents: 'cents' };

export async function lookup(
  transport: Transport,
  address: AddressLike,
  { maxCostCents = Infinity, ...options }: LookupOptions,
): Promise<FullAnswer<LookupResult>> {
  const { service } = transport;
  const call = maxCostCents === Infinity ? options : await within(maxCostCents);
  return transport.operation(
    'skipTraceSingle',
    { json: asAddress(address) },
    { ...call, expects: isResult },
    (body) => {
      const result = priced(body as SkipTraceResponse);
      if (result.chargedCents > 0) service.price = Promise.resolve(result.chargedCents);
      return result;
    },
  );

  /** Options of a call that a match at the account's price may cost. @throws CostLimitError */
  async function within(limitCents: number): Promise<BegunOptions> {
    const call = transport.begin(options);
    const priceCents = await priceOf(call);
    if (priceCents <= limitCents) return call;
    throw new CostLimitError(
      `A match costs ${dollars(priceCents)}, more than your limit of ${dollars(limitCents)} (maxCostCents). Nothing was sent or charged.`,
      { operation: 'skipTraceSingle', totalChargeCents: priceCents, limitCents },
    );
  }

  /**
   * The account's price. One read serves all lookups; if it failed because of another lookup (its signal),
   * this one reads again.
   */
  async function priceOf(call: BegunOptions): Promise<number> {
    const known = service.price && (await service.price.catch(() => undefined));
    if (known !== undefined) return known;
    service.price = readAccount(transport, call).then(
      ({ data }) => data.pricePerMatchCents,
      (error: unknown) => {
        // A server without the operation for account details has no prices of its own: a match costs what the contract says.
        if (isSkipTraceError(error, 'not_offered')) return defaultPriceCents;
        throw error;
      },
    );
    return service.price;
  }
}

/** Price of a match in cents if the server does not report it: the contract's default. */
export const defaultPriceCents = callPolicies.skipTraceBulk.priceCents;

/**
 * Charge of a result. The contract requires a match to state it; one that doesn't is not counted as free.
 * @param priceCents price of a match for this account, if it is known
 */
export function chargeOf(
  { found, charged }: { found: boolean; charged?: unknown },
  priceCents: number = defaultPriceCents,
): number {
  if (!found) return 0;
  return typeof charged === 'number' ? charged : priceCents;
}

function priced(answer: SkipTraceResponse): LookupResult {
  if (!answer.found) return { ...answer, chargedCents: 0 };
  const { charged: _charged, ...match } = answer;
  return { ...match, chargedCents: chargeOf(answer) };
}

/**
 * True for a result of the contract: a miss, or a match with the charged owner. Any other JSON is not from
 * the service, and no program should have to check for fields that the types promise.
 */
export function isResult(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('found' in value)) return false;
  if (value.found !== true) return value.found === false;
  const { contact, phones, emails } = value as Record<string, unknown>;
  return typeof contact === 'object' && contact !== null && Array.isArray(phones) && Array.isArray(emails);
}
