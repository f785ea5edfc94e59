import { operationPolicies, type OperationPolicy } from '@skiptrace/contract';
import { bulk, single, SINGLE } from '../service/lookups.js';
import { createJob, type Action } from '../service/jobs.js';
import { check, inSection } from '../suite/check.js';
import { expectError, expectInvalid, expectStatus, expectThat, field } from '../suite/expect.js';
import { fourRows, heldPreview } from './scenarios.js';

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
