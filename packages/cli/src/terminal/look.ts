import type { Paint } from './paint.js';

/** Mark before a line: done or right, wrong, or doubtful. */
export type Mark = 'ok' | 'bad' | 'doubt';

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
