import { JOB_STATUSES } from '../../jobs/words.js';
import { type ArgumentSpec, type CommandSpec, outputOptions, spendingOptions } from '../command.js';

const id: ArgumentSpec = { name: 'job', description: "the job's ID, or its first 4 characters or more" };

/** Fields of the contract's job, in the list and alone. */
const JOB_FIELDS =
  'id status filename totalRows matchedRows unmatchedRows nonMatchCount repeatRows missReasons resultSummary pricePerRowCents totalChargeCents refundCents downloadUrl errorMessage createdAt updatedAt'.split(
    ' ',
  );
const JOB_JSON = { is: "the service's job", fields: [...JOB_FIELDS, 'blankAddressCount'] };

export const jobsCommands: readonly CommandSpec[] = [
  {
    path: ['jobs', 'list'],
    summary: 'Your jobs: the 50 most recent, or all',
    examples: [
      { command: 'skiptrace jobs list', does: 'newest first' },
      { command: 'skiptrace jobs list --status preview', does: 'jobs waiting for approval' },
      { command: 'skiptrace jobs list --since 2026-11-01', does: 'also beyond the 50' },
      { command: 'skiptrace jobs list --limit 5 --json id,status', does: 'for a program' },
    ],
    options: [
      { flags: '--status <status>', description: 'only jobs with this status', choices: JOB_STATUSES },
      { flags: '--limit <count>', description: 'at most this many, newest first' },
      { flags: '--all', description: 'all jobs, not only the 50 most recent' },
      { flags: '--since <day>', description: 'all jobs since a day (UTC), such as 2026-11-28' },
    ],
    output: 'a table: id, status, rows, matched, price, created, file',
    json: { is: "an array of the service's jobs", fields: [...JOB_FIELDS, 'origin', 'areaZip5'] },
    load: async () => ({ run: (await import('../jobs.js')).list }),
  },
  {
    path: ['jobs', 'get'],
    summary: 'One job: its state, rows and price',
    examples: [{ command: 'skiptrace jobs get JOB', does: 'includes what was charged' }],
    arguments: [id],
    output: "the job's details, one a line",
    json: JOB_JSON,
    load: async () => ({ run: (await import('../jobs.js')).get }),
  },
  {
    path: ['jobs', 'wait'],
    summary: 'Wait until a job needs your approval or ends',
    examples: [{ command: 'skiptrace jobs wait JOB --timeout 10m', does: 'at most ten minutes' }],
    arguments: [id],
    output: 'each status it reaches, such as preview or completed',
    json: JOB_JSON,
    load: async () => ({ run: (await import('../jobs.js')).wait }),
  },
  {
    path: ['jobs', 'confirm'],
    summary: 'Pay for a job that shows its price',
    examples: [
      { command: 'skiptrace jobs confirm JOB', does: 'shows the price and asks' },
      { command: 'skiptrace jobs confirm JOB --yes --max-cost 400', does: 'without asking, up to $400' },
    ],
    arguments: [id],
    options: spendingOptions,
    output: 'the new status: confirmed',
    json: { fields: ['jobId', 'status', 'totalChargeCents'] },
    cost: 'The price of the preview, after a yes.',
    load: async () => ({ run: (await import('../jobs.js')).confirm }),
  },
  {
    path: ['jobs', 'cancel'],
    summary: "Cancel a job you haven't paid for",
    examples: [{ command: 'skiptrace jobs cancel JOB', does: "can't be undone" }],
    arguments: [id],
    output: 'the new status: cancelled',
    json: { is: 'the API response', fields: ['jobId', 'status'] },
    load: async () => ({ run: (await import('../jobs.js')).cancel }),
  },
  {
    path: ['jobs', 'download'],
    summary: "Download a completed job's enriched file, as often as you like",
    examples: [
      { command: 'skiptrace jobs download JOB', does: 'saves leads.enriched.csv for leads.csv' },
      { command: 'skiptrace jobs download JOB -o - | head', does: 'to standard output' },
    ],
    arguments: [id],
    options: outputOptions,
    output: 'the path of the enriched file, or with -o - the file',
    json: { fields: ['jobId', 'status', 'chargedCents', 'output'] },
    load: async () => ({ run: (await import('../jobs.js')).download }),
  },
];
