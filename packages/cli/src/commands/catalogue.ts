import { globalOptions, type CommandSpec, namesOf, takesValue } from './command.js';
import {
  authCommands,
  balanceCommand,
  configCommands,
  doctorCommand,
  supportCommand,
} from './specs/account.js';
import { apiCommand, completionCommand, listenCommand } from './specs/developers.js';
import { jobsCommands } from './specs/jobs.js';
import { bulkCommand, csvCommands, exportCommand, lookupCommand, uploadCommand } from './specs/leads.js';

/** Every command, in the order in which help shows them. */
export const catalogue: readonly CommandSpec[] = [
  uploadCommand,
  lookupCommand,
  bulkCommand,
  ...csvCommands,
  exportCommand,
  ...jobsCommands,
  balanceCommand,
  ...authCommands,
  ...configCommands,
  apiCommand,
  listenCommand,
  doctorCommand,
  completionCommand(() => catalogue),
  supportCommand,
];

const VALUED: ReadonlySet<string> = new Set(
  [...globalOptions, ...catalogue.flatMap(({ options = [] }) => options)].filter(takesValue).flatMap(namesOf),
);

/** The words of a command line that are neither options nor their values. */
export const plainWords = (words: readonly string[]): string[] =>
  words.filter((word, index) => !word.startsWith('-') && !VALUED.has(words[index - 1] ?? ''));

/** The command that begins these words, found without validating the rest. */
export const commandOf = (words: readonly string[]): CommandSpec | undefined =>
  catalogue.find(({ path }) => path.every((name, index) => name === words[index]));
