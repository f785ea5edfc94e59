/**
 * Control characters (escape sequences included), bidirectional marks and line separators: they could rewrite a terminal,
 * hide text, or imitate a line of our own output.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\r\n\t\u0085\p{Zl}\p{Zp}]+/gu;
/** Control characters that JSON.stringify does not escape: all outside the C0 range. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether a text contains nothing visible, such as only zero-width spaces. */
export const isBlank = (text: string): boolean => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Text from outside as one line that is safe to print. */
export const plain = (text: string): string => text.replace(BREAKS, ' ').replace(UNSAFE, '?');

/** Text quoted as one word for a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** JSON with the unsafe characters escaped, safe to print. */
export const plainJson = (json: string): string =>
  json.replace(UNSAFE_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `1 owner`, `2,000 owners`. */
export const count = (value: number, noun: string, plural = `${noun}s`): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? noun : plural}`;

/** Rows as columns padded to their widest cell; `(none)` without rows. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return ['(none)'];
  const all = [header, ...rows].map((row) => row.map(plain));
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
