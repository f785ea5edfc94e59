import { Command } from 'commander';
import { dollars } from '../../money/billing/index.js';
import { isoTime } from '../../platform/clock.js';
import type { Job } from '../../work/jobs/index.js';
import { ACCOUNT_HELP, accountOf, answering, command, type CommonOptions } from './command.js';
import { table, wholeNumber, type Io } from './io.js';

interface ListOptions extends CommonOptions {
  account?: string;
  limit: number;
}

export const jobsCommand = (io: Io): Command =>
  new Command('jobs').description("List customers' CSV jobs").addCommand(
    answering(
      io,
      command('list', 'List jobs, newest first')
        .option('--account <account>', `only this account's (${ACCOUNT_HELP})`)
        .option('--limit <n>', 'maximum number to show', wholeNumber('--limit', 1), 50),
      async ({ accounts, jobs }, { account, limit }: ListOptions) => {
        const accountId = account === undefined ? undefined : (await accountOf(accounts, account)).id;
        const documents = (await jobs.jobs.newest(limit, accountId)).map(jobDocument);
        return [
          documents,
          table(
            ['JOB', 'ACCOUNT', 'MODE', 'STATUS', 'ROWS', 'MATCHED', 'TOTAL', 'UPDATED', 'REASON'],
            documents.map((job) => [
              ...[job.jobId, job.accountId, job.mode, job.status],
              ...[String(job.totalRows ?? ''), String(job.matchedRows ?? '')],
              job.totalChargeCents === null ? '' : dollars(job.totalChargeCents),
              ...[job.updatedAt, job.errorMessage ?? ''],
            ]),
          ),
        ];
      },
    ),
  );

/** Leaves out file names: customers put names of people in them. */
const jobDocument = (job: Job) => ({
  jobId: job.id,
  accountId: job.accountId,
  mode: job.mode,
  status: job.status,
  totalRows: job.totalRows,
  matchedRows: job.matchedRows,
  totalChargeCents: job.totalChargeCents,
  refundCents: job.refundCents,
  errorMessage: job.errorMessage,
  createdAt: isoTime(job.createdAt),
  updatedAt: isoTime(job.updatedAt),
});
