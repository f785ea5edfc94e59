import { Command, CommanderError, Option } from 'commander';
import { catalogue, commandOf, plainWords } from './commands/catalogue.js';
import {
  argumentWord,
  type CommandSpec,
  type OptionSpec,
  globalOptions,
  groups,
} from './commands/command.js';
import { Failure } from './failures/failure.js';
import { CommandInput, optionsOf } from './input.js';
import { isField, type JsonWish, jsonWish, noSuchField } from './json.js';

export interface Invocation {
  readonly command: CommandSpec;
  readonly input: CommandInput;
  readonly json: JsonWish | undefined;
}

/**
 * Parses words into a command and its input. Commander does the parsing; everything it refuses becomes a
 * usage error of two lines.
 */
export function parse(argv: readonly string[]): Invocation {
  let found: Omit<Invocation, 'json'> | undefined;
  const program = bare(new Command('skiptrace'));
  for (const option of globalOptions) program.addOption(toOption(option));
  const parents = new Map<string, Command>();
  for (const group of groups) parents.set(group.name, bare(program.command(group.name)));

  for (const spec of catalogue) {
    const [first, second] = spec.path;
    const parent = second === undefined ? program : (parents.get(first) ?? program);
    const command = bare(parent.command(second ?? first));
    for (const argument of spec.arguments ?? []) command.argument(argumentWord(argument));
    for (const option of spec.options ?? []) command.addOption(toOption(option));
    command.action((...given: unknown[]) => {
      const words = given
        .slice(0, -2)
        .flat()
        .filter((word) => typeof word === 'string');
      const options = command.optsWithGlobals<Record<string, string | boolean | string[]>>();
      found = { command: spec, input: new CommandInput(words, options, argv) };
    });
  }

  const { words, unbound } = bindJson(argv);
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (unbound && error instanceof CommanderError && error.code === 'commander.excessArguments')
      throw noSuchField(unbound.word, unbound.fields);
    throw error instanceof CommanderError ? usageError(error, argv) : error;
  }
  if (!found) throw missingCommand(argv);
  return { ...found, json: jsonOf(found, unbound) };
}

interface BoundJson {
  readonly words: readonly string[];
  /** The word after a `--json` that was not taken as its fields, and the fields it could have been. */
  readonly unbound: { readonly word: string; readonly fields: readonly string[] } | undefined;
}

/** Fields follow `--json` after `=` or a space. Any other word after it is an argument: `upload --json leads.csv`. */
function bindJson(argv: readonly string[]): BoundJson {
  const options = optionsOf(argv);
  const fields = commandIn(options)?.json.fields ?? [];
  const at = options.indexOf('--json');
  const next = options[at + 1];
  if (at === -1) return { words: argv, unbound: undefined };
  const isFields = next?.split(',').every((field) => isField(field, fields)) ?? false;
  const words = argv.flatMap((word, index) => {
    if (index === at) return [`--json=${isFields ? next : ''}`];
    if (index === at + 1 && isFields) return [];
    return word === '--json' && index < options.length ? ['--json='] : [word];
  });
  const isWord = !isFields && next !== undefined && !next.startsWith('-');
  return { words, unbound: isWord ? { word: next, fields } : undefined };
}

/** Checks the fields; a mistyped one must never become part of the address that is looked up. */
function jsonOf(
  { command, input }: Omit<Invocation, 'json'>,
  unbound: BoundJson['unbound'],
): JsonWish | undefined {
  const wish = jsonWish(command.json, input.text('json'));
  if (wish && input.text('output') === '-') {
    throw new Failure('usage', '--json and -o - both want standard output.', {
      hint: 'Name a file with -o, or leave --json out.',
    });
  }
  if (!wish || !command.arguments?.some(({ variadic }) => variadic)) return wish;
  const hint = 'Put the address in quotes, before --json.';
  if (unbound && /^[a-z]+([.,][a-z]+)*$/i.test(unbound.word))
    throw noSuchField(unbound.word, wish.declared, hint);
  const last = input.words.at(-1) ?? '';
  if (input.words.length > 1 && isField(last, wish.declared)) {
    throw new Failure('usage', `"${last}" is a field, not a part of an address.`, { hint });
  }
  return wish;
}

/** The command that a line names. */
function commandIn(options: readonly string[]): CommandSpec | undefined {
  const words = plainWords(options);
  const fields = options[options.indexOf('--json') + 1];
  // `--json phones lookup …`: the fields come before the command.
  return commandOf(words) ?? commandOf(words.filter((word) => word !== fields));
}

function bare(command: Command): Command {
  return command
    .helpOption(false)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
}

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.description);
  const { key } = spec;
  if (key !== undefined) option.attributeName = () => key;
  if (spec.choices) option.choices(spec.choices);
  if (spec.repeatable) {
    const check = option.parseArg;
    option.argParser<string[]>((value, before: string[] | undefined) => {
      check?.(value, undefined);
      return [...(before ?? []), value];
    });
  }
  return option;
}

function usageError(error: CommanderError, argv: readonly string[]): Failure {
  if (error.code === 'commander.help') return missingCommand(argv);
  const message = `${error.message}${dashed(error.message, argv)}`
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ');
  return new Failure(
    'usage',
    `${message.charAt(0).toUpperCase()}${message.slice(1)}`.replace(/([^.)])$/, '$1.'),
    {
      next: helpCommand(argv),
      ...(/unknown option '--(?:api-?)?(?:key|token)\b/i.test(error.message) && { hint: NO_KEY_OPTION }),
    },
  );
}

/** ` (Did you mean --api-key-file?)` after an error about `--apiKeyFile`, which commander takes for too different. */
function dashed(message: string, argv: readonly string[]): string {
  const [, typed = ''] = /unknown option '(--\w+)'$/.exec(message) ?? [];
  const flag = typed.replace(/_|(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  const options = [...globalOptions, ...(commandIn(optionsOf(argv))?.options ?? [])];
  return options.some(({ flags }) => flags.split(/[ ,=]+/).includes(flag)) ? ` (Did you mean ${flag}?)` : '';
}

const NO_KEY_OPTION =
  'No option takes the key itself, because others can read command lines: log in (skiptrace auth login), ' +
  'set SKIPTRACE_API_KEY, or name a file with --api-key-file.';

function missingCommand(argv: readonly string[]): Failure {
  const group = groups.find((candidate) => argv.includes(candidate.name));
  const names = catalogue.flatMap(({ path }) => (path[0] === group?.name && path[1] ? [path[1]] : []));
  return new Failure(
    'usage',
    group ? `"${group.name}" needs one of ${names.join(', ')} after it.` : 'Which command?',
    { next: helpCommand(argv) },
  );
}

const helpCommand = (argv: readonly string[]) => {
  const spec = catalogue.find(({ path }) => path.every((word) => argv.includes(word)));
  if (spec) return `skiptrace ${spec.path.join(' ')} --help`;
  const group = groups.find(({ name }) => argv.includes(name));
  return group ? `skiptrace ${group.name} --help` : 'skiptrace --help';
};
