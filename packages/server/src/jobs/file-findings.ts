import type { Database } from '../database/index.js';
import type { FileStore } from '../storage/index.js';
import { resultName } from './files.js';

/** What is wrong with stored files, as sentences for the operator: files of no job, and results that are gone. */
export async function fileFindings(
  database: Database,
  store: Pick<FileStore, 'folders' | 'size'>,
): Promise<string[]> {
  // The folders first: a job's row is there before its folder is.
  const folders = await store.folders();
  const jobs = await database.read.query<{ id: string; hasResult: 0 | 1 }[]>(
    `SELECT id, status = 'completed' AND resultVersion IS NOT NULL AS hasResult FROM jobs`,
  );
  const known = new Set(jobs.map(({ id }) => id));
  const gone: string[] = [];
  for (const { id, hasResult } of jobs) {
    if (hasResult === 1 && (await store.size(resultName(id))) === null) gone.push(id);
  }
  return [
    ...folders
      .filter((folder) => !known.has(folder))
      .map((folder) => `the files in files/${folder} belong to no job`),
    ...gone.map((id) => `job ${id} is completed, but its result is gone`),
  ];
}
