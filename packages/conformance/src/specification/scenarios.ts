// Scenarios that several checks use: each is run, and paid for, once.
import { limits, type JobActionResponse, type JobStatus, type SkipTraceJob } from '@skiptrace/contract';
import { CENTS_PER_MATCH, Skip } from '../http/exchange.js';
import {
  csvFile,
  HEADER,
  lineOf,
  row,
  type CsvFile,
  createJob,
  listJobs,
  previewedJob,
  type TestJob,
  bulk,
  bulkBody,
  match,
  single,
} from '../service.js';
import {
  type Context,
  expectBody,
  expectEqual,
  expectError,
  expectStatus,
  expectThat,
  field,
} from '../suite/check.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const oneMatch = (context: Context<'matches'>) => match(context, context.given.matches[0].input);

/** Miss, match, miss, match: in that order. */
export function mixedBulk(context: Context<'matches' | 'miss'>) {
  const { matches, miss: unowned } = context.given;
  return bulkBody(context, [unowned, matches[0].input, unowned, matches[1].input]);
}

/** A match, a miss, another match with a cell of two lines, and a row without an address. */
export function fourRows({ given: { matches, miss: unowned } }: Context<'matches' | 'miss'>): CsvFile {
  const lines = [
    lineOf(HEADER),
    row('first', matches[0].input),
    row('second', unowned, 'as it was'),
    row('third', matches[1].input, 'a "quoted", cell\nof two lines'),
    lineOf(['fourth', '', '', '', '', 'no address']),
  ];
  return csvFile(lines, 2);
}

/** A job from creation to download, with the observations at each step. */
export async function wholeJob(context: Context<'matches' | 'miss'>) {
  const file = fourRows(context);
  context.wallet.require(file.matchableRows * CENTS_PER_MATCH);
  const job = await createJob(context, { filename: 'whole-job.csv' });
  const pending = await job.detail();
  const uploaded = expectBody<JobActionResponse>(await job.upload(file), 200);
  const beforePreview: JobStatus[] = [];
  const preview = await job.reach('preview', beforePreview);
  const confirmed = await job.confirm();
  const beforeCompleted: JobStatus[] = [];
  const completed = await job.reach('completed', beforeCompleted);
  const completedInList = await listed(context, job);
  expectThat(typeof completed.downloadUrl === 'string', 'a downloadUrl', completed.downloadUrl);
  const download = await job.download(completed.downloadUrl ?? '');
  expectStatus(download, 200);
  return {
    file,
    job,
    pending,
    uploaded,
    beforePreview,
    preview,
    confirmed,
    beforeCompleted,
    completed,
    completedInList,
    download,
  };
}

/** A job that stays in `preview`, for actions that are refused there. */
export const heldPreview = (context: Context<'matches' | 'miss'>) => previewedJob(context, fourRows(context));

/** A job that was cancelled before its upload. */
export async function cancelledJob(context: Context): Promise<TestJob> {
  const job = await createJob(context);
  expectStatus(await job.act('cancel'), 200);
  return job;
}

/** 251 misses less one that four matches forgive. After them the account is refused for the day. */
export async function useUpMisses(context: Context<'matches' | 'miss' | 'missCapAccount'>): Promise<void> {
  const { matches, miss: unowned, missCapAccount } = context.given;
  const untilMidnight = DAY_MS - (context.clock.now() % DAY_MS);
  if (untilMidnight < 2 * MINUTE_MS) throw new Skip('it is less than two minutes to midnight UTC');
  const four = Array.from({ length: 4 }, () => matches[0].input);
  expectEqual('matched', (await bulkBody(context, four, missCapAccount)).matched, 4);
  for (const count of [100, 100, 50]) {
    const addresses = Array.from({ length: count }, () => unowned);
    expectEqual('matched', (await bulkBody(context, addresses, missCapAccount)).matched, 0);
  }
  const forgiven = await single(context, unowned, missCapAccount);
  expectEqual('found', expectBody<{ found: boolean }>(forgiven, 200).found, false, forgiven);
  for (const refused of [
    await single(context, unowned, missCapAccount),
    await bulk(context, [unowned], missCapAccount),
  ]) {
    expectError(refused, 429);
    expectEqual('dailyMissLimit', field(refused, 'dailyMissLimit'), limits.dailyMissLimit, refused);
    const retryAfter = refused.headers.get('retry-after') ?? 'none';
    expectThat(/^\d+$/.test(retryAfter), 'Retry-After in seconds', retryAfter, refused);
  }
}

async function listed(context: Context, { id, key }: TestJob): Promise<SkipTraceJob> {
  const { jobs } = await listJobs(context, key);
  const found = jobs.find((job) => job.id === id);
  expectThat(found !== undefined, `the list to hold the job ${id}`, `${jobs.length} other jobs`);
  return found as SkipTraceJob;
}
