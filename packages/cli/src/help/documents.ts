import { catalogue } from '../commands/catalogue.js';
import { topics } from '../commands/specs/topics.js';
import { inAscii } from '../terminal/text.js';
import { VERSION } from '../version.js';
import { layOut } from './layout.js';
import { commandPage } from './page.js';

const commandPages = (width: number) =>
  catalogue.map((spec) => ({ title: `skiptrace ${spec.path.join(' ')}`, lines: commandPage(spec, width) }));

/** docs/cli.md: the help pages as one document. `npx vitest run --project cli -u` writes it; help.test.ts compares it. */
export function docsPage(): string {
  const titled = topics.map(({ name, summary, lines }) => ({
    title: `${name}: ${summary}`,
    lines: layOut(lines, 100),
  }));
  return [
    '<!-- Generated from the command descriptions in packages/cli/src/commands. Do not edit. -->',
    '# The command line',
    '',
    'US property addresses to their owners, phones and emails. A match costs $0.04 by default; misses are free.',
    '',
    'Options of every command are under [options](#options-options-of-every-command).',
    'What a command ends with is under [exit codes](#exit-codes-what--means-and-what-it-says-about-money).',
    '',
    ...[...commandPages(100), ...titled].flatMap(({ title, lines }) => [
      `## ${title}`,
      '',
      '```text',
      ...lines,
      '```',
      '',
    ]),
  ].join('\n');
}

/** man/skiptrace.1: the same in roff. */
export function manPage(): string {
  const shown = (lines: readonly string[]) => ['.nf', ...lines.map(roff), '.fi'];
  return [
    '.\\" Generated from the command descriptions in packages/cli/src/commands. Do not edit.',
    `.TH SKIPTRACE 1 "" "skiptrace ${VERSION}" "User Commands"`,
    '.SH NAME',
    'skiptrace \\- US property addresses to their owners, phones and emails',
    '.SH SYNOPSIS',
    `.B skiptrace\n${roff(catalogue.map(({ path }) => path.join(' ')).join(' | '))}`,
    '.SH DESCRIPTION',
    'A match costs $0.04 unless the account has another price; a miss is free. Data goes to standard output, everything else to standard error.',
    '.SH COMMANDS',
    ...commandPages(78).flatMap(({ title, lines }) => [`.SS ${roff(title)}`, ...shown(lines)]),
    ...topics.flatMap(({ name, summary, lines }) => [
      // man(7) has its own names for some sections.
      `.SH ${name === 'exit-codes' ? 'EXIT STATUS' : name.toUpperCase()}`,
      roff(summary),
      ...shown(['', ...layOut(lines, 78)]),
    ]),
    '.SH FILES',
    roff(
      'XDG_CONFIG_HOME and XDG_STATE_HOME move these folders; skiptrace config path --json shows where they are.',
    ),
    ...shown(FILES),
    '.SH SEE ALSO',
    roff('skiptrace help TOPIC, and skiptrace COMMAND --help.'),
    '.PP',
    roff('The whole documentation: https://github.com/skiptrace/skiptrace#readme'),
    '',
  ].join('\n');
}

const FILES = [
  '',
  '~/.config/skiptrace/config.json: settings, as "skiptrace config" writes them',
  '~/.config/skiptrace/credentials.json: API keys by profile; only you can read it',
  '~/.local/state/skiptrace/: what unfinished uploads, lists and lookups need to continue',
  'without paying twice',
  '.skiptrace-JOB-....part: an interrupted download, beside the result',
];

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
