import { limits, type Account } from '@skiptrace/contract';
import { CENTS_PER_MATCH, Skip } from '../http/exchange.js';
import { bulk, bulkBody, csvFile, HEADER, lineOf, previewedJob, row, single } from '../service.js';
import { spends } from '../specification/lookups.js';
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

/** Our own operation. @throws Skip if the server answers with its page for unknown paths */
async function readAccount({ http, key }: Context): Promise<Account> {
  const exchange = await http.send({ method: 'GET', path: '/api/user/account', key });
  if (exchange.status === 404) throw new Skip('the server does not offer account details');
  return expectBody<Account>(exchange, 200);
}

const order = inSection('Readings: order of checks (1)', [
  check({
    id: 'order.body-before-balance',
    sentence: 'a bad request from an empty account is a 400',
    needs: ['emptyAccount'],
    run: async (context) =>
      expectError(await single(context, { address: '' }, context.given.emptyAccount), 400),
  }),
]);

const account = inSection('Readings: account details (37)', [
  check({
    id: 'account.charges',
    sentence: 'a match takes the price of the account from its balance, at once',
    needs: ['matches'],
    async run(context) {
      const before = (await readAccount(context)).balanceCents;
      await single(context, context.given.matches[0].input);
      const { balanceCents, pricePerMatchCents } = await readAccount(context);
      expectEqual('the balance taken', before - balanceCents, pricePerMatchCents);
    },
  }),
]);

const missRow = ({ given: { miss } }: Context<'miss'>) => csvFile([lineOf(HEADER), row('only', miss)], 0);

const charges = inSection('Readings: money (15, 16, 18, 19)', [
  check({
    id: 'money.balance-before-lookup',
    sentence: 'a balance under 4 cents is a 402 for a miss too',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const exchange = await single(context, context.given.miss, context.given.emptyAccount);
      expectError(exchange, 402);
      expectEqual('balanceRequired', field(exchange, 'balanceRequired'), CENTS_PER_MATCH, exchange);
    },
  }),
  spends({
    id: 'money.same-address-twice',
    sentence: 'the same address twice in a bulk is charged twice',
    needs: ['matches'],
    matches: 2,
    async act(context, key) {
      const { input } = context.given.matches[0];
      const { totalCharged } = await bulkBody(context, [input, input], { key });
      expectEqual('totalCharged', totalCharged, 2 * CENTS_PER_MATCH);
    },
  }),
  spends({
    id: 'money.failed-bulk',
    sentence: 'a bulk that fails gives its whole reservation back',
    needs: ['matches', 'failure'],
    matches: 0,
    async act(context, key) {
      const { matches, failure } = context.given;
      expectError(await bulk(context, [matches[0].input, failure], { key }), 500);
    },
  }),
  check({
    id: 'money.job-without-matches',
    sentence:
      'a job in which nothing matched is confirmed for 0 cents, even by an empty account, and completes',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const job = await previewedJob(context, missRow(context), context.given.emptyAccount);
      expectEqual('totalChargeCents', (await job.confirm()).totalChargeCents, 0);
      const { downloadUrl } = await job.reach('completed');
      expectStatus(await job.download(downloadUrl ?? ''), 200);
    },
  }),
]);

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOLERANCE_SECONDS = 30;

/** A check of an account that has used up its misses of the day. */
const atCap = (
  id: string,
  sentence: string,
  run: (context: Context<'matches' | 'miss' | 'missCapAccount'>, capped: { key: string }) => Promise<void>,
) =>
  check({
    id,
    sentence,
    needs: ['matches', 'miss', 'missCapAccount'],
    late: true,
    async run(context) {
      await context.once(useUpMisses);
      await run(context, context.given.missCapAccount);
    },
  });

const cap = inSection('Readings: daily miss cap (21)', [
  atCap(
    'cap.matches-included',
    'an account at its cap is refused without data, matches too; Retry-After leads to UTC midnight',
    async (context, capped) => {
      const refused = await single(context, context.given.matches[0].input, capped);
      expectError(refused, 429);
      expectEqual('dailyMissLimit', field(refused, 'dailyMissLimit'), limits.dailyMissLimit, refused);
      const seconds = Math.ceil((DAY_MS - (context.clock.now() % DAY_MS)) / 1_000);
      const retryAfter = Number(refused.headers.get('retry-after'));
      const near = Math.abs(retryAfter - seconds) <= TOLERANCE_SECONDS;
      expectThat(near, `Retry-After of about ${seconds}`, retryAfter, refused);
    },
  ),
  atCap(
    'cap.jobs-go-on',
    'CSV jobs neither count towards the cap nor are stopped by it',
    async (context, capped) => {
      const job = await previewedJob(context, missRow(context), capped);
      expectStatus(await job.act('cancel'), 200);
    },
  ),
  atCap(
    'cap.after-the-request-itself',
    'a bad request from an account at its cap is a 400',
    async (context, capped) => void expectError(await single(context, {}, capped), 400),
  ),
]);

export const money = [...order, ...charges, ...cap, ...account];
