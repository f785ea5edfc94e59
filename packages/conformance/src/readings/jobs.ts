import {
  changedLinks,
  createJob,
  csvFile,
  formOf,
  HEADER,
  jobBy,
  lineOf,
  row,
  uploadedJob,
} from '../service.js';
import {
  check,
  type Context,
  expectEqual,
  expectError,
  expectStatus,
  expectThat,
  inSection,
} from '../suite/check.js';

const LARGEST = 50_000_000;

const rowsOf = (count: number, { given: { miss } }: Context<'miss'>) =>
  csvFile([lineOf(HEADER), ...Array.from({ length: count }, (_, at) => row(String(at), miss))], 0);

const presigned = inSection('Readings: presigned upload (22, 23)', [
  check({
    id: 'presigned.changed-link',
    sentence: 'a changed upload link, or one that names another job, is a 403 or 404',
    needs: ['miss'],
    async run(context) {
      const [job, other] = [await jobBy(context, 'presigned'), await createJob(context)];
      const { uploadUrl } = job.created;
      for (const url of [...changedLinks(new URL(uploadUrl)), uploadUrl.replace(job.id, other.id)])
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
    id: 'direct.50-mb',
    sentence: 'a file of 50,000,000 bytes is taken',
    needs: ['miss', 'largeFiles'],
    async run(context) {
      const job = await jobBy(context, 'direct');
      const bytes = new Uint8Array(LARGEST).fill('x'.charCodeAt(0));
      for (let at = 0; at < LARGEST; at += 50_000) bytes.set([','.charCodeAt(0), '\n'.charCodeAt(0)], at);
      bytes.set(rowsOf(1, context).bytes);
      expectStatus(await job.post(formOf('large.csv', bytes)), 200);
      await job.reach('preview');
    },
  }),
]);

const rows = inSection('Readings: statuses and rows (25, 26, 33)', [
  check({
    id: 'job.what-is-a-row',
    sentence:
      'a line with nothing on it is no row; a blank address is a blank, N/A a non-match; the sums are right',
    needs: ['matches', 'miss'],
    async run(context) {
      const { matches, miss } = context.given;
      const nothing = { address: 'N/A', city: '', state: '', zip: '' };
      const blank = { address: ' ', city: 'Reno', state: 'NV', zip: '89501' };
      const rows = [matches[0].input, nothing, blank, miss].map((input) => row('1', input));
      const job = await uploadedJob(context, csvFile([lineOf(HEADER), '', ...rows, ''], 1));
      const preview = await job.reach('preview');
      const { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount } = preview;
      expectEqual(
        'the counts',
        { totalRows, matchedRows, unmatchedRows, nonMatchCount, blankAddressCount },
        { totalRows: 4, matchedRows: 1, unmatchedRows: 3, nonMatchCount: 2, blankAddressCount: 1 },
      );
      expectStatus(await job.act('cancel'), 200);
    },
  }),
]);

export const jobReadings = [...presigned, ...direct, ...rows];
