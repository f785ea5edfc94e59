import { Skip } from '../http/exchange.js';
import type { CreateSkipTraceJobResponse, SkipTraceJobList } from '@skiptrace/contract';
import {
  csvFile,
  HEADER,
  lineOf,
  row,
  rowsByHeader,
  createJob,
  formOf,
  jobBy,
  JOBS,
  listJobs,
  postJob,
  MAPPING,
  uploadedJob,
} from '../service.js';
import { fourRows, wholeJob } from '../specification/scenarios.js';
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
} from '../suite/check.js';

const LARGEST = 50_000_000;
const JOB = ['matches', 'miss'] as const;

const rowsOf = (count: number, { given: { miss } }: Context<'miss'>) =>
  csvFile([lineOf(HEADER), ...Array.from({ length: count }, (_, at) => row(String(at), miss))], 0);

const creation = inSection('Readings: creation (22, 24)', [
  check({
    id: 'create.absolute-upload-url',
    sentence: 'uploadUrl is absolute',
    async run(context) {
      const { uploadUrl } = (await createJob(context)).created;
      expectThat(/^https?:\/\//.test(uploadUrl), 'an absolute URL', 'a relative one');
    },
  }),
  check({
    id: 'create.csv-in-any-case',
    sentence: 'filename may end in .csv in any case',
    async run(context) {
      for (const filename of ['LEADS.CSV', 'leads.Csv', '.csv'])
        expectStatus(await postJob(context, { filename, columnMapping: MAPPING }), 201);
    },
  }),
]);

const presigned = inSection('Readings: presigned upload (22, 23)', [
  check({
    id: 'presigned.changed-link',
    sentence: 'a changed upload link is a 403',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      const url = new URL(job.created.uploadUrl);
      for (const [name, value] of [...url.searchParams]) {
        const changed = new URL(url);
        changed.searchParams.set(
          name,
          value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
        );
        expectStatus(await job.put(rowsOf(1, context).bytes, changed.href), 403);
      }
    },
  }),
  check({
    id: 'presigned.link-of-its-job',
    sentence: 'an upload link is bound to its job',
    needs: ['miss'],
    async run(context) {
      const [job, other] = [await jobBy(context, 'presigned'), await createJob(context)];
      const url = job.created.uploadUrl.replace(job.id, other.id);
      expectStatus(await job.put(rowsOf(1, context).bytes, url), 403, 404);
    },
  }),
  check({
    id: 'presigned.put-first',
    sentence: 'uploaded before any PUT is a 409 naming pending, and a PUT alone changes nothing',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      const error = expectError(await job.act('uploaded'), 409);
      expectThat(/\bpending\b/.test(error), 'an error that names pending', error);
      expectStatus(await job.put(rowsOf(1, context).bytes), 200);
      expectEqual('status', (await job.detail()).status, 'pending');
    },
  }),
  check({
    id: 'presigned.last-put-counts',
    sentence: 'a second PUT replaces the file until uploaded; afterwards it is refused',
    needs: ['miss'],
    async run(context) {
      const job = await jobBy(context, 'presigned');
      for (const count of [5, 2]) expectStatus(await job.put(rowsOf(count, context).bytes), 200);
      expectStatus(await job.act('uploaded'), 200);
      const late = await job.put(rowsOf(7, context).bytes);
      expectThat(late.status >= 400, 'a refusal', late.status, late);
      expectEqual('totalRows', (await job.reach('preview')).totalRows, 2);
    },
  }),
]);

const direct = inSection('Readings: direct upload (24)', [
  check({
    id: 'direct.empty-file',
    sentence: 'an empty file is a 400 that names file',
    async run(context) {
      const job = await jobBy(context, 'direct');
      expectInvalid(await job.post(formOf('a.csv', '')), ['file']);
      expectEqual('status', (await job.detail()).status, 'pending');
    },
  }),
  check({
    id: 'direct.file-part',
    sentence: 'file must be a file part, not a field',
    async run(context) {
      const job = await jobBy(context, 'direct');
      const form = new FormData();
      form.append('file', 'Street,Town,State,Zip\n');
      expectInvalid(await job.post(form), ['file']);
    },
  }),
  check({
    id: 'direct.broken-form',
    sentence: 'a broken form is a 400 that names file, and the job can still be uploaded to',
    needs: ['miss'],
    async run(context) {
      const { http, key } = context;
      const job = await jobBy(context, 'direct');
      const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nStreet';
      for (const [type, body] of [
        ['multipart/form-data; boundary=b', part],
        ['multipart/form-data', part],
        ['text/csv', 'Street,Town,State,Zip\n'],
        ['multipart/form-data; boundary=b', ''],
      ] as const) {
        const request = { method: 'POST', path: `${JOBS}/${job.id}/upload`, key, body };
        expectInvalid(await http.send({ ...request, headers: { 'Content-Type': type } }), ['file']);
      }
      expectStatus(await job.post(formOf('a.csv', rowsOf(1, context).bytes)), 200);
    },
  }),
  check({
    id: 'direct.50-mb',
    sentence: 'a file of 50,000,000 bytes is taken',
    needs: ['miss', 'largeFiles'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const start = rowsOf(1, context).bytes;
      const bytes = new Uint8Array(LARGEST).fill('x'.charCodeAt(0));
      for (let at = 0; at < LARGEST; at += 50_000) bytes.set([','.charCodeAt(0), '\n'.charCodeAt(0)], at);
      bytes.set(start);
      expectStatus(await job.post(formOf('large.csv', bytes)), 200);
      await job.reach('preview');
    },
  }),
]);

const rows = inSection('Readings: statuses and rows (25, 26, 33)', [
  check({
    id: 'job.action-statuses',
    sentence: 'an upload answers uploaded or processing, confirm confirmed',
    needs: JOB,
    async run(context) {
      const { uploaded, confirmed } = await context.once(wholeJob);
      expectThat(
        ['uploaded', 'processing'].includes(uploaded.status),
        'uploaded or processing',
        uploaded.status,
      );
      expectEqual('status of confirm', confirmed.status, 'confirmed');
    },
  }),
  check({
    id: 'job.null-before-preview',
    sentence: 'no counts before the preview',
    needs: JOB,
    async run(context) {
      const { pending } = await context.once(wholeJob);
      const { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount } = pending;
      const counts = [
        totalRows,
        matchedRows,
        unmatchedRows,
        nonMatchCount,
        blankAddressCount,
        pending.totalChargeCents,
      ];
      expectEqual(
        'the counts',
        counts,
        counts.map(() => null),
      );
    },
  }),
  check({
    id: 'job.what-is-a-row',
    sentence:
      'a line with nothing on it is no row; a blank address is a blank, N/A a non-match; the sums are right',
    needs: JOB,
    async run(context) {
      const { matches, miss } = context.given;
      const nothing = { address: 'N/A', city: '', state: '', zip: '' };
      const blank = { address: ' ', city: 'Reno', state: 'NV', zip: '89501' };
      const lines = [
        lineOf(HEADER),
        row('1', matches[0].input),
        '',
        row('2', nothing),
        row('3', blank),
        row('4', miss),
        '',
      ];
      const job = await uploadedJob(context, csvFile(lines, 1));
      const counted = await job.reach('preview');
      const { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount } = counted;
      expectEqual(
        'the counts',
        { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount },
        { totalRows: 4, matchedRows: 1, unmatchedRows: 3, nonMatchCount: 2, blankAddressCount: 1 },
      );
      expectStatus(await job.act('cancel'), 200);
    },
  }),
  check({
    id: 'job.cancel-after-upload',
    sentence: 'a job cancelled right after its upload stays cancelled; one in processing refuses with 409',
    needs: JOB,
    async run(context) {
      const job = await uploadedJob(context, fourRows(context));
      const cancel = await job.act('cancel');
      expectStatus(cancel, 200, 409);
      if (cancel.status === 409) await job.reach('preview');
      else expectEqual('status', (await job.detail()).status, 'cancelled');
    },
  }),
  check({
    id: 'job.origin',
    sentence: 'origin is api, areaZip5 null',
    async run(context) {
      const { id } = await createJob(context);
      const entry = (await listJobs(context, context.key)).jobs.find((job) => job.id === id);
      expectEqual('origin', entry?.origin, 'api');
      expectEqual('areaZip5', entry?.areaZip5, null);
    },
  }),
]);

const DIGESTS = ['a', 'b'].map((digit) => digit.repeat(64));

const pages = inSection('Readings: pages of the job list (50)', [
  check({
    id: 'list-jobs.before',
    sentence: 'before lists the jobs that were made before that one, newest first',
    async run(context) {
      const made = [];
      for (let count = 0; count < 3; count += 1) made.push((await createJob(context)).id);
      const [first = '', second = '', third = ''] = made;
      const idsBefore = async (id: string) =>
        expectBody<SkipTraceJobList>(
          await context.http.send({ method: 'GET', path: `${JOBS}?before=${id}`, key: context.key }),
          200,
        ).jobs.map((job) => job.id);
      expectEqual('jobs before the third', (await idsBefore(third)).slice(0, 2), [second, first]);
      const older = await idsBefore(first);
      expectThat(!made.some((id) => older.includes(id)), 'older jobs alone', 'one that is not older');
    },
  }),
  check({
    id: 'list-jobs.bad-before',
    sentence: "a before that is not one of the account's jobs is a 400 naming it",
    needs: ['otherAccount'],
    async run(context) {
      const { id } = await createJob(context, { key: context.given.otherAccount.key });
      for (const before of ['', 'abc', '00000000-0000-4000-8000-000000000000', id]) {
        const path = `${JOBS}?before=${before}`;
        expectInvalid(await context.http.send({ method: 'GET', path, key: context.key }), ['before']);
      }
    },
  }),
]);

const lists = inSection('Readings: lists found by content (42)', [
  check({
    id: 'list-jobs.by-content',
    sentence: 'contentDigest finds the jobs that were created with it, newest first, and they echo it',
    async run(context) {
      const [digest = '', other] = DIGESTS;
      const made = [];
      for (const contentDigest of [digest, other, digest]) {
        const exchange = await postJob(context, {
          filename: 'conformance.csv',
          columnMapping: MAPPING,
          contentDigest,
        });
        made.push(expectBody<CreateSkipTraceJobResponse>(exchange, 201).jobId);
      }
      const [first, , last] = made;
      const path = `${JOBS}?contentDigest=${digest}`;
      const { jobs: found } = expectBody<SkipTraceJobList>(
        await context.http.send({ method: 'GET', path, key: context.key }),
        200,
      );
      const [newest, before] = found;
      expectEqual('newest job', newest?.id, last);
      expectEqual('job before it', before?.id, first);
      expectThat(
        found.every(({ contentDigest }) => contentDigest === digest),
        'the digest in every job',
        'a job without it',
      );
    },
  }),
  check({
    id: 'create.content-digest',
    sentence: 'a contentDigest that is not 64 hexadecimal digits in lower case is a 400 naming it',
    async run(context) {
      for (const contentDigest of ['', 'abc', 'A'.repeat(64), 7]) {
        const exchange = await postJob(context, {
          filename: 'conformance.csv',
          columnMapping: MAPPING,
          contentDigest,
        });
        expectInvalid(exchange, ['contentDigest']);
      }
    },
  }),
]);

const summaries = inSection('Readings: what is on file for a list (43)', [
  check({
    id: 'job.result-summary',
    sentence: 'resultSummary is not told of a short list before it is paid, and agrees with its file',
    needs: JOB,
    async run(context) {
      const { preview, completed, download } = await context.once(wholeJob);
      expectEqual('resultSummary of two matches in preview', preview.resultSummary ?? null, null);
      const { resultSummary } = completed;
      if (resultSummary === undefined) throw new Skip('the service has no resultSummary');
      const found = rowsByHeader(download.bytes);
      const having = (has: (row: Record<string, string>) => boolean) => found.filter(has).length;
      const { phoneRows, callableRows, dncOnlyRows, notCheckedRows, mobileRows, landlineRows } =
        resultSummary;
      const isCallable = (row: Record<string, string>, type = /./) =>
        Object.entries(row).some(
          ([name, dnc]) =>
            /Phone \d+ DNC$/.test(name) && dnc === 'No' && type.test(row[name.replace(/DNC$/, 'Type')] ?? ''),
        );
      expectEqual(
        'the rows',
        { phoneRows, callableRows, mobileRows, landlineRows, emailRows: resultSummary.emailRows },
        {
          phoneRows: having((row) => (row['Phone 1'] ?? '') !== ''),
          callableRows: having((row) => isCallable(row)),
          mobileRows: having((row) => isCallable(row, /^Mobile$/)),
          landlineRows: having((row) => isCallable(row, /^Landline$/)),
          emailRows: having((row) => (row['Email 1'] ?? '') !== ''),
        },
      );
      expectEqual('their sum', callableRows + dncOnlyRows + notCheckedRows, phoneRows);
      const { mailingRows, absenteeRows } = resultSummary;
      expectEqual(
        'mailingRows',
        mailingRows,
        having((row) => (row['Owner Mailing Address'] ?? '') !== ''),
      );
      expectThat(absenteeRows <= mailingRows, 'absentee owners among them', absenteeRows);
    },
  }),
]);

export const jobs = [...summaries, ...pages, ...lists, ...creation, ...presigned, ...direct, ...rows];
