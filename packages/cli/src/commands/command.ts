import type { Context } from '../context.js';
import type { ExitName } from '../exit-codes.js';
import type { JsonDocument } from '../json.js';
import type { CommandInput } from '../input.js';

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

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  readonly variadic?: boolean;
}

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
  /** Description of standard output. */
  readonly output: string;
  /** Description of the document that `--json` prints. */
  readonly json: JsonDocument;
  /** Description of the cost. */
  readonly cost: string;
  /** Exit codes beyond success, bug, usage and the signals. */
  readonly exits: readonly ExitName[];
  readonly more?: string;
  /** True if its --profile may name a profile that doesn't exist yet. */
  readonly makesProfile?: boolean;
  /** True if it checks the settings itself, also when they cannot be read. */
  readonly checksSettings?: boolean;
  /** Loads the code that runs the command; none of it is loaded before. */
  load(): Promise<{ run: Run }>;
}

export type Run = (input: CommandInput, context: Context) => Promise<void>;
