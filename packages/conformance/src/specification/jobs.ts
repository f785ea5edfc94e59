import {
  limits,
  UPLOAD_METHODS,
  type CreateSkipTraceJobResponse,
  type JobActionResponse,
  type ConfirmSkipTraceJobResponse,
  type SkipTraceJobList,
} from '@skiptrace/contract';
import {
  csvFile,
  lineOf,
  rowsByHeader,
  HEADER,
  row,
  createJob,
  MAPPING,
  postJob,
  formOf,
  jobBy,
  JOBS,
  listJobs,
  previewedJob,
} from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectBody,
  expectEqual,
  expectInvalid,
  expectStatus,
  expectThat,
  expectError,
  field,
} from '../suite/check.js';
import { CENTS_PER_MATCH } from '../http/exchange.js';
import { fourRows, wholeJob } from './scenarios.js';

const mappingWithout = (name: string) =>
  Object.fromEntries(Object.entries(MAPPING).filter(([field]) => field !== name));

async function refusesFilenames(context: Context, filenames: readonly unknown[]): Promise<void> {
  for (const filename of filenames)
    expectInvalid(await postJob(context, { filename, columnMapping: MAPPING }), ['filename']);
}

/** The enriched row of an address with two owners, if the file names the wanted one. */
async function enrichedRow(context: Context<'couple'>, firstName: string, lastName: string) {
  const { address, city, state, zip } = context.given.couple.input;
  const header = ['First', 'Last', 'Street', 'Town', 'State', 'Zip'];
  const file = csvFile([lineOf(header), lineOf([firstName, lastName, address, city, state, zip])], 1);
  const job = await createJob(context, { mapping: { ...MAPPING, firstName: 'First', lastName: 'Last' } });
  expectStatus(await job.upload(file), 200);
  await job.reach('preview');
  await job.confirm();
  const { downloadUrl } = await job.reach('completed');
  const { bytes } = await job.download(downloadUrl ?? '');
  const added = Object.entries(rowsByHeader(bytes)[0] ?? {}).filter(([name]) => !header.includes(name));
  return added.map(([, text]) => text);
}

export const createEndpoint = inSection('Endpoints: POST /api/user/skip-trace', [
  check({
    id: 'create.answer',
    sentence: '201 with jobId, uploadUrl and uploadMethod, which is presigned or direct',
    async run(context) {
      const { jobId, uploadUrl, uploadMethod } = (await createJob(context)).created;
      expectThat(jobId.length === 36, 'a uuid', jobId);
      expectThat(uploadUrl.length > 0, 'an uploadUrl', uploadUrl);
      expectThat(UPLOAD_METHODS.includes(uploadMethod), UPLOAD_METHODS.join(' or '), uploadMethod);
    },
  }),
  check({
    id: 'create.own-job-each-time',
    sentence: 'every creation makes a job of its own',
    async run(context) {
      const [first, second] = [await createJob(context), await createJob(context)];
      expectThat(first.id !== second.id, 'two ids', [first.id, second.id]);
    },
  }),
  check({
    id: 'create.filename-is-required',
    sentence: 'filename is required and a string',
    async run(context) {
      expectInvalid(await postJob(context, { columnMapping: MAPPING }), ['filename']);
      await refusesFilenames(context, [null, 1, ['leads.csv']]);
    },
  }),
  check({
    id: 'create.filename-ends-in-csv',
    sentence: 'filename ends in .csv',
    run: (context) => refusesFilenames(context, ['leads', 'leads.xlsx', 'leads.csv.zip', 'leadscsv', '']),
  }),
  check({
    id: 'create.filename-length',
    sentence: 'filename has at most 500 characters',
    async run(context) {
      const longest = `${'x'.repeat(limits.filenameLength - 4)}.csv`;
      const job = await createJob(context, { filename: longest });
      expectEqual('filename', (await job.detail()).filename, longest);
      await refusesFilenames(context, [`x${longest}`]);
    },
  }),
  check({
    id: 'create.mapping-is-required',
    sentence: 'columnMapping is required and an object',
    async run(context) {
      for (const body of [{ filename: 'a.csv' }, { filename: 'a.csv', columnMapping: 'Street' }])
        expectInvalid(await postJob(context, body), ['columnMapping']);
    },
  }),
  check({
    id: 'create.mapping-fields-are-required',
    sentence: 'address, city, state and zip of the mapping are required strings',
    async run(context) {
      for (const name of Object.keys(MAPPING)) {
        const field = `columnMapping.${name}`;
        const missing = mappingWithout(name);
        expectInvalid(await postJob(context, { filename: 'a.csv', columnMapping: missing }), [field]);
        const wrong = { ...MAPPING, [name]: 7 };
        expectInvalid(await postJob(context, { filename: 'a.csv', columnMapping: wrong }), [field]);
      }
    },
  }),
  check({
    id: 'create.owner-name-columns',
    sentence: 'the mapping may name columns of first and last name',
    async run(context) {
      const columnMapping = { ...MAPPING, firstName: 'First', lastName: 'Last' };
      const exchange = await postJob(context, { filename: 'a.csv', columnMapping });
      expectBody<CreateSkipTraceJobResponse>(exchange, 201);
    },
  }),
  check({
    id: 'create.owner-name-steers',
    sentence: "the owner's name in the file steers which person's contacts come back",
    needs: ['couple'],
    async run(context) {
      const { first, second } = context.given.couple;
      for (const { firstName, lastName } of [first, second]) {
        const cells = await enrichedRow(context, firstName, lastName);
        // A server may list both owners; the one named in the file has to be the first.
        const found = cells.find((cell) => [first.firstName, second.firstName].includes(cell));
        expectThat(found === firstName, `the owner ${firstName} ${lastName}`, cells);
      }
    },
  }),
]);

const SMALLEST_TOO_LARGE = 52_428_801;

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
