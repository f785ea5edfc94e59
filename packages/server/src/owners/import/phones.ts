import { limits } from '@skiptrace/contract';
import { dncFlag, phoneDigits, phoneType } from '@skiptrace/csv';
import { stricterDnc, type OwnerPhone } from '../record.js';

/** The cells of one phone, as they are in the file; '' where there is no such column. */
export interface PhoneCells {
  number: string;
  type: string;
  dnc: string;
}

export interface FoldedPhones {
  phones: OwnerPhone[];
  /** Not ten digits, neither mobile nor landline, or over the limits. A number given twice is not left out. */
  leftOut: number;
  /** Of those: numbers without any type. */
  withoutType: number;
  /** Of those: more than a match can hold. */
  over: number;
  /** Numbers kept of which the data does not say whether they are on a registry (reading 30). */
  dncAssumed: number;
}

/**
 * Folds the phones of one owner to the contract's: 10 digits, mobile or landline, mobiles first.
 * @param typeDefault of numbers without a type; null leaves them out
 */
export function foldPhones(
  cells: readonly PhoneCells[],
  dncDefault: boolean,
  typeDefault: OwnerPhone['type'] | null = null,
): FoldedPhones {
  const kept = new Map<string, OwnerPhone>();
  const assumed = new Set<string>();
  let leftOut = 0;
  let withoutType = 0;
  for (const cell of cells) {
    const number = phoneDigits(cell.number);
    const type = cell.type === '' ? typeDefault : phoneType(cell.type);
    if (number === null || type === null) {
      leftOut++;
      if (number !== null && cell.type === '') withoutType++;
      continue;
    }
    const listed = dncFlag(cell.dnc);
    if (listed === null) assumed.add(number);
    // Where the operator says that unmarked numbers may be called, that is the check.
    const mark =
      listed === null && dncDefault ? ({ dnc: true, dncChecked: false } as const) : { dnc: listed ?? false };
    const known = kept.get(number);
    kept.set(
      number,
      known === undefined
        ? { number, type, ...mark }
        : { number, type: known.type, ...stricterDnc(known, mark) },
    );
  }
  const { phones, over } = limitPhones([...kept.values()]);
  const dncAssumed = assumed.size === 0 ? 0 : phones.filter(({ number }) => assumed.has(number)).length;
  return { phones, leftOut: leftOut + over, withoutType, over, dncAssumed };
}

/** Mobiles before landlines, each in the order of the data, as many as a match can hold. */
export function limitPhones(all: readonly OwnerPhone[]): { phones: OwnerPhone[]; over: number } {
  const mobiles = all.filter(({ type }) => type === 'mobile').slice(0, limits.mobilesPerMatch);
  const landlines = all.filter(({ type }) => type === 'landline').slice(0, limits.landlinesPerMatch);
  return { phones: [...mobiles, ...landlines], over: all.length - mobiles.length - landlines.length };
}
