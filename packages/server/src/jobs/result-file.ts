import type { AppSchemas } from '@skiptrace/contract/app';
import type { Caller } from '../accounts/index.js';
import { isoTime, MS_PER_DAY } from '../clock.js';
import type { Config } from '../config.js';
import type { Database } from '../database/index.js';
import { requireJob } from './job-rows.js';

interface ResultFileNeeds {
  database: Database;
  config: Pick<Config, 'retentionDays'>;
}

/**
 * Facts that a person who has paid for a result needs to use it (getJobFile in app.yaml). @throws JobNotFoundError
 */
export async function resultFile(
  { database, config }: ResultFileNeeds,
  { accountId, mode }: Caller,
  jobId: string,
): Promise<AppSchemas['JobFile']> {
  const { status, resultVersion, columnMapping, updatedAt } = await requireJob(database.read, {
    id: jobId,
    accountId,
    mode,
  });
  const isKept = status === 'completed' && resultVersion !== null;
  return {
    // The sweep removes the file this long after the job's last change.
    keptUntil: isKept ? isoTime(updatedAt + config.retentionDays * MS_PER_DAY) : null,
    // Earlier versions deleted the columns when the file was written.
    columnMapping: isKept && columnMapping.address !== '' ? columnMapping : null,
  };
}
