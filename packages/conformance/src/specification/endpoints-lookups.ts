import { limits } from '@skiptrace/contract';
import { CENTS_PER_MATCH } from '../http/cost.js';
import { bulk, BULK, bulkBody, match, single, SINGLE } from '../service/lookups.js';
import { check, inSection, type Context } from '../suite/check.js';
import { expectEqual, expectError, expectInvalid, expectPage, expectStatus, field } from '../suite/expect.js';

async function postOnly({ http, key }: Context, path: string): Promise<void> {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    expectPage(await http.send({ method, path, key }), 405);
}

const skipTrace = inSection('Endpoints: POST /api/v1/skip-trace', [
  check({
    id: 'single.address-alone',
    sentence: 'an address on one line is enough for a match',
    needs: ['matches'],
    async run(context) {
      const { address, city, state, zip } = context.given.matches[0].input;
      await match(context, { address: `${address}, ${city}, ${state} ${zip}` });
    },
  }),
  check({
    id: 'single.balance-below-a-match',
    sentence: '402 when the balance cannot cover a match, with balanceRequired 4',
    needs: ['matches', 'emptyAccount'],
    async run(context) {
      const { matches, emptyAccount } = context.given;
      const exchange = await single(context, matches[0].input, { key: emptyAccount.key });
      expectError(exchange, 402);
      expectEqual('balanceRequired', field(exchange, 'balanceRequired'), CENTS_PER_MATCH, exchange);
    },
  }),
  check({
    id: 'single.post-only',
    sentence: 'takes POST only',
    run: (context) => postOnly(context, SINGLE),
  }),
]);

const skipTraceBulk = inSection('Endpoints: POST /api/v1/skip-trace-bulk', [
  check({
    id: 'bulk.addresses-is-required',
    sentence: 'addresses is required and an array',
    async run(context) {
      expectInvalid(await context.http.send({ method: 'POST', path: BULK, key: context.key, json: {} }), [
        'addresses',
      ]);
      for (const addresses of ['1 Main St', { address: '1 Main St' }, null, 1])
        expectInvalid(await bulk(context, addresses), ['addresses']);
    },
  }),
  check({
    id: 'bulk.at-least-one',
    sentence: 'addresses holds at least one entry',
    run: async (context) => expectInvalid(await bulk(context, []), ['addresses']),
  }),
  check({
    id: 'bulk.one-entry',
    sentence: 'a bulk of one is a bulk',
    needs: ['miss'],
    async run(context) {
      const { total, matched } = await bulkBody(context, [context.given.miss]);
      expectEqual('total and matched', { total, matched }, { total: 1, matched: 0 });
    },
  }),
  check({
    id: 'bulk.at-most-100',
    sentence: 'addresses holds at most 100 entries',
    needs: ['miss'],
    async run(context) {
      const addresses = Array.from({ length: limits.addressesPerBulkRequest + 1 }, () => context.given.miss);
      expectInvalid(await bulk(context, addresses), ['addresses']);
    },
  }),
  check({
    id: 'bulk.entries-are-objects',
    sentence: 'every entry is an AddressInput',
    needs: ['miss'],
    async run(context) {
      for (const entry of ['1 Main St', null, 1, []])
        expectInvalid(await bulk(context, [context.given.miss, entry]), ['addresses[1]']);
    },
  }),
  check({
    id: 'bulk.address-alone',
    sentence: 'only address is required in an entry',
    needs: ['miss'],
    async run(context) {
      const { address } = context.given.miss;
      expectEqual('total', (await bulkBody(context, [{ address }, { address }])).total, 2);
    },
  }),
  check({
    id: 'bulk.balance-below-the-worst-case',
    sentence: '402 when the balance cannot cover every entry; balanceRequired is the whole worst case',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      for (const entries of [1, 3, limits.addressesPerBulkRequest]) {
        const addresses = Array.from({ length: entries }, () => context.given.miss);
        const exchange = await bulk(context, addresses, { key: context.given.emptyAccount.key });
        expectError(exchange, 402);
        const required = entries * CENTS_PER_MATCH;
        expectEqual('balanceRequired', field(exchange, 'balanceRequired'), required, exchange);
      }
    },
  }),
  check({
    id: 'bulk.post-only',
    sentence: 'takes POST only',
    run: (context) => postOnly(context, BULK),
  }),
]);

const BROKEN_JSON = ['{"address": "1 Main St"', 'not json', '', '{"address": "1 Main St",}'];

const json = inSection('Endpoints: JSON bodies', [
  check({
    id: 'json.broken',
    sentence: 'a body that is not valid JSON is a 400',
    async run({ http, key }) {
      const headers = { 'Content-Type': 'application/json' };
      for (const path of [SINGLE, BULK, '/api/user/skip-trace', '/api/contact'])
        for (const body of BROKEN_JSON)
          expectError(await http.send({ method: 'POST', path, key, headers, body }), 400);
    },
  }),
  check({
    id: 'json.ignores-unknown-fields',
    sentence: 'fields that the service does not know are no error',
    needs: ['miss'],
    async run(context) {
      expectStatus(await single(context, { ...context.given.miss, parcel: '12-34', extra: { a: [1] } }), 200);
    },
  }),
]);

export const lookupEndpoints = [...skipTrace, ...skipTraceBulk, ...json];
