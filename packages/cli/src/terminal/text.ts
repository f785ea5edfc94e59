import { optionsOf } from '../input.js';

/**
 * Text from a server or a file, made safe to show: control characters (including escape sequences) and text
 * direction marks could repaint the screen, so they become `?` and line breaks become spaces.
 */
export function plain(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(UNSAFE, '?');
}

/** Safe text of several lines: line ends and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(UNSAFE, (character) => ('\n\t'.includes(character) ? character : '?'));
}

/** Safe bytes of a file, which may have Windows line ends. */
export function plainBytes(bytes: Uint8Array): string {
  return plainLines(new TextDecoder().decode(bytes).replace(/\r\n/g, '\n'));
}

/** Safe JSON: such a character has an escape that means the same. */
export function plainJson(json: string): string {
  return json.replace(UNSAFE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Safe name of a file. */
export function plainFilename(name: string): string {
  return name.replace(UNSAFE, '_');
}

const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Shortens to `width` columns with `…`. For terminals only: output to a pipe is never cut. */
export function fit(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks at spaces so that no line is wider; later lines are indented by `indent`. For terminals only. */
export function wrap(text: string, width: number, indent = 0): string {
  const room = width - indent;
  if (widthOf(text) <= width || room < MIN_ROOM) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(indent).split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return text.slice(0, indent) + [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** With less room there would be one word per line. */
const MIN_ROOM = 20;

/** Columns of a text, without the codes of its colors. */
const widthOf = (text: string): number => text.replace(/\p{Cc}\[\d+m/gu, '').length;

/** Like `wrap`, for a sentence that may hold a command. That stays in one piece, so that it can be copied. */
export function wrapSentence(text: string, width: number, indent = 0): string {
  if (LABELED_COMMAND.test(text)) return text;
  const joined = text.replace(COMMAND, (command) => command.replaceAll(' ', JOINT));
  return wrap(joined, width, indent).replaceAll(JOINT, ' ');
}

/** `Next: skiptrace …`, to the end of the line. */
const LABELED_COMMAND = /^[\w ]+: +(?:npx )?skiptrace (?!.*[.?] )/;
/** A command within a sentence: after a colon, a quote, a parenthesis or an indent, to its last word. */
const COMMAND = /(?<=^|  |: |["(])(?:npx )?@?skiptrace(?:[-/]server)?(?: [^\s"()]*[^\s"().,;?])+/g;
/** Stands for a space that does not break. Texts have no control characters but color codes. */
const JOINT = '\u0001';

/** Quotes a word for a POSIX shell, only if necessary. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (plainLines(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  // Characters that are unsafe on a terminal have an escape in bash, zsh and POSIX 2024.
  const spelled = word
    .replace(/[\\']/g, '\\$&')
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `$'${spelled}'`;
}

/** A command line that can be pasted into a shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/**
 * A command line as it can be run again.
 * @param without options to leave out, with their values if they have one: `--new`, `--max-cost=`
 * @param add options to add, before a `--`
 */
export function again(
  argv: readonly string[],
  without: readonly string[] = [],
  add: readonly string[] = [],
): string {
  const options = optionsOf(argv);
  const kept = options.filter((word, at) =>
    without.every(
      (name) =>
        word !== name &&
        `${word}=` !== name &&
        `${options[at - 1]}=` !== name &&
        !(name.endsWith('=') && word.startsWith(name)),
    ),
  );
  return shellCommand(['skiptrace', ...kept, ...add, ...argv.slice(options.length)]);
}

/** Renders labels and values, one pair a line, wrapped to `columns`. Pairs without a value are left out. */
export function renderFacts(
  facts: readonly (readonly [label: string, value: string | undefined])[],
  labelWidth: number,
  columns = Infinity,
): string {
  return facts
    .filter(([, value]) => value !== undefined)
    .map(
      ([label, value = '']) =>
        `${wrap(`${label.padEnd(labelWidth)} ${plain(value)}`, columns, labelWidth + 1)}\n`,
    )
    .join('');
}

/** A table of left-aligned columns. On a terminal the last column is shortened; in a pipe nothing is cut. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const lines = [header, ...rows.map((row) => row.map(plain))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => {
      const cells = line.map((cell, column) =>
        column === line.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
      );
      return `${fit(cells.join('  '), columns)}\n`;
    })
    .join('');
}

/** The few styles in use. Meaning never depends on them. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

export function createPaint(enabled: boolean): Paint {
  const style = (on: number, off: number) => (text: string) =>
    enabled ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
  };
}

/** Mark before a line: done or right, wrong, or doubtful. */
type Mark = 'ok' | 'bad' | 'doubt';

export interface Look {
  readonly mark?: Mark;
  /** Bold for the one line that matters, dim for detail. */
  readonly style?: 'bold' | 'dim';
}

/** Width of a mark with the space after it. */
export const MARK_WIDTH = 2;

const SIGNS: Readonly<Record<Mark, string>> = { ok: '✓', bad: '✗', doubt: '!' };

/** A line with its mark and style. The text has been made safe before; meaning never depends on color. */
export function withLook(text: string, { mark, style }: Look, paint: Paint): string {
  const styled = style === undefined ? text : paint[style](text);
  if (mark === undefined) return styled;
  const color = { ok: paint.green, bad: paint.red, doubt: paint.yellow }[mark];
  return `${color(SIGNS[mark])} ${styled}`;
}

const IN_ASCII: Readonly<Record<string, string>> = {
  '✓': '+',
  '✗': 'x',
  '←': '<-',
  '→': '->',
  '×': 'x',
  '·': '-',
  '…': '...',
  '–': '-',
  '’': "'",
  '“': '"',
  '”': '"',
};

/** ASCII replacements of this program's own symbols. */
export const inAscii = (text: string): string =>
  text.replace(/[✓✗←→×·…–’“”]/g, (sign) => IN_ASCII[sign] ?? sign);
