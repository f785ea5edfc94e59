import { Failure } from '../failures/failure.js';
import { print } from '../json.js';
import { SETTINGS } from '../settings/config.js';
import { shellWord } from '../terminal/text.js';
import {
  globalOptions,
  groups,
  namesOf,
  SHELLS,
  takesValue,
  type CommandSpec,
  type OptionSpec,
  type Run,
} from './command.js';
import { topics } from './specs/topics.js';

type Shell = (typeof SHELLS)[number];

type Catalogue = readonly CommandSpec[];

export const completionOf =
  (catalogue: Catalogue): Run =>
  async (input, context) => {
    const shell = SHELLS.find((known) => known === input.argument(0));
    if (!shell)
      throw new Failure('usage', `The shell is one of ${SHELLS.join(', ')}; "${input.argument(0)}" is not.`);
    const script = completionScript(shell, catalogue);
    await print(context, { shell, script }, script);
  };

/** A script that knows every word by itself: it runs no program while a person types. */
export const completionScript = (shell: Shell, catalogue: Catalogue): string =>
  shell === 'fish' ? fishScript(catalogue) : bashScript(shell, catalogue);

interface Word {
  readonly value: string;
  readonly description: string;
}

/** The words that can stand after each beginning of a command line: `''`, `jobs`, `help`, `config set`. */
function wordsAfter(catalogue: Catalogue): Map<string, readonly Word[]> {
  const first = [...catalogue, ...groups.map(({ name, summary }) => ({ path: [name], summary }))]
    .filter(({ path }) => path.length === 1)
    .map(({ path: [value = ''], summary: description }) => ({ value, description }));
  const help = { value: 'help', description: 'Help on a command or a topic' };
  const after = new Map<string, readonly Word[]>([
    ['', [...first, help]],
    ['help', [...topics.map(({ name: value, summary: description }) => ({ value, description })), ...first]],
  ]);
  for (const { path, summary: description, arguments: [argument] = [] } of catalogue) {
    const [group, value] = path;
    if (value !== undefined) after.set(group, [...(after.get(group) ?? []), { value, description }]);
    if (argument?.name === 'shell')
      after.set(
        'completion',
        SHELLS.map((shell) => ({ value: shell, description: '' })),
      );
    if (argument?.name === 'setting') after.set(path.join(' '), settings);
  }
  return after;
}

const settings: readonly Word[] = Object.entries(SETTINGS).map(([value, { description }]) => ({
  value,
  description,
}));

const optionsOf = ({ options = [] }: CommandSpec): readonly OptionSpec[] => [...options, ...globalOptions];
const longNames = (options: readonly OptionSpec[]) =>
  options.flatMap(namesOf).filter((name) => name.startsWith('--'));
const everyOption = (catalogue: Catalogue): OptionSpec[] => [
  ...globalOptions,
  ...catalogue.flatMap(({ options = [] }) => options),
];
/** Bash would split the others. */
const oneWord = (choices: readonly string[] = []) => choices.filter((choice) => !/\s/.test(choice));
const valuesOf = (words: readonly Word[]) => words.map(({ value }) => value).join(' ');

const ZSH_START = `(( $+functions[compdef] )) || { autoload -U compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit
`;

/** For bash, and for zsh through its own emulation. Where nothing is found, they offer file names. */
function bashScript(shell: Shell, catalogue: Catalogue): string {
  const all = everyOption(catalogue);
  // A short name may take a value in one command and none in another.
  const flags = new Set(all.filter((option) => !takesValue(option)).flatMap(namesOf));
  const choices = new Map(
    all.filter(takesValue).flatMap((option) =>
      namesOf(option)
        .filter((name) => !flags.has(name))
        .map((name) => [name, oneWord(option.choices).join(' ')]),
    ),
  );
  const options = catalogue.map(
    (spec) => `      ' ${spec.path.join(' ')}'*) offered='${longNames(optionsOf(spec)).join(' ')}' ;;`,
  );
  const plain = [...wordsAfter(catalogue)].map(
    ([path, words]) => `      '${path === '' ? '' : ` ${path}`}') offered='${valuesOf(words)}' ;;`,
  );
  return `# skiptrace completion for ${shell}
${shell === 'zsh' ? ZSH_START : ''}_skiptrace() {
  local at typed="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" line='' offered=''
  # Bash breaks words at "=".
  [[ "$typed" == = ]] && typed=''
  [[ "$before" == = ]] && before="\${COMP_WORDS[COMP_CWORD-2]}"
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      ${[...choices.keys()].join('|')})
        [[ "\${COMP_WORDS[at+1]}" == = ]] && ((at++))
        ((at++)) ;;
      -*|=) ;;
      *) line+=" \${COMP_WORDS[at]}" ;;
    esac
  done
  case "$before" in
${[...choices].map(([name, values]) => `    ${name}) offered='${values}' ;;`).join('\n')}
    *) if [[ "$typed" == -* ]]; then case "$line" in
${options.join('\n')}
      *) offered='${longNames(globalOptions).join(' ')}' ;;
    esac; else case "$line" in
${plain.join('\n')}
    esac; fi ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$typed"))
}
complete -o default -F _skiptrace skiptrace
`;
}

function fishScript(catalogue: Catalogue): string {
  const line = (condition: string, ...words: string[]) =>
    `complete -c skiptrace -n ${shellWord(condition)} ${words.join(' ')}`;
  const seen = (words: readonly string[]) =>
    words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const plain = [...wordsAfter(catalogue)].flatMap(([path, words]) => {
    const condition = path === '' ? '__fish_use_subcommand' : seen(path.split(' '));
    const unless = groups.some(({ name }) => name === path)
      ? `; and not __fish_seen_subcommand_from ${valuesOf(words)}`
      : '';
    return words.map(({ value, description }) =>
      line(condition + unless, '-f', '-a', value, '-d', shellWord(description)),
    );
  });
  const flags = (condition: string, options: readonly OptionSpec[]) =>
    options.flatMap((option) =>
      longNames([option]).map((name) => {
        const values = option.choices ? ['-x', '-a', `'${option.choices.join(' ')}'`] : ['-r'];
        const more = takesValue(option) ? values : [];
        return line(condition, '-l', name.slice(2), ...more, '-d', shellWord(option.description));
      }),
    );
  return [
    '# skiptrace completion for fish',
    ...plain,
    ...catalogue.flatMap(({ path, options = [] }) => flags(seen(path), options)),
    ...flags('true', globalOptions),
    '',
  ].join('\n');
}
