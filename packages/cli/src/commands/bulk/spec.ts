import type { CommandSpec } from '../command.js';
import { idempotencyOption, listOptions, requirePhoneOption, spendingOptions } from '../shared-options.js';

export const bulkCommand: CommandSpec = {
  path: ['bulk'],
  summary: "Look up a list of addresses right away; the output uses the input's format",
  examples: [
    { command: 'skiptrace bulk addresses.json > owners.json', does: 'asks for the highest possible price' },
    { command: 'skiptrace bulk addresses.ndjson --yes --max-cost 20', does: 'without asking, up to $20' },
    { command: 'generate-list | skiptrace bulk - --format ndjson --yes --max-cost 20', does: 'from a pipe' },
  ],
  arguments: [
    { name: 'file', description: 'CSV file, plain list, JSON array or NDJSON; - is standard input' },
  ],
  options: [
    ...spendingOptions,
    {
      flags: '--format <format>',
      description: "input format, if it can't be inferred from the file name",
      choices: ['json', 'ndjson', 'csv'],
    },
    {
      flags: '--no-dedupe',
      description: 'pay for every address, repeated properties too',
    },
    requirePhoneOption,
    idempotencyOption,
    { flags: '--new', description: 'look everything up, and pay, again' },
    { flags: '--send-all', description: "also send addresses that can't match, such as PO boxes" },
    ...listOptions,
  ],
  output: 'one result for every address, in their order, in the format of the list',
  json: {
    is: 'an array, whatever the format of the list',
    fields: ['input', 'outcome', 'chargedCents', 'contact', 'phones', 'emails', 'problems', 'error'],
  },
  cost: "Your account's price ($0.04 by default) for each different address that matches. Misses are free.",
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
  more: 'Run the same command again to continue where the last run stopped, or, within 23 hours, to get the results of a finished list again at no charge. If the list changed, all of it is looked up, and you see what was paid before. With free repeats on your account only new addresses are charged.',
  load: () => import('./run.js'),
};
