// Servers that charge what they should not, each by a lookup that nobody asked for.
import type { Forward, ProxyAnswer, ProxyRequest } from '../mutating-proxy.js';
import {
  answer,
  BULK,
  editing,
  isSingle,
  jsonOf,
  pathOf,
  SINGLE,
  withoutHeaders,
  type Json,
  type Mutant,
} from './mutant.js';

const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

/** Takes 4 cents more wherever `when` says so. */
const chargesMore =
  (when: (request: ProxyRequest, original: ProxyAnswer) => boolean) =>
  () =>
  async (request: ProxyRequest, forward: Forward): Promise<ProxyAnswer> => {
    const original = await forward(request);
    if (when(request, original)) {
      const { authorization = '' } = request.headers;
      const headers = { authorization, 'content-type': 'application/json' };
      await forward({ method: 'POST', path: SINGLE, headers, body: Buffer.from(JSON.stringify(MATCH)) });
    }
    return original;
  };

const found = (original: ProxyAnswer): unknown => jsonOf(original)?.found;
const isAccount = (request: ProxyRequest) => pathOf(request) === '/api/user/account';
const isPost = (request: ProxyRequest, suffix: string) =>
  request.method === 'POST' && pathOf(request).endsWith(suffix);

/** Keeps the first success of each key, whoever sends it and for what. */
const replaysForEverybody = () => {
  const kept = new Map<string, ProxyAnswer>();
  return async (request: ProxyRequest, forward: Forward): Promise<ProxyAnswer> => {
    const key = request.headers['idempotency-key'] ?? '';
    const first = kept.get(key);
    if (first !== undefined)
      return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
    const original = await forward(request);
    if (key !== '' && original.status < 300) kept.set(key, original);
    return original;
  };
};

const withoutKey = () => (request: ProxyRequest, forward: Forward) => {
  const { 'idempotency-key': _dropped, ...headers } = request.headers;
  return forward({ ...request, headers });
};

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'charges a match twice',
    mutate: chargesMore((request, original) => isSingle(request, original) && found(original) === true),
    caughtBy: ['pricing.match-costs-4'],
  },
  {
    name: 'charges a miss',
    mutate: chargesMore((request, original) => isSingle(request, original) && found(original) === false),
    caughtBy: ['pricing.miss-is-free'],
  },
  {
    name: 'keeps a part of what a bulk reserved',
    mutate: chargesMore((request, original) => pathOf(request) === BULK && jsonOf(original)?.matched === 1),
    caughtBy: ['pricing.bulk-refunds-misses'],
  },
  {
    name: 'charges for an upload',
    mutate: chargesMore((request) => isPost(request, '/upload') || isPost(request, '/uploaded')),
    caughtBy: ['pricing.job-charges-on-confirm-only'],
  },
  {
    name: 'charges more than the preview',
    mutate: chargesMore((request) => isPost(request, '/confirm')),
    caughtBy: ['pricing.confirm-charges-the-preview'],
  },
  {
    name: 'charges a lookup that failed',
    mutate: chargesMore((_request, { status }) => status === 500),
    caughtBy: ['pricing.failure-is-free', 'reading.money.failed-bulk'],
  },
  {
    name: 'has a minimum order',
    mutate: () => async (request, forward) =>
      pathOf(request) === SINGLE
        ? answer(402, { error: 'at least 1,000 lookups', balanceRequired: 4000 })
        : forward(request),
    caughtBy: ['pricing.no-minimum-order'],
  },
  {
    name: 'wants money to confirm a job without matches',
    mutate: () => async (request, forward) =>
      isPost(request, '/confirm')
        ? answer(402, { error: 'no balance', balanceRequired: 4 })
        : forward(request),
    caughtBy: ['reading.money.job-without-matches', 'confirm.once'],
  },
  {
    name: 'knows no Idempotency-Key',
    mutate: withoutKey,
    caughtBy: [
      'reading.idempotency.single',
      'reading.idempotency.bulk',
      'reading.idempotency.create',
      'reading.idempotency.at-once',
      'reading.idempotency.other-body',
      'reading.idempotency.echo',
    ],
  },
  { name: 'replays for everybody', mutate: replaysForEverybody, caughtBy: ['reading.idempotency.scope'] },
  {
    name: 'shows an account that is never charged and has no limits left',
    mutate: editing(isAccount, (body) => {
      body.balanceCents = 1_000;
      body.dailyMisses = {
        ...(body.dailyMisses as Json),
        remaining: 999,
        resetsAt: '2026-11-22T12:00:00.000Z',
      };
    }),
    caughtBy: ['reading.account.adds-up', 'reading.account.charges'],
  },
  {
    name: 'shows the account to everybody',
    mutate: () => async (request, forward) =>
      isAccount(request) && request.headers.authorization === undefined
        ? answer(200, { name: 'Somebody' })
        : forward(request),
    caughtBy: ['reading.account.needs-a-key'],
  },
  {
    name: 'does not echo the key',
    mutate: withoutHeaders('idempotency-key'),
    caughtBy: ['reading.idempotency.echo'],
  },
];
