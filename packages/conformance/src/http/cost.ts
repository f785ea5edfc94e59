import { operationPolicies, type OperationId } from '@skiptrace/contract';
import { type Outgoing, Skip } from './exchange.js';

export const CENTS_PER_MATCH = operationPolicies.skipTraceSingle.priceCents;

/** Facts about the server under test that bound the cost of a request. */
export interface KnownPrices {
  /** Accounts that can be charged: a request with any other key, or none, costs nothing. */
  readonly payers: Pick<ReadonlySet<string>, 'has'>;
  /** The street line of an address without an owner. */
  readonly miss: string | undefined;
  /** Maximum cost of each job, by its id: 4 cents a row of its file. */
  readonly jobs: ReadonlyMap<string, number>;
}

/** Maximum charge of a request, in cents. */
export function worstCaseCents(
  operation: OperationId | undefined,
  request: Outgoing,
  known: KnownPrices,
): number {
  if (request.key === undefined || !known.payers.has(request.key)) return 0;
  if (operation === 'skipTraceSingle') return entryCents(bodyOf(request), known);
  if (operation === 'skipTraceBulk')
    return listIn(bodyOf(request)).reduce<number>((sum, entry) => sum + entryCents(entry, known), 0);
  if (operation === 'confirmSkipTraceJob') return known.jobs.get(request.path.split('/').at(-2) ?? '') ?? 0;
  return 0;
}

/** Charge stated by an answer; null if it states none, as after a server failure. */
export function chargedCents(
  operation: OperationId | undefined,
  status: number,
  json: unknown,
): number | null {
  // A job that is read also states a total: the one of its confirm.
  if (operation === undefined || operationPolicies[operation].money !== 'charges') return 0;
  if (status >= 500) return null;
  if (status !== 200 || !isRecord(json)) return 0;
  const charged = json.charged ?? json.totalCharged ?? json.totalChargeCents ?? 0;
  return typeof charged === 'number' ? charged : null;
}

function entryCents(entry: unknown, { miss }: KnownPrices): number {
  const address = isRecord(entry) ? entry.address : undefined;
  const canMatch = typeof address === 'string' && address.trim() !== '';
  return canMatch && !(miss !== undefined && address.includes(miss)) ? CENTS_PER_MATCH : 0;
}

function bodyOf({ json, body }: Outgoing): unknown {
  if (json !== undefined) return json;
  try {
    if (typeof body === 'string') return JSON.parse(body) as unknown;
    return body instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(body)) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

const listIn = (body: unknown): unknown[] =>
  isRecord(body) && Array.isArray(body.addresses) ? (body.addresses as unknown[]) : [];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports a request's charge, once its answer is known. */
type Settle = (chargedCents: number) => void;

/** Budget of the run. Every request that may be charged reserves its maximum cost first. */
export class Wallet {
  #spentCents = 0;

  constructor(readonly maxCents: number) {}

  /** Total charged, as stated by the answers; a request without an answer counts in full. */
  get spentCents(): number {
    return this.#spentCents;
  }

  /** @throws Skip if the amount could exceed the budget of the run */
  require(worstCaseCents: number): void {
    if (this.#spentCents + worstCaseCents <= this.maxCents) return;
    throw new Skip(
      `it may cost ${dollars(worstCaseCents)}, and of --max-cost ${dollars(this.maxCents)} only ` +
        `${dollars(Math.max(0, this.maxCents - this.#spentCents))} is left`,
    );
  }

  /** Reserves the worst case until the answer is there. @throws Skip */
  reserve(worstCaseCents: number): Settle {
    this.require(worstCaseCents);
    this.#spentCents += worstCaseCents;
    let settled = false;
    return (chargedCents) => {
      if (settled) return;
      settled = true;
      this.#spentCents += chargedCents - worstCaseCents;
    };
  }
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
