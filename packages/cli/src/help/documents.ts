import { catalogue } from '../commands/catalogue.js';
import type { CommandSpec } from '../commands/command.js';
import { EXIT, type ExitName } from '../failures/failure.js';
import { inAscii } from '../terminal/text.js';
import { VERSION } from '../version.js';
import { layOut, optionRow } from './layout.js';
import { name, usage, jsonLine } from './page.js';
import { topics } from './topics.js';

/** man/skiptrace.1, from the same descriptions as the help pages. `npx vitest run --project cli -u` writes it. */
export function manPage(): string {
  const commands = catalogue.flatMap((spec) => [
    `.SS skiptrace ${roff(usage(spec))}`,
    `${roff(spec.summary)}.`,
    ...tagged((spec.arguments ?? []).map((argument) => [`<${argument.name}>`, argument.description])),
    ...tagged((spec.options ?? []).map(optionRow)),
    '.PP',
    `Cost: ${roff(spec.cost)}`,
    '.PP',
    ...literal(spec.examples.map(({ command, does }) => `${command}   # ${does}`)),
  ]);
  return [
    '.\\" Generated from the command descriptions in packages/cli/src/commands. Do not edit.',
    `.TH SKIPTRACE 1 "" "skiptrace ${VERSION}" "User Commands"`,
    '.SH NAME',
    'skiptrace \\- US property addresses to their owners, phones and emails',
    '.SH SYNOPSIS',
    `.B skiptrace\n${roff([...new Set(catalogue.map(name))].join(' | '))}`,
    '.SH DESCRIPTION',
    'A match costs $0.04 unless the account has another price; a miss is free. Data goes to standard output, everything else to standard error.',
    '.SH COMMANDS',
    ...commands,
    ...topics.flatMap((topic) => [
      `.SH ${heading(topic.name)}`,
      `${roff(topic.summary)}.`,
      '.PP',
      ...literal(layOut(topic.lines, 78)),
    ]),
    '.SH FILES',
    roff(
      'XDG_CONFIG_HOME and XDG_STATE_HOME move these folders; skiptrace config path --json shows where they are.',
    ),
    ...tagged(FILES),
    '.SH SEE ALSO',
    roff('skiptrace help TOPIC, and skiptrace COMMAND --help.'),
    '.PP',
    roff('The whole documentation: https://github.com/skiptrace/skiptrace#readme'),
    '',
  ].join('\n');
}

/** man(7) has its own names for some sections. */
const heading = (topic: string): string => (topic === 'exit-codes' ? 'EXIT STATUS' : topic.toUpperCase());

const FILES: readonly (readonly [string, string])[] = [
  ['~/.config/skiptrace/config.json', 'settings, as "skiptrace config" writes them'],
  ['~/.config/skiptrace/credentials.json', 'API keys by profile; only you can read it'],
  [
    '~/.local/state/skiptrace/',
    'what unfinished uploads, lists and lookups need to continue without paying twice',
  ],
  ['.skiptrace-JOB-....part', 'an interrupted download, beside the result'],
];

function tagged(rows: readonly (readonly [string, string])[]): string[] {
  return rows.flatMap(([left, right]) => ['.TP', `.B ${roff(left)}`, roff(right)]);
}

const literal = (lines: readonly string[]) => ['.nf', ...lines.map(roff), '.fi'];

/**
 * Text as roff: ASCII, with backslashes, hyphens, and a dot or quote at the beginning of a line escaped. The times sign keeps
 * its name, so that man shows it where the terminal can.
 */
function roff(line: string): string {
  const plain = line
    .split('×')
    .map((part) => inAscii(part).replaceAll('\\', '\\e').replaceAll('-', '\\-'))
    .join('\\(mu');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}

/** docs/cli.md: the help pages as one document. `npx vitest run --project cli -u` writes it; help.test.ts compares it. */
export function docsPage(): string {
  const chapters = catalogue.map((spec) => [
    `## skiptrace ${name(spec)}`,
    '',
    `${spec.summary}.`,
    '',
    '```sh',
    ...spec.examples.map(({ command, does }) => `${command}   # ${does}`),
    '```',
    '',
    `Usage: \`skiptrace ${usage(spec)}\``,
    '',
    ...list((spec.arguments ?? []).map((argument) => [`<${argument.name}>`, argument.description])),
    ...list((spec.options ?? []).map(optionRow)),
    `- Cost: ${spec.cost}`,
    `- Standard output: ${spec.output}`,
    `- With \`--json\`: ${jsonLine(spec)}`,
    ...(spec.exits.length === 0 ? [] : [`- Further exit codes: ${exitsOf(spec)}`]),
    '',
    ...(spec.more === undefined ? [] : [spec.more, '']),
  ]);
  return [
    '<!-- Generated from the command descriptions in packages/cli/src/commands. Do not edit. -->',
    '# The command line',
    '',
    'US property addresses to their owners, phones and emails. A match costs $0.04 by default; misses are free.',
    '',
    'Options of every command are under [options](#options-options-of-every-command).',
    'Every command can end with exit code 0, 1, 2, 129, 130 or 143; a command that can end with another lists it.',
    '[All exit codes](#exit-codes-what--means-and-what-it-says-about-money).',
    '',
    ...chapters.flat(),
    ...topics.flatMap((topic) => [
      `## ${topic.name}: ${topic.summary}`,
      '',
      '```text',
      ...layOut(topic.lines, 100),
      '```',
      '',
    ]),
  ].join('\n');
}

const EXITS: Readonly<Partial<Record<ExitName, string>>> = {
  confirmationNeeded: 'needs a yes',
  key: 'key',
  declined: 'you said no',
  overCeiling: 'above the limit',
  inputFile: 'input file',
  refused: 'refused',
  network: 'service not reached',
  jobFailed: 'job failed',
  stillRunning: 'still running',
  output: 'output file',
  busy: 'in use',
};

/** The exit codes that a command has beside the ones of every command: `4 (key), 8 (refused)`. */
const exitsOf = ({ exits }: CommandSpec): string =>
  exits.map((exit) => `${EXIT[exit]} (${EXITS[exit] ?? exit})`).join(', ');

function list(rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : [...rows.map(([left, right]) => `- \`${left}\`: ${right}`), ''];
}
