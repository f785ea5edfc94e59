import { limits } from '@skiptrace/contract';
import { type Exchange, Skip } from '../http/exchange.js';
import { csvFile, JOBS, lineOf, createJob, MAPPING, previewedJob, bulk, miss, single } from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectError,
  expectPage,
  expectStatus,
  expectThat,
  field,
} from '../suite/check.js';
import { heldPreview, useUpMisses } from './scenarios.js';

const MESSAGE = {
  fullName: 'Robin Example',
  email: 'robin@example.com',
  phone: '(512) 555-0142',
  reason: 'General',
  message: 'This is a conformance test. Please ignore it.',
};

/** Messages that are really sent: five, the limit of a quarter of an hour. */
const ACCEPTED: readonly Readonly<Record<string, unknown>>[] = [
  { phone: '(512) 555-0142' },
  { phone: '1-512-555-0142', reason: 'Login Issues', consent: true },
  { phone: '+44 1632 960123', reason: 'Other', consent: false },
  { phone: '5125550142', fullName: 'Bo' },
  { phone: '+15125550142', message: 'Hello' },
];

const sendMessage = ({ http }: Context, changes: object = {}): Promise<Exchange> =>
  http.send({ method: 'POST', path: '/api/contact', json: { ...MESSAGE, ...changes } });

/** Sends the five, once. */
async function fiveMessages(context: Context): Promise<void> {
  for (const changes of ACCEPTED) expectStatus(await sendMessage(context, changes), 200);
}

const contact = inSection('Endpoints: POST /api/contact', [
  check({
    id: 'contact-message.sent',
    sentence:
      '200 with success true: US numbers of 10 and 11 digits, E.164, each reason, with and without consent',
    needs: ['sendsMessages'],
    late: true,
    run: (context) => context.once(fiveMessages),
  }),
]);

const pages = inSection('Endpoints: Methods and paths outside this list', [
  check({
    id: 'pages.unknown-path',
    sentence: "an unknown path or version is answered by the application's 404 page, not by an Error body",
    async run({ http, key }) {
      for (const path of ['/api/v1/nothing', '/api/v1', '/api/unknown/skip-trace', `${JOBS}/1/nothing`])
        expectPage(await http.send({ method: 'GET', path, key }), 404);
      for (const path of ['/api/v1/skip-traces', '/api/v2/skip-trace', '/api/v1/user/skip-trace'])
        expectPage(await http.send({ method: 'POST', path, key, json: {} }), 404);
    },
  }),
]);

const authentication = inSection('Authentication', [
  check({
    id: 'authentication.elsewhere-is-no-key',
    sentence: 'a key in another header or in the query is none',
    async run({ http, key }) {
      expectError(await http.send({ method: 'GET', path: JOBS, headers: { 'X-API-Key': key } }), 401);
      for (const name of ['key', 'api_key', 'access_token'])
        expectError(await http.send({ method: 'GET', path: `${JOBS}?${name}=${key}` }), 401);
    },
  }),
  check({
    id: 'authentication.malformed',
    sentence: 'keys begin with pc_, and a malformed one is a 401',
    async run({ http, key }) {
      expectThat(key.startsWith('pc_'), 'a key that begins with pc_', 'another beginning');
      const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
      const bearers = ['', ' pc_', ` ${key.slice('pc_'.length)}`, ` ${key} ${key}`, ` ${key.slice(0, -1)}`];
      for (const Authorization of [basic, `Token ${key}`, key, ...bearers.map((rest) => `Bearer${rest}`)])
        expectError(await http.send({ method: 'GET', path: JOBS, headers: { Authorization } }), 401);
    },
  }),
]);

const errors = inSection('Errors', [
  check({
    id: 'errors.404-job-of-another',
    sentence: "another account's job is a 404, for every job endpoint, and stays as it is",
    needs: ['matches', 'miss', 'otherAccount'],
    async run(context) {
      const { key } = context.given.otherAccount;
      const job = await context.once(heldPreview);
      expectError(await context.http.send({ method: 'GET', path: `${JOBS}/${job.id}`, key }), 404);
      for (const action of ['upload', 'uploaded', 'confirm', 'cancel'] as const)
        expectError(await job.act(action, key), 404);
      expectEqual('status', (await job.detail()).status, 'preview');
    },
  }),
]);

const MINUTE_MS = 60_000;
const AT_ONCE = 8;

/** Uses up the requests of a minute; the next one must be a 429 that says when to come back. */
async function useUpMinute(
  { clock }: Context,
  limit: number,
  request: (index: number) => Promise<Exchange>,
): Promise<void> {
  const startedAt = clock.now();
  let next = 0;
  const lane = async () => {
    while (next < limit) expectStatus(await request(next++), 200);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const refused = await request(limit);
  if (clock.now() - startedAt >= MINUTE_MS)
    throw new Skip('the requests of one window took more than a minute');
  expectRateLimit(refused, MINUTE_MS / 1_000);
}

/** Expects Retry-After in whole seconds and no dailyMissLimit (specification, Limits 12). */
function expectRateLimit(exchange: Exchange, windowSeconds: number): void {
  expectError(exchange, 429);
  const text = exchange.headers.get('retry-after') ?? 'none';
  const seconds = Number(text);
  const whole = /^\d+$/.test(text) && seconds >= 1 && seconds <= windowSeconds;
  expectThat(whole, `Retry-After of 1 to ${windowSeconds} seconds`, text, exchange);
  expectEqual('dailyMissLimit', field(exchange, 'dailyMissLimit'), undefined, exchange);
}

/**
 * Matches sent first, because misses alone would reach the daily cap of 250. Every four matches make up for a miss, so 240 misses
 * count of 500 single lookups (292 − 208 / 4) and 245 of 250 bulks (246 − 4 / 4).
 */
const MATCHES_FIRST = { single: 208, bulk: 4 };

const rowsOf = (count: number) =>
  csvFile([lineOf(Object.values(MAPPING)), ...Array.from({ length: count }, () => ',,,')], 0);

const serviceLimits = inSection('Limits', [
  check({
    id: 'limits.rows-per-job',
    sentence: 'a job takes 250,000 rows',
    needs: ['largeFiles'],
    async run(context) {
      const job = await previewedJob(context, rowsOf(limits.rowsPerJob));
      const { totalRows, blankAddressCount } = await job.detail();
      const expected = { totalRows: limits.rowsPerJob, blankAddressCount: limits.rowsPerJob };
      expectEqual('the counts', { totalRows, blankAddressCount }, expected);
      expectStatus(await job.act('cancel'), 200);
    },
  }),
  check({
    id: 'limits.rows-above',
    sentence: 'a job of more than 250,000 rows is not brought to preview',
    needs: ['largeFiles'],
    async run(context) {
      const job = await createJob(context);
      const uploaded = await job.upload(rowsOf(limits.rowsPerJob + 1));
      expectStatus(uploaded, 200, 400);
      if (uploaded.status === 200) await job.reach('failed');
    },
  }),
  check({
    id: 'limits.single-per-minute',
    sentence: '500 single lookups a minute per account; the next is a 429 with Retry-After',
    needs: ['matches', 'miss', 'singleRateAccount'],
    late: true,
    async run(context) {
      const { matches, miss: unowned, singleRateAccount } = context.given;
      context.wallet.require(MATCHES_FIRST.single * 4);
      await useUpMinute(context, 500, (index) =>
        single(context, index < MATCHES_FIRST.single ? matches[0].input : unowned, singleRateAccount),
      );
    },
  }),
  check({
    id: 'limits.bulk-per-minute',
    sentence: '250 bulk requests a minute per account; the next is a 429 with Retry-After',
    needs: ['matches', 'miss', 'bulkRateAccount'],
    late: true,
    async run(context) {
      const { matches, miss: unowned, bulkRateAccount } = context.given;
      context.wallet.require(MATCHES_FIRST.bulk * 4);
      await useUpMinute(context, 250, (index) =>
        bulk(context, [index < MATCHES_FIRST.bulk ? matches[0].input : unowned], bulkRateAccount),
      );
    },
  }),
  check({
    id: 'limits.per-account',
    sentence: 'an account whose minute is used up holds no other account back',
    needs: ['miss', 'singleRateAccount'],
    late: true,
    // Runs after limits.single-per-minute, which used up that account's minute.
    run: (context) => miss(context, context.given.miss),
  }),
  check({
    id: 'limits.contact-messages',
    sentence: '5 contact messages in 15 minutes per IP; the next is a 429 with Retry-After',
    needs: ['sendsMessages'],
    late: true,
    async run(context) {
      await context.once(fiveMessages);
      expectRateLimit(await sendMessage(context), 15 * 60);
    },
  }),
  check({
    id: 'limits.daily-misses',
    sentence: '250 net misses a UTC day, four matches forgiving one; then a 429 with dailyMissLimit 250',
    needs: ['matches', 'miss', 'missCapAccount'],
    late: true,
    run: (context) => context.once(useUpMisses),
  }),
]);

export const everyRequest = [...contact, ...pages, ...authentication, ...errors, ...serviceLimits];
