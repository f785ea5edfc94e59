import { limits } from '@skiptrace/contract';
import { dncFlag, isSentinel, phoneDigits, phoneType } from '@skiptrace/csv';
import {
  stricterDnc,
  type OwnerContact,
  type OwnerPhone,
  type PhoneType,
  type UntypedPhone,
} from '../record.js';

/** The cells of one phone, as they are in the file; '' where there is no such column. */
export interface PhoneCells {
  number: string;
  type: string;
  dnc: string;
}

/** Phones of a contact: `phones` are in answers, `untypedPhones` need a type first. */
export type Phones = Pick<OwnerContact, 'phones' | 'untypedPhones'>;

export interface FoldedPhones extends Phones {
  /** Not ten digits, or over the limits. A number given twice is not left out. */
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
  const assumed = new Set<string>();
  const unknownTypes: string[] = [];
  let leftOut = 0;
  for (const cell of cells) {
    const number = phoneDigits(cell.number);
    if (number === null) {
      leftOut++;
      continue;
    }
    const type = phoneType(cell.type);
    if (type === null && !isSentinel(cell.type)) unknownTypes.push(cell.type.trim());
    const listed = dncFlag(cell.dnc);
    if (listed === null) assumed.add(number);
    // If the operator declares unmarked numbers callable, they count as checked.
    const mark =
      listed === null && dncDefault ? ({ dnc: true, dncChecked: false } as const) : { dnc: listed ?? false };
    if (type === null) untyped.push({ number, ...mark });
    else typed.push({ number, type, ...mark });
  }
  const { phones, untypedPhones, over } = limited(united(typed, untyped), typeDefault);
  const dncAssumed =
    assumed.size === 0 ? 0 : [...phones, ...untypedPhones].filter(({ number }) => assumed.has(number)).length;
  return { ...kept(phones, untypedPhones), leftOut: leftOut + over, over, dncAssumed, unknownTypes };
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
  const all = [...typed, ...given];
  const ofType = (type: PhoneType): OwnerPhone[] => {
    const same = all.filter((phone) => phone.type === type);
    return [
      ...same.filter(({ typeAssumed }) => typeAssumed !== true),
      ...same.filter(({ typeAssumed }) => typeAssumed === true),
    ];
  };
  const phones = [
    ...ofType('mobile').slice(0, limits.mobilesPerMatch),
    ...ofType('landline').slice(0, limits.landlinesPerMatch),
  ];
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
