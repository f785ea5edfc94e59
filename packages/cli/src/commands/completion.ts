import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import { SHELLS } from './command.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const shell = SHELLS.find((known) => known === input.argument(0));
  if (!shell)
    throw new Failure('usage', `The shell is one of ${SHELLS.join(', ')}; "${input.argument(0)}" is not.`);
  const script = completionScript(shell);
  await print(context, { shell, script }, script);
}

/**
 * Each script calls `skiptrace __complete`, which knows commands, options and values, and displays its output
 * as the shell does.
 */
export const completionScript = (shell: (typeof SHELLS)[number]): string =>
  ({ bash: BASH, zsh: ZSH, fish: FISH })[shell];

const BASH = `# skiptrace completion for bash
_skiptrace() {
  local word line value description glued='' tab=$'\t'
  local -a words=() found=() listed=()
  # Bash breaks words at "=" and ":" too; here they belong together.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#words[@]} -gt 0 && ( -n "$glued" || "$word" == [=:]* ) ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    case "$word" in *[=:]) glued=1 ;; *) glued='' ;; esac
  done
  [[ "\${COMP_WORDS[COMP_CWORD]}" == [=:]* ]] && local typed='' || local typed="\${COMP_WORDS[COMP_CWORD]}"
  local whole="\${words[\${#words[@]}-1]}"
  local before="\${whole%"$typed"}"
  while IFS= read -r line; do
    value="\${line%%$tab*}"
    value="\${value#"$before"}"
    description="\${line#*$tab}"
    found+=("$value")
    listed+=("$value\${description:+  ($description)}")
  done < <(skiptrace __complete -- "\${words[@]}" 2>/dev/null)
  # 63 is "?": the candidates are only shown, and may say what they are.
  if [[ "$COMP_TYPE" == 63 && \${#found[@]} -gt 1 ]]; then
    COMPREPLY=("\${listed[@]}")
  else
    COMPREPLY=("\${found[@]}")
  fi
}
# Where nothing is found, bash offers file names.
complete -o default -F _skiptrace skiptrace
`;

const ZSH = `#compdef skiptrace
# skiptrace completion for zsh
_skiptrace() {
  local line value description
  local -a lines found
  lines=("\${(@f)$(skiptrace __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    value=\${\${line%%$'\t'*}//:/\\\\:}
    description=\${line#*$'\t'}
    found+=("$value\${description:+:$description}")
  done
  if (( $#found )); then
    _describe -V 'skiptrace' found
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_skiptrace" ]; then
  _skiptrace "$@"
else
  compdef _skiptrace skiptrace
fi
`;

const FISH = `# skiptrace completion for fish
function __skiptrace_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (skiptrace __complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c skiptrace -f -a '(__skiptrace_complete)'
`;
