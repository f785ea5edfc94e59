import type { CommandSpec, OptionSpec } from '../command.js';

/** How a command that costs money is told yes in advance. */
export const spendingOptions: readonly OptionSpec[] = [
  { flags: '-y, --yes', description: 'spend without asking; needs --max-cost' },
  { flags: '--max-cost <dollars>', description: 'never spend more than this: 400, 392.48, or none' },
];

export const outputOptions: readonly OptionSpec[] = [
  { flags: '-o, --output <file>', description: 'where to write the result; - is standard output' },
  { flags: '-f, --force', description: 'replace the output if it exists' },
];

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
  arguments: [{ name: 'file', description: 'a CSV file; - is standard input' }],
  options: [
    ...outputOptions,
    ...spendingOptions,
    { flags: '--preview', description: 'stop when the price is known' },
    { flags: '--dry-run', description: 'check the file and show the highest possible price; sends nothing' },
    {
      flags: '--map <field=Header>',
      description: 'the column of a field, such as address (see help columns)',
      repeatable: true,
    },
    { flags: '--state <XX>', description: 'the state of every row, for a file without a State column' },
    { flags: '--delimiter <character>', description: 'what separates the cells, if it is not found' },
    { flags: '--new', description: 'start over, even if this file was uploaded before' },
    { flags: '--detach', description: 'do not wait for the result after paying' },
  ],
  output: 'the path of the enriched file, once it is whole',
  json: 'jobId, status, totalRows, matchedRows, totalChargeCents, chargedCents, output',
  cost: '$0.04 for each row that matches an owner, after a yes. Uploading and the preview are free.',
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
  ],
  more: 'The same command again continues where the last one stopped, and never pays twice for the same file.',
  load: () => import('./run.js'),
};
