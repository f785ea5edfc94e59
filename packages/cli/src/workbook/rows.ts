import type { Readable } from 'node:stream';
import { type NumberFormat, numberText } from './number-formats.js';
import { readXml } from './xml.js';

export interface CellFacts {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
}

export interface SheetRow {
  /** Counted from 1, as the sheet shows it. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Excel's last column, XFD. */
const MAX_COLUMNS = 16_384;

/** The rows of a sheet that have any text, in order. */
export function readRows(sheet: Readable, facts: CellFacts): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  let number = 0;
  let cells: string[] = [];
  let cell = { column: 0, type: '', style: 0 };
  let text = '';
  let inValue = false;
  return readXml<SheetRow>(
    sheet,
    {
      open: (name, { r = '', t = 'n', s = '0' }) => {
        if (name === 'row') {
          number = r === '' ? number + 1 : Number(r);
          cells = [];
        } else if (name === 'c') {
          cell = { column: r === '' ? cells.length : columnOf(r), type: t, style: Number(s) };
          text = '';
        }
        inValue = name === 'v' || name === 't';
      },
      text: (piece) => {
        if (inValue) text += piece;
      },
      close: (name) => {
        inValue = false;
        if (name === 'c' && text !== '' && cell.column < MAX_COLUMNS) {
          while (cells.length < cell.column) cells.push('');
          cells[cell.column] = valueOf(cell, text, facts);
        }
        if (name === 'row' && cells.some((value) => value !== '')) rows.push({ number, cells });
      },
    },
    () => {
      const taken = rows;
      rows = [];
      return taken;
    },
  );
}

/** `B2` is column 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function valueOf(
  { type, style }: { type: string; style: number },
  text: string,
  { strings, formats, from1904 }: CellFacts,
): string {
  switch (type) {
    case 's':
      return strings[Number(text)] ?? '';
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return numberText(text, formats[style], from1904);
    default:
      return text;
  }
}
