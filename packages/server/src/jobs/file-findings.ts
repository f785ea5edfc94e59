import { MS_PER_DAY, type Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import { isIntakeFolder } from '../owners/index.js';
import type { FileStore } from '../storage/index.js';
import { JobEntity } from './entities.js';
import { belongsTo, resultName } from './files.js';

/** An upload lies in its job's folder for a moment before the job is told. */
const SETTLED_AFTER_MS = MS_PER_DAY;

/** What is wrong with stored files, as sentences for the operator: files of no job, and results that are gone or cut short. */
export async function fileFindings(
  database: Database,
  store: Pick<FileStore, 'folders' | 'list' | 'size'>,
  clock: Clock,
): Promise<string[]> {
  // The folders first: a job's row is there before its folder is.
  const folders = await store.folders();
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
  const findings: string[] = [];
  for (const folder of folders) {
    if (isIntakeFolder(folder)) continue;
    const job = known.get(folder);
    if (job === undefined) {
      findings.push(`the files in files/${folder} belong to no job`);
      continue;
    }
    for (const { name, changedAtMs } of await store.list(folder)) {
      if (changedAtMs < clock.now() - SETTLED_AFTER_MS && !belongsTo(job, name))
        findings.push(`files/${name} is not the upload of its job`);
    }
  }
  for (const { id, status, resultVersion, resultBytes } of jobs) {
    if (status !== 'completed' || resultVersion === null) continue;
    const bytes = await store.size(resultName(id));
    if (bytes === null) findings.push(`job ${id} is completed, but its result is gone`);
    else if (resultBytes !== null && bytes !== resultBytes)
      findings.push(`job ${id} is completed, but its result has ${bytes} bytes instead of ${resultBytes}`);
  }
  return findings;
}
