import { catalogue, commandOf, groups, namesOf, plainWords, takesValue } from './commands/catalogue.js';
import { type CommandSpec, type OptionSpec, globalOptions, SHELLS } from './commands/command.js';
import type { Context } from './context.js';
import { topics } from './help/topics.js';
import type { CommandInput } from './input.js';
import { SETTINGS } from './settings/config.js';
import { plain } from './terminal/text.js';

interface Candidate {
  readonly value: string;
  readonly description?: string | undefined;
}

/**
 * `skiptrace __complete -- WORDS`, as the completion scripts run it: WORDS is the command line up to the cursor, its last word
 * unfinished. Prints what that word could become, one candidate a line, with a tab before its description. When nothing is
 * printed, the scripts offer file names.
 */
export async function run(input: CommandInput, context: Context): Promise<void> {
  const words = input.words.slice(0, -1);
  const unfinished = input.words.at(-1) ?? '';
  const candidates = candidatesFor(words, unfinished, context);
  const lines = candidates
    .filter(({ value }) => value.startsWith(unfinished))
    .map(({ value, description }) => `${plain(value)}\t${plain(description ?? '')}\n`);
  await context.console.data(lines.join(''));
}

function candidatesFor(words: readonly string[], unfinished: string, context: Context): readonly Candidate[] {
  const path = plainWords(words);
  const spec = commandOf(path);
  const options = [...(spec?.options ?? []), ...globalOptions];
  const before = words.at(-1);
  if (before === '--json' && spec) return jsonFields(spec, unfinished);
  const open = options.find((option) => takesValue(option) && namesOf(option).includes(before ?? ''));
  if (open) return valuesOf(open, context);
  const [, name, typed] = /^(--[\w-]+)=(.*)$/.exec(unfinished) ?? [];
  if (name !== undefined && typed !== undefined) {
    const option = options.find((candidate) => namesOf(candidate).includes(name));
    if (!option) return [];
    const values = name === '--json' && spec ? jsonFields(spec, typed) : valuesOf(option, context);
    return values.map((candidate) => ({ ...candidate, value: `${name}=${candidate.value}` }));
  }
  if (unfinished.startsWith('-')) {
    return options.flatMap((option) =>
      namesOf(option)
        .filter((word) => word.startsWith('--'))
        .map((value) => ({ value, description: option.description })),
    );
  }
  if (spec) return argumentsOf(spec, context);
  if (path[0] === 'help') return path.length > 1 ? [] : [...topicNames(), ...firstWords()];
  return path.length === 0 ? firstWords() : secondWords(path[0] ?? '');
}

function firstWords(): Candidate[] {
  const alone = catalogue.filter(({ path }) => path.length === 1);
  return [
    ...alone.map(({ path, summary }) => ({ value: path[0], description: summary })),
    ...groups.map(({ name, summary }) => ({ value: name, description: summary })),
    { value: 'help', description: 'Help on a command or a topic' },
  ];
}

const secondWords = (group: string): Candidate[] =>
  catalogue.flatMap(({ path, summary }) =>
    path[0] === group && path[1] !== undefined ? [{ value: path[1], description: summary }] : [],
  );

const topicNames = () => topics.map(({ name, summary }) => ({ value: name, description: summary }));

/** `phones,em` is completed to `phones,emails`. */
function jsonFields({ json }: CommandSpec, typed: string): Candidate[] {
  const done = typed.slice(0, typed.lastIndexOf(',') + 1);
  const taken = new Set(done.split(','));
  return json.fields.filter((field) => !taken.has(field)).map((field) => ({ value: `${done}${field}` }));
}

function valuesOf(option: OptionSpec, context: Context): readonly Candidate[] {
  if (namesOf(option).includes('--profile')) return profileNames(context);
  return (option.choices ?? []).map((value) => ({ value }));
}

function argumentsOf({ path, arguments: [first] = [] }: CommandSpec, context: Context) {
  const kind = `${path[0]} ${first?.name ?? ''}`;
  if (kind === 'auth profile') return profileNames(context);
  if (kind === 'completion shell') return SHELLS.map((value) => ({ value }));
  if (kind !== 'config setting') return [];
  return Object.entries(SETTINGS).map(([value, { description }]) => ({ value, description }));
}

const profileNames = ({ profiles }: Context): Candidate[] =>
  Object.entries(profiles.profiles).map(([value, { baseUrl }]) => ({ value, description: baseUrl }));
