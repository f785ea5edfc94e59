import { limits } from '@skiptrace/contract';
import { isAbsentee } from '@skiptrace/csv';
import type { OwnerContact, OwnerPhone } from './record.js';

/** Numbers and kinds of a record's phones and emails. */
export interface ContactCounts {
  phoneCount: number;
  emailCount: number;
  /** See `contentsOf`; `UNKNOWN_CONTENTS` where only the record itself can tell. */
  contents: number;
}

/** Base of the email count in a packed number: one more than the maximum number of emails. */
const EMAIL_COUNTS = 32;
/** One more than the largest packed counts; imports from before contents were noted have only these. */
const PACKED_WITHOUT_CONTENTS = 1_024;
/** One more than the largest packed number, which fits into a PostgreSQL SMALLINT. */
export const PACKED_COUNTS = 16 * PACKED_WITHOUT_CONTENTS;

if (limits.emailsPerMatch >= EMAIL_COUNTS)
  throw new Error('the contract allows more emails than the index has room for');
if ((limits.mobilesPerMatch + limits.landlinesPerMatch + 1) * EMAIL_COUNTS > PACKED_WITHOUT_CONTENTS)
  throw new Error('the contract allows more phones than the index has room for');

export const packContacts = ({ phoneCount, emailCount, contents }: ContactCounts): number =>
  contents * PACKED_WITHOUT_CONTENTS + phoneCount * EMAIL_COUNTS + emailCount;

export function unpackContacts(packed: number): ContactCounts {
  const counts = packed % PACKED_WITHOUT_CONTENTS;
  const emailCount = counts % EMAIL_COUNTS;
  return {
    phoneCount: (counts - emailCount) / EMAIL_COUNTS,
    emailCount,
    contents: (packed - counts) / PACKED_WITHOUT_CONTENTS,
  };
}

/** `packContacts` of the columns of a record `r`, in SQL, without its contents. */
export const PACK_CONTACTS_SQL = `(r.phone_count * ${EMAIL_COUNTS} + r.email_count)`;

/** Contents of a match in a job's preview, stored in four bits by both engines and in a job's files. */
export interface Contents {
  callableMobile: boolean;
  callableLandline: boolean;
  /** No phone is callable, but some were not checked against a Do Not Call registry. */
  notChecked: boolean;
  mailing: boolean;
  /** The mailing address differs from the property. */
  absentee: boolean;
}

export const UNKNOWN_CONTENTS = 0;

// 1 + 3 × the phones + the mail.
const NOT_CALLABLE = 0;
const NOT_CHECKED = 1;
const MOBILE = 2;
const LANDLINE = 3;
const MOBILE_AND_LANDLINE = 4;
const NO_MAIL = 0;
const MAIL_AT_PROPERTY = 1;
const MAIL_ELSEWHERE = 2;

/** Fields that determine the contents. */
type Details = Pick<OwnerContact, 'propertyAddress' | 'propertyZip' | 'mailingAddress' | 'mailingZip'> & {
  readonly phones: readonly (Pick<OwnerPhone, 'type' | 'dnc'> & { dncChecked?: boolean | undefined })[];
};

/** Contents of an owner's record as a number from 1 to 15, for `readContents`. */
export const contentsOf = (contact: Details): number => 1 + 3 * phonesOf(contact) + mailOf(contact);

/** The same contents with other phones. */
export const withPhones = (contents: number, phones: Details['phones']): number =>
  1 + 3 * phonesOf({ phones }) + ((contents - 1) % 3);

/** Null for `UNKNOWN_CONTENTS`. */
export const readContents = (contents: number): Contents | null => CONTENTS[contents] ?? null;

const CONTENTS: readonly (Contents | null)[] = Array.from({ length: 16 }, (_, contents) => {
  if (contents === UNKNOWN_CONTENTS) return null;
  const mail = (contents - 1) % 3;
  const phones = (contents - 1 - mail) / 3;
  return {
    callableMobile: phones === MOBILE || phones === MOBILE_AND_LANDLINE,
    callableLandline: phones === LANDLINE || phones === MOBILE_AND_LANDLINE,
    notChecked: phones === NOT_CHECKED,
    mailing: mail !== NO_MAIL,
    absentee: mail === MAIL_ELSEWHERE,
  };
});

function phonesOf({ phones }: Pick<Details, 'phones'>): number {
  let [hasMobile, hasLandline, isUnchecked] = [false, false, false];
  for (const { type, dnc, dncChecked } of phones) {
    if (dncChecked === false) isUnchecked = true;
    if (dnc) continue;
    if (type === 'mobile') hasMobile = true;
    else hasLandline = true;
  }
  if (hasMobile) return hasLandline ? MOBILE_AND_LANDLINE : MOBILE;
  if (hasLandline) return LANDLINE;
  return isUnchecked ? NOT_CHECKED : NOT_CALLABLE;
}

const mailOf = (contact: Details): number =>
  contact.mailingAddress === null ? NO_MAIL : isAbsentee(contact) ? MAIL_ELSEWHERE : MAIL_AT_PROPERTY;
