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
