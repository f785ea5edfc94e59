import { MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_ROW_CHARACTERS, MAX_ROWS, requireAtMost } from './limits.js';
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
  /** Non-empty cells by column, counted from 0: a row may have its only cell in column 16,384. */
  readonly cells: ReadonlyMap<number, string>;
}

/** The rows of a sheet that have any text, in order. */
export function readRows(sheet: AsyncIterable<Uint8Array>, facts: CellFacts): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  let number = 0;
  let cells = new Map<number, string>();
  let nextColumn = 0;
  let characters = 0;
  let cell = { column: 0, type: '', style: 0 };
  let text = '';
  let inValue = false;
  return readXml<SheetRow>(
    sheet,
    {
      open: (name, { r = '', t = 'n', s = '0' }) => {
        if (name === 'row') {
          number = r === '' ? number + 1 : Number(r);
          requireAtMost(MAX_ROWS, number, 'rows');
          cells = new Map();
          nextColumn = 0;
          characters = 0;
        } else if (name === 'c') {
          cell = { column: r === '' ? nextColumn : columnOf(r), type: t, style: Number(s) };
          nextColumn = cell.column + 1;
          text = '';
        }
        inValue = name === 'v' || name === 't';
      },
      text: (piece) => {
        if (!inValue) return;
        text += piece;
        requireAtMost(MAX_CELL_CHARACTERS, text.length, 'characters in a cell');
      },
      close: (name) => {
        inValue = false;
        if (name === 'c' && text !== '') {
          requireAtMost(MAX_COLUMNS, cell.column + 1, 'columns');
          const value = valueOf(cell, text, facts);
          characters += value.length;
          requireAtMost(MAX_ROW_CHARACTERS, characters, 'characters in a row');
          if (value !== '') cells.set(cell.column, value);
        }
        if (name === 'row' && cells.size > 0) rows.push({ number, cells });
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
