import type { OwnerDetails } from '@skiptrace/csv';
import { withPhones, type MatchResult, type OwnerIndex } from '../owners/match/index.js';
import type { DncSaying, DncView } from './do-not-call.js';

// Do Not Call lists over owners as jobs read them: bytes of the stored records (owners/stored-contact.ts).

/** Where the places of an owner in bytes have the first phone. */
export const PHONES = 14;

/** Applies the lists to the phones of owners as bytes, which stay in place. */
export async function sayInDetails(dnc: DncView, details: Map<number, OwnerDetails | null>): Promise<void> {
  const sayingsOf = await sayingsOn(dnc, details);
  for (const [id, one] of details) {
    const sayings = sayingsOf(id);
    if (one !== null && sayings !== null) details.set(id, said(one, sayings));
  }
}

/** What the lists say of the phones of each owner; null where they say nothing of any. */
async function sayingsOn(
  dnc: DncView,
  details: ReadonlyMap<number, OwnerDetails | null>,
): Promise<(id: number) => DncSaying[] | null> {
  const numbers = new Map<number, number[]>();
  for (const [id, one] of details) if (one !== null) numbers.set(id, numbersIn(one));
  const sayingOf = await dnc.of([...numbers.values()].flat());
  const isSaid = (number: number): boolean => sayingOf(number) !== undefined;
  return (id) => {
    const own = numbers.get(id) ?? [];
    return own.some(isSaid) ? own.map(sayingOf) : null;
  };
}

function numbersIn(details: OwnerDetails): number[] {
  if (!('bytes' in details)) return details.phones.map(({ number }) => Number(number));
  const { bytes, places } = details;
  return details.phones.map((_, at) => {
    let number = 0;
    for (let from = places[PHONES + 2 * at] ?? 0; from < (places[PHONES + 2 * at + 1] ?? 0); from++)
      number = 10 * number + (bytes[from] ?? ZERO) - ZERO;
    return number;
  });
}

const ZERO = 0x30;

/** @param sayings of each phone */
function said(details: OwnerDetails, sayings: readonly DncSaying[]): OwnerDetails {
  const isKept = (at: number): boolean => sayings[at] !== 'left out';
  const dncOf = (dnc: boolean, at: number): boolean =>
    sayings[at] === undefined ? dnc : sayings[at] === 'listed';
  if (!('bytes' in details)) {
    const phones = details.phones.map((phone, at) => ({ ...phone, dnc: dncOf(phone.dnc, at) }));
    return { ...details, phones: phones.filter((_, at) => isKept(at)) };
  }
  const { bytes, places } = details;
  const phones = details.phones.map(({ type, dnc }, at) => ({ type, dnc: dncOf(dnc, at) }));
  const end = PHONES + 2 * phones.length;
  return {
    bytes,
    phones: phones.filter((_, at) => isKept(at)),
    places: places.filter((_, at) => at < PHONES || at >= end || isKept((at - PHONES) >> 1)),
  };
}

/** The contents of matches, with what the lists say of their phones. */
export async function contentsOnLists(
  dnc: DncView,
  index: Pick<OwnerIndex, 'details'>,
  results: readonly MatchResult[],
): Promise<MatchResult[]> {
  const ids = results.flatMap((one) => (one.matched && one.phoneCount > 0 ? [one.ownerRecordId] : []));
  if (ids.length === 0) return [...results];
  const details = await index.details(ids);
  const sayingsOf = await sayingsOn(dnc, details);
  return results.map((result) => {
    if (!result.matched || result.phoneCount === 0) return result;
    const owner = details.get(result.ownerRecordId);
    if (owner === undefined) throw new Error('an owner record that was just found is gone');
    const sayings = sayingsOf(result.ownerRecordId);
    if (sayings === null) return result;
    return { ...result, contents: withPhones(result.contents, phonesOn(owner, sayings)) };
  });
}

/** The phones that the lists leave in, with their status by the lists, else by the owner file. */
const phonesOn = (owner: OwnerDetails, sayings: readonly DncSaying[]) =>
  owner.phones.flatMap((phone, at) => {
    const saying = sayings[at];
    if (saying === 'left out') return [];
    if (saying !== undefined) return [{ type: phone.type, dnc: saying === 'listed' }];
    return ['bytes' in owner ? { type: phone.type, ...statusIn(owner, at) } : phone];
  });

const UNCHECKED = 0x3f;
const LISTED = 0x2b;

/** The status of a phone as it is stored (owners/stored-contact.ts): behind the number and the letter of its type. */
function statusIn({ bytes, places }: Extract<OwnerDetails, { bytes: unknown }>, phone: number) {
  const at = (places[PHONES + 2 * phone + 1] ?? 0) + 1;
  const isChecked = bytes[at] !== UNCHECKED;
  return { dncChecked: isChecked, dnc: bytes[isChecked ? at : at + 1] === LISTED };
}
