import type { OptionSpec } from './command.js';
import { PROGRESS_KINDS } from '../terminal/progress.js';

/** Options every command takes, before or after its name. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: '--json [fields]', description: 'print JSON; with a,b only these fields' },
  { flags: '-q, --quiet', description: 'only warnings and errors on standard error' },
  { flags: '-v, --verbose', description: 'print more detail on standard error' },
  {
    flags: '--debug',
    description: 'print requests, waits and stack traces; no keys or personal data',
  },
  { flags: '--profile <name>', description: 'use the key and service of this profile' },
  { flags: '--base-url <url>', description: "the service's URL" },
  { flags: '--api-key-file <path>', description: 'read the API key from this file; - is standard input' },
  { flags: '--no-input', description: 'never ask anything' },
  { flags: '--color <when>', description: 'use color', choices: ['auto', 'always', 'never'] },
  { flags: '--progress <kind>', description: 'how progress is shown', choices: PROGRESS_KINDS },
  { flags: '--timeout <duration>', description: 'longest the command may take: 90s, 10m, 1h30m' },
];

/** Options that approve a cost in advance. */
export const spendingOptions: readonly OptionSpec[] = [
  { flags: '-y, --yes', description: 'spend without asking; needs --max-cost' },
  { flags: '--max-cost <dollars>', description: 'never spend more than this: 400, 392.48, or none' },
];

/** Limit for prices that are paid without a question. */
export const priceLimitOption: OptionSpec = {
  flags: '--max-cost <dollars>',
  description: 'send nothing if a match costs more than this: 0.10, or none',
};

export const idempotencyOption: OptionSpec = {
  flags: '--idempotency-key <key>',
  description: 'a key of your own: the same command with the same key is charged once a day',
};

export const outputOptions: readonly OptionSpec[] = [
  { flags: '-o, --output <file>', description: 'where to write the result; - is standard output' },
  { flags: '-f, --force', description: 'replace the output if it exists' },
];

export const mapOption: OptionSpec = {
  flags: '--map <field=Header>',
  description: 'column for a field, such as address (see help columns)',
  repeatable: true,
};

export const stateOption: OptionSpec = {
  flags: '--state <XX>',
  description: "each row's state, for a file without a State column",
};

const noHeaderOption: OptionSpec = {
  flags: '--no-header',
  description: 'the file has no header row; detect columns by their contents',
};

const delimiterOption: OptionSpec = {
  flags: '--delimiter <character>',
  description: "column delimiter, if it can't be detected",
};

/** How a list is read, where it doesn't tell by itself. */
/** `upload` and `bulk`. */
export const requirePhoneOption: OptionSpec = {
  flags: '--require-phone',
  description: 'pay only for matches with a phone number; all others count as not matched',
};

export const listOptions: readonly OptionSpec[] = [
  mapOption,
  stateOption,
  noHeaderOption,
  {
    flags: '--header-row <number>',
    description: 'the row with the column names, if rows of a title stand above it',
  },
  {
    flags: '--sheet <name>',
    description: 'the sheet of a workbook (default: the one that looks most like a list)',
  },
  delimiterOption,
];
