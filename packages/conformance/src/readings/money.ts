import { limits, type BulkSkipTraceResponse, type Account, type DeliveryList } from '@skiptrace/contract';
import { CENTS_PER_MATCH, Skip, type Exchange } from '../http/exchange.js';
import { csvFile, HEADER, lineOf, row, previewedJob, BULK, bulk, bulkBody, single } from '../service.js';
import { useUpMisses } from '../specification/scenarios.js';
import {
  check,
  inSection,
  type Context,
  expectBody,
  expectEqual,
  expectError,
  expectStatus,
  expectThat,
  field,
} from '../suite/check.js';

const ACCOUNT = '/api/user/account';

/** @throws Skip if the server answers with its page for unknown paths */
async function readAccount({ http, key }: Context): Promise<{ exchange: Exchange; account: Account }> {
  const exchange = await http.send({ method: 'GET', path: ACCOUNT, key });
  if (exchange.status === 404) throw new Skip('the server does not offer account details');
  return { exchange, account: expectBody<Account>(exchange, 200) };
}

/** Our own operation, beyond the specification: a server without it follows the contract too. */
export const account = inSection('Readings: account details (37)', [
  check({
    id: 'account.needs-a-key',
    sentence: 'reading the account without a key is a 401',
    async run(context) {
      await readAccount(context);
      expectError(await context.http.send({ method: 'GET', path: ACCOUNT }), 401);
    },
  }),
  check({
    id: 'account.adds-up',
    sentence: 'what is left of the free misses is the limit less what was used, and never negative',
    async run(context) {
      const { exchange, account } = await readAccount(context);
      const { limit, used, remaining, resetsAt } = account.dailyMisses;
      expectEqual('dailyMisses.remaining', remaining, Math.max(0, limit - used), exchange);
      const midnight = new Date(resetsAt).toISOString().endsWith('T00:00:00.000Z');
      expectThat(midnight, 'resetsAt to be a midnight UTC', resetsAt, exchange);
    },
  }),
  check({
    id: 'account.charges',
    sentence: 'a match takes the price of the account from its balance, at once',
    needs: ['matches'],
    async run(context) {
      const before = await readAccount(context);
      await single(context, context.given.matches[0].input);
      const { exchange, account } = await readAccount(context);
      const spent = before.account.balanceCents - account.balanceCents;
      expectEqual('the balance taken', spent, account.pricePerMatchCents, exchange);
    },
  }),
]);

const DELIVERIES = '/api/user/webhook-deliveries';

/** Our own operation, too. */
export const deliveries = inSection('Readings: webhook deliveries (47)', [
  check({
    id: 'deliveries.needs-a-key',
    sentence: 'reading what was told to webhook endpoints without a key is a 401',
    async run({ http, key }) {
      const exchange = await http.send({ method: 'GET', path: DELIVERIES, key });
      if (exchange.status === 404) throw new Skip('the server does not offer webhook deliveries');
      expectBody<DeliveryList>(exchange, 200);
      expectError(await http.send({ method: 'GET', path: DELIVERIES }), 401);
    },
  }),
]);

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOLERANCE_SECONDS = 30;

const money = inSection('Readings: money (15, 16, 18, 19)', [
  check({
    id: 'money.balance-before-lookup',
    sentence: 'a balance under 4 cents is a 402 for a miss too',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const { key } = context.given.emptyAccount;
      const exchange = await single(context, context.given.miss, { key });
      expectError(exchange, 402);
      expectEqual('balanceRequired', field(exchange, 'balanceRequired'), CENTS_PER_MATCH, exchange);
    },
  }),
  check({
    id: 'money.same-address-twice',
    sentence: 'the same address twice in a bulk is charged twice',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(2);
      const { input } = context.given.matches[0];
      const { totalCharged } = await bulkBody(context, [input, input], { key: purse.key });
      expectEqual('totalCharged', totalCharged, 2 * CENTS_PER_MATCH);
      await purse.expectCharged(2, 'after one address twice');
    },
  }),
  check({
    id: 'money.failed-bulk',
    sentence: 'a bulk that fails gives its whole reservation back',
    needs: ['matches', 'miss', 'failure', 'purse'],
    async run(context) {
      const purse = await context.purse(2);
      const { matches, failure } = context.given;
      expectError(await bulk(context, [matches[0].input, failure], { key: purse.key }), 500);
      await purse.expectCharged(0, 'after a bulk that failed');
    },
  }),
  check({
    id: 'money.job-without-matches',
    sentence:
      'a job in which nothing matched is confirmed for 0 cents, even by an empty account, and completes',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const file = csvFile([lineOf(HEADER), row('only', context.given.miss)], 0);
      const job = await previewedJob(context, file, { key: context.given.emptyAccount.key });
      expectEqual('totalChargeCents', (await job.confirm()).totalChargeCents, 0);
      const { downloadUrl } = await job.reach('completed');
      expectStatus(await job.download(downloadUrl ?? ''), 200);
    },
  }),
]);

const cap = inSection('Readings: daily miss cap (21)', [
  check({
    id: 'cap.matches-included',
    sentence: 'an account at its cap is refused before the lookup: matches too',
    needs: ['matches', 'miss', 'missCapAccount'],
    late: true,
    async run(context) {
      await context.once(useUpMisses);
      const refused = await single(context, context.given.matches[0].input, context.given.missCapAccount);
      expectError(refused, 429);
      expectEqual('dailyMissLimit', field(refused, 'dailyMissLimit'), limits.dailyMissLimit, refused);
    },
  }),
  check({
    id: 'cap.retry-after-midnight',
    sentence: 'Retry-After is the time to the next UTC midnight',
    needs: ['matches', 'miss', 'missCapAccount'],
    late: true,
    async run(context) {
      await context.once(useUpMisses);
      const refused = await single(context, context.given.miss, context.given.missCapAccount);
      expectError(refused, 429);
      const seconds = Math.ceil((DAY_MS - (context.clock.now() % DAY_MS)) / 1_000);
      const retryAfter = Number(refused.headers.get('retry-after'));
      const near = Math.abs(retryAfter - seconds) <= TOLERANCE_SECONDS;
      expectThat(near, `Retry-After of about ${seconds}`, retryAfter, refused);
    },
  }),
  check({
    id: 'cap.jobs-go-on',
    sentence: 'CSV jobs neither count towards the cap nor are stopped by it',
    needs: ['matches', 'miss', 'missCapAccount'],
    late: true,
    async run(context) {
      await context.once(useUpMisses);
      const file = csvFile([lineOf(HEADER), row('only', context.given.miss)], 0);
      const job = await previewedJob(context, file, context.given.missCapAccount);
      expectStatus(await job.act('cancel'), 200);
    },
  }),
  check({
    id: 'cap.after-the-request-itself',
    sentence: 'a bad request from an account at its cap is a 400',
    needs: ['matches', 'miss', 'missCapAccount'],
    late: true,
    async run(context) {
      await context.once(useUpMisses);
      expectError(await single(context, {}, context.given.missCapAccount), 400);
    },
  }),
]);

/** Our extension: a server that doesn't offer it charges for every match. @throws Skip */
async function requireOffer(context: Context): Promise<void> {
  const { account } = await readAccount(context);
  if (account.offers?.includes('requirePhone') !== true)
    throw new Skip('the server does not offer requirePhone');
}

const phones = inSection('Readings: only matches with a phone (45)', [
  check({
    id: 'phone.bulk',
    sentence: 'a bulk with requirePhone answers an owner without a phone as a free miss',
    needs: ['nulls'],
    async run(context) {
      await requireOffer(context);
      const { http, key } = context;
      const json = { addresses: [context.given.nulls], requirePhone: true };
      const exchange = await http.send({ method: 'POST', path: BULK, key, json });
      const { results, totalCharged } = expectBody<BulkSkipTraceResponse>(exchange, 200);
      for (const { found, phones } of results)
        expectThat(
          !found || phones.length > 0,
          'a miss, or an owner with a phone',
          { found, phones },
          exchange,
        );
      const matched = results.filter(({ found }) => found).length;
      expectEqual('totalCharged', totalCharged, matched * CENTS_PER_MATCH, exchange);
    },
  }),
  check({
    id: 'phone.job',
    sentence: 'a job with requirePhone says so, and counts an owner without a phone as no match, for nothing',
    needs: ['nulls'],
    async run(context) {
      await requireOffer(context);
      const file = csvFile([lineOf(HEADER), row('only', context.given.nulls)], 0);
      const job = await previewedJob(context, file, { requirePhone: true });
      const detail = await job.detail();
      const { requirePhone, matchedRows, nonMatchCount, totalChargeCents } = detail;
      expectEqual('requirePhone', requirePhone, true);
      const phoneRows = detail.resultSummary?.phoneRows ?? 0;
      expectEqual('matchedRows', matchedRows, phoneRows);
      expectEqual('nonMatchCount', nonMatchCount, 1 - phoneRows);
      expectEqual('totalChargeCents', totalChargeCents, phoneRows * CENTS_PER_MATCH);
      expectStatus(await job.act('cancel'), 200);
    },
  }),
]);

export const readingsOfMoney = [...money, ...cap, ...phones];
