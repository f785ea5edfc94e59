import { operationPolicies, type OperationPolicy } from '@skiptrace/contract';
import type { Outgoing } from '../http/exchange.js';
import {
  check,
  inSection,
  type Context,
  expectError,
  expectThat,
  expectPage,
  expectInvalid,
  expectStatus,
  field,
} from '../suite/check.js';
import { CONTACT } from './contact.js';
import { BULK, SINGLE, bulk, single, JOBS, createJob, type Action } from '../service.js';
import { fourRows, heldPreview } from './scenarios.js';

const SOME_JOB = '00000000-0000-4000-8000-000000000000';

/** A request to every operation that needs a key, valid except for the key. */
const guarded: readonly Outgoing[] = (Object.values(operationPolicies) as OperationPolicy[])
  .filter(({ security }) => security === 'key')
  .map(({ method, path }) => ({
    method,
    path: path.replace('{jobId}', SOME_JOB),
    ...(path.startsWith('/api/v1')
      ? { json: { address: '1 Main St', addresses: [{ address: '1 Main St' }] } }
      : {}),
  }));

/** Sends the requests together, because a server may delay each refusal of a wrong key. */
async function refusesAll({ http }: Context, credentials: Pick<Outgoing, 'key' | 'headers'>): Promise<void> {
  const answers = await Promise.allSettled(
    guarded.map((request) => http.send({ ...request, ...credentials })),
  );
  for (const answer of answers) {
    if (answer.status === 'rejected') throw answer.reason;
    expectError(answer.value, 401);
  }
}

async function refusesHeaders({ http }: Context, values: readonly string[]): Promise<void> {
  const [request] = guarded;
  if (request === undefined) return;
  for (const Authorization of values)
    expectError(await http.send({ ...request, headers: { Authorization } }), 401);
}

export const authentication = inSection('Authentication', [
  check({
    id: 'authentication.key-is-required',
    sentence: 'every endpoint but the contact wants an API key: 401 without',
    run: (context) => refusesAll(context, {}),
  }),
  check({
    id: 'authentication.key-works',
    sentence: 'the key is sent as Authorization: Bearer',
    async run({ http, key }) {
      const exchange = await http.send({ method: 'GET', path: '/api/user/skip-trace', key });
      expectThat(exchange.status === 200, 'a good key to be accepted', exchange.status, exchange);
    },
  }),
  check({
    id: 'authentication.elsewhere-is-no-key',
    sentence: 'a key in another header or in the query is none',
    async run({ http, key }) {
      const path = '/api/user/skip-trace';
      expectError(await http.send({ method: 'GET', path, headers: { 'X-API-Key': key } }), 401);
      for (const name of ['key', 'api_key', 'access_token'])
        expectError(await http.send({ method: 'GET', path: `${path}?${name}=${key}` }), 401);
    },
  }),
  check({
    id: 'authentication.prefix',
    sentence: 'keys begin with pc_',
    async run(context) {
      expectThat(context.key.startsWith('pc_'), 'a key that begins with pc_', 'another beginning');
      await refusesHeaders(context, [`Bearer ${context.key.slice('pc_'.length)}`]);
    },
  }),
  check({
    id: 'authentication.malformed',
    sentence: 'a malformed key is a 401',
    run: (context) =>
      refusesHeaders(context, [
        'Bearer',
        'Bearer pc_',
        `Basic ${Buffer.from(`${context.key}:`).toString('base64')}`,
        `Token ${context.key}`,
        context.key,
        `Bearer ${context.key} ${context.key}`,
        `Bearer ${context.key.slice(0, -1)}`,
      ]),
  }),
  check({
    id: 'authentication.unknown',
    sentence: 'an invalid key is a 401',
    run: (context) => refusesAll(context, { key: `pc_${'x'.repeat(Math.max(8, context.key.length - 3))}` }),
  }),
  check({
    id: 'authentication.revoked',
    sentence: 'a revoked key is a 401',
    needs: ['revokedKey'],
    run: (context) => refusesAll(context, { key: context.given.revokedKey.key }),
  }),
  check({
    id: 'authentication.inactive',
    sentence: 'the key of an account that is not active is a 401',
    needs: ['inactiveAccount'],
    run: (context) => refusesAll(context, { key: context.given.inactiveAccount.key }),
  }),
  check({
    id: 'authentication.contact-needs-none',
    sentence: 'the contact needs no authentication',
    async run({ http }) {
      expectError(await http.send({ method: 'POST', path: CONTACT, json: {} }), 400);
    },
  }),
]);

export const pages = inSection('Endpoints: Methods and paths outside this list', [
  check({
    id: 'pages.unknown-path',
    sentence: "an unknown path is answered by the application's 404 page, not by an Error body",
    async run({ http, key }) {
      for (const path of [
        '/api/v1/nothing',
        '/api/v1',
        '/api/unknown/skip-trace',
        `${JOBS}/${SOME_JOB}/nothing`,
      ])
        expectPage(await http.send({ method: 'GET', path, key }), 404);
      for (const path of [`${SINGLE}s`, `${BULK}/1`])
        expectPage(await http.send({ method: 'POST', path, key, json: {} }), 404);
    },
  }),
  check({
    id: 'pages.unsupported-method',
    sentence: "an unsupported method is answered by the application's 405 page, not by an Error body",
    async run({ http, key }) {
      for (const path of new Set(Object.values(operationPolicies).map((policy) => policy.path)))
        expectPage(await http.send({ method: 'DELETE', path: path.replace('{jobId}', SOME_JOB), key }), 405);
    },
  }),
  check({
    id: 'pages.lookups-by-post-only',
    sentence: 'the lookup endpoints accept POST only',
    async run({ http, key }) {
      for (const path of [SINGLE, BULK])
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
          expectPage(await http.send({ method, path, key }), 405);
    },
  }),
]);

const UNKNOWN_JOB = 'b9c2f1de-3a5b-4c6d-8e7f-0123456789ab';

const ACTIONS: readonly Action[] = ['upload', 'uploaded', 'confirm', 'cancel'];

export const errors = inSection('Errors', [
  check({
    id: 'errors.json-with-error',
    sentence: 'every error is JSON with an error string',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const { http, key, given } = context;
      expectError(await single(context, {}), 400);
      expectError(await http.send({ method: 'POST', path: SINGLE, json: given.miss }), 401);
      expectError(await single(context, given.miss, { key: given.emptyAccount.key }), 402);
      expectError(await http.send({ method: 'GET', path: `/api/user/skip-trace/${UNKNOWN_JOB}`, key }), 404);
      expectError(await (await createJob(context)).act('confirm'), 409);
    },
  }),
  check({
    id: 'errors.400-names-the-field',
    sentence: 'a 400 names the invalid field, and no valid one',
    needs: ['miss'],
    async run(context) {
      const { miss } = context.given;
      expectInvalid(await single(context, { ...miss, zip: 'x' }), ['zip'], ['state', 'city']);
      expectInvalid(await single(context, { ...miss, state: 'x' }), ['state'], ['zip', 'city']);
      expectInvalid(await single(context, { ...miss, city: 5 }), ['city'], ['zip', 'state']);
    },
  }),
  check({
    id: 'errors.402-balance-required',
    sentence: 'a 402 says the cents needed in balanceRequired; other errors do not',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const refused = await bulk(context, [context.given.miss], { key: context.given.emptyAccount.key });
      expectThat(Number.isInteger(field(refused, 'balanceRequired')), 'an integer', refused.json, refused);
      const invalid = await single(context, {});
      expectThat(
        field(invalid, 'balanceRequired') === undefined,
        'no balanceRequired',
        invalid.json,
        invalid,
      );
    },
  }),
  check({
    id: 'errors.404-unknown-job',
    sentence: 'no job with that id: 404, for every job endpoint',
    async run({ http, key }) {
      for (const { method, path } of jobOperations)
        expectError(await http.send({ method, path: path.replace('{jobId}', UNKNOWN_JOB), key }), 404);
    },
  }),
  check({
    id: 'errors.404-job-of-another',
    sentence: "another account's job is a 404, for every job endpoint, and stays as it is",
    needs: ['otherAccount'],
    async run(context) {
      const { http, given } = context;
      const job = await createJob(context);
      const path = `/api/user/skip-trace/${job.id}`;
      expectError(await http.send({ method: 'GET', path, key: given.otherAccount.key }), 404);
      for (const action of ACTIONS) expectError(await job.act(action, given.otherAccount.key), 404);
      expectThat((await job.detail()).status === 'pending', 'the job to be pending', 'another status');
    },
  }),
  check({
    id: 'errors.404-preview-of-another',
    sentence: "another account's job cannot be confirmed or cancelled",
    needs: ['matches', 'miss', 'otherAccount'],
    async run(context) {
      const job = await context.once(heldPreview);
      for (const action of ['confirm', 'cancel'] as const)
        expectError(await job.act(action, context.given.otherAccount.key), 404);
      expectThat((await job.detail()).status === 'preview', 'the job in preview', 'another status');
    },
  }),
  check({
    id: 'errors.409-names-the-status',
    sentence: "a 409 names the job's current status",
    needs: ['matches', 'miss'],
    async run(context) {
      const job = await createJob(context);
      const error = expectError(await job.act('confirm'), 409);
      expectThat(/\bpending\b/i.test(error), 'an error that names pending', error);
      expectStatus(await job.upload(fourRows(context)), 200);
      await job.reach('preview');
      const later = expectError(await job.act('upload'), 409);
      expectThat(/\bpreview\b/i.test(later), 'an error that names preview', later);
      expectStatus(await job.act('cancel'), 200);
    },
  }),
  check({
    id: 'errors.500-lookup',
    sentence: 'a lookup that fails is a 500 in the Error shape, alone and in bulk',
    needs: ['failure', 'miss'],
    async run(context) {
      expectError(await single(context, context.given.failure), 500);
      expectError(await bulk(context, [context.given.miss, context.given.failure]), 500);
    },
  }),
]);

const jobOperations = (Object.values(operationPolicies) as OperationPolicy[]).filter(({ path }) =>
  path.includes('{jobId}'),
);

export const versioning = inSection('Versioning', [
  check({
    id: 'versioning.in-the-path',
    sentence: 'the version is in the path: /api/v1 answers, other versions do not',
    needs: ['miss'],
    async run(context) {
      const { http, key, given } = context;
      expectStatus(await single(context, given.miss), 200);
      for (const path of [SINGLE, BULK])
        expectPage(await http.send({ method: 'POST', path: path.replace('v1', 'v2'), key, json: {} }), 404);
    },
  }),
  check({
    id: 'versioning.new-request-fields',
    sentence: 'new optional request fields do not break: an unknown one is ignored',
    needs: ['miss'],
    async run(context) {
      expectStatus(await bulk(context, [{ ...context.given.miss, county: 'Washoe' }]), 200);
    },
  }),
  check({
    id: 'versioning.nothing-deprecated',
    sentence: 'nothing is deprecated: no Deprecation, no Sunset, no Link with rel=deprecation',
    needs: ['miss'],
    async run(context) {
      for (const exchange of [await single(context, context.given.miss), await single(context, {})]) {
        const link = exchange.headers.get('link') ?? '';
        const announced = ['deprecation', 'sunset'].filter((name) => exchange.headers.has(name));
        expectThat(announced.length === 0, 'no such header', announced.join(', '), exchange);
        expectThat(!/rel="?deprecation/i.test(link), 'no such Link', link, exchange);
      }
    },
  }),
  check({
    id: 'versioning.outside-v1',
    sentence: 'the CSV job and contact endpoints live outside /api/v1',
    async run({ http, key }) {
      for (const path of ['/api/v1/user/skip-trace', '/api/v1/contact'])
        expectPage(await http.send({ method: 'POST', path, key, json: {} }), 404);
    },
  }),
]);
