import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { folderOf, type Capacity, type FileStore } from '../../platform/storage/index.js';
import { JobEntity } from './entities.js';
import { belongsTo, resultName } from './files.js';
import type { JobStore } from './job-store.js';

/** Faults of jobs, as sentences for the operator; empty if there is no fault. */
export async function jobFindings(
  jobStore: Pick<JobStore, 'wronglyCharged' | 'withoutTask'>,
): Promise<string[]> {
  const [wrong, idle] = [await jobStore.wronglyCharged(), await jobStore.withoutTask()];
  return [
    ...wrong.map(
      ({ id, status, chargedCents }) =>
        `job ${id} (${status}): its ledger records do not fit it; ${chargedCents} cents are charged in all`,
    ),
    ...idle.map(({ id, status }) => `job ${id} (${status}) waits, but no task of it is queued`),
  ];
}

/** An upload is in its job's folder for a moment before the job refers to it. */
const SETTLED_AFTER_MS = MS_PER_DAY;

/**
 * Faults of stored files, as sentences for the operator: files without a job, and results that are missing or truncated.
 * @param isForeignFolder whether a folder belongs to another part of the server
 */
export async function fileFindings(
  database: Database,
  store: Pick<FileStore, 'folders' | 'all' | 'size'>,
  clock: Clock,
  isForeignFolder: (folder: string) => boolean,
): Promise<string[]> {
  // Lists files before it reads jobs. A job's row exists before its first file, so no file is mistaken for one without a job.
  const folders = await store.folders();
  const settled: string[] = [];
  const resultBytesOf = new Map<string, number>();
  for await (const { name, bytes, changedAtMs } of store.all()) {
    const folder = folderOf(name);
    if (isForeignFolder(folder)) continue;
    if (name === resultName(folder)) resultBytesOf.set(folder, bytes);
    else if (changedAtMs < clock.now() - SETTLED_AFTER_MS) settled.push(name);
  }
  const jobs = await database.read.find(JobEntity, {
    select: {
      sequence: true,
      id: true,
      status: true,
      uploadVersion: true,
      resultVersion: true,
      resultBytes: true,
    },
  });
  const known = new Map(jobs.map((job) => [job.id, job]));
  const ofNoJob = folders.filter((folder) => !isForeignFolder(folder) && !known.has(folder));
  const strays = settled.filter((name) => {
    const job = known.get(folderOf(name));
    return job !== undefined && !belongsTo(job, name);
  });
  const findings = [
    ...ofNoJob.map((folder) => `the files in files/${folder} belong to no job`),
    ...strays.map((name) => `files/${name} is not the upload of its job`),
  ];
  for (const { id, status, resultVersion, resultBytes } of jobs) {
    if (status !== 'completed' || resultVersion === null) continue;
    const isAsTold = (bytes: number | null | undefined) => bytes === (resultBytes ?? bytes);
    if (resultBytesOf.has(id) && isAsTold(resultBytesOf.get(id))) continue;
    // The job may have been completed after the files were listed.
    const bytes = await store.size(resultName(id));
    if (bytes === null) findings.push(`job ${id} is completed, but its result is gone`);
    else if (!isAsTold(bytes))
      findings.push(`job ${id} is completed, but its result has ${bytes} bytes instead of ${resultBytes}`);
  }
  return findings;
}

/** Free room, as a share of the reserve, below which the operator is warned: earlier than uploads are refused. */
const SCARCE_SHARE = 0.1;
const MB = 1_000_000;

/** Warnings that the disk has little or no room for files, as sentences for the operator. */
export function spaceFindings(capacity: Capacity | null): string[] {
  if (capacity === null) return [];
  const { freeBytes, reserveBytes, roomBytes: room } = capacity;
  if (room > 0 && room >= SCARCE_SHARE * reserveBytes) return [];
  const [free, reserve] = [freeBytes, reserveBytes].map((bytes) => Math.floor(bytes / MB));
  return [
    `the disk is full but for its reserve: ${free} MB are free in the data directory, and ${reserve} MB of them are ` +
      'reserved for the ledger (DISK_RESERVE_BYTES). New jobs, uploads and results wait for room; lookups go on',
  ];
}
