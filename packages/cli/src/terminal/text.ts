/**
 * Text from a server or a file, made safe to show: control characters (escape sequences among them) and the marks that turn
 * the direction of writing could repaint the screen, so they become `?` and line breaks become spaces.
 */
export function plain(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(UNSAFE, '?');
}

const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

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
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line that can be pasted into a shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
