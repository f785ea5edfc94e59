import { MAPPING, postJob, bulk, single } from '../service.js';
import type { Exchange } from '../http/exchange.js';
import { check, inSection, expectEqual, expectError, expectInvalid, expectThat } from '../suite/check.js';

const KB = 1024;

const order = inSection('Readings: order of checks (1)', [
  check({
    id: 'order.body-before-balance',
    sentence: 'a bad request from an empty account is a 400',
    needs: ['emptyAccount'],
    run: async (context) =>
      expectError(await single(context, { address: '' }, context.given.emptyAccount), 400),
  }),
]);

const bodies = [
  ...inSection('Readings: what a 400 says (4)', [
    check({
      id: 'refusal.every-invalid-field',
      sentence: 'every invalid field is named by its path, and no valid one, in a body of one key',
      needs: ['miss'],
      async run(context) {
        const { miss } = context.given;
        const exchange = await single(context, { ...miss, state: 'x', zip: 'x' });
        expectInvalid(exchange, ['state', 'zip'], ['city']);
        expectEqual('keys of the body', Object.keys(exchange.json as object), ['error'], exchange);
        const entries = [miss, { ...miss, zip: '1' }, miss, { city: 'Reno' }];
        const paths = ['addresses[1].zip', 'addresses[3].address'];
        expectInvalid(await bulk(context, entries), paths, ['addresses[0]', 'addresses[2]']);
        const job = { filename: 'a.txt', columnMapping: { ...MAPPING, zip: 1 } };
        const broken = ['filename', 'columnMapping.zip'];
        expectInvalid(await postJob(context, job), broken, ['columnMapping.city']);
      },
    }),
  ]),
  ...inSection('Readings: JSON bodies (2, 5)', [
    check({
      id: 'body.size',
      sentence: 'a body over its limit is a 400, and for bulk names addresses',
      needs: ['miss'],
      async run(context) {
        const { address } = context.given.miss;
        expectError(await single(context, { address: `${address} ${'x'.repeat(64 * KB)}` }), 400);
        const many = Array.from({ length: 50_000 }, () => ({ address }));
        expectInvalid(await bulk(context, many), ['addresses']);
        const json = { message: 'x'.repeat(KB * KB) };
        expectError(await context.http.send({ method: 'POST', path: '/api/contact', json }), 400);
      },
    }),
  ]),
];

/** Expects the requests since an answer to be counted. A window may end in between; then it begins anew. */
function expectCounted(before: Exchange, after: Exchange, requests: number): void {
  const [from, to] = [before, after].map(({ headers }) => Number(headers.get('ratelimit-remaining') ?? NaN));
  const isCounted = to !== undefined && from !== undefined && (to === from - requests || to > from);
  expectThat(isCounted, `RateLimit-Remaining less ${requests}`, `${from}, then ${to}`, after);
}

const headers = inSection('Readings: headers (12, 13)', [
  check({
    id: 'header.rate-limit',
    sentence: 'rate-limited endpoints carry RateLimit-Limit, -Remaining and -Reset',
    needs: ['miss'],
    async run(context) {
      for (const [exchange, limit] of [
        [await single(context, context.given.miss), 500],
        [await bulk(context, [context.given.miss]), 250],
      ] as const) {
        const shown = (name: string) => exchange.headers.get(`ratelimit-${name}`) ?? 'none';
        expectEqual('RateLimit-Limit', shown('limit'), String(limit), exchange);
        expectThat(/^\d+$/.test(shown('remaining')), 'RateLimit-Remaining', shown('remaining'), exchange);
        expectThat(Number(shown('reset')) <= 60, 'RateLimit-Reset of 60 at most', shown('reset'), exchange);
      }
    },
  }),
  check({
    id: 'header.every-request-counts',
    sentence: 'every authenticated request counts, refused or not',
    needs: ['miss'],
    async run(context) {
      const first = await single(context, context.given.miss);
      const second = await single(context, {});
      expectCounted(first, second, 1);
      expectCounted(second, await single(context, context.given.miss), 1);
    },
  }),
]);

export const requests = [...order, ...bodies, ...headers];
