import { isSentinel, unwrapped, wholeNumber } from './sentinel.js';

/**
 * Longest text that is read as a phone. The longest usual spelling, with country code and extension, has half
 * as many characters.
 */
const MAX_PHONE_CHARACTERS = 60;

/** North American Numbering Plan: neither area code nor exchange begins with 0 or 1. */
const NATIONAL = /^[2-9]\d{2}[2-9]\d{6}$/;
const ONE_DIGIT = /^(\d)\1{9}$/;

/** The ten digits of a US number in any usual spelling, else null. An extension is dropped. */
export function phoneDigits(value: string): string | null {
  if (NATIONAL.test(value)) return ONE_DIGIT.test(value) ? null : value;
  if (value.length > MAX_PHONE_CHARACTERS || isSentinel(value)) return null;
  const plain = unwrapped(value).replace(/^tel:/i, '');
  const written = (wholeNumber(plain) ?? plain).replace(
    /[\s,;]*(?:x|ext\.?|extension|#)[\s.:]*\d{1,7}$/i,
    '',
  );
  if (!/^\+?[\d\s().\-/]+$/.test(written)) return null;
  const digits = written.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return NATIONAL.test(national) && !ONE_DIGIT.test(national) ? national : null;
}

/**
 * Phone types in public lead and append files, folded: only letters, without `phone`, `number`, `line` or `type` at the end.
 */
const PHONE_TYPES: ReadonlyMap<string, 'mobile' | 'landline'> = new Map([
  ...'m mob mbl mobile c cel cell cellular w wl wireless pcs smartphone'
    .split(' ')
    .map((word) => [word, 'mobile'] as const),
  ...'l ll land lnd pots wireline f fixed h home r res residential residence'
    .split(' ')
    .map((word) => [word, 'landline'] as const),
]);

/**
 * Type of a phone from other programs' names; null for other types (VoIP, pager), for names that may mean
 * either, and for an empty cell.
 */
export function phoneType(value: string): 'mobile' | 'landline' | null {
  if (value === '') return null;
  const word = value.toLowerCase();
  const known = PHONE_TYPES.get(word);
  if (known !== undefined) return known;
  const letters = word.replace(/[^a-z]+/g, '');
  return (
    PHONE_TYPES.get(letters) ??
    PHONE_TYPES.get(letters.replace(/(?:phone|number|line|type){1,4}$/, '')) ??
    null
  );
}

const DNC: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 'true', 't', '1', 'x', 'dnc', 'ondnc', 'donotcall', 'listed', 'registered'].map(onList),
  ...['n', 'no', 'false', 'f', '0', 'notdnc', 'nondnc', 'notondnc', 'notlisted', 'clean', 'clear', 'ok'].map(
    offList,
  ),
]);

function onList(word: string): [string, boolean] {
  return [word, true];
}

function offList(word: string): [string, boolean] {
  return [word, false];
}

/** True if a number is on a Do Not Call registry; null if the cell is empty or unreadable (reading 30 decides then). */
export function dncFlag(value: string): boolean | null {
  if (value === '') return null;
  const plain = unwrapped(value).toLowerCase();
  return DNC.get(plain) ?? DNC.get((wholeNumber(plain) ?? plain).replace(/[^a-z0-9]+/g, '')) ?? null;
}
