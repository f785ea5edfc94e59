import type { CommandSpec } from '../command.js';
import { idempotencyOption, spendingOptions } from '../shared-options.js';

export const bulkCommand: CommandSpec = {
  path: ['bulk'],
  summary: 'Look up a list of addresses now, in chunks: JSON, NDJSON or CSV in, the same out',
  examples: [
    { command: 'skiptrace bulk addresses.json > owners.json', does: 'asks for the highest possible price' },
    { command: 'skiptrace bulk addresses.ndjson --yes --max-cost 20', does: 'without asking, up to $20' },
    { command: 'generate-list | skiptrace bulk - --format ndjson --yes --max-cost 20', does: 'from a pipe' },
  ],
  arguments: [{ name: 'file', description: 'a JSON array, NDJSON or CSV file; - is standard input' }],
  options: [
    ...spendingOptions,
    {
      flags: '--format <format>',
      description: 'what the list is, if its name does not tell',
      choices: ['json', 'ndjson', 'csv'],
    },
    {
      flags: '--no-dedupe',
      description: 'look the same address up, and pay for it, as often as it is listed',
    },
    idempotencyOption,
    { flags: '--new', description: 'start over, even if a run of this list was interrupted' },
    {
      flags: '--map <field=Header>',
      description: 'for CSV, the column of a field (help columns lists them)',
      repeatable: true,
    },
  ],
  output: 'one result for every address, in their order, in the format of the list',
  json: {
    is: 'an array, whatever the format of the list',
    fields: ['input', 'outcome', 'chargedCents', 'contact', 'phones', 'emails', 'problems', 'error'],
  },
  cost: 'At most $0.04 for each different address; matches only.',
  exits: [
    'confirmationNeeded',
    'key',
    'declined',
    'overCeiling',
    'inputFile',
    'refused',
    'network',
    'output',
    'busy',
  ],
  more: 'The same command again continues where the last one stopped; what was answered is not paid again.',
  load: () => import('./run.js'),
};
