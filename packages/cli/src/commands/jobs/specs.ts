import type { ArgumentSpec, CommandSpec } from '../command.js';
import { outputOptions, spendingOptions } from '../shared-options.js';

const id: ArgumentSpec = { name: 'job', description: 'the id of the job' };
/** Of the contract's job, in the list and alone. */
const JOB_FIELDS = [
  'id',
  'status',
  'filename',
  'totalRows',
  'matchedRows',
  'unmatchedRows',
  'nonMatchCount',
  'pricePerRowCents',
  'totalChargeCents',
  'refundCents',
  'downloadUrl',
  'errorMessage',
  'createdAt',
  'updatedAt',
];
const JOB_JSON = { is: "the service's job", fields: [...JOB_FIELDS, 'blankAddressCount'] };

export const jobsCommands: readonly CommandSpec[] = [
  {
    path: ['jobs', 'list'],
    summary: 'The 50 most recent jobs',
    examples: [
      { command: 'skiptrace jobs list', does: 'newest first' },
      { command: 'skiptrace jobs list --json=id,status', does: 'for a program' },
    ],
    output: 'a table: id, status, rows, matched, price, file, created',
    json: { is: "an array of the service's jobs", fields: [...JOB_FIELDS, 'origin', 'areaZip5'] },
    cost: 'Free.',
    exits: ['key', 'refused', 'network'],
    load: () => import('./list.js'),
  },
  {
    path: ['jobs', 'get'],
    summary: 'One job: its state, rows and price',
    examples: [{ command: 'skiptrace jobs get JOB', does: 'tells what was charged, too' }],
    arguments: [id],
    output: 'what is known of the job, a line each',
    json: JOB_JSON,
    cost: 'Free.',
    exits: ['key', 'refused', 'network'],
    load: () => import('./get.js'),
  },
  {
    path: ['jobs', 'wait'],
    summary: 'Wait until a job needs an answer or has ended',
    examples: [{ command: 'skiptrace jobs wait JOB --timeout 600', does: 'at most ten minutes' }],
    arguments: [id],
    output: 'the status it waited for: preview, completed',
    json: JOB_JSON,
    cost: 'Free.',
    exits: ['key', 'refused', 'network', 'jobFailed', 'stillRunning'],
    load: () => import('./wait.js'),
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
    output: 'the status after it: confirmed',
    json: { fields: ['jobId', 'status', 'totalChargeCents'] },
    cost: 'The price of the preview, after a yes.',
    exits: ['confirmationNeeded', 'key', 'declined', 'overCeiling', 'refused', 'network'],
    load: () => import('./confirm.js'),
  },
  {
    path: ['jobs', 'cancel'],
    summary: 'Give up a job that is not paid for',
    examples: [{ command: 'skiptrace jobs cancel JOB', does: 'final' }],
    arguments: [id],
    output: 'the status after it: cancelled',
    json: { is: "the service's answer", fields: ['jobId', 'status'] },
    cost: 'Free.',
    exits: ['key', 'refused', 'network'],
    load: () => import('./cancel.js'),
  },
  {
    path: ['jobs', 'download'],
    summary: 'Fetch the enriched file of a completed job, as often as needed',
    examples: [
      { command: 'skiptrace jobs download JOB', does: 'under the name of the uploaded file, with .enriched' },
      { command: 'skiptrace jobs download JOB -o - | head', does: 'to standard output' },
    ],
    arguments: [id],
    options: outputOptions,
    output: 'the path of the enriched file, or with -o - the file',
    json: { fields: ['jobId', 'status', 'chargedCents', 'output'] },
    cost: 'Free.',
    exits: ['key', 'refused', 'network', 'jobFailed', 'stillRunning', 'output', 'busy'],
    load: () => import('./download.js'),
  },
];
