import type { Archive } from './archive.js';
import { MAX_STYLES, requireAtMost } from './limits.js';
import { readWholeXml } from './xml.js';

/** Display format of a number, as far as it matters for a list: a date, or digits with leading zeros. */
export type NumberFormat =
  { readonly kind: 'date' } | { readonly kind: 'zeros'; readonly digits: number } | undefined;

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
export function numberText(written: string, format: NumberFormat, from1904: boolean): string {
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
