import {
  limits,
  type ConfirmSkipTraceJobResponse,
  type JobActionResponse,
  type SkipTraceJobList,
} from '@skiptrace/contract';
import { CENTS_PER_MATCH } from '../http/cost.js';
import { csvFile, HEADER, lineOf, row } from '../service/csv-file.js';
import { createJob, JOBS, listJobs, previewedJob } from '../service/jobs.js';
import { check, inSection } from '../suite/check.js';
import { expectBody, expectEqual, expectError, expectStatus, expectThat, field } from '../suite/expect.js';
import { fourRows, wholeJob } from './scenarios.js';

const JOB = ['matches', 'miss'] as const;
const MS_PER_SECOND = 1_000;

const read = inSection('Endpoints: GET /api/user/skip-trace/{jobId}', [
  check({
    id: 'get-job.download',
    sentence: 'when the job is completed downloadUrl leads to the enriched CSV',
    needs: JOB,
    async run(context) {
      const { download } = await context.once(wholeJob);
      expectEqual('status', download.status, 200, download);
      const text = new TextDecoder().decode(download.bytes);
      expectThat(text.includes(lineOf(HEADER)), 'a file with the header of the upload', text.split('\n')[0]);
    },
  }),
  check({
    id: 'get-job.link-at-every-read',
    sentence: 'every read of a completed job gives a link that works',
    needs: JOB,
    async run(context) {
      const { job, download } = await context.once(wholeJob);
      for (let read = 0; read < 2; read += 1) {
        const again = await job.download((await job.detail()).downloadUrl ?? '');
        expectStatus(again, 200);
        expectThat(
          Buffer.compare(again.bytes, download.bytes) === 0,
          'the same file',
          `${again.bytes.length} bytes`,
        );
      }
    },
  }),
  check({
    id: 'get-job.expired-link',
    sentence: 'a download link that expired is replaced by the next read',
    needs: [...JOB, 'downloadLinkSeconds'],
    async run(context) {
      const { job } = await context.once(wholeJob);
      const { downloadUrl } = await job.detail();
      await context.clock.sleep((context.given.downloadLinkSeconds + 1) * MS_PER_SECOND);
      const expired = await job.download(downloadUrl ?? '');
      expectThat(expired.status >= 400, 'the old link to be refused', expired.status, expired);
      expectStatus(await job.download((await job.detail()).downloadUrl ?? ''), 200);
    },
  }),
]);

const list = inSection('Endpoints: GET /api/user/skip-trace', [
  check({
    id: 'list-jobs.fields',
    sentence:
      "an object with jobs: each with status, row counts and charges, and a completed job's downloadUrl",
    needs: JOB,
    async run(context) {
      const { completed, completedInList: entry } = await context.once(wholeJob);
      const facts = ({ status, totalRows, matchedRows, totalChargeCents }: typeof entry) => ({
        status,
        totalRows,
        matchedRows,
        totalChargeCents,
      });
      expectEqual('the job in the list', facts(entry), facts(completed));
      const { job } = await context.once(wholeJob);
      expectThat(typeof entry.downloadUrl === 'string', 'a downloadUrl', entry.downloadUrl);
      const { jobs } = await listJobs(context, context.key);
      const fresh = jobs.find(({ id }) => id === job.id)?.downloadUrl ?? '';
      expectStatus(await job.download(fresh), 200);
    },
  }),
  check({
    id: 'list-jobs.newest-first',
    sentence: 'jobs are listed newest first',
    async run(context) {
      const made = [await createJob(context), await createJob(context), await createJob(context)];
      const { jobs } = await listJobs(context, context.key);
      const newest = jobs.slice(0, made.length).map(({ id }) => id);
      expectEqual('the newest jobs', newest, made.map(({ id }) => id).reverse());
    },
  }),
  check({
    id: 'list-jobs.at-most-50',
    sentence: 'the 50 most recent jobs are listed',
    needs: ['freshAccount'],
    async run(context) {
      const { key } = context.given.freshAccount;
      expectEqual('jobs of an account without any', (await listJobs(context, key)).jobs, []);
      const made = [];
      for (let count = 0; count <= limits.jobsInList; count += 1)
        made.push(await createJob(context, { key }));
      const listed = (await listJobs(context, key)).jobs.map(({ id }) => id);
      expectEqual(
        'jobs in the list',
        listed,
        made
          .slice(1)
          .map(({ id }) => id)
          .reverse(),
      );
      for (const job of made) expectStatus(await job.act('cancel'), 200);
    },
  }),
  check({
    id: 'list-jobs.own-only',
    sentence: "the list holds the account's own jobs only",
    needs: ['otherAccount'],
    async run(context) {
      const { id } = await createJob(context);
      const { jobs } = await listJobs(context, context.given.otherAccount.key);
      expectThat(
        jobs.every((job) => job.id !== id),
        `a list without ${id}`,
        `${jobs.length} jobs`,
      );
    },
  }),
]);

const confirm = inSection('Endpoints: POST /api/user/skip-trace/{jobId}/confirm', [
  check({
    id: 'confirm.answer',
    sentence: '200 with status, jobId and totalChargeCents, exactly as previewed',
    needs: JOB,
    async run(context) {
      const { job, confirmed, preview } = await context.once(wholeJob);
      const expected: ConfirmSkipTraceJobResponse = {
        status: 'confirmed',
        jobId: job.id,
        totalChargeCents: preview.totalChargeCents ?? 0,
      };
      const { status, jobId, totalChargeCents } = confirmed;
      expectEqual('the answer', { status, jobId, totalChargeCents }, expected);
    },
  }),
  check({
    id: 'confirm.balance-below-the-total',
    sentence: '402 with balanceRequired when the balance cannot cover the job, which stays in preview',
    needs: [...JOB, 'emptyAccount'],
    async run(context) {
      const job = await previewedJob(context, fourRows(context), { key: context.given.emptyAccount.key });
      const exchange = await job.act('confirm');
      expectError(exchange, 402);
      expectEqual('balanceRequired', field(exchange, 'balanceRequired'), 2 * CENTS_PER_MATCH, exchange);
      expectEqual('status', (await job.detail()).status, 'preview');
      expectStatus(await job.act('cancel'), 200);
    },
  }),
  check({
    id: 'confirm.once',
    sentence: 'of two confirms one is answered with 409',
    needs: ['matches'],
    async run(context) {
      const file = csvFile([lineOf(HEADER), row('only', context.given.matches[0].input)], 1);
      context.wallet.require(2 * CENTS_PER_MATCH);
      const job = await previewedJob(context, file);
      const answers = await Promise.all([job.act('confirm'), job.act('confirm')]);
      expectEqual('the two statuses', answers.map(({ status }) => status).sort(), [200, 409]);
      await job.reach('completed');
    },
  }),
]);

const cancel = inSection('Endpoints: POST /api/user/skip-trace/{jobId}/cancel', [
  check({
    id: 'cancel.answer',
    sentence: '200 with status cancelled and jobId',
    async run(context) {
      const job = await createJob(context);
      const { status, jobId } = expectBody<JobActionResponse>(await job.act('cancel'), 200);
      expectEqual('the answer', { status, jobId }, { status: 'cancelled', jobId: job.id });
    },
  }),
  check({
    id: 'cancel.stays-listed',
    sentence: 'a cancelled job is still in the list, without a link',
    async run(context) {
      const job = await createJob(context);
      expectStatus(await job.act('cancel'), 200);
      const exchange = await context.http.send({ method: 'GET', path: JOBS, key: context.key });
      const { jobs } = expectBody<SkipTraceJobList>(exchange, 200);
      expectEqual('status', jobs.find(({ id }) => id === job.id)?.status, 'cancelled', exchange);
    },
  }),
]);

export const jobEndpoints = [...read, ...list, ...confirm, ...cancel];
