import { Command, CommanderError, Option } from 'commander';
import { catalogue, groups } from './commands/catalogue.js';
import { CommandInput, type CommandSpec, type OptionSpec } from './commands/command.js';
import { globalOptions } from './commands/global-options.js';
import { Failure } from './failures/failure.js';

export interface Invocation {
  readonly command: CommandSpec;
  readonly input: CommandInput;
}

/** Words to a command and its input. Commander does the reading; whatever it refuses is a usage error of two lines. */
export function parse(argv: readonly string[]): Invocation {
  let found: Invocation | undefined;
  const program = bare(new Command('skiptrace'));
  for (const option of globalOptions) program.addOption(toOption(option));
  const parents = new Map<string, Command>();
  for (const group of groups) parents.set(group.name, bare(program.command(group.name)));

  for (const spec of catalogue) {
    const [first, second] = spec.path;
    const parent = second === undefined ? program : (parents.get(first) ?? program);
    const command = bare(parent.command(second ?? first));
    for (const argument of spec.arguments ?? []) {
      const name = argument.variadic ? `${argument.name}...` : argument.name;
      command.argument(argument.optional ? `[${name}]` : `<${name}>`, argument.description);
    }
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

  try {
    program.parse(bindJson(argv), { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? usageError(error, argv) : error;
  }
  if (!found) throw missingCommand(argv);
  return found;
}

/** `--json` takes fields with `=` only, so `upload --json leads.csv` keeps its file. */
function bindJson(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, index) => (word === '--json' && (end === -1 || index < end) ? '--json=' : word));
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
  if (spec.choices) option.choices(spec.choices);
  if (spec.repeatable) {
    option.argParser<string[]>((value, before: string[] | undefined) => [...(before ?? []), value]);
  }
  return option;
}

function usageError(error: CommanderError, argv: readonly string[]): Failure {
  if (error.code === 'commander.help') return missingCommand(argv);
  const message = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  return new Failure(
    'usage',
    `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\)\.$/, ')'),
    {
      next: helpCommand(argv),
    },
  );
}

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
