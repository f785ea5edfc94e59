import { createJob, JOBS, listJobs, bulk, BULK, single, SINGLE } from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectPage,
  expectStatus,
  expectThat,
} from '../suite/check.js';
import type { Exchange } from '../http/exchange.js';

const remaining = ({ headers }: Exchange): number => Number(headers.get('ratelimit-remaining') ?? Number.NaN);

function expectRateHeaders(exchange: Exchange, limit: number): void {
  const shown = (name: string) => exchange.headers.get(name) ?? 'none';
  expectEqual('RateLimit-Limit', shown('ratelimit-limit'), String(limit), exchange);
  expectThat(
    /^\d+$/.test(shown('ratelimit-remaining')),
    'RateLimit-Remaining',
    shown('ratelimit-remaining'),
    exchange,
  );
  const reset = shown('ratelimit-reset');
  expectThat(
    /^\d+$/.test(reset) && Number(reset) <= 60,
    'RateLimit-Reset of 60 seconds at most',
    reset,
    exchange,
  );
}

/** A window may end between two requests; then the second counts from its beginning. */
function expectCounted(before: Exchange, after: Exchange, requests: number): void {
  const [from, to] = [remaining(before), remaining(after)];
  expectThat(
    to === from - requests || to > from,
    `RateLimit-Remaining ${from - requests}`,
    String(to),
    after,
  );
}

const html = ({ headers }: Exchange) => (headers.get('content-type') ?? 'none').split(';')[0];

const pages = inSection('Readings: pages (11)', [
  check({
    id: 'page.method-not-allowed',
    sentence: 'a 405 is an HTML page with Allow, for everybody',
    async run({ http }) {
      for (const [path, methods] of [
        [SINGLE, ['POST']],
        [JOBS, ['GET', 'POST']],
      ] as const) {
        const exchange = await http.send({ method: 'DELETE', path });
        expectPage(exchange, 405);
        expectEqual('Content-Type', html(exchange), 'text/html', exchange);
        const allow = exchange.headers.get('allow') ?? '';
        for (const method of methods)
          expectThat(allow.split(/, */).includes(method), `Allow with ${method}`, allow, exchange);
      }
    },
  }),
  check({
    id: 'page.not-found',
    sentence: 'a 404 of an unknown path is an HTML page, for everybody',
    async run({ http }) {
      for (const path of ['/api/v1/nothing', '/nothing', '/api/user/skip-trace/1/2/3']) {
        const exchange = await http.send({ method: 'GET', path });
        expectPage(exchange, 404);
        expectEqual('Content-Type', html(exchange), 'text/html', exchange);
      }
    },
  }),
  check({
    id: 'page.head',
    sentence: 'HEAD works where GET does, without a body',
    async run({ http, key }) {
      const exchange = await http.send({ method: 'HEAD', path: JOBS, key });
      expectStatus(exchange, 200);
      expectEqual('bytes of the body', exchange.bytes.length, 0, exchange);
      expectStatus(await http.send({ method: 'HEAD', path: SINGLE, key }), 405);
    },
  }),
]);

const added = inSection('Readings: headers (12, 13)', [
  check({
    id: 'header.request-id',
    sentence: 'every answer carries an X-Request-Id of its own',
    needs: ['miss'],
    async run(context) {
      const { http, key, given } = context;
      const answers = [
        await single(context, given.miss),
        await single(context, {}),
        await http.send({ method: 'POST', path: SINGLE, json: given.miss }),
        await http.send({ method: 'GET', path: '/nothing' }),
        await http.send({ method: 'GET', path: SINGLE }),
        await http.send({ method: 'GET', path: JOBS, key }),
      ];
      const ids = answers.map(({ headers }) => headers.get('x-request-id'));
      expectThat(
        ids.every((id) => id !== null && id !== ''),
        'an X-Request-Id on each',
        ids,
      );
      expectEqual('different ids', new Set(ids).size, ids.length);
    },
  }),
  check({
    id: 'header.rate-limit',
    sentence: 'rate-limited endpoints carry RateLimit-Limit, -Remaining and -Reset',
    needs: ['miss'],
    async run(context) {
      const { http, key, given } = context;
      expectRateHeaders(await single(context, given.miss), 500);
      expectRateHeaders(await bulk(context, [given.miss]), 250);
      const jobs = await http.send({ method: 'GET', path: JOBS, key });
      expectThat(Number(jobs.headers.get('ratelimit-limit')) > 0, 'a RateLimit-Limit', 'none', jobs);
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
  check({
    id: 'header.separate-windows',
    sentence: 'single lookups, bulk requests and job endpoints have windows of their own',
    needs: ['miss'],
    async run(context: Context<'miss'>) {
      const first = await single(context, context.given.miss);
      await bulk(context, [context.given.miss]);
      await createJob(context);
      await listJobs(context, context.key);
      expectCounted(first, await single(context, context.given.miss), 1);
    },
  }),
  check({
    id: 'header.unauthenticated',
    sentence: 'a 401 says which credentials are wanted',
    async run({ http }) {
      const exchange = await http.send({ method: 'POST', path: BULK, json: {} });
      expectStatus(exchange, 401);
      expectThat(
        /^Bearer/i.test(exchange.headers.get('www-authenticate') ?? ''),
        'WWW-Authenticate: Bearer',
        'none',
        exchange,
      );
    },
  }),
  check({
    id: 'header.error-code',
    sentence: 'an error says its code for programs, pages of unknown paths included, and keeps its body',
    async run(context) {
      const { http, key } = context;
      for (const [code, request] of [
        ['unauthorized', { method: 'POST', path: BULK, json: {} }],
        ['invalid_request', { method: 'POST', path: SINGLE, key, json: {} }],
        ['unknown_path', { method: 'GET', path: '/api/no-such-path' }],
        ['method_not_allowed', { method: 'DELETE', path: SINGLE }],
      ] as const) {
        const exchange = await http.send(request);
        expectEqual('X-Error-Code', exchange.headers.get('x-error-code') ?? 'none', code, exchange);
      }
    },
  }),
]);

export const headers = [...pages, ...added];
