import { limits } from '@skiptrace/contract';
import { type Exchange, Skip } from '../http/exchange.js';
import { csvFile, lineOf, createJob, MAPPING, previewedJob, bulk, miss, single } from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectError,
  expectStatus,
  expectThat,
  field,
} from '../suite/check.js';
import { fiveMessages, MESSAGE, send } from './contact.js';
import { useUpMisses } from './scenarios.js';

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

export const serviceLimits = inSection('Limits', [
  check({
    id: 'limits.rows-per-job',
    sentence: 'a job takes 250,000 rows',
    needs: ['largeFiles'],
    async run(context) {
      const lines = [
        lineOf(Object.values(MAPPING)),
        ...Array.from({ length: limits.rowsPerJob }, () => ',,,'),
      ];
      const job = await previewedJob(context, csvFile(lines, 0));
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
      const rows = Array.from({ length: limits.rowsPerJob + 1 }, () => ',,,');
      const job = await createJob(context);
      const uploaded = await job.upload(csvFile([lineOf(Object.values(MAPPING)), ...rows], 0));
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
    async run(context) {
      await miss(context, context.given.miss);
    },
  }),
  check({
    id: 'limits.contact-messages',
    sentence: '5 contact messages in 15 minutes per IP; the next is a 429 with Retry-After',
    needs: ['sendsMessages'],
    late: true,
    async run(context) {
      await context.once(fiveMessages);
      expectRateLimit(await send(context, MESSAGE), 15 * 60);
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
