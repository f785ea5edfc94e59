import type { CommandSpec } from '../command.js';
import { listOptions, outputOptions, requirePhoneOption, spendingOptions } from '../shared-options.js';

export const uploadCommand: CommandSpec = {
  path: ['upload'],
  summary: 'Look up a whole CSV file: match, show the price, ask, pay, download',
  examples: [
    { command: 'skiptrace upload leads.csv', does: 'the whole job; writes leads.enriched.csv' },
    {
      command: 'skiptrace upload leads.csv --preview',
      does: 'only the price; the job waits for "jobs confirm"',
    },
    { command: 'skiptrace upload leads.csv --yes --max-cost 400', does: 'without asking, up to $400' },
    {
      command: "skiptrace upload leads.csv --map 'address=Site Addr' --map zip=Zip5",
      does: 'name the columns yourself',
    },
  ],
  arguments: [
    {
      name: 'file',
      description: 'a CSV file, an Excel workbook (.xlsx), or a plain list of addresses; - is standard input',
    },
  ],
  options: [
    ...outputOptions,
    ...spendingOptions,
    { flags: '--preview', description: 'stop when the price is known' },
    {
      flags: '--dry-run',
      description: 'check the file and show the highest possible price; sends nothing of it',
    },
    ...listOptions,
    {
      flags: '--dedupe',
      description: 'pay once for rows that repeat a property, and fill them all (default)',
    },
    { flags: '--no-dedupe', description: 'pay for every row, repeated properties too' },
    requirePhoneOption,
    { flags: '--new', description: 'start over, even if this file was uploaded before' },
    { flags: '--detach', description: 'pay, and return without waiting for the result' },
  ],
  output: 'the path of the enriched file, once it is complete',
  json: {
    fields: [
      'jobId',
      'status',
      'totalRows',
      'matchedRows',
      'totalChargeCents',
      'missReasons',
      'resultSummary',
      'chargedCents',
      'output',
      'rows',
      'blankAddresses',
      'uniqueAddresses',
      'unmatchableRows',
      'repeatedRows',
      'maxCents',
      'columnMapping',
    ],
  },
  cost: "Your account's price ($0.04 by default) for each different address that matches, after a yes. Uploading and the preview are free.",
  exits: [
    'confirmationNeeded',
    'key',
    'declined',
    'overCeiling',
    'inputFile',
    'refused',
    'network',
    'jobFailed',
    'stillRunning',
    'output',
    'busy',
  ],
  more: 'The same command again, from this machine or another, continues where the last one stopped, and never pays twice for the same file with the same columns. --new does.',
  load: () => import('./run.js'),
};
