import type { Exchange } from '../http/exchange.js';
import {
  bulk,
  changedLinks,
  createJob,
  csvFile,
  formOf,
  HEADER,
  jobBy,
  lineOf,
  row,
  single,
} from '../service.js';
import {
  check,
  type Context,
  expectEqual,
  expectError,
  expectInvalid,
  expectStatus,
  expectThat,
  inSection,
} from '../suite/check.js';

const KB = 1024;
const LARGEST = 50_000_000;

/** Expects `RateLimit-Remaining` to fall by the requests between two answers, or to rise where a new window began. */
function expectCounted(before: Exchange, after: Exchange, requests: number): void {
  const [from, to] = [before, after].map(({ headers }) => Number(headers.get('ratelimit-remaining') ?? NaN));
  const isCounted = to !== undefined && from !== undefined && (to === from - requests || to > from);
  expectThat(isCounted, `RateLimit-Remaining less ${requests}`, `${from}, then ${to}`, after);
}

const missFile = ({ given: { miss } }: Context<'miss'>) => csvFile([lineOf(HEADER), row('only', miss)], 0);

export const limitReadings = [
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
  ...inSection('Readings: headers (12, 13)', [
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
  ]),
  ...inSection('Readings: presigned upload (22, 23)', [
    check({
      id: 'presigned.changed-link',
      sentence: 'a changed upload link, or one that names another job, is a 403 or 404',
      needs: ['miss'],
      async run(context) {
        const [job, other] = [await jobBy(context, 'presigned'), await createJob(context)];
        const { uploadUrl } = job.created;
        for (const url of [...changedLinks(new URL(uploadUrl)), uploadUrl.replace(job.id, other.id)])
          expectStatus(await job.put(missFile(context).bytes, url), 403, 404);
      },
    }),
  ]),
  ...inSection('Readings: direct upload (24)', [
    check({
      id: 'direct.50-mb',
      sentence: 'a file of 50,000,000 bytes is taken',
      needs: ['miss', 'largeFiles'],
      async run(context) {
        const job = await jobBy(context, 'direct');
        const bytes = new Uint8Array(LARGEST).fill('x'.charCodeAt(0));
        for (let at = 0; at < LARGEST; at += 50_000) bytes.set([','.charCodeAt(0), '\n'.charCodeAt(0)], at);
        bytes.set(missFile(context).bytes);
        expectStatus(await job.post(formOf('large.csv', bytes)), 200);
        await job.reach('preview');
      },
    }),
  ]),
];
