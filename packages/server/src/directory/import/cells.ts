import { repairedText } from '@skiptrace/address';
import { limits } from '@skiptrace/contract';
import {
  dncFlag,
  isFlagged,
  flagOf,
  isSentinel,
  partBeside,
  phonesIn,
  phoneType,
  saidByAPart,
} from '@skiptrace/csv';
import {
  stricterDnc,
  type OwnerContact,
  type OwnerPhone,
  type PhoneType,
  type UntypedPhone,
} from '../record.js';

/** Longer cells are not names, addresses or emails but something that slipped into the column. */
const MAX_CELL_CHARACTERS = 500;
/** Maximum length of a placeholder such as `N/A`; longer cells need no check. */
const MAX_SENTINEL_CHARACTERS = 32;

const NOT_TEXT = /[\p{Cc}\p{Cs}\u200B-\u200D\u2060\uFEFF]+/gu;
const SPACES = /\s+/gu;
/** The first half of a character without its second half, which was cut off. */
const CUT_PAIR = /[\uD800-\uDBFF]$/;

/**
 * Stored form of a cell: on one line, without control characters and outer spaces, and with the letters that it was meant to have.
 * Null for an empty cell or a placeholder (`N/A`, `null`, `-`).
 */
export function cellText(cell: string): string | null {
  if (cell === '') return null;
  const text = isPlain(cell) ? cell : repairedText(cell).replace(NOT_TEXT, ' ').replace(SPACES, ' ').trim();
  if (text === '' || (text.length <= MAX_SENTINEL_CHARACTERS && isSentinel(text))) return null;
  return text.length <= MAX_CELL_CHARACTERS
    ? text
    : text.slice(0, MAX_CELL_CHARACTERS).replace(CUT_PAIR, '').trimEnd();
}

const SPACE = 0x20;
const AMPERSAND = 0x26;
const LAST_PRINTABLE = 0x7e;

/** Printable ASCII with single spaces inside and no entities: nearly every cell, and found out faster than by a regular expression. */
function isPlain(cell: string): boolean {
  let before = SPACE;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code < SPACE || code > LAST_PRINTABLE || code === AMPERSAND || (code === SPACE && before === SPACE))
      return false;
    before = code;
  }
  return before !== SPACE;
}

/** RFC 5321 §4.5.3.1.3. */
const MAX_EMAIL_CHARACTERS = 254;

const BETWEEN_EMAILS = /[;,|\s]+/;
// Loose on purpose: distinguishes an address from a remark, but doesn't validate mailboxes.
const EMAIL = /^[^@<>"()[\]\\]+@[^@<>"()[\]\\.]+(?:\.[^@<>"()[\]\\.]+)+$/;

interface FoldedEmails {
  emails: string[];
  /** Values that aren't addresses or exceed the limit; duplicates don't count. */
  leftOut: number;
}

/** Email addresses of one owner in the order of the data, without duplicates, ignoring case. */
export function foldEmails(cells: readonly string[]): FoldedEmails {
  const valid: string[] = [];
  let leftOut = 0;
  for (const cell of cells) {
    for (const text of BETWEEN_EMAILS.test(cell) ? cell.split(BETWEEN_EMAILS) : [cell]) {
      if (text === '') continue;
      if (text.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(text)) valid.push(text);
      else leftOut++;
    }
  }
  const { emails, over } = limitEmails(valid);
  return { emails, leftOut: leftOut + over };
}

export function limitEmails(all: readonly string[]): { emails: string[]; over: number } {
  if (all.length < 2) return { emails: [...all], over: 0 };
  const distinct = [
    ...new Map(all.toReversed().map((email) => [email.toLowerCase(), email])).values(),
  ].toReversed();
  const emails = distinct.slice(0, limits.emailsPerMatch);
  return { emails, over: distinct.length - emails.length };
}

/** The cells of one phone, as they are in the file; '' where there is no such column. A cell may hold several numbers. */
export interface PhoneCells {
  number: string;
  type: string;
  dnc: string;
  /** Cells that put the number on a Do Not Call list unless they say no. */
  flags?: readonly string[];
  /** Cells that put the number on it where they say yes. Their "no" doesn't count, because it may be about another phone. */
  listed?: readonly string[];
  /** Cells that may say that the number is wrong. */
  wrong?: readonly string[];
}

/** Phones of a contact: `phones` are in answers, `untypedPhones` need a type first. */
export type Phones = Pick<OwnerContact, 'phones' | 'untypedPhones'>;

export interface FoldedPhones extends Phones {
  /** Not ten digits, marked as wrong, or over the limits. A number given twice is not left out. */
  leftOut: number;
  /** Phones left out because a match cannot hold more. */
  over: number;
  /** Numbers kept without a known Do Not Call status (reading 30). */
  dncAssumed: number;
  /** The types that were not understood, as written, one for each such phone. It is stored without a type. */
  unknownTypes: readonly string[];
}

/** Maximum number of untyped phones: as many as a match could hold if all had a type. */
const MAX_UNTYPED = limits.mobilesPerMatch + limits.landlinesPerMatch;

/**
 * Normalizes the phones of one owner to the contract's form: 10 digits, mobile or landline, mobiles first.
 * @param typeDefault type of numbers without one; null keeps them apart
 */
export function foldPhones(
  cells: readonly PhoneCells[],
  dncDefault: boolean,
  typeDefault: PhoneType | null = null,
): FoldedPhones {
  const typed: OwnerPhone[] = [];
  const untyped: UntypedPhone[] = [];
  const assumed: string[] = [];
  const unknownTypes: string[] = [];
  let leftOut = 0;
  for (const cell of cells) {
    const { numbers, leftOut: unread } = phonesIn(cell.number);
    leftOut += unread;
    numbers.forEach((number, at) => {
      const beside = { cell: cell.number, read: numbers.length, leftOut: unread };
      const part = (text: string): string | null => partBeside(text, at, beside);
      const isSaid = (texts: readonly string[] | undefined, says: (text: string) => boolean): boolean =>
        texts?.some((text) => {
          const own = part(text);
          return own === null ? saidByAPart(text, says) : says(own);
        }) === true;
      if (isSaid(cell.wrong, (text) => flagOf(text, 'wrongNumber') === true)) {
        leftOut++;
        return;
      }
      const written = part(cell.type) ?? '';
      const type = phoneType(written);
      if (type === null && !isSentinel(written)) unknownTypes.push(written.trim());
      const isListed =
        isSaid(cell.flags, isFlagged) ||
        isSaid([...(cell.listed ?? []), cell.dnc], (text) => dncFlag(text) === true);
      const listed = isListed ? true : dncFlag(part(cell.dnc) ?? '');
      if (listed === null) assumed.push(number);
      // If the operator declares unmarked numbers callable, they count as checked.
      const isUnchecked = listed === null && dncDefault;
      const dnc = isUnchecked || listed === true;
      if (type === null) untyped.push(marked({ number, dnc }, isUnchecked));
      else typed.push(marked({ number, type, dnc }, isUnchecked));
    });
  }
  const { phones, untypedPhones, over } = limited(united(typed, untyped), typeDefault);
  const isAssumed = ({ number }: UntypedPhone): boolean => assumed.includes(number);
  const dncAssumed =
    assumed.length === 0 ? 0 : phones.filter(isAssumed).length + untypedPhones.filter(isAssumed).length;
  const folded: FoldedPhones = { phones, leftOut: leftOut + over, over, dncAssumed, unknownTypes };
  if (untypedPhones.length > 0) folded.untypedPhones = untypedPhones;
  return folded;
}

function marked<P extends UntypedPhone>(phone: P, isUnchecked: boolean): P {
  if (isUnchecked) phone.dncChecked = false;
  return phone;
}

/** Merges two statements about one owner. A type given by the data wins over an assumed or missing one. */
export function togetherPhones(first: Phones, second: Phones): Phones {
  const { phones, untypedPhones } = limited(
    united(
      [...first.phones, ...second.phones],
      [...(first.untypedPhones ?? []), ...(second.untypedPhones ?? [])],
    ),
  );
  return kept(phones, untypedPhones);
}

/** Phones under another setting for numbers without a type. Numbers beyond the room of a match stay untyped. */
export function retypedPhones({ phones, untypedPhones = [] }: Phones, typeDefault: PhoneType | null): Phones {
  const known = phones.filter(({ typeAssumed }) => typeAssumed !== true);
  const unknown = phones
    .filter(({ typeAssumed }) => typeAssumed === true)
    .map(({ type: _, typeAssumed: __, ...phone }): UntypedPhone => phone);
  const all = limited({ typed: known, untyped: [...unknown, ...untypedPhones] }, typeDefault);
  return kept(all.phones, all.untypedPhones);
}

/** Number of phones without a type in the data, including those typed by a setting. */
export const countUntyped = ({ phones, untypedPhones = [] }: Phones): number =>
  phones.filter(({ typeAssumed }) => typeAssumed === true).length + untypedPhones.length;

/** Omits empty fields. */
const kept = (phones: OwnerPhone[], untypedPhones: UntypedPhone[]): Phones => ({
  phones,
  ...(untypedPhones.length > 0 && { untypedPhones }),
});

interface AllPhones {
  typed: readonly OwnerPhone[];
  untyped: readonly UntypedPhone[];
}

/** Each number once. */
function united(typed: readonly OwnerPhone[], untyped: readonly UntypedPhone[]): AllPhones {
  if (untyped.length === 0 && areDifferent(typed)) return { typed, untyped };
  const byNumber = new Map<string, OwnerPhone>();
  for (const phone of typed) {
    const before = byNumber.get(phone.number);
    byNumber.set(phone.number, before === undefined ? phone : unitedPhone(before, phone));
  }
  const others = new Map<string, UntypedPhone>();
  for (const phone of untyped) {
    const { number } = phone;
    const known = byNumber.get(number);
    if (known !== undefined) {
      byNumber.set(number, { ...typeOf(known), number, ...stricterDnc(known, phone) });
      continue;
    }
    const before = others.get(number);
    others.set(number, before === undefined ? phone : { number, ...stricterDnc(before, phone) });
  }
  return { typed: [...byNumber.values()], untyped: [...others.values()] };
}

/**
 * True if all numbers differ. False for many phones, which nearly no owner has: comparing a few is faster than making a Map.
 */
function areDifferent(phones: readonly OwnerPhone[]): boolean {
  if (phones.length > MAX_COMPARED) return false;
  for (let at = 1; at < phones.length; at++)
    for (let before = 0; before < at; before++)
      if (phones[before]?.number === phones[at]?.number) return false;
  return true;
}

/** Above it, a Map is faster. */
const MAX_COMPARED = 12;

function unitedPhone(before: OwnerPhone, phone: OwnerPhone): OwnerPhone {
  const isBetter = before.typeAssumed === true && phone.typeAssumed !== true;
  return { number: phone.number, ...typeOf(isBetter ? phone : before), ...stricterDnc(before, phone) };
}

const typeOf = ({ type, typeAssumed }: OwnerPhone): Pick<OwnerPhone, 'type' | 'typeAssumed'> =>
  typeAssumed === true ? { type, typeAssumed } : { type };

/**
 * Limits phones to what a match can hold: mobiles before landlines, each in the order of the data. Within a type, known types
 * come before assumed ones, so that no assumption displaces a known number.
 * @param typeDefault given to untyped numbers while there is room
 */
function limited(
  { typed, untyped }: AllPhones,
  typeDefault: PhoneType | null = null,
): { phones: OwnerPhone[]; untypedPhones: UntypedPhone[]; over: number } {
  const given =
    typeDefault === null
      ? []
      : untyped.map((phone): OwnerPhone => ({ ...phone, type: typeDefault, typeAssumed: true }));
  const phones: OwnerPhone[] = [];
  const add = (type: PhoneType, most: number): void => {
    const end = phones.length + most;
    const addSome = (isAssumed: boolean, some: readonly OwnerPhone[]): void => {
      for (const phone of some) {
        if (phones.length === end) return;
        if (phone.type === type && (phone.typeAssumed === true) === isAssumed) phones.push(phone);
      }
    };
    // Known types first.
    addSome(false, typed);
    addSome(true, typed);
    addSome(true, given);
  };
  add('mobile', limits.mobilesPerMatch);
  add('landline', limits.landlinesPerMatch);
  const rest = typeDefault === null ? untyped : untyped.filter(({ number }) => !has(phones, number));
  const untypedPhones = rest.slice(0, MAX_UNTYPED);
  return {
    phones,
    untypedPhones,
    over: typed.length + untyped.length - phones.length - untypedPhones.length,
  };
}

const has = (phones: readonly OwnerPhone[], wanted: string): boolean =>
  phones.some(({ number }) => number === wanted);
