import { type OperationId, operationPolicies } from '@skiptrace/contract';

/** A request and its answer, as the suite recorded them. */
export interface Exchange {
  readonly method: string;
  /** Path without the query, which may hold a signature. */
  readonly path: string;
  /** The operation of openapi.yaml; undefined for pages and signed links. */
  readonly operation: OperationId | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body if it is JSON, with any content type; undefined otherwise. */
  readonly json: unknown;
  /** Differences from openapi.yaml; empty for an answer outside the contract. */
  readonly faults: readonly string[];
}

export const requestIdOf = ({ headers }: Exchange): string | null => headers.get('x-request-id');

/** `POST /api/contact → 400 {"error":"…"}`, for a person. */
export const summaryOf = (exchange: Exchange): string => {
  const { method, path, status } = exchange;
  return `${method} ${path} → ${status} ${excerpt(exchange)}`.trim();
};

const MAX_EXCERPT = 200;

export function excerpt({ bytes }: Exchange): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 2 * MAX_EXCERPT)).replace(/\s+/g, ' ');
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}

/** An HTTP request that a check sends. It has a `json` document or a raw `body`, never both. */
export interface Outgoing {
  readonly method: string;
  /** Path below the base URL, or a whole URL from the service. */
  readonly path: string;
  /** Sent as `Authorization: Bearer`, to the base URL only. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Thrown if a check cannot be made. It is then skipped with this reason, never passed. */
export class Skip extends Error {}

/** Thrown if the service does not do what the sentence says. */
export class Mismatch extends Error {
  constructor(
    readonly expected: string,
    readonly received: string,
    readonly exchange?: Exchange,
  ) {
    super(`expected ${expected}, received ${received}`);
  }
}

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
