/**
 * Prefilter of the suppression list. It decides from the ZIP and the digits of the line whether anyone at an address may be on the
 * list, because parsing the address costs more than everything else that is done with most owners.
 */
import type { ParsedAddress } from '@skiptrace/address';
import { house, housesOf, numbersBetween, type ValueKind } from './suppression.js';

/** Houses and ZIPs on the list. False means certainly not there, true means maybe. */
export interface Places {
  mayHave(kind: ValueKind, text: string): boolean;
  /** `mayHave` for ASCII bytes, without making a string. */
  mayHaveBytes(kind: ValueKind, bytes: Uint8Array, start: number, end: number): boolean;
}

/** A text within a buffer. A byte above ASCII stands for any other character. */
interface Slice {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const ZIP_LENGTH = 5;
const ZIP_AND_ADDED = 9;
const TAB = 0x09;
const HYPHEN = 0x2d;
const LAST_OF_ASCII = 0x7f;
const OTHER = 0xff;
/** Most numbers in a line. With more, the prefilter gives up: anyone may be there. */
const MAX_RUNS = 3;
/** Numbers with more digits aren't exact. */
const MOST_DIGITS = 15;
const MOST = 10 ** MOST_DIGITS;

/**
 * False where neither the property, nor a person at it, nor a name in its ZIP can be on the list.
 * @param line as a file has it
 */
export function mayBeAt(view: Places, line: Slice, zip: Slice): boolean {
  // Without a ZIP the address itself may still be on the list.
  if (!isPlainZip(zip) || view.mayHaveBytes('zip', zip.bytes, zip.start, zip.start + ZIP_LENGTH)) return true;
  const houses = housesIn(line);
  if (houses === null) return true;
  for (let at = 0; at < ZIP_LENGTH; at++) asked[at] = zip.bytes[zip.start + at] ?? 0;
  for (const one of houses) if (view.mayHaveBytes('house', asked, 0, writeDigits(one))) return true;
  return false;
}

/** `mayBeAt` for texts. @param line null if the owner has no such address */
export function mayBeAtText(view: Places, line: string | null, zip: string | null): boolean {
  const lineEnd = line?.length ?? 0;
  const zipEnd = lineEnd + (zip?.length ?? 0);
  if (zipEnd > texts.length) return true;
  write(line ?? '', 0);
  write(zip ?? '', lineEnd);
  const slice = (start: number, end: number): Slice => ({ bytes: texts, start, end });
  return mayBeAt(view, slice(0, lineEnd), slice(lineEnd, zipEnd));
}

/** `mayBeAt` for a parsed address. */
export function mayBeAtRead(view: Places, address: ParsedAddress): boolean {
  const { zip5 } = address;
  if (zip5 === '' || view.mayHave('zip', zip5)) return true;
  for (const number of housesOf(address)) if (view.mayHave('house', house(zip5, number))) return true;
  return false;
}

/** Buffers that all calls share: they are written and read without an await in between. */
const asked = new Uint8Array(ZIP_LENGTH + 1 + MOST_DIGITS).fill(TAB);
const texts = new Uint8Array(512);

function write(text: string, at: number): void {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    texts[at + index] = unit > LAST_OF_ASCII ? OTHER : unit;
  }
}

/** Writes a number after the ZIP in `asked`. @returns its end */
function writeDigits(number: number): number {
  let end = ZIP_LENGTH + 1;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) end++;
  for (let at = end - 1, rest = number; rest > 0; rest = Math.floor(rest / 10))
    asked[at--] = ZERO + (rest % 10);
  return end;
}

/** Whether the first five digits are certainly read as a ZIP: placeholders such as `99999` aren't. */
function isPlainZip({ bytes, start, end }: Slice): boolean {
  const length = end - start;
  const hasHyphen = length === ZIP_AND_ADDED + 1;
  if (length !== ZIP_LENGTH && length !== ZIP_AND_ADDED && !hasHyphen) return false;
  let isVaried = false;
  for (let at = start; at < end; at++) {
    const unit = bytes[at] ?? 0;
    if (hasHyphen && at === start + ZIP_LENGTH ? unit !== HYPHEN : !isDigit(unit)) return false;
    if (at < start + ZIP_LENGTH) isVaried ||= unit !== bytes[start];
  }
  return isVaried;
}

/**
 * Every house number that `housesOf` could return for the address in a line: each number, adjacent numbers joined, because `104-05`
 * may be house 10405, and the numbers between two, because `100-104` may be a range. Null if it can't be told, or if the line may have
 * a ZIP of its own.
 */
export function housesIn({ bytes, start, end }: Slice): number[] | null {
  /** The numbers of the line. */
  const runs: number[] = [];
  /** For each of them, the power of ten that shifts a number before it when they are joined. */
  const powers: number[] = [];
  const houses: number[] = [];
  /** The end of the number before. */
  let last = start;
  for (let at = start; at < end; at++) {
    if ((bytes[at] ?? 0) > LAST_OF_ASCII) return null;
    if (!isDigit(bytes[at])) continue;
    const from = at;
    let run = 0;
    let power = 1;
    for (; at < end && isDigit(bytes[at]); at++, power *= 10) run = 10 * run + (bytes[at] ?? ZERO) - ZERO;
    if ((from > start && at - from >= ZIP_LENGTH) || runs.push(run) > MAX_RUNS) return null;
    powers.push(power);
    if (runs.length > 1 && mayBeRange(bytes, last, from))
      houses.push(...numbersBetween(runs.at(-2) ?? 0, run));
    last = at;
    at--;
  }
  // `One Main St`
  if (start === end || !isDigit(bytes[start])) houses.push(1);
  for (let from = 0; from < runs.length; from++) {
    let together = 0;
    let above = 1;
    for (let to = from; to < runs.length; to++) {
      const power = powers[to] ?? 1;
      if ((above *= power) > MOST) return null;
      together = together * power + (runs[to] ?? 0);
      // The list has houses without digits, and house 0, under their ZIP.
      if (together > 0) houses.push(together);
    }
  }
  return houses;
}

/** Whether what stands between two numbers may make a range of them: a hyphen or `TO`, and no other letters. */
function mayBeRange(bytes: Uint8Array, start: number, end: number): boolean {
  let has = false;
  for (let at = start; at < end; at++) {
    const capital = (bytes[at] ?? 0) & ~0x20;
    if (bytes[at] === HYPHEN || capital === T || capital === O) has = true;
    else if (capital >= A && capital <= Z) return false;
  }
  return has;
}

const [A, O, T, Z] = [0x41, 0x4f, 0x54, 0x5a];

const ZERO = 0x30;
const NINE = 0x39;
const isDigit = (unit: number | undefined): boolean => unit !== undefined && unit >= ZERO && unit <= NINE;
