import { isSentinel, unwrapped, wholeNumber } from './sentinel.js';
import { stateCode } from './state.js';

export interface CleanZip {
  /** Five digits, '' for a cell that means "empty", or the original cell if it cannot be read safely. */
  readonly zip: string;
  /** True for neither a ZIP nor empty: it is reported with its row. */
  readonly reported: boolean;
}

/** States where every ZIP begins with a zero. Spreadsheets drop it, and only here it can be restored. */
const ONE_ZERO: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);
const TWO_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI']);

const ZIP5 = /^\d{5}$/;

/** A ZIP for matching; the original cell is never changed. */
export function cleanZip(value: string, state = ''): CleanZip {
  if (ZIP5.test(value)) return { zip: value, reported: false };
  if (isSentinel(value)) return { zip: '', reported: false };
  const plain = unwrapped(value);
  const zip = fiveDigits(wholeNumber(plain) ?? plain, state);
  return zip === undefined ? { zip: value.trim(), reported: true } : { zip, reported: false };
}

function fiveDigits(written: string, state: string): string | undefined {
  const [, digits = ''] = /^(\d{3,5})(?:[- ]\d{4}|-)?$/.exec(written) ?? /^(\d{5})\d{4}$/.exec(written) ?? [];
  if (digits.length === 5) return digits;
  const code = stateCode(state) ?? '';
  if (digits.length === 4 && ONE_ZERO.has(code)) return `0${digits}`;
  if (digits.length === 3 && TWO_ZEROS.has(code)) return `00${digits}`;
  return undefined;
}
