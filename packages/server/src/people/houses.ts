import type { ParsedAddress } from '@skiptrace/address';
import { house, housesOf, numbersBetween, type ValueKind } from './suppression.js';

// Whether somebody at an address may be on the list, told by its ZIP and the digits in its line: to read the address itself takes
// longer than everything else that is done with most owners.

/** Houses and ZIPs that matter: the answer is false where certainly nothing is. */
export interface Places {
  mayHave(kind: ValueKind, text: string): boolean;
}

/** A text of which some characters are looked at, wherever it lies. */
interface Slice {
  unitAt(at: number): number;
  start: number;
  end: number;
}

export const sliceOf = (text: string): Slice => ({
  unitAt: (at) => text.charCodeAt(at),
  start: 0,
  end: text.length,
});

const ZIP_LENGTH = 5;
const ZIP_AND_ADDED = 9;
const HYPHEN = 0x2d;
const LAST_OF_ASCII = 0x7f;
/** With more numbers in a line it isn't told which of them are the house's. */
const MAX_RUNS = 3;

/**
 * False where neither the property, nor a person at it, nor a name in its ZIP can be on the list.
 * @param line as a file has it; null where there is none
 */
export function mayBeAt(view: Places, line: Slice | null, zip: Slice): boolean {
  const zip5 = plainZip(zip);
  // Without a ZIP the address itself may still be on the list.
  if (zip5 === null || view.mayHave('zip', zip5)) return true;
  if (line === null) return false;
  const houses = housesIn(line);
  return houses === null || houses.some((one) => view.mayHave('house', house(zip5, one)));
}

/** The same of an address that was read. */
export const mayBeAtRead = (view: Places, address: ParsedAddress): boolean =>
  address.zip5 === '' ||
  view.mayHave('zip', address.zip5) ||
  housesOf(address).some((one) => view.mayHave('house', house(address.zip5, one)));

/** The first five digits of what is certainly read as a ZIP: placeholders such as `99999` aren't. */
function plainZip({ unitAt, start, end }: Slice): string | null {
  const length = end - start;
  const hasHyphen = length === ZIP_AND_ADDED + 1;
  if (length !== ZIP_LENGTH && length !== ZIP_AND_ADDED && !hasHyphen) return null;
  let zip5 = '';
  let isVaried = false;
  for (let at = start; at < end; at++) {
    const unit = unitAt(at);
    if (hasHyphen && at === start + ZIP_LENGTH ? unit !== HYPHEN : !isDigit(unit)) return null;
    if (at >= start + ZIP_LENGTH) continue;
    isVaried ||= unit !== unitAt(start);
    zip5 += String.fromCharCode(unit);
  }
  return isVaried ? zip5 : null;
}

/**
 * All that `housesOf` may say of the address in a line: each of its numbers, those that follow each other together, because
 * `104-05` may be house 10405, and those between, because `100-104` may be a range. Null where it may be anything, and where the line may have a ZIP of its own.
 */
export function housesIn({ unitAt, start, end }: Slice): string[] | null {
  const runs: string[] = [];
  const between: string[] = [];
  /** Where the run before ended. */
  let last = start;
  for (let at = start; at < end; at++) {
    if (unitAt(at) > LAST_OF_ASCII) return null;
    if (!isDigit(unitAt(at))) continue;
    const from = at;
    let run = '';
    for (; at < end && isDigit(unitAt(at)); at++) run += String.fromCharCode(unitAt(at));
    if ((from > start && run.length >= ZIP_LENGTH) || runs.push(run) > MAX_RUNS) return null;
    if (runs.length > 1 && isRange({ unitAt, start: last, end: from }))
      between.push(...numbersBetween(Number(runs.at(-2)), Number(run)));
    last = at;
    at--;
  }
  // `One Main St`
  const houses = start < end && isDigit(unitAt(start)) ? between : ['1', ...between];
  for (let from = 0; from < runs.length; from++) {
    let together = '';
    for (let to = from; to < runs.length; to++) {
      together += runs[to] ?? '';
      houses.push(withoutZeros(together));
    }
  }
  return houses;
}

/** Whether what stands between two numbers may make a range of them: a hyphen or `TO`, and no other letters. */
function isRange({ unitAt, start, end }: Slice): boolean {
  let has = false;
  for (let at = start; at < end; at++) {
    const capital = unitAt(at) & ~0x20;
    if (unitAt(at) === HYPHEN || capital === T || capital === O) has = true;
    else if (capital >= A && capital <= Z) return false;
  }
  return has;
}

const [A, O, T, Z] = [0x41, 0x4f, 0x54, 0x5a];

const withoutZeros = (digits: string): string => {
  let from = 0;
  while (digits.charCodeAt(from) === ZERO) from++;
  return from === 0 ? digits : digits.slice(from);
};

const ZERO = 0x30;
const NINE = 0x39;
const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE;
