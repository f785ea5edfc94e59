/** Why an answer is not what was asked for, in words for the person at the screen. */
export class Problem extends Error {
  constructor(
    message: string,
    /** HTTP status; null when no answer came. */
    readonly status: number | null,
    /** When it makes sense to ask again, in seconds. */
    readonly retryAfterSeconds: number | null = null,
    options?: ErrorOptions & { dailyMissLimit?: number | undefined },
  ) {
    super(message, options);
    this.name = 'Problem';
    this.dailyMissLimit = options?.dailyMissLimit ?? null;
  }

  /** Net misses allowed a day, where that is why nothing was looked up. */
  readonly dailyMissLimit: number | null;

  static notReached(cause: unknown): Problem {
    return new Problem('The server did not answer. Check your connection; nothing was lost.', null, null, {
      cause,
    });
  }

  /** Whether asking again may help, without anything being changed here. */
  get isPassing(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** @param body of the answer, parsed; the server's own errors are `{ error }` */
export function problemOf(response: Response, body: unknown): Problem {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem(
    sentenceIn(body) ?? `The server answered ${response.status}. Try again in a moment.`,
    response.status,
    Number.isFinite(retryAfter) ? retryAfter : null,
    { dailyMissLimit: dailyMissLimitIn(body) },
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
