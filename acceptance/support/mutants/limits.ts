// Servers with wrong limits. They answer by themselves, so they use up no account's limits.
import type { Mutation } from '../mutating-proxy.js';
import { answer, jsonOf, pathOf, type Mutant } from './mutant.js';

const SINGLE = '/api/v1/skip-trace';
const BULK = '/api/v1/skip-trace-bulk';

interface Limits {
  single: number;
  bulk: number;
  messages: number;
  misses: number;
  matchesPerForgivenMiss: number;
  rateHeaders: Record<string, string>;
  capBody: Record<string, unknown>;
  /** Default: the seconds to midnight. */
  capHeaders?: Record<string, string>;
  capStopsMatches: boolean;
  capStopsJobs: boolean;
  capBeforeBody: boolean;
}

const toMidnight = () => String(Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1_000));

const RIGHT: Limits = {
  single: 500,
  bulk: 250,
  messages: 5,
  misses: 250,
  matchesPerForgivenMiss: 4,
  rateHeaders: { 'retry-after': '30' },
  capBody: { dailyMissLimit: 250 },
  capStopsMatches: true,
  capStopsJobs: false,
  capBeforeBody: false,
};

const contact = Object.fromEntries(
  ['firstName', 'lastName', 'fullName', 'propertyAddress', 'propertyCity', 'propertyState', 'propertyZip']
    .concat(['mailingAddress', 'mailingCity', 'mailingState', 'mailingZip'])
    .map((name) => [name, null]),
);
const found = { found: true, charged: 4, contact, phones: [], emails: [] };
const lost = { found: false, charged: 0, contact: null, phones: [], emails: [] };

const matches = (entry: unknown): boolean => JSON.stringify(entry).includes('Sandbox Match');

/** A server of lookups and messages only, with limits that differ from the right ones. */
const limited = (changes: Partial<Limits>) => (): Mutation => {
  const limits = { ...RIGHT, ...changes };
  const accounts = new Map<string, { used: Map<string, number>; misses: number; matched: number }>();
  const most: Record<string, number> = {
    [SINGLE]: limits.single,
    [BULK]: limits.bulk,
    '/api/contact': limits.messages,
  };
  return async (request, forward) => {
    const path = pathOf(request);
    const who = request.headers.authorization ?? 'nobody';
    const account = accounts.get(who) ?? { used: new Map<string, number>(), misses: 0, matched: 0 };
    accounts.set(who, account);
    const net = account.misses - Math.floor(account.matched / limits.matchesPerForgivenMiss);
    const capped = net >= limits.misses;
    const capAnswer = () =>
      answer(
        429,
        { error: 'tomorrow', ...limits.capBody },
        limits.capHeaders ?? { 'retry-after': toMidnight() },
      );
    const limit = most[path];
    if (limit === undefined) return capped && limits.capStopsJobs ? capAnswer() : forward(request);
    const used = (account.used.get(path) ?? 0) + 1;
    account.used.set(path, used);
    if (used > limit) return answer(429, { error: 'later' }, limits.rateHeaders);
    if (path === '/api/contact') return answer(200, { success: true });
    const body = jsonOf(request) ?? {};
    const entries = path === BULK ? (body.addresses as unknown[]) : [body];
    if (body.address === undefined && path === SINGLE)
      return capped && limits.capBeforeBody ? capAnswer() : answer(400, { error: 'address is required' });
    const results = entries.map((entry) => (matches(entry) ? found : lost));
    const hits = results.filter((result) => result === found).length;
    if (capped && (limits.capStopsMatches || hits === 0)) return capAnswer();
    account.matched += hits;
    account.misses += results.length - hits;
    if (path === SINGLE)
      return answer(
        200,
        hits > 0 ? { success: true, ...found } : { success: true, found: false, contact: null },
      );
    return answer(200, {
      success: true,
      total: results.length,
      matched: hits,
      totalCharged: 4 * hits,
      results,
    });
  };
};

/** The right limits, from which the others differ. */
export const rightLimits = limited({});

const SOON = { 'retry-after': 'soon' };

export const limitMutants: readonly Mutant[] = [
  { name: 'allows one less', mutate: limited({ single: 499, bulk: 249, messages: 4, misses: 249 }) },
  { name: 'says Retry-After in words', mutate: limited({ rateHeaders: SOON, capHeaders: SOON }) },
  { name: 'lets matches through at the cap', mutate: limited({ capStopsMatches: false }) },
  { name: 'says a minute at the cap', mutate: limited({ capHeaders: { 'retry-after': '60' } }) },
  { name: 'stops jobs at the cap', mutate: limited({ capStopsJobs: true }) },
  { name: 'looks at the cap before the request', mutate: limited({ capBeforeBody: true }) },
  { name: 'allows one more', mutate: limited({ single: 501, bulk: 251, messages: 6, misses: 251 }) },
  { name: 'forgives no miss', mutate: limited({ matchesPerForgivenMiss: Infinity }) },
  { name: 'does not say dailyMissLimit', mutate: limited({ capBody: {} }) },
];
