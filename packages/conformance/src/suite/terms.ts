import { limits, operationPolicies } from '@skiptrace/contract';
import { type Exchange, Mismatch } from '../http/exchange.js';
import { CENTS_PER_MATCH, dollars } from '../http/cost.js';
import type { Http } from '../http/http.js';

/** Name of the account that pays. */
export const PAYING = '--key';

/**
 * An account that the run would use has a price or limits of its own. The maximum cost of a run, and many
 * sentences of the specification, are true only at the contract's defaults.
 */
export class OtherTermsError extends Error {}

/** The paying key is refused, so every check would be. */
export class RefusedKeyError extends Error {
  constructor() {
    super(
      'The service does not accept the key of --key or SKIPTRACE_API_KEY (401). No check was made and nothing was charged.',
    );
  }
}

/**
 * Reads every account that can be charged, at `GET /api/user/account`. A server that does not offer the
 * operation, or answers in another shape, is assumed to have the defaults: it may be any server.
 *
 * @param payers name of each account in messages, by its key
 * @throws RefusedKeyError if the paying key is not accepted
 * @throws OtherTermsError naming the accounts and what to change
 */
export async function requireDefaultTerms(http: Http, payers: ReadonlyMap<string, string>): Promise<void> {
  const described = await Promise.all(
    [...payers].map(async ([key, name]) => {
      const account = await read(http, '/api/user/account', key);
      // A 401 of this operation alone may be a fault of the server under test, which a check has to find.
      if (name === PAYING && account?.status === 401 && (await read(http, JOBS, key))?.status === 401)
        throw new RefusedKeyError();
      const others = differences(account?.status === 200 ? account.json : undefined);
      return others.length === 0 ? [] : [`${name} (${others.join(', ')})`];
    }),
  );
  const accounts = described.flat();
  if (accounts.length === 0) return;
  throw new OtherTermsError(
    `The suite can only be run with accounts at the default price and limits, and these have others: ` +
      `${accounts.join('; ')}. Set them back to the defaults or use other accounts; nothing was charged.`,
  );
}

const JOBS = '/api/user/skip-trace';

async function read(http: Http, path: string, key: string): Promise<Exchange | undefined> {
  try {
    return await http.send({ method: 'GET', path, key });
  } catch (error) {
    // No answer: every check that follows will report it.
    if (error instanceof Mismatch) return undefined;
    throw error;
  }
}

const perMinute = (count: number) => `${count} a minute`;

const NUMBERS: readonly {
  name: string;
  path: readonly string[];
  expected: number;
  say: (value: number) => string;
}[] = [
  { name: 'price of a match', path: ['pricePerMatchCents'], expected: CENTS_PER_MATCH, say: dollars },
  {
    name: 'free misses a day',
    path: ['dailyMisses', 'limit'],
    expected: limits.dailyMissLimit,
    say: String,
  },
  {
    name: 'single lookups',
    path: ['requestsPerMinute', 'single'],
    expected: operationPolicies.skipTraceSingle.rateLimit.limit,
    say: perMinute,
  },
  {
    name: 'bulk lookups',
    path: ['requestsPerMinute', 'bulk'],
    expected: operationPolicies.skipTraceBulk.rateLimit.limit,
    say: perMinute,
  },
  { name: 'free repeats for', path: ['freeRepeatDays'], expected: 0, say: (days) => `${days} days` },
];

function differences(account: unknown): string[] {
  if (valueAt(account, ['mode']) === 'test') return ['a test key, which charges nothing: use a live one'];
  return NUMBERS.flatMap(({ name, path, expected, say }) => {
    const value = valueAt(account, path);
    return typeof value !== 'number' || value === expected
      ? []
      : [`${name} ${say(value)} instead of ${say(expected)}`];
  });
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
