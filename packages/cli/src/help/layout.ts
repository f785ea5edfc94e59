import { wrap } from '../terminal/text.js';

/** Wider lines are hard to read. */
const WIDEST_PAGE = 100;
/** Width if it isn't known, as in a pipe. */
const USUAL_WIDTH = 80;
const NARROWEST_PAGE = 30;

/** Number of columns for help text on this stream. */
export function pageWidth({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number {
  if (isTTY !== true || columns === undefined || columns === 0) return USUAL_WIDTH;
  return Math.min(WIDEST_PAGE, Math.max(NARROWEST_PAGE, columns));
}

/** With less room, a description goes under the thing it describes. */
const MIN_DESCRIPTION = 30;

/** Two columns. A left side wider than its column gets a line of its own; with `widest` 0 all of them do. */
export function columns(
  rows: readonly (readonly [left: string, right: string])[],
  width: number,
  widest = Math.floor(width * 0.35),
): string[] {
  const column = Math.max(4, ...rows.map(([left]) => (left.length <= widest ? left.length : 0)));
  const hang = 2 + column + 2;
  if (widest === 0 || width - hang < MIN_DESCRIPTION)
    return rows.flatMap(([left, right]) => [`  ${left}`, ...broken(`      ${right}`, width, 6)]);
  return rows.flatMap(([left, right]) =>
    left.length <= column
      ? broken(`  ${left.padEnd(column)}  ${right}`, width, hang)
      : [`  ${left}`, ...broken(`${' '.repeat(hang)}${right}`, width, hang)],
  );
}

/**
 * Prose at this width. Consecutive lines without indent are one paragraph. An indented line is an item: its
 * overflow continues under its text, and a command or JSON is never broken, so that it can be copied.
 */
export function layOut(lines: readonly string[], width: number): string[] {
  const paragraphs: string[] = [];
  let isProse = false;
  for (const line of lines) {
    const joins = isProse && line !== '' && !line.startsWith(' ');
    if (joins) paragraphs.push(`${paragraphs.pop() ?? ''} ${line}`);
    else paragraphs.push(line);
    isProse = line !== '' && !line.startsWith(' ') && !line.endsWith(':');
  }
  return paragraphs.flatMap((line) =>
    /^ +(skiptrace |\{|")/.test(line) ? [line] : broken(line, width, hangOf(line, width)),
  );
}

/** Column where the text of an item begins: after the spaces that follow its name, else under its first word. */
function hangOf(line: string, width: number): number {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  const named = /^ *\S+(?: \S+)* {2,}(?=\S)/.exec(line)?.[0].length;
  return named !== undefined && width - named >= MIN_DESCRIPTION ? named : indent;
}

const broken = (line: string, width: number, hang: number) => wrap(line, width, hang).split('\n');
