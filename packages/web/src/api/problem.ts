/** Why an answer is not what was asked for, in words for the person at the screen. */
export class Problem extends Error {
  constructor(
    message: string,
    /** HTTP status; null when no answer came. */
    readonly status: number | null,
    /** When it makes sense to ask again, in seconds. */
    readonly retryAfterSeconds: number | null = null,
    options?: ErrorOptions & { dailyMissLimit?: number | undefined; isOwn?: boolean; code?: string | null },
  ) {
    super(message, options);
    this.name = 'Problem';
    this.dailyMissLimit = options?.dailyMissLimit ?? null;
    this.#isOwn = options?.isOwn ?? false;
    this.code = options?.code ?? null;
  }

  /** The sentence is our server's, and not one of a gateway before it. */
  readonly #isOwn: boolean;

  /** What `X-Error-Code` says (openapi.yaml); null where the answer has none. */
  readonly code: string | null;

  /** Net misses allowed a day, where that is why nothing was looked up. */
  readonly dailyMissLimit: number | null;

  static notReached(cause: unknown): Problem {
    return new Problem('The server did not answer. Check your connection.', null, null, {
      cause,
    });
  }

  /**
   * Whether it is certain that nothing was done and nothing charged: a refusal, or a 500 of our server (reading 39). A 503 of
   * its own and whatever a gateway answers in its place leave it open.
   */
  get isNothingDone(): boolean {
    return this.status !== null && (this.status < 500 || (this.status === 500 && this.#isOwn));
  }

  /** Whether asking again may help, without anything being changed here. */
  get isPassing(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** @param body of the answer, parsed; the server's own errors are `{ error }` */
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

/** What to tell of anything that was thrown. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Problem
    ? error.message
    : 'Something went wrong on this page. Reload it; nothing was lost.';
