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
  const written = (wholeNumber(plain) ?? plain).replace(EXTENSION, '');
  if (!/^\+?[\d\s().\-/]+$/.test(written)) return null;
  const digits = written.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return NATIONAL.test(national) && !ONE_DIGIT.test(national) ? national : null;
}

/** `x55`, `ext. 55`, `;ext=55`, `;55`. */
const EXTENSION = /[\s,;]*(?:x|ext\.?|extn\.?|extension|#)[\s.:=]*\d{1,7}$|\s*[;,]\s*\d{1,5}$/i;

/** A number with its extension among others. */
const AMONG_OTHERS =
  /(?<!\d)(?:\+?1[\s.-]*)?\(?[2-9]\d{2}\)?[\s./-]*[2-9]\d{2}[\s.-]*\d{4}(?!\d)(?:[\s,;]*(?:x|ext\.?|extn\.?|extension|#)[\s.:=]*\d{1,7})?/gi;
/** Text between numbers. */
const BETWEEN = /^(?:[\s,;|/\\&:+-]|\bor\b|\band\b)*$/i;
const MAX_LIST_CHARACTERS = 500;

/** The numbers of a cell that may hold several: ` ::: `, commas, slashes, line breaks. `leftOut`: what is no number. */
export function phonesIn(value: string): { numbers: string[]; leftOut: number } {
  const one = phoneDigits(value);
  if (one !== null) return { numbers: [one], leftOut: 0 };
  if (value.length > MAX_LIST_CHARACTERS) return { numbers: [], leftOut: 1 };
  const found = value.match(AMONG_OTHERS) ?? [];
  const rest = value.replace(AMONG_OTHERS, ' ');
  if (found.length === 0 || !BETWEEN.test(rest.replace(/\d/g, ''))) return { numbers: [], leftOut: 1 };
  const numbers = found.map(phoneDigits).filter((digits) => digits !== null);
  return { numbers, leftOut: found.length - numbers.length + (/\d/.test(rest) ? 1 : 0) };
}

const SEPARATORS = /:{2,}|[,;|/\n]/g;
const separatorsIn = (value: string): string[] => (value.match(SEPARATORS) ?? []).map((one) => one.charAt(0));

/**
 * The part of a cell that is about one of several numbers; the whole cell if it has one part. Null where that is not clear: another count
 * of parts, other separators (`No/unverified` beside `A, B`), or an unreadable number, which may be any of them.
 *
 * @param at index among the numbers that were read
 * @param numbers the cell of the numbers, and what `phonesIn` makes of it
 */
export function partBeside(
  value: string,
  at: number,
  numbers: { cell: string; read: number; leftOut: number },
): string | null {
  const used = separatorsIn(value);
  if (numbers.read + numbers.leftOut < 2 || used.length === 0) return value;
  if (isSentinel(value)) return '';
  const parts = value.split(SEPARATORS);
  const among = separatorsIn(numbers.cell);
  const fits = parts.length === numbers.read && used.every((separator) => among.includes(separator));
  return fits && numbers.leftOut === 0 ? (parts[at] ?? '').trim() : null;
}

/** Whether any part of a cell says so. Where the number that it is about is not clear, all count as listed or wrong. */
export const saidByAPart = (value: string, says: (part: string) => boolean): boolean =>
  value.split(SEPARATORS).some((part) => part.trim() !== '' && says(part.trim()));

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

/** Meaning of a vendor's flag. */
export type Flag = 'listed' | 'wrongNumber' | 'deceased';

const YES = new Set('y yes true t 1 x'.split(' '));
const NO = new Set('n no false f 0'.split(' '));
/** Words of a cell, without what is between them. */
const SAYS: Readonly<Record<Flag, RegExp>> = {
  listed: /dnc|donotcall|litigat|tcpa|^(?:listed|registered|scrubbed|blocked)$/,
  wrongNumber:
    /wrong|^bad|^invalid|disconnected|^(?:no|not|non|isnt)(?:longer)?(?:an?)?(?:inservice|valid|working|active|good)/,
  deceased: /deceas|^dead|^died|^death|^\d{4,8}$|^(?:no|not|isnt)(?:longer)?(?:alive|living)/,
};
/**
 * Whole cells that deny it. Whatever else stands beside a `not` may turn it around: a number that is not checked, not callable or not on
 * file is not known to be on no list.
 */
const DENIES: Readonly<Record<Flag, readonly RegExp[]>> = {
  listed: [
    /^(?:clean|clear|ok|okay|safe|pass|passed|callable)$/,
    /^(?:is)?(?:no|not|non|isnt)(?:listed|registered|blocked|tcpa)$/,
    /^(?:is)?(?:no|not|non|isnt)(?:federal|national)?(?:dnc|donotcall)(?:listed|registered)?$/,
    /^(?:is)?(?:no|not|non|isnt)(?:an?|any)?(?:known)?(?:tcpa)?litigators?$/,
    /^(?:is)?(?:no|not|non|isnt)(?:listed|registered)?(?:on|in)(?:the|any|a)?(?:list|registry)$/,
    /^(?:is)?(?:no|not|non|isnt)(?:listed|registered)?(?:on|in)(?:the|any|a)?(?:federal|national)?(?:dnc|donotcall)(?:list|registry)?$/,
  ],
  wrongNumber: [/^(?:is)?(?:no|not|non|isnt)a?(?:wrong|bad|invalid|disconnected)(?:number)?$/],
  deceased: [/^(?:is)?(?:no|not|non|isnt)(?:known)?(?:deceased|dead)$/],
};
/** Signs that take back what a cell says: `No?`, `N*`. */
const IN_DOUBT = /[?*~]/;

/** Whether a cell says so; null if it is empty or says something else. */
export function flagOf(value: string, flag: Flag): boolean | null {
  if (value === '') return null;
  const plain = unwrapped(value).toLowerCase();
  const word = YES.has(plain) ? plain : (wholeNumber(plain) ?? plain).replace(/[^a-z0-9]+/g, '');
  if (YES.has(word)) return true;
  if (word.length > MAX_PHONE_CHARACTERS) return null;
  const isDenied = NO.has(word) || DENIES[flag].some((whole) => whole.test(word));
  if (isDenied) return IN_DOUBT.test(plain) ? null : false;
  return SAYS[flag].test(word) ? true : null;
}

/** True if a number is on a Do Not Call registry; null if the cell is empty or unreadable (reading 30 decides then). */
export const dncFlag = (value: string): boolean | null => flagOf(value, 'listed');

/** True where a column of litigators or scrubs says anything but no: a wrong guess costs more than a number. */
export const isFlagged = (value: string): boolean => dncFlag(value) ?? !isSentinel(value);
