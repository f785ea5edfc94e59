import { catalogue } from '../commands/catalogue.js';
import { argumentWord, type CommandSpec, type Example, optionRow, groups } from '../commands/command.js';
import { type Topic, topics } from '../commands/specs/topics.js';
import { columns, layOut } from './layout.js';

const HELP_OPTIONS = [
  ['-h, --help', 'show help for a command'],
  ['-V, --version', 'show the version'],
] as const;

/** The page for these words of a command line: a command's, a group's, or the first page. Undefined for unknown words. */
export function helpFor(argv: readonly string[], width: number, program: string): string | undefined {
  const at = argv.findIndex((word) => catalogue.some(({ path }) => path[0] === word));
  const first = argv[at];
  const lines =
    first === undefined ? firstPage(argv, width, program) : pageOf(first, argv.slice(at + 1), width);
  return lines && `${lines.join('\n')}\n`;
}

export const topicPage = ({ name, summary, lines }: Topic, width: number): string =>
  [...layOut([`${name}: ${summary}`], width), '', ...layOut(lines, width), ''].join('\n');

function pageOf(first: string, others: readonly string[], width: number): string[] {
  const second = others.find((word) => catalogue.some(({ path }) => path[0] === first && path[1] === word));
  const spec = catalogue.find(({ path }) => path[0] === first && path[1] === second);
  return spec ? commandPage(spec, width) : groupPage(first, width);
}

function firstPage(argv: readonly string[], width: number, program: string): string[] | undefined {
  if (argv.some((word) => !word.startsWith('-'))) return undefined;
  const shown = new Set<string>();
  const commands = catalogue.flatMap(({ path: [first, second], summary }) => {
    const group = groups.find(({ name }) => name === first);
    const members = catalogue.filter(({ path }) => path[0] === first).flatMap(({ path }) => path[1] ?? []);
    if (!group || members.length === 1) return [[[first, second].join(' ').trim(), summary] as const];
    if (shown.has(first)) return [];
    shown.add(first);
    return [[`${first} <command>`, `${group.summary}: ${members.join(', ')}`] as const];
  });
  return [
    ...layOut(['Find who owns a US property: name, mailing address, phones, emails.'], width),
    '',
    'Start:',
    ...examples(
      [
        { command: `${program} auth login`, does: 'save an API key' },
        { command: `${program} lookup '100 Main St, Austin, TX 78701'`, does: 'one address' },
        { command: `${program} upload leads.csv`, does: 'a whole file (asks first)' },
      ],
      width,
    ),
    '',
    'Commands:',
    ...columns(commands, width),
    '',
    'Options:',
    ...columns(HELP_OPTIONS, width),
    '',
    'Help:',
    ...columns(
      [
        [`${program} help <command>`, 'a command with its options'],
        ...topics.map((topic) => [`${program} help ${topic.name}`, topic.summary] as const),
      ],
      width,
    ),
  ];
}

function groupPage(group: string, width: number): string[] {
  const members = catalogue.filter(({ path }) => path[0] === group);
  return [
    ...layOut([`skiptrace ${group}: ${groups.find(({ name }) => name === group)?.summary ?? ''}`], width),
    '',
    'Commands:',
    ...columns(
      members.map((spec) => [usage(spec), spec.summary] as const),
      width,
      WIDEST_USAGE,
    ),
    '',
    ...layOut([`More: skiptrace ${group} <command> --help`], width),
  ];
}

export function commandPage(spec: CommandSpec, width: number): string[] {
  const options = (spec.options ?? []).map(optionRow);
  return [
    ...layOut([`${spec.summary}.`], width),
    '',
    'Examples:',
    ...examples(spec.examples, width),
    '',
    ...layOut([`Usage: skiptrace ${usage(spec)}`], width),
    ...columns(
      (spec.arguments ?? []).map((argument) => [`<${argument.name}>`, argument.description] as const),
      width,
    ),
    ...(options.length === 0 ? [] : ['', 'Options:', ...columns(options, width)]),
    '',
    ...layOut([`Cost:    ${costOf(spec)}`], width),
    ...layOut([`Output:  ${spec.output ?? 'nothing'}`], width),
    ...layOut([`--json:  ${jsonLine(spec)}`], width),
    ...(spec.more === undefined ? [] : ['', ...layOut(spec.more.split('\n'), width)]),
    '',
    ...layOut(['Global options: skiptrace help options. Exit codes: skiptrace help exit-codes.'], width),
  ];
}

const costOf = ({ cost = 'Free.' }: CommandSpec): string => cost;

const jsonLine = ({ json: { is, fields } }: CommandSpec): string =>
  [is, fields.join(', ')].filter((part) => part !== undefined && part !== '').join(': ');

function usage(spec: CommandSpec): string {
  return [
    ...spec.path,
    ...(spec.arguments ?? []).map(argumentWord),
    ...(spec.options?.length ? ['[options]'] : []),
  ].join(' ');
}

/** Side by side if all of them fit, else each description under its command. */
function examples(all: readonly Example[], width: number): string[] {
  const column = Math.max(...all.map(({ command }) => command.length));
  const beside = all.map(({ command, does }) => `  ${command.padEnd(column)}  ${does}`);
  if (beside.every((line) => line.length <= width)) return beside;
  return columns(
    all.map(({ command, does }) => [command, does] as const),
    width,
    0,
  );
}

const WIDEST_USAGE = 32;
