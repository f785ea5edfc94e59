/**
 * Decides from the ZIP and the digits of the line whether anyone at an address may be on the suppression list. Screening reads all
 * owners, and parsing each address would take most of its time.
 */
import { house, numbersBetween, type ValueKind } from './suppression.js';

/** Houses and ZIPs on the list. False means certainly not there, true means maybe. */
export interface Places {
  mayHave(kind: ValueKind, text: string): boolean;
}

const ZIP_LENGTH = 5;
/** Most numbers in a line. With more, anyone may be there. */
const MAX_RUNS = 3;
/** Numbers with more digits aren't exact. */
const MOST_DIGITS = 15;

/**
 * False where neither the property, nor a person at it, nor a name in its ZIP can be on the list.
 * @param line as a file has it; null if the owner has no such address
 */
export function mayBeAtText(view: Places, line: string | null, zip: string | null): boolean {
  const zip5 = plainZip(zip);
  // Without a ZIP the address itself may still be on the list.
  if (zip5 === null || view.mayHave('zip', zip5)) return true;
  const houses = housesIn(line ?? '');
  return houses === null || houses.some((number) => view.mayHave('house', house(zip5, String(number))));
}

/** The first five digits where they are certainly read as a ZIP: placeholders such as `99999` aren't. */
function plainZip(zip: string | null): string | null {
  const digits = PLAIN_ZIP.exec(zip ?? '')?.[1];
  return digits === undefined || digits === digits.charAt(0).repeat(ZIP_LENGTH) ? null : digits;
}

const PLAIN_ZIP = /^(\d{5})(?:-?\d{4})?$/;

/**
 * Every house number that `housesOf` could return for the address in a line: each number, adjacent numbers joined, because `104-05`
 * may be house 10405, and the numbers between two, because `100-104` may be a range. Null if it can't be told, or if the line may have
 * a ZIP of its own.
 */
export function housesIn(line: string): number[] | null {
  if (NOT_ASCII.test(line)) return null;
  const runs = [...line.matchAll(RUNS)];
  if (runs.length > MAX_RUNS) return null;
  if (runs.some(([text], at) => (at > 0 || !BEGINS_WITH_DIGIT.test(line)) && text.length >= ZIP_LENGTH))
    return null;
  const houses: number[] = [];
  for (const [at, { index }] of runs.entries()) {
    const before = runs[at - 1];
    if (before !== undefined && mayBeRange(line.slice(before.index + before[0].length, index)))
      houses.push(...numbersBetween(Number(before[0]), Number(runs[at]?.[0])));
  }
  // `One Main St`
  if (!BEGINS_WITH_DIGIT.test(line)) houses.push(1);
  for (const from of runs.keys()) {
    let together = '';
    for (const [text] of runs.slice(from)) {
      together += text;
      if (together.length > MOST_DIGITS) return null;
      // The list has houses without digits, and house 0, under their ZIP.
      if (Number(together) > 0) houses.push(Number(together));
    }
  }
  return houses;
}

const NOT_ASCII = /[^\0-\x7f]/;
const RUNS = /\d+/g;
const BEGINS_WITH_DIGIT = /^\d/;

/** Whether what stands between two numbers may make a range of them: a hyphen or `TO`, and no other letters. */
const mayBeRange = (between: string): boolean => RANGE.test(between) && !OTHER_LETTERS.test(between);

const RANGE = /[-TO]/i;
const OTHER_LETTERS = /[A-NP-SU-Z]/i;
