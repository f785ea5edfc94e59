import { limits, type JobActionResponse, type JobStatus, type SkipTraceJob } from '@skiptrace/contract';
import { CENTS_PER_MATCH } from '../http/exchange.js';
import {
  type Action,
  createJob,
  csvFile,
  formOf,
  HEADER,
  jobBy,
  lineOf,
  listJobs,
  MAPPING,
  postJob,
  previewedJob,
  recordsOf,
  row,
  rowsByHeader,
  type TestJob,
} from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectBody,
  expectEqual,
  expectError,
  expectInvalid,
  expectStatus,
  expectThat,
  field,
  names,
} from '../suite/check.js';
import { cancelledJob, fourRows, heldPreview, oneMatch, wholeJob } from './scenarios.js';

const JOB = ['matches', 'miss'] as const;

const fields = inSection('Resources: SkipTraceJob', [
  check({
    id: 'job.rows',
    sentence: 'the rows of the file, those that matched or did not, and those without an address are counted',
    needs: JOB,
    async run(context) {
      const { preview, completed } = await context.once(wholeJob);
      const { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount } = preview;
      expectEqual(
        'the rows',
        { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount },
        { totalRows: 4, matchedRows: 2, unmatchedRows: 2, nonMatchCount: 1, blankAddressCount: 1 },
      );
      expectEqual('totalRows of the completed job', completed.totalRows, 4);
    },
  }),
  check({
    id: 'job.price',
    sentence: 'totalChargeCents is matchedRows times pricePerRowCents, which is 4',
    needs: JOB,
    async run(context) {
      const { pricePerRowCents, totalChargeCents } = (await context.once(wholeJob)).preview;
      expectEqual('pricePerRowCents', pricePerRowCents, CENTS_PER_MATCH);
      expectEqual('totalChargeCents', totalChargeCents, 2 * CENTS_PER_MATCH);
    },
  }),
  check({
    id: 'job.download-url',
    sentence: 'downloadUrl is set while the status is completed, and only then',
    needs: JOB,
    async run(context) {
      const { pending, preview, completed } = await context.once(wholeJob);
      const cancelled = await (await context.once(cancelledJob)).detail();
      for (const { status, downloadUrl } of [pending, preview, cancelled])
        expectEqual(`downloadUrl in ${status}`, downloadUrl ?? null, null);
      expectThat(URL.canParse(completed.downloadUrl ?? ''), 'a URL', completed.downloadUrl ?? null);
    },
  }),
]);

const enriched = inSection('Resources: Enriched CSV', [
  check({
    id: 'enriched.matched-rows-gain',
    sentence: 'matched rows gain owner names, phones and emails',
    needs: JOB,
    async run(context) {
      const { contact, phones, emails } = await context.once(oneMatch);
      const text = (recordsOf((await context.once(wholeJob)).download.bytes)[1] ?? []).join(' ');
      const { fullName, firstName, lastName } = contact;
      for (const fact of [fullName, firstName, lastName, ...emails].filter((each) => each !== null))
        expectThat(text.includes(fact), `the first row to hold "${fact}"`, text);
      for (const { number } of phones)
        expectThat(text.replace(/\D/g, '').includes(number), `the first row to hold ${number}`, text);
    },
  }),
  check({
    id: 'enriched.every-row',
    sentence: 'every row of the upload is in the result, in its order, with its own cells',
    needs: JOB,
    async run(context) {
      const { download, file } = await context.once(wholeJob);
      const before = rowsByHeader(file.bytes);
      const after = rowsByHeader(download.bytes).map((cells, index) =>
        Object.fromEntries(Object.keys(before[index] ?? {}).map((name) => [name, cells[name]])),
      );
      expectEqual('the rows', after, before);
    },
  }),
]);

/** Expects the statuses seen while polling in this order; some may have been too short to see. */
function expectOrder(seen: readonly JobStatus[], order: readonly JobStatus[]): void {
  const positions = seen.map((status) => order.indexOf(status));
  const ascending = positions.every((at, index) => at >= 0 && at >= (positions[index - 1] ?? 0));
  expectThat(ascending, `statuses in the order ${order.join(', ')}`, seen);
}

/** Expects a 409 that names the status for each action, and an unchanged job. */
async function refuses(job: TestJob, status: JobStatus, actions: readonly Action[]): Promise<void> {
  for (const action of actions) {
    const exchange = await job.act(action);
    const error = expectError(exchange, 409);
    expectThat(names(error, status), `an error that names the status ${status}`, error, exchange);
    expectEqual(`the status after ${action}`, (await job.detail()).status, status);
  }
}

const ALL: readonly Action[] = ['upload', 'uploaded', 'confirm', 'cancel'];

async function cancels(job: TestJob): Promise<void> {
  const { status, jobId } = expectBody<JobActionResponse>(await job.act('cancel'), 200);
  expectEqual('the answer', { status, jobId }, { status: 'cancelled', jobId: job.id });
  expectEqual('the status of the job', (await job.detail()).status, 'cancelled');
}

const states = inSection('States and transitions', [
  check({
    id: 'states.upload-starts-processing',
    sentence: 'a new job is pending; after the upload processing starts by itself and ends in preview',
    needs: JOB,
    async run(context) {
      const { pending, beforePreview } = await context.once(wholeJob);
      expectEqual('status of a new job', pending.status, 'pending');
      expectOrder(beforePreview, ['uploaded', 'processing', 'preview']);
    },
  }),
  check({
    id: 'states.confirm-leads-to-completed',
    sentence: 'confirm leads through confirmed and generating to completed',
    needs: JOB,
    async run(context) {
      const { confirmed, beforeCompleted } = await context.once(wholeJob);
      expectOrder([confirmed.status, ...beforeCompleted], ['confirmed', 'generating', 'completed']);
    },
  }),
  check({
    id: 'states.cancel-pending',
    sentence: 'a pending job can be cancelled',
    run: async (context) => cancels(await createJob(context)),
  }),
  check({
    id: 'states.cancel-preview',
    sentence: 'a job in preview can be cancelled',
    needs: JOB,
    run: async (context) => cancels(await previewedJob(context, fourRows(context))),
  }),
  check({
    id: 'states.pending-refuses',
    sentence: 'a pending job cannot be confirmed: 409 naming pending',
    run: async (context) => refuses(await createJob(context), 'pending', ['confirm']),
  }),
  check({
    id: 'states.preview-refuses',
    sentence: 'a job in preview takes no upload: 409 naming preview',
    needs: JOB,
    run: async (context) => refuses(await context.once(heldPreview), 'preview', ['upload', 'uploaded']),
  }),
  check({
    id: 'states.cancelled-refuses',
    sentence: 'a cancelled job takes no action: 409 naming cancelled',
    run: async (context) => refuses(await context.once(cancelledJob), 'cancelled', ALL),
  }),
  check({
    id: 'states.completed-refuses',
    sentence: 'a completed job takes no action, cancel included: 409 naming completed',
    needs: JOB,
    run: async (context) => refuses((await context.once(wholeJob)).job, 'completed', ALL),
  }),
]);

/** The cells that a job adds to the row of an address with two owners, if the file names the wanted one. */
async function addedCells(context: Context<'couple'>, firstName: string, lastName: string) {
  const { address, city, state, zip } = context.given.couple.input;
  const header = ['First', 'Last', 'Street', 'Town', 'State', 'Zip'];
  const file = csvFile([lineOf(header), lineOf([firstName, lastName, address, city, state, zip])], 1);
  const mapping = { ...MAPPING, firstName: 'First', lastName: 'Last' };
  const job = await previewedJob(context, file, { mapping });
  await job.confirm();
  const { downloadUrl } = await job.reach('completed');
  const { bytes } = await job.download(downloadUrl ?? '');
  const cells = Object.entries(rowsByHeader(bytes)[0] ?? {});
  return cells.filter(([name]) => !header.includes(name)).map(([, text]) => text);
}

const create = inSection('Endpoints: POST /api/user/skip-trace', [
  check({
    id: 'create.filename-length',
    sentence: 'filename has at most 500 characters',
    async run(context) {
      const longest = `${'x'.repeat(limits.filenameLength - 4)}.csv`;
      const job = await createJob(context, { filename: longest });
      expectEqual('filename', (await job.detail()).filename, longest);
      const body = { filename: `x${longest}`, columnMapping: MAPPING };
      expectInvalid(await postJob(context, body), ['filename']);
    },
  }),
  check({
    id: 'create.owner-name-steers',
    sentence: "the owner's name in the file steers which person's contacts come back",
    needs: ['couple'],
    async run(context) {
      const { first, second } = context.given.couple;
      for (const { firstName, lastName } of [first, second]) {
        const cells = await addedCells(context, firstName, lastName);
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
    sentence: 'a PUT to uploadUrl, without the key, and one call of uploaded bring the job to preview',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      const put = await job.put(missFile(context).bytes);
      expectThat(put.status >= 200 && put.status < 300, 'the PUT to succeed', put.status, put);
      expectEqual('jobId', expectBody<JobActionResponse>(await job.act('uploaded'), 200).jobId, job.id);
      expectError(await job.act('uploaded'), 409);
      expectEqual('totalRows', (await job.reach('preview')).totalRows, 1);
    },
  }),
]);

const direct = inSection('Endpoints: POST /api/user/skip-trace/{jobId}/upload', [
  check({
    id: 'direct.file-starts-processing',
    sentence: 'one multipart form with the part file, and maybe others, brings the job to preview',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const form = new FormData();
      form.append('note', 'first');
      form.append('file', new Blob([missFile(context).bytes]), 'a.csv');
      expectEqual('jobId', expectBody<JobActionResponse>(await job.post(form), 200).jobId, job.id);
      expectError(await job.post(form), 409);
      expectEqual('totalRows', (await job.reach('preview')).totalRows, 1);
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

const read = inSection('Endpoints: GET /api/user/skip-trace/{jobId}', [
  check({
    id: 'get-job.link-at-every-read',
    sentence: 'every read of a completed job gives a link that works',
    needs: JOB,
    async run(context) {
      const { job, download } = await context.once(wholeJob);
      for (let read = 0; read < 2; read += 1) {
        const again = await job.download((await job.detail()).downloadUrl ?? '');
        expectStatus(again, 200);
        expectEqual('the same bytes', Buffer.compare(again.bytes, download.bytes), 0);
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
      await context.clock.sleep((context.given.downloadLinkSeconds + 1) * 1_000);
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
      const { completed, completedInList, job } = await context.once(wholeJob);
      const facts = ({ status, totalRows, matchedRows, totalChargeCents }: SkipTraceJob) => ({
        status,
        totalRows,
        matchedRows,
        totalChargeCents,
      });
      expectEqual('the job in the list', facts(completedInList), facts(completed));
      const { jobs } = await listJobs(context, context.key);
      expectStatus(await job.download(jobs.find(({ id }) => id === job.id)?.downloadUrl ?? ''), 200);
    },
  }),
  check({
    id: 'list-jobs.at-most-50',
    sentence: 'the 50 most recent jobs are listed',
    needs: ['freshAccount'],
    async run(context) {
      const { key } = context.given.freshAccount;
      expectEqual('jobs of an account without any', (await listJobs(context, key)).jobs, []);
      const made: TestJob[] = [];
      while (made.length <= limits.jobsInList) made.unshift(await createJob(context, { key }));
      const listed = (await listJobs(context, key)).jobs.map(({ id }) => id);
      const newest = made.slice(0, limits.jobsInList).map(({ id }) => id);
      expectEqual('jobs in the list', listed, newest);
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
      expectThat(!jobs.some((job) => job.id === id), `a list without ${id}`, `${jobs.length} jobs`);
    },
  }),
]);

const confirm = inSection('Endpoints: POST /api/user/skip-trace/{jobId}/confirm', [
  check({
    id: 'confirm.answer',
    sentence: '200 with status, jobId and, as no other action, totalChargeCents, exactly as previewed',
    needs: JOB,
    async run(context) {
      const { job, uploaded, confirmed, preview } = await context.once(wholeJob);
      const { status, jobId, totalChargeCents } = confirmed;
      const expected = { status: 'confirmed', jobId: job.id, totalChargeCents: preview.totalChargeCents };
      expectEqual('the answer', { status, jobId, totalChargeCents }, expected);
      expectThat(!('totalChargeCents' in uploaded), 'none after an upload', uploaded);
    },
  }),
  check({
    id: 'confirm.balance-below-the-total',
    sentence: '402 with balanceRequired when the balance cannot cover the job, which stays in preview',
    needs: [...JOB, 'emptyAccount'],
    async run(context) {
      const job = await previewedJob(context, fourRows(context), context.given.emptyAccount);
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
    id: 'cancel.stays-listed',
    sentence: 'a cancelled job is still in the list',
    async run(context) {
      const { id } = await context.once(cancelledJob);
      const { jobs } = await listJobs(context, context.key);
      expectEqual('status', jobs.find((job) => job.id === id)?.status, 'cancelled');
    },
  }),
]);

export const jobs = [
  ...[...fields, ...enriched, ...states, ...create, ...presigned, ...direct],
  ...[...read, ...list, ...confirm, ...cancel],
];
