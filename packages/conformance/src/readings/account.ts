import type { Account, DeliveryList } from '@skiptrace/contract';
import { type Exchange, Skip } from '../http/exchange.js';
import { single } from '../service/lookups.js';
import { check, inSection, type Context } from '../suite/check.js';
import { expectBody, expectEqual, expectError, expectThat } from '../suite/expect.js';

const ACCOUNT = '/api/user/account';

/** @throws Skip if the server answers with its page for unknown paths */
export async function readAccount({ http, key }: Context): Promise<{ exchange: Exchange; account: Account }> {
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
