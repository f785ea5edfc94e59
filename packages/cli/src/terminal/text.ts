/**
 * Text from a server or a file, made safe to show: control characters (escape sequences among them) and the marks that turn
 * the direction of writing could repaint the screen, so they become `?` and line breaks become spaces.
 */
export function plain(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(UNSAFE, '?');
}

/** The same for text of several lines: line ends and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(UNSAFE, (character) => ('\n\t'.includes(character) ? character : '?'));
}

/** The same for bytes of a file, which may end lines as Windows does. */
export function plainBytes(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text
    .replace(/\r\n/g, '\n')
    .replace(UNSAFE, (character) => ('\n\t'.includes(character) ? character : '?'));
}

/** The same for JSON, where such a character has a spelling that means the same. */
export function plainJson(json: string): string {
  return json.replace(UNSAFE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for a name that a file is to have. */
export function plainFilename(name: string): string {
  return name.replace(UNSAFE, '_');
}

const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Cuts to `width` columns with `…`. For terminals only: what goes into a pipe is never cut. */
export function fit(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks at blanks so that no line is wider; the lines after the first begin under `indent`. For terminals only. */
export function wrap(text: string, width: number, indent = 0): string {
  const room = width - indent;
  if (text.length <= width || room < MIN_ROOM) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(indent).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return text.slice(0, indent) + [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** In less than this, words would stand one below the other. */
const MIN_ROOM = 20;

/** Quotes a word for a POSIX shell, only if it has to be. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (plainLines(word) === word) return `'${word.replaceAll("'", `'\\''`)}'`;
  // What a terminal must not be shown has a spelling in bash, zsh and POSIX 2024.
  const spelled = word
    .replace(/[\\']/g, '\\$&')
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `$'${spelled}'`;
}

/** A command line that can be pasted into a shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
