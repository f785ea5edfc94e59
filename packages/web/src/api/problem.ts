/** A failed request; the message is for the person using the page. */
export class Problem extends Error {
  constructor(
    message: string,
    /** HTTP status; null if there was no response. */
    readonly status: number | null,
    /** Seconds until a retry makes sense. */
    readonly retryAfterSeconds: number | null = null,
    options?: ErrorOptions & { dailyMissLimit?: number | undefined; isOwn?: boolean; code?: string | null },
  ) {
    super(message, options);
    this.name = 'Problem';
    this.dailyMissLimit = options?.dailyMissLimit ?? null;
    this.#isOwn = options?.isOwn ?? false;
    this.code = options?.code ?? null;
  }

  /** Whether the message comes from the server itself, not from a gateway in front of it. */
  readonly #isOwn: boolean;

  /** Value of the `X-Error-Code` header (openapi.yaml); null without the header. */
  readonly code: string | null;

  /** Net misses allowed per day, if this limit is why nothing was looked up. */
  readonly dailyMissLimit: number | null;

  static notReached(cause: unknown): Problem {
    return new Problem('The server did not answer. Check your connection.', null, null, {
      cause,
    });
  }

  /**
   * Whether nothing was done or charged for certain: after a refusal, or a 500 from this server (reading 39). After a 503, or
   * an error from a gateway, the request may still have been carried out.
   */
  get isNothingDone(): boolean {
    return this.status !== null && (this.status < 500 || (this.status === 500 && this.#isOwn));
  }

  /** Whether sending the same request again may succeed. */
  get isPassing(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** @param body of the response, parsed; the server's own errors are `{ error }` */
export function problemOf(response: Response, body: unknown): Problem {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const own = sentenceIn(body);
  return new Problem(
    own ?? `The server answered ${response.status}. Try again in a moment.`,
    response.status,
    Number.isFinite(retryAfter) ? retryAfter : null,
    {
      dailyMissLimit: dailyMissLimitIn(body),
      isOwn: own !== null,
      code: response.headers.get('X-Error-Code'),
    },
  );
}

function sentenceIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  return typeof body.error === 'string' ? body.error : null;
}

function dailyMissLimitIn(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('dailyMissLimit' in body)) return undefined;
  return typeof body.dailyMissLimit === 'number' ? body.dailyMissLimit : undefined;
}

/** Whether the server doesn't have what was requested. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/** Message to show for any thrown value. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Problem
    ? error.message
    : 'Something went wrong on this page. Reload it; nothing was lost.';
