import type { Context } from '../context.js';
import type { CommandInput } from '../input.js';
import type { JsonDocument } from '../json.js';
import { PROGRESS_KINDS } from '../terminal/progress.js';

/** One option, in commander's spelling: `-o, --output <file>`. */
export interface OptionSpec {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  /** Name in the input, if a global option has the option's name: `--input` beside `--no-input`. */
  readonly key?: string;
  /** May be given more than once; the values are collected. */
  readonly repeatable?: boolean;
}

/** The two columns of an option in help, in docs/cli.md and in the man page: `-o, --output <file>`, and what it does. */
export function optionRow(option: OptionSpec): readonly [string, string] {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  const repeat = option.repeatable ? '; may be repeated' : '';
  return [option.flags, `${option.description}${choices}${repeat}`];
}

/** `-o` and `--output` of an option. */
export const namesOf = ({ flags }: OptionSpec): string[] => flags.match(/--?[a-z-]+/gi) ?? [];
export const takesValue = ({ flags }: OptionSpec): boolean => flags.includes('<');

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly variadic?: boolean;
}

/** `<address...>`, as usage lines and commander write it. */
export const argumentWord = ({ name, variadic }: ArgumentSpec): string => `<${name}${variadic ? '...' : ''}>`;

export interface Example {
  readonly command: string;
  readonly does: string;
}

/** A command as data. Its help, docs/cli.md, shell completion and the parser all come from this one description. */
export interface CommandSpec {
  readonly path: readonly [string] | readonly [string, string];
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Description of standard output; without it nothing is printed there. */
  readonly output?: string;
  /** Description of the document that `--json` prints. */
  readonly json: JsonDocument;
  /** Sentence about the cost. By default the help says that the command is free. */
  readonly cost?: string;
  readonly more?: string;
  /** True if its --profile may name a profile that doesn't exist yet. */
  readonly makesProfile?: boolean;
  /** True if it checks the settings itself, also when they cannot be read. */
  readonly checksSettings?: boolean;
  /** Loads the code that runs the command; none of it is loaded before. */
  load(): Promise<{ run: Run }>;
}

export type Run = (input: CommandInput, context: Context) => Promise<void>;

/** Groups of commands of two words, by the first word. */
export const groups: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'csv', summary: 'lead files on this machine' },
  { name: 'jobs', summary: 'CSV jobs of the account' },
  { name: 'auth', summary: 'API keys' },
  { name: 'config', summary: 'settings for all runs' },
];

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

/** Option of `upload` and `bulk`. */
export const requirePhoneOption: OptionSpec = {
  flags: '--require-phone',
  description: 'pay only for matches with a phone number; all others count as not matched',
};

/** How a list is read, where it doesn't tell by itself. */
export const listOptions: readonly OptionSpec[] = [
  mapOption,
  stateOption,
  { flags: '--no-header', description: 'the file has no header row; detect columns by their contents' },
  {
    flags: '--header-row <number>',
    description: 'the row with the column names, if rows of a title stand above it',
  },
  {
    flags: '--sheet <name>',
    description: 'the sheet of a workbook (default: the one that looks most like a list)',
  },
  { flags: '--delimiter <character>', description: "column delimiter, if it can't be detected" },
  {
    flags: '--same-property',
    description:
      'rows of one address are the same property, even if a column that is not read tells them apart',
  },
];

/** The shells that a completion script can be printed for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
