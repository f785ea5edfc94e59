import { catalogue, groups } from '../commands/catalogue.js';
import type { CommandSpec, OptionSpec } from '../commands/command.js';
import { globalOptions } from '../commands/global-options.js';
import { EXIT, EXIT_MEANINGS } from '../exit-codes.js';
import { topics } from './topics.js';

/** The page for these words of a command line: a command's, a group's, or the first page. Undefined for unknown words. */
export function helpFor(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => catalogue.some(({ path }) => path[0] === word));
  const first = argv[at];
  if (first === undefined) return argv.some((word) => !word.startsWith('-')) ? undefined : firstPage();
  const second = argv
    .slice(at + 1)
    .find((word) => catalogue.some(({ path }) => path[0] === first && path[1] === word));
  const spec = catalogue.find(({ path }) => path[0] === first && path[1] === second);
  return spec ? commandPage(spec) : groupPage(first);
}

function firstPage(): string {
  const single = catalogue
    .filter(({ path }) => path.length === 1)
    .map((spec) => [name(spec), spec.summary] as const);
  const grouped = groups.map((group) => {
    const seconds = catalogue.flatMap(({ path }) => (path[0] === group.name && path[1] ? [path[1]] : []));
    return [`${group.name} ${seconds.join('|')}`, group.summary] as const;
  });
  return [
    'skiptrace: US property addresses to their owners, phones and e-mails. $0.04 a match, misses are free.',
    '',
    'Start:',
    ...columns([
      ['skiptrace auth login', 'keep an API key'],
      ["skiptrace lookup '100 Sandbox Match St, Austin, TX 78701'", 'one address'],
      ['skiptrace upload leads.csv', 'a whole file; shows the price and asks before it spends'],
    ]),
    '',
    'Commands:',
    ...columns([...single, ...grouped]),
    '',
    'Every command:',
    ...columns(globalOptions.map(optionRow)),
    '',
    `More: skiptrace <command> --help, skiptrace help ${topics.map(({ name }) => name).join('|')}`,
    '',
  ].join('\n');
}

function groupPage(group: string): string {
  const members = catalogue.filter(({ path }) => path[0] === group);
  return [
    `skiptrace ${group}: ${groups.find(({ name }) => name === group)?.summary ?? ''}`,
    '',
    ...columns(members.map((spec) => [usage(spec), spec.summary] as const)),
    '',
    `More: skiptrace ${group} <command> --help`,
    '',
  ].join('\n');
}

function commandPage(spec: CommandSpec): string {
  const section = (title: string, rows: readonly (readonly [string, string])[], widest?: number) =>
    rows.length === 0 ? [] : ['', title, ...columns(rows, widest)];
  return [
    `${spec.summary}.`,
    ...section(
      'Examples:',
      spec.examples.map(({ command, does }) => [command, does] as const),
      WIDEST_EXAMPLE,
    ),
    '',
    `Usage: skiptrace ${usage(spec)}`,
    ...section(
      '',
      (spec.arguments ?? []).map((argument) => [`<${argument.name}>`, argument.description] as const),
    ).slice(2),
    ...section('Options:', (spec.options ?? []).map(optionRow)),
    ...section('Every command:', globalOptions.map(optionRow)),
    '',
    `Cost:             ${spec.cost}`,
    `Standard output:  ${spec.output}`,
    `With --json:      ${jsonLine(spec)}`,
    ...(spec.more === undefined ? [] : ['', spec.more]),
    ...section('Exit codes:', exitRows(spec)),
    '',
  ].join('\n');
}

export const jsonLine = ({ json: { is, fields } }: CommandSpec): string =>
  [...(is === undefined ? [] : [is]), fields.join(', ')].join(': ');

export const name = (spec: CommandSpec): string => spec.path.join(' ');

export function usage(spec: CommandSpec): string {
  const words = (spec.arguments ?? []).map(({ name, optional, variadic }) => {
    const word = variadic ? `${name}...` : name;
    return optional ? `[${word}]` : `<${word}>`;
  });
  return [...spec.path, ...words, ...(spec.options?.length ? ['[options]'] : [])].join(' ');
}

export function exitRows(spec: CommandSpec): (readonly [string, string])[] {
  return (['done', 'bug', 'usage', ...spec.exits, 'hungUp', 'interrupted', 'terminated'] as const).map(
    (exit) => [String(EXIT[exit]), EXIT_MEANINGS[exit].means] as const,
  );
}

export function optionRow(option: OptionSpec): readonly [string, string] {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  const repeat = option.repeatable ? '; may be repeated' : '';
  return [option.flags, `${option.description}${choices}${repeat}`];
}

const WIDEST_OPTION = 34;
const WIDEST_EXAMPLE = 62;

/** Two columns; a left side that is too long for its column stands on a line of its own. */
function columns(rows: readonly (readonly [string, string])[], widest = WIDEST_OPTION): string[] {
  const width = Math.max(4, ...rows.map(([left]) => (left.length <= widest ? left.length : 0)));
  return rows.flatMap(([left, right]) =>
    left.length <= width
      ? [`  ${left.padEnd(width)}  ${right}`]
      : [`  ${left}`, `  ${' '.repeat(width)}  ${right}`],
  );
}
