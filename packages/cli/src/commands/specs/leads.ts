import type { LayoutName } from '@skiptrace/csv/layouts';
import {
  type CommandSpec,
  listOptions,
  outputOptions,
  requirePhoneOption,
  spendingOptions,
  idempotencyOption,
  priceLimitOption,
  mapOption,
  stateOption,
} from '../command.js';

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
    fields:
      'jobId status totalRows matchedRows totalChargeCents missReasons resultSummary chargedCents output rows blankAddresses uniqueAddresses unmatchableRows repeatedRows maxCents columnMapping'.split(
        ' ',
      ),
  },
  cost: "Your account's price ($0.04 by default) for each different address that matches, after a yes. Uploading and the preview are free.",
  more: 'The same command again, from this machine or another, continues where the last one stopped, and never pays twice for the same file with the same columns. --new does.',
  load: () => import('../upload/run.js'),
};

export const lookupCommand: CommandSpec = {
  path: ['lookup'],
  summary: 'Look up the owner of one address',
  examples: [
    { command: "skiptrace lookup '100 Sandbox Match St, Austin, TX 78701'", does: 'one line' },
    { command: "skiptrace lookup '100 Sandbox Match St' --city Austin --state TX", does: 'or its parts' },
    { command: "skiptrace lookup '100 Sandbox Match St, Austin, TX' --json=phones", does: 'for a program' },
  ],
  arguments: [{ name: 'address', description: 'street address, or all of it on one line', variadic: true }],
  options: [
    { flags: '--city <city>', description: 'city' },
    { flags: '--state <XX>', description: 'two-letter state code' },
    { flags: '--zip <zip>', description: '5-digit ZIP code' },
    { flags: '--anyway', description: "send an address that can't match, too" },
    priceLimitOption,
    idempotencyOption,
  ],
  output: 'the owner, phones and emails; nothing for a miss',
  json: {
    is: 'the API response',
    fields: ['success', 'found', 'contact', 'chargedCents', 'repeat', 'paidOn', 'phones', 'emails'],
  },
  cost: "Your account's price ($0.04 by default) for a match, nothing for a miss. It doesn't ask for confirmation; --max-cost limits the price.",
  more: 'If the answer is lost, run the same command again within 23 hours to get it at no further charge.',
  load: () => import('../lookup.js'),
};

export const bulkCommand: CommandSpec = {
  path: ['bulk'],
  summary: "Look up a list of addresses right away; the output uses the input's format",
  examples: [
    { command: 'skiptrace bulk addresses.json > owners.json', does: 'asks for the highest possible price' },
    { command: 'skiptrace bulk addresses.ndjson --yes --max-cost 20', does: 'without asking, up to $20' },
    { command: 'generate-list | skiptrace bulk - --format ndjson --yes --max-cost 20', does: 'from a pipe' },
  ],
  arguments: [
    { name: 'file', description: 'CSV or Excel file, plain list, JSON array or NDJSON; - is standard input' },
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
  more: 'Run the same command again to continue where the last run stopped, or, within 23 hours, to get the results of a finished list again at no charge. If the list changed, all of it is looked up, and you see what was paid before. With free repeats on your account only new addresses are charged.',
  load: () => import('../bulk/run.js'),
};

export const csvCommands: readonly CommandSpec[] = [
  {
    path: ['csv', 'check'],
    summary: 'Check a lead file for problems, and repair it with --fix',
    examples: [
      { command: 'skiptrace csv check leads.csv', does: 'show columns, rows and problems' },
      { command: 'skiptrace csv check leads.xlsx --fix', does: 'write a repaired copy: leads.fixed.csv' },
    ],
    arguments: [
      { name: 'file', description: 'CSV file, plain list or Excel workbook (.xlsx); - is standard input' },
    ],
    options: [{ flags: '--fix', description: 'write a repaired copy' }, ...outputOptions, ...listOptions],
    output: 'the report; with --fix the path of the copy, or with -o - the copy',
    json: {
      fields:
        'file rows blankAddresses uniqueAddresses unmatchableRows repeatedRows fields unusedColumns maxCents encoding delimiter columnMapping warnings doubts fixed'.split(
          ' ',
        ),
    },
    cost: 'Free. Works offline, without a key.',
    more: `The copy is UTF-8 with commas. --fix restores ZIPs that lost their zeros or became 95834.0, turns state names
into codes, adds a missing header, renames repeated headers, pads short rows, names the columns of extra cells,
and removes empty rows. It keeps every cell and doesn't change the file itself.`,
    load: () => import('../csv-check.js'),
  },
];

/** Written out here: help shows them, and loads no code of a layout. */
const LAYOUTS: Readonly<Record<LayoutName, string>> = {
  phones: 'a line for every number that you may call, for dialers and texting',
  split: 'a line for every lead, mobiles and landlines in columns of their own',
  reisift: 'REISift: phones with type and status; DNC is a status',
  hubspot: 'HubSpot contacts, with numbers that you may call',
  ghl: 'GoHighLevel contacts, with numbers that you may call',
  long: 'one line per phone and email, for databases',
};

export const exportCommand: CommandSpec = {
  path: ['export'],
  summary: 'Turn an enriched file into what other programs import',
  examples: [
    {
      command: 'skiptrace export leads.enriched.csv',
      does: 'a line for every number that you may call: leads.phones.csv',
    },
    { command: 'skiptrace export leads.enriched.csv --only mobile --only absentee', does: 'fewer of them' },
    { command: 'skiptrace export leads.enriched.csv --layout hubspot', does: 'contacts for HubSpot' },
    { command: 'skiptrace export leads.enriched.csv --layout long -o - | head', does: 'to standard output' },
  ],
  arguments: [
    { name: 'file', description: 'a file that upload, bulk or jobs download wrote; - is standard input' },
  ],
  options: [
    {
      flags: '-l, --layout <layout>',
      description: 'the target format; default phones',
      choices: Object.keys(LAYOUTS),
    },
    {
      flags: '--dnc <what>',
      description:
        'numbers by their Do Not Call status: all, all but the listed ones, or only the ones that are not listed',
      choices: ['keep', 'drop-listed', 'only-not-listed'],
    },
    {
      flags: '--only <what>',
      description: 'only callable numbers, mobiles, absentee owners, or the first phone of an owner',
      repeatable: true,
      choices: ['callable', 'mobile', 'absentee', 'first-phone'],
    },
    ...outputOptions,
    mapOption,
    stateOption,
  ],
  output: 'the path of the file it wrote, or with -o - the file',
  json: { fields: ['layout', 'leads', 'records', 'droppedNumbers', 'uncheckedNumbers', 'output'] },
  cost: 'Free; it works without the service.',
  more: `Layouts:
${Object.entries(LAYOUTS)
  .map(([name, does]) => `  ${name.padEnd(9)} ${does}`)
  .join('\n')}
Without --dnc, phones, hubspot and ghl have only numbers that are not listed on a Do Not Call registry, and none that is not
checked; the other layouts have all numbers, each with its status: listed, not listed, or not checked. A result of an earlier
version doesn't tell listed from not checked, so both count as listed.
The address of a contact in hubspot and ghl is the owner's mailing address; the property has columns of its own.
Several owners of a property are in one line of split and reisift, as Owner 2 and so on, and in lines of their own elsewhere.
Rows without a match are left out. Cells that look like a formula are prefixed with an
apostrophe, so that no spreadsheet runs them.`,
  load: () => import('../export.js'),
};
