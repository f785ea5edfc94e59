import { catalogue, groups } from '../catalogue.js';
import type { CommandSpec, OptionSpec } from '../command.js';
import { globalOptions } from '../global-options.js';
import type { SHELLS } from './spec.js';

/** What can follow which words: the same tree in four notations. */
export function completionScript(shell: (typeof SHELLS)[number]): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;
    case 'fish':
      return fish();
    case 'powershell':
      return powershell();
  }
}

const first = [...new Set(catalogue.map(({ path }) => path[0]))];
const seconds = (group: string) =>
  catalogue.flatMap(({ path }) => (path[0] === group && path[1] ? [path[1]] : []));

/** `--output` and `-o` of `-o, --output <file>`. */
function names(option: OptionSpec): string[] {
  return option.flags.split(/[ ,]+/).filter((word) => word.startsWith('-'));
}

const longNames = (options: readonly OptionSpec[]) =>
  options.flatMap((option) => names(option).filter((name) => name.startsWith('--'))).join(' ');

/** A pattern of words to the words that may follow. */
function table(): [string, string][] {
  const options = (spec: CommandSpec) => longNames([...(spec.options ?? []), ...globalOptions]);
  return [
    ...catalogue.map((spec): [string, string] => [spec.path.join(' '), options(spec)]),
    ...groups.map(({ name }): [string, string] => [name, seconds(name).join(' ')]),
  ];
}

function bash(): string {
  const cases = table().map(([path, words]) => `    '${path}') words='${words}' ;;`);
  return `# skiptrace completion for bash
_skiptrace() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [ -z "$path" ] && path="$word" || { case "$path" in ${groups.map(({ name }) => name).join('|')}) path="$path $word" ;; esac; } ;; esac
  done
  case "$path" in
    '') words='${first.join(' ')} ${longNames(globalOptions)}' ;;
${cases.join('\n')}
  esac
  if [[ "$cur" == -* || "$path" == '' || " ${groups.map(({ name }) => name).join(' ')} " == *" $path "* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _skiptrace skiptrace
`;
}

function fish(): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const option = (condition: string, spec: OptionSpec) => {
    const flags = names(spec).map((name) =>
      name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
    );
    const value = spec.flags.includes('<') ? ' -r' : '';
    const choices = spec.choices ? ` -a ${quote(spec.choices.join(' '))}` : '';
    return `complete -c skiptrace${condition} ${flags.join(' ')}${value}${choices} -d ${quote(spec.description)}`;
  };
  const lines = catalogue.flatMap((spec) => {
    const [one, two] = spec.path;
    const reached = two === undefined ? one : `${one}; and __fish_seen_subcommand_from ${two}`;
    const offer =
      two === undefined
        ? `complete -c skiptrace -n __fish_use_subcommand -a ${one} -d ${quote(spec.summary)}`
        : `complete -c skiptrace -f -n '__fish_seen_subcommand_from ${one}; and not __fish_seen_subcommand_from ${seconds(one).join(' ')}' -a ${two} -d ${quote(spec.summary)}`;
    return [
      offer,
      ...(spec.options ?? []).map((own) => option(` -n '__fish_seen_subcommand_from ${reached}'`, own)),
    ];
  });
  const offers = groups.map(
    ({ name, summary }) =>
      `complete -c skiptrace -f -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
  );
  return [
    '# skiptrace completion for fish',
    ...offers,
    ...lines,
    ...globalOptions.map((own) => option('', own)),
    '',
  ].join('\n');
}

function powershell(): string {
  const cases = table().map(([path, words]) => `    '${path}' = '${words}'`);
  return `# skiptrace completion for PowerShell
Register-ArgumentCompleter -Native -CommandName skiptrace -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
    '' = '${first.join(' ')} ${longNames(globalOptions)}'
${cases.join('\n')}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } | Where-Object { $_ -notlike '-*' -and $_ -ne $wordToComplete })
  $path = ($words | Select-Object -First 2) -join ' '
  if (-not $table.ContainsKey($path)) { $path = "$($words | Select-Object -First 1)" }
  "$($table[$path])".Split(' ') | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterName', $_)
  }
}
`;
}
