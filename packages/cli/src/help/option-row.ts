import type { OptionSpec } from '../commands/command.js';

/** An option as help, docs and the man page list it: its spelling and its description. */
export function optionRow(option: OptionSpec): readonly [string, string] {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  const repeat = option.repeatable ? '; may be repeated' : '';
  return [option.flags, `${option.description}${choices}${repeat}`];
}
