import {
  MAX_CELL_CHARACTERS,
  MAX_COLUMNS,
  MAX_ROW_CHARACTERS,
  MAX_ROWS,
  requireAtMost,
  readXml,
  type Archive,
  MAX_STYLES,
  readWholeXml,
} from './archive.js';
import { characterText } from './contents.js';

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
  /** Hidden by a filter or by hand. It is read all the same. */
  readonly isHidden: boolean;
  /** Formulas without a saved result: such cells are empty. */
  readonly unsaved: number;
}

/** The rows of a sheet that have any text, in order. */
export function readRows(sheet: AsyncIterable<Uint8Array>, facts: CellFacts): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  let number = 0;
  let cells = new Map<number, string>();
  let nextColumn = 0;
  let characters = 0;
  let isHidden = false;
  let hasFormula = false;
  let unsaved = 0;
  let cell = { column: 0, type: '', style: 0 };
  let text = '';
  let inValue = false;
  return readXml<SheetRow>(
    sheet,
    {
      open: (name, { r = '', t = 'n', s = '0', hidden = '0' }) => {
        if (name === 'row') {
          number = r === '' ? number + 1 : Number(r);
          requireAtMost(MAX_ROWS, number, 'rows');
          cells = new Map();
          nextColumn = 0;
          characters = 0;
          isHidden = hidden === '1' || hidden === 'true';
          unsaved = 0;
        } else if (name === 'c') {
          cell = { column: r === '' ? nextColumn : columnOf(r), type: t, style: Number(s) };
          nextColumn = cell.column + 1;
          text = '';
          hasFormula = false;
        } else if (name === 'f') hasFormula = true;
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
        // Excel saves an empty result as a text.
        if (name === 'c' && text === '' && hasFormula && cell.type !== 'str') unsaved++;
        if (name === 'row' && cells.size + unsaved > 0) rows.push({ number, cells, isHidden, unsaved });
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
      return characterText(text);
  }
}

/** Display format of a number, as far as it matters for a list: a date, or digits with leading zeros. */
type NumberFormat =
  | { readonly kind: 'date' }
  | { readonly kind: 'zeros'; readonly digits: number }
  | undefined;

/** Excel's limit. */
const MAX_FORMAT_CHARACTERS = 255;

/** Built-in formats that are dates or times (ECMA-376 §18.8.30). */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** The format of each cell style, by its number. */
export async function readNumberFormats(archive: Archive): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let inStyles = false;
  await readWholeXml(archive.read('xl/styles.xml', 'other'), {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') custom.set(Number(numFmtId), formatOf(formatCode));
      requireAtMost(MAX_STYLES, custom.size, 'number formats');
      if (name === 'cellXfs') inStyles = true;
      if (name === 'xf' && inStyles) {
        const id = Number(numFmtId);
        styles.push(BUILT_IN_DATES.has(id) ? { kind: 'date' } : custom.get(id));
        requireAtMost(MAX_STYLES, styles.length, 'cell styles');
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false;
    },
  });
  return styles;
}

/** `00000` (a ZIP) and `yyyy-mm-dd`; everything else shows the number as it is. */
export function formatOf(code: string): NumberFormat {
  if (code.length > MAX_FORMAT_CHARACTERS) return undefined;
  if (/^0{2,}$/.test(code)) return { kind: 'zeros', digits: code.length };
  // Colors, conditions and quoted words are not part of the pattern; `General` and `@` have no date letters.
  const pattern = code.replace(/"[^"]*"?|\[[^\]]*\]?|\\.?/g, '');
  return /[dyhs]/i.test(pattern) && !/general/i.test(pattern) ? { kind: 'date' } : undefined;
}

const DAY_MS = 86_400_000;

/** A number as a list should hold it. */
function numberText(written: string, format: NumberFormat, from1904: boolean): string {
  const value = Number(written);
  if (written === '' || !Number.isFinite(value)) return written;
  if (format?.kind === 'date' && value >= 0 && value < 2_958_466) return dateText(value, from1904);
  // A workbook keeps 17 digits and shows 15: 12.300000000000001 is 12.3.
  const text = String(Number(value.toPrecision(15)));
  return format?.kind === 'zeros' && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
}

/** `2026-11-21`, with the time when there is one. Day 60 is 29 February 1900, which never was. */
function dateText(serial: number, from1904: boolean): string {
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const iso = new Date(start + Math.round((serial * DAY_MS) / 1000) * 1000).toISOString();
  const [date = '', time = ''] = iso.slice(0, 19).split('T');
  if (serial < 1 && !from1904) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
