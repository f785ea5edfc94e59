import { catalogue } from '../commands/catalogue.js';
import { EXIT, type ExitName } from '../failures/failure.js';
import { inAscii } from '../terminal/text.js';
import { VERSION } from '../version.js';
import { layOut, optionRow } from './layout.js';
import { costOf, name, usage, jsonLine } from './page.js';
import { topics } from './topics.js';

/** docs/cli.md: the help pages as one document. `npx vitest run --project cli -u` writes it; help.test.ts compares it. */
export function docsPage(): string {
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
    ...commands(),
    ...helpTopics(100),
  ].join('\n');
}

/** man/skiptrace.1: the same in roff. */
export function manPage(): string {
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
    ...inRoff([...commands(), ...helpTopics(78)]),
    '.SH FILES',
    roff(
      'XDG_CONFIG_HOME and XDG_STATE_HOME move these folders; skiptrace config path --json shows where they are.',
    ),
    ...inRoff(FILES),
    '.SH SEE ALSO',
    roff('skiptrace help TOPIC, and skiptrace COMMAND --help.'),
    '.PP',
    roff('The whole documentation: https://github.com/skiptrace/skiptrace#readme'),
    '',
  ].join('\n');
}

const FILES = [
  '- `~/.config/skiptrace/config.json`: settings, as "skiptrace config" writes them',
  '- `~/.config/skiptrace/credentials.json`: API keys by profile; only you can read it',
  '- `~/.local/state/skiptrace/`: what unfinished uploads, lists and lookups need to continue without paying twice',
  '- `.skiptrace-JOB-....part`: an interrupted download, beside the result',
];

const commands = (): string[] =>
  catalogue.flatMap((spec) => [
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
    `- Cost: ${costOf(spec)}`,
    `- Standard output: ${spec.output ?? 'nothing'}`,
    `- With \`--json\`: ${jsonLine(spec)}`,
    ...(spec.exits === undefined ? [] : [`- Further exit codes: ${exitsOf(spec.exits)}`]),
    '',
    ...(spec.more === undefined ? [] : [spec.more, '']),
  ]);

const helpTopics = (width: number): string[] =>
  topics.flatMap((topic) => [
    `## ${topic.name}: ${topic.summary}`,
    '',
    '```text',
    ...layOut(topic.lines, width),
    '```',
    '',
  ]);

function list(rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : [...rows.map(([left, right]) => `- \`${left}\`: ${right}`), ''];
}

/** The exit codes that a command has beside the ones of every command: `4 (key), 6 (over ceiling)`. */
const exitsOf = (exits: readonly ExitName[]): string =>
  exits
    .toSorted((a, b) => EXIT[a] - EXIT[b])
    .map((exit) => `${EXIT[exit]} (${exit.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)})`)
    .join(', ');

/** Markdown of the kinds above: headings, lists, blocks of code and paragraphs. */
function inRoff(markdown: readonly string[]): string[] {
  let isCode = false;
  return markdown.flatMap((line) => {
    if (line.startsWith('```')) return [(isCode = !isCode) ? '.nf' : '.fi'];
    if (isCode) return [roff(line)];
    if (line === '') return ['.PP'];
    const [, command, topic = '', summary = ''] = /^## (?:(skiptrace .*)|([\w-]+): (.*))/.exec(line) ?? [];
    if (command !== undefined) return [`.SS ${roff(command)}`];
    // man(7) has its own names for some sections.
    if (topic !== '')
      return [`.SH ${topic === 'exit-codes' ? 'EXIT STATUS' : topic.toUpperCase()}`, roff(summary)];
    const [, term, text = ''] = /^- `(.*?)`: (.*)/.exec(line) ?? [];
    if (term !== undefined) return ['.TP', `.B ${roff(term)}`, roff(text)];
    return line.startsWith('- ') ? ['.PP', roff(line.slice(2))] : line.split('\n').map(roff);
  });
}

/**
 * Text as roff: ASCII, with backslashes, hyphens, and a dot or quote at the beginning of a line escaped. The times sign keeps
 * its name, so that man shows it where the terminal can.
 */
function roff(line: string): string {
  const plain = line
    .split('×')
    .map((part) => inAscii(part).replaceAll('`', '').replaceAll('\\', '\\e').replaceAll('-', '\\-'))
    .join('\\(mu');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
