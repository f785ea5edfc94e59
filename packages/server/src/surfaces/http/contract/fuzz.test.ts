// Engines: SQLite, PostgreSQL at a release

import { operationPolicies, type OperationId } from '@skiptrace/contract';
import { requestSchema } from '@skiptrace/contract/document';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenValuesOf, NASTY_TEXT, valuesOf } from '../../../testing/from-schema.js';
import { temporaryServer, type Call, type TemporaryServer } from '../../../testing/server.js';

/** Cases per operation; `FUZZ_CASES=5000` for a nightly run, `FUZZ_SEED` for other cases than CI's. */
const CASES = Number(process.env.FUZZ_CASES ?? 40);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** Lookups are limited per account and minute. */
const CASES_PER_ACCOUNT = 200;

let server: TemporaryServer;
const jobIds: string[] = [];
beforeAll(async () => {
  const env = { TRUST_PROXY: 'loopback', JOB_REQUESTS_PER_MINUTE: '1000000', UPLOAD_METHOD: 'presigned' };
  server = await temporaryServer({ env, balanceCents: 0 });
  // An upload that waits in the queue and a job that is cancelled beside pending ones; no worker runs.
  for (const act of [null, 'cancelSkipTraceJob', 'uploadSkipTraceJobFile'] as const) {
    const json = { filename: 'a.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } };
    const jobId = String((await server.call('createSkipTraceJob', { json })).json.jobId);
    const form = new FormData();
    form.append('file', new Blob(['A,B,C,D\n']), 'a.csv');
    if (act !== null)
      await server.call(act, { jobId, ...(act === 'uploadSkipTraceJobFile' && { body: form }) });
    jobIds.push(jobId);
  }
});
afterAll(() => server.close());

const headerText = fc.stringMatching(/^[!-~\u00a1-\u00ff]{0,40}$/);
/** Text as UTF-8 can hold it: a lone surrogate becomes U+FFFD. */
const sendable = (text: string) => Buffer.from(text).toString();
const shortened = (text: string) => sendable(text).slice(0, 500);

const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'text/plain',
          'multipart/form-data',
          'multipart/form-data; boundary=b',
          '',
        ),
      },
      { weight: 1, arbitrary: headerText },
    ),
    'idempotency-key': headerText,
    accept: fc.constantFrom('*/*', 'application/xml', 'text/html'),
    'x-strange': headerText,
  },
  { requiredKeys: [] },
);

const query = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(NASTY_TEXT.map(shortened), NASTY_TEXT.map(shortened), { maxKeys: 3 })
    .map((pairs) => `?${new URLSearchParams(pairs).toString()}`),
  fc.constantFrom('?a[b][c]=1', '?%zz', '?__proto__[x]=1', '?&&&=', '?limit=-1'),
);

const jobId = fc.oneof(
  fc.nat().map((at) => jobIds[at % jobIds.length] ?? ''),
  fc.uuid(),
  NASTY_TEXT.map(shortened).filter((text) => !['', '.', '..'].includes(text)),
);

const multipart = fc
  .tuple(fc.constantFrom('file', 'File', 'other', 'file[]', '__proto__'), NASTY_TEXT, fc.boolean())
  .map(([name, text, asFile]) => {
    const form = new FormData();
    if (asFile) form.append(name, new Blob([text]), 'a.csv');
    else form.append(name, sendable(text));
    return { body: form } satisfies Call;
  });

function bodies(id: OperationId): fc.Arbitrary<Call> {
  if (operationPolicies[id].method === 'GET') return fc.constant({});
  const raw = fc
    .oneof(NASTY_TEXT.map(sendable), fc.uint8Array({ maxLength: 200 }))
    .map((body): Call => ({ body: typeof body === 'string' ? body : Buffer.from(body) }));
  const schema = requestSchema(id);
  if (id === 'uploadSkipTraceJobFile') return fc.oneof(multipart, raw);
  if (schema === undefined) return fc.oneof(fc.constant({}), raw);
  const json = (values: fc.Arbitrary<unknown>) => values.map((value): Call => ({ json: value }));
  return fc.oneof(json(valuesOf(schema)), json(brokenValuesOf(schema)), raw);
}

describe('requests made up from openapi.yaml', () => {
  it.each(Object.keys(operationPolicies) as OperationId[])(
    'never get a fault of the server, or an answer outside the contract, from %s',
    async (id) => {
      let cases = 0;
      let { apiKey } = server.account;
      const statuses = new Map<number, number>();
      const key = fc.oneof(
        { weight: 9, arbitrary: fc.constant('own') },
        { weight: 1, arbitrary: fc.constantFrom(null, 'pc_x', 'other') },
      );
      await fc.assert(
        fc.asyncProperty(bodies(id), headers, query, jobId, key, async (sent, given, asked, job, who) => {
          // From time to time a fresh account; half of them have no money.
          if (cases++ % CASES_PER_ACCOUNT === 0)
            ({ apiKey } = await server.createAccount(cases % 2 === 0 ? 0 : 100_000));
          const { 'content-type': contentType, ...others } = given;
          const own = sent.body instanceof FormData || contentType === undefined ? others : given;
          const { status } = await server.call(id, {
            ...sent,
            jobId: job,
            query: asked,
            key: who === 'own' ? apiKey : who,
            headers: { ...own, 'x-forwarded-for': `192.0.${Math.floor(cases / 250) % 250}.${cases % 250}` },
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect(status).toBeLessThan(500);
        }),
        { seed: SEED, numRuns: CASES },
      );
      // If all generated requests were refused at the door, the test would prove nothing.
      const reached = [...statuses.keys()].filter((status) => ![401, 429].includes(status));
      expect(reached.length).toBeGreaterThan(0);
    },
    60_000 + CASES * 100,
  );

  it('leave the ledger sound', async () => {
    const { ledgerFindings, jobFindings } = server.service;
    expect(await ledgerFindings()).toEqual([]);
    expect(await jobFindings()).toEqual([]);
  });
});
