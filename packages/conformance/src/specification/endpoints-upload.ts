import type { JobActionResponse } from '@skiptrace/contract';
import { csvFile, HEADER, lineOf, row } from '../service/csv-file.js';
import { createJob, formOf, JOBS, type TestJob } from '../service/jobs.js';
import { check, inSection, type Context } from '../suite/check.js';
import {
  expectBody,
  expectEqual,
  expectError,
  expectInvalid,
  expectStatus,
  expectThat,
} from '../suite/expect.js';
import { Skip } from '../http/exchange.js';

const SMALLEST_TOO_LARGE = 52_428_801;

/** A job with this upload method. @throws Skip on a server that uses the other */
async function jobBy(context: Context, method: 'direct' | 'presigned'): Promise<TestJob> {
  const job = await createJob(context);
  if (job.created.uploadMethod !== method)
    throw new Skip(`the uploadMethod of this service is ${job.created.uploadMethod}, not ${method}`);
  return job;
}

const missFile = ({ given: { miss } }: Context<'miss'>) => csvFile([lineOf(HEADER), row('only', miss)], 0);

const presigned = inSection('Endpoints: Upload, uploadMethod presigned', [
  check({
    id: 'presigned.put-then-uploaded',
    sentence: 'a PUT to uploadUrl and a call of uploaded bring the job to preview',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      const put = await job.put(missFile(context).bytes);
      expectThat(put.status >= 200 && put.status < 300, 'the PUT to succeed', put.status, put);
      const answer = expectBody<JobActionResponse>(await job.act('uploaded'), 200);
      expectEqual('jobId', answer.jobId, job.id);
      expectEqual('totalRows', (await job.reach('preview')).totalRows, 1);
    },
  }),
  check({
    id: 'presigned.key-is-not-needed',
    sentence: 'the PUT goes to an address of its own, with Content-Type text/csv and without the key',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      const { uploadUrl } = job.created;
      expectThat(/^https?:/.test(uploadUrl), 'an absolute address', 'another');
      const put = await job.put(missFile(context).bytes);
      expectThat(put.status < 300, 'the PUT to succeed', put.status, put);
    },
  }),
  check({
    id: 'presigned.uploaded-once',
    sentence: 'uploaded needs a pending job: a second call is a 409',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      await job.put(missFile(context).bytes);
      expectStatus(await job.act('uploaded'), 200);
      expectError(await job.act('uploaded'), 409);
    },
  }),
]);

const direct = inSection('Endpoints: POST /api/user/skip-trace/{jobId}/upload', [
  check({
    id: 'direct.file-starts-processing',
    sentence: 'a multipart form with the part file brings the job to preview',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const answer = expectBody<JobActionResponse>(
        await job.post(formOf('a.csv', missFile(context).bytes)),
        200,
      );
      expectEqual('jobId', answer.jobId, job.id);
      expectEqual('totalRows', (await job.reach('preview')).totalRows, 1);
    },
  }),
  check({
    id: 'direct.upload-url',
    sentence: "uploadUrl is the job's own upload endpoint",
    async run(context) {
      const job = await jobBy(context, 'direct');
      const { pathname } = new URL(job.created.uploadUrl, 'http://relative.example');
      expectThat(pathname.endsWith(`${JOBS}/${job.id}/upload`), 'the path of the endpoint', pathname);
    },
  }),
  check({
    id: 'direct.file-is-required',
    sentence: 'without the part file it is a 400 that names file, and the job stays pending',
    async run(context) {
      const job = await jobBy(context, 'direct');
      const empty = new FormData();
      empty.append('note', 'no file here');
      for (const form of [empty, formOf('a.csv', 'Street\n', 'document')])
        expectInvalid(await job.post(form), ['file']);
      expectEqual('status', (await job.detail()).status, 'pending');
    },
  }),
  check({
    id: 'direct.once',
    sentence: 'upload needs a pending job: a second file is a 409',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const { bytes } = missFile(context);
      expectStatus(await job.post(formOf('a.csv', bytes)), 200);
      expectError(await job.post(formOf('a.csv', bytes)), 409);
    },
  }),
  check({
    id: 'direct.other-parts',
    sentence: 'other parts of the form do no harm',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const form = new FormData();
      form.append('note', 'first');
      form.append('file', new Blob([missFile(context).bytes]), 'a.csv');
      expectStatus(await job.post(form), 200);
    },
  }),
  check({
    id: 'direct.at-most-50-mb',
    sentence: 'a file of more than 50 MB is a 400 that names file, and the job stays pending',
    needs: ['largeFiles'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const bytes = new Uint8Array(SMALLEST_TOO_LARGE).fill(0x61);
      expectInvalid(await job.post(formOf('large.csv', bytes)), ['file']);
      expectEqual('status', (await job.detail()).status, 'pending');
    },
  }),
]);

export const uploadEndpoints = [...presigned, ...direct];
