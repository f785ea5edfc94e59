import { limits } from '@skiptrace/contract';

/** How many phones and emails a record has. */
export interface ContactCounts {
  phoneCount: number;
  emailCount: number;
}

/** One more than the emails a record can hold: an entry of the index has both counts in one number. */
const EMAIL_COUNTS = 32;
/** One more than the largest packed number. */
export const PACKED_COUNTS = 1_024;
/** Digits of a packed number. */
export const PACKED_DIGITS = 4;

if (limits.emailsPerMatch >= EMAIL_COUNTS)
  throw new Error('the contract allows more emails than the index has room for');
if ((limits.mobilesPerMatch + limits.landlinesPerMatch + 1) * EMAIL_COUNTS > PACKED_COUNTS)
  throw new Error('the contract allows more phones than the index has room for');

export const packContacts = ({ phoneCount, emailCount }: ContactCounts): number =>
  phoneCount * EMAIL_COUNTS + emailCount;

export function unpackContacts(packed: number): ContactCounts {
  const emailCount = packed % EMAIL_COUNTS;
  return { phoneCount: (packed - emailCount) / EMAIL_COUNTS, emailCount };
}

/**
 * What an entry of the index says where it has a seal; null where the record has to be read.
 * @throws Error for a seal without counts, which no import writes: it would become an owner without contacts
 */
export function sealedContacts(
  seal: number | null,
  contacts: number | null,
): (ContactCounts & { seal: number }) | null {
  if (seal === null) return null;
  if (contacts === null) throw new Error('the index of owners has a seal without counts');
  return { seal, ...unpackContacts(contacts) };
}

/** `packContacts` of the columns of a record `r`, in SQL. */
export const PACK_CONTACTS_SQL = `(r.phone_count * ${EMAIL_COUNTS} + r.email_count)`;
