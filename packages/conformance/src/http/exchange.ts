import type { OperationId } from '@skiptrace/contract';

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
