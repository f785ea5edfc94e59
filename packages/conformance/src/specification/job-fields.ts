import { CENTS_PER_MATCH } from '../http/exchange.js';
import { recordsOf, rowsByHeader, type Action, type TestJob, createJob, previewedJob } from '../service.js';
import {
  check,
  inSection,
  expectEqual,
  expectThat,
  expectError,
  expectStatus,
  field,
  names,
} from '../suite/check.js';
import { cancelledJob, oneMatch, wholeJob, fourRows, heldPreview } from './scenarios.js';
import type { JobStatus } from '@skiptrace/contract';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const JOB = ['matches', 'miss'] as const;

const fields = inSection('Resources: SkipTraceJob', [
  check({
    id: 'job.id-and-filename',
    sentence: 'a job has the uuid it was created with, and its filename',
    needs: JOB,
    async run(context) {
      const { job, pending } = await context.once(wholeJob);
      expectThat(UUID.test(pending.id), 'a uuid', pending.id);
      expectEqual('id', pending.id, job.id);
      expectEqual('filename', pending.filename, 'whole-job.csv');
    },
  }),
  check({
    id: 'job.rows',
    sentence: 'totalRows are the rows of the file, from preview on',
    needs: JOB,
    async run(context) {
      const { preview, completed } = await context.once(wholeJob);
      expectEqual('totalRows in preview', preview.totalRows, 4);
      expectEqual('totalRows of the completed job', completed.totalRows, 4);
    },
  }),
  check({
    id: 'job.matched-rows',
    sentence: 'matchedRows matched an owner, unmatchedRows did not',
    needs: JOB,
    async run(context) {
      const { matchedRows, unmatchedRows } = (await context.once(wholeJob)).preview;
      expectEqual('the rows', { matchedRows, unmatchedRows }, { matchedRows: 2, unmatchedRows: 2 });
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
    id: 'job.blank-addresses',
    sentence: 'blankAddressCount counts rows without an address, nonMatchCount those looked up in vain',
    needs: JOB,
    async run(context) {
      const { blankAddressCount, nonMatchCount } = (await context.once(wholeJob)).preview;
      expectEqual(
        'the counts',
        { blankAddressCount, nonMatchCount },
        { blankAddressCount: 1, nonMatchCount: 1 },
      );
    },
  }),
  check({
    id: 'job.detail-only',
    sentence: 'blankAddressCount is in the detail only',
    needs: JOB,
    async run(context) {
      const { preview, previewInList } = await context.once(wholeJob);
      expectThat('blankAddressCount' in preview, 'blankAddressCount in the detail', Object.keys(preview));
      expectThat(!('blankAddressCount' in previewInList), 'none in the list', Object.keys(previewInList));
    },
  }),
  check({
    id: 'job.list-only',
    sentence: 'origin and areaZip5 are in the list only',
    needs: JOB,
    async run(context) {
      const { preview, previewInList } = await context.once(wholeJob);
      expectThat(typeof previewInList.origin === 'string', 'an origin in the list', previewInList.origin);
      expectThat('areaZip5' in previewInList, 'areaZip5 in the list', Object.keys(previewInList));
      for (const name of ['origin', 'areaZip5'])
        expectThat(!(name in preview), `no ${name} in the detail`, Object.keys(preview));
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
  check({
    id: 'job.no-error-message',
    sentence: 'errorMessage and refundCents are null while nothing went wrong',
    needs: JOB,
    async run(context) {
      const { errorMessage, refundCents } = (await context.once(wholeJob)).completed;
      expectEqual('errorMessage', errorMessage ?? null, null);
      expectEqual('refundCents', refundCents ?? null, null);
    },
  }),
  check({
    id: 'job.times',
    sentence: 'createdAt stays, updatedAt moves on',
    needs: JOB,
    async run(context) {
      const { pending, completed } = await context.once(wholeJob);
      expectEqual('createdAt', completed.createdAt, pending.createdAt);
      const moved = Date.parse(completed.updatedAt) >= Date.parse(pending.updatedAt);
      expectThat(
        moved && Date.parse(completed.updatedAt) >= Date.parse(completed.createdAt),
        'a later time',
        completed,
      );
    },
  }),
]);

const actions = inSection('Resources: JobActionResponse', [
  check({
    id: 'job-action.status-and-id',
    sentence: "an action answers the job's status and id",
    needs: JOB,
    async run(context) {
      const { job, uploaded, confirmed } = await context.once(wholeJob);
      for (const { jobId, status } of [uploaded, confirmed]) {
        expectEqual('jobId', jobId, job.id);
        expectThat(typeof status === 'string', 'a status', status);
      }
    },
  }),
  check({
    id: 'job-action.total-on-confirm-only',
    sentence: 'totalChargeCents is what confirm charged, and in no other action',
    needs: JOB,
    async run(context) {
      const { uploaded, confirmed, preview } = await context.once(wholeJob);
      expectEqual('totalChargeCents', confirmed.totalChargeCents, preview.totalChargeCents);
      expectThat(!('totalChargeCents' in uploaded), 'none after an upload', uploaded);
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
      const digits = text.replace(/\D/g, ' ').replace(/\s+/g, ' ');
      const facts = [contact.fullName, contact.firstName, contact.lastName, ...emails];
      for (const fact of facts.filter((each) => each !== null))
        expectThat(text.includes(fact), `the first row to hold "${fact}"`, text);
      for (const { number } of phones)
        expectThat(digits.replaceAll(' ', '').includes(number), `the first row to hold ${number}`, text);
    },
  }),
  check({
    id: 'enriched.unmatched-rows-unchanged',
    sentence: 'rows without a match come back unchanged',
    needs: JOB,
    async run(context) {
      const { download, file } = await context.once(wholeJob);
      const before = rowsByHeader(file.bytes);
      const after = rowsByHeader(download.bytes);
      for (const index of [1, 3]) {
        const original = before[index] ?? {};
        const kept = Object.fromEntries(Object.keys(original).map((name) => [name, after[index]?.[name]]));
        expectEqual(`row ${index + 1}`, kept, original);
        const added = Object.entries(after[index] ?? {}).filter(([name]) => !(name in original));
        expectEqual(
          'its added cells',
          added.filter(([, text]) => text !== ''),
          [],
        );
      }
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

export const jobFields = [...fields, ...actions, ...enriched];

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

export const states = inSection('States and transitions', [
  check({
    id: 'states.created-is-pending',
    sentence: 'a new job is pending',
    needs: JOB,
    async run(context) {
      expectEqual('status', (await context.once(wholeJob)).pending.status, 'pending');
    },
  }),
  check({
    id: 'states.upload-starts-processing',
    sentence: 'after the upload processing starts by itself and ends in preview',
    needs: JOB,
    async run(context) {
      const { beforePreview } = await context.once(wholeJob);
      expectOrder(beforePreview, ['uploaded', 'processing', 'preview']);
    },
  }),
  check({
    id: 'states.preview-tells-the-cost',
    sentence: 'in preview totalRows, matchedRows and totalChargeCents are there',
    needs: JOB,
    async run(context) {
      const { totalRows, matchedRows, totalChargeCents } = (await context.once(wholeJob)).preview;
      const known = [totalRows, matchedRows, totalChargeCents].every((value) => typeof value === 'number');
      expectThat(known, 'three numbers', { totalRows, matchedRows, totalChargeCents });
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
    async run(context) {
      const job = await createJob(context);
      const exchange = await job.act('cancel');
      expectStatus(exchange, 200);
      expectEqual('status', field(exchange, 'status'), 'cancelled', exchange);
      expectEqual('the status of the job', (await job.detail()).status, 'cancelled');
    },
  }),
  check({
    id: 'states.cancel-preview',
    sentence: 'a job in preview can be cancelled',
    needs: JOB,
    async run(context) {
      const job = await previewedJob(context, fourRows(context));
      const exchange = await job.act('cancel');
      expectStatus(exchange, 200);
      expectEqual('status', field(exchange, 'status'), 'cancelled', exchange);
      expectEqual('the status of the job', (await job.detail()).status, 'cancelled');
    },
  }),
  check({
    id: 'states.pending-refuses',
    sentence: 'a pending job cannot be confirmed: 409 naming pending',
    async run(context) {
      await refuses(await createJob(context), 'pending', ['confirm']);
    },
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
    run: async (context) =>
      refuses(await context.once(cancelledJob), 'cancelled', ['upload', 'uploaded', 'confirm', 'cancel']),
  }),
  check({
    id: 'states.completed-refuses',
    sentence: 'a completed job takes no action, cancel included: 409 naming completed',
    needs: JOB,
    async run(context) {
      const { job } = await context.once(wholeJob);
      await refuses(job, 'completed', ['upload', 'uploaded', 'confirm', 'cancel']);
    },
  }),
]);
