import { createJob, JOBS, formOf } from '../service/jobs.js';
import { BULK, single, SINGLE } from '../service/lookups.js';
import { cancelledJob } from '../specification/scenarios.js';
import { check, inSection } from '../suite/check.js';
import { expectError, expectPage } from '../suite/expect.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const UNKNOWN_JOB = 'b9c2f1de-3a5b-4c6d-8e7f-0123456789ab';

export const order = inSection('Readings: order of checks (1)', [
  check({
    id: 'order.page-before-key',
    sentence: 'unknown paths and methods are answered before the key is looked at',
    async run({ http }) {
      expectPage(await http.send({ method: 'GET', path: '/api/v1/nothing' }), 404);
      expectPage(await http.send({ method: 'GET', path: SINGLE }), 405);
    },
  }),
  check({
    id: 'order.key-before-body',
    sentence: 'broken JSON without a key is a 401',
    async run({ http }) {
      for (const path of [SINGLE, BULK, JOBS])
        expectError(await http.send({ method: 'POST', path, headers: JSON_TYPE, body: '{' }), 401);
    },
  }),
  check({
    id: 'order.body-before-balance',
    sentence: 'a bad request from an empty account is a 400',
    needs: ['emptyAccount'],
    async run(context) {
      const { key } = context.given.emptyAccount;
      expectError(await single(context, { address: '' }, { key }), 400);
    },
  }),
  check({
    id: 'order.job-before-file',
    sentence: 'a broken upload to no job is a 404, to a job that takes none a 409',
    async run(context) {
      const { http, key } = context;
      const broken = { headers: { 'Content-Type': 'multipart/form-data' }, body: 'no form', key };
      const { id } = await context.once(cancelledJob);
      expectError(await http.send({ method: 'POST', path: `${JOBS}/${UNKNOWN_JOB}/upload`, ...broken }), 404);
      expectError(await http.send({ method: 'POST', path: `${JOBS}/${id}/upload`, ...broken }), 409);
    },
  }),
  check({
    id: 'order.job-before-status',
    sentence: "another account's job is a 404 even where its status would be a 409",
    needs: ['otherAccount'],
    async run(context) {
      const job = await createJob(context);
      expectError(await job.act('confirm', context.given.otherAccount.key), 404);
      expectError(await job.post(formOf('a.csv', ''), context.given.otherAccount.key), 404);
    },
  }),
]);
