import type { OwnerContact, OwnerPhone } from './record.js';

/*
 * How a contact is stored, and how records leave the database for a process that reads many.
 *
 *   contact  13 cells with a TAB between them: eleven texts in the order of TEXTS, the phones, the emails
 *   text     empty where there is none
 *   phones   one after another with a space between: ten digits, `m` or `l`, and `+` when on a Do Not Call registry, or `?+`
 *            when that was not checked (a version that does not know the `?` takes it for listed)
 *   emails   one after another with a space between
 *   records  a line each: id, TAB, contact
 *
 * No text has a control character and no email has a space (import/text.ts, import/emails.ts), so nothing is escaped.
 */

/** The texts of a contact in the order in which they are stored. */
export const TEXTS = [
  'firstName',
  'lastName',
  'fullName',
  'propertyAddress',
  'propertyCity',
  'propertyState',
  'propertyZip',
  'mailingAddress',
  'mailingCity',
  'mailingState',
  'mailingZip',
] as const;

export const NUMBER_LENGTH = 10;

/** The cells of a contact: what is stored has a TAB between them. Written out, because an import does it for each owner. */
export function contactCells(contact: OwnerContact): string[] {
  let phones = '';
  for (const phone of contact.phones) phones += `${phones === '' ? '' : ' '}${storedPhone(phone)}`;
  return [
    contact.firstName ?? '',
    contact.lastName ?? '',
    contact.fullName ?? '',
    contact.propertyAddress ?? '',
    contact.propertyCity ?? '',
    contact.propertyState ?? '',
    contact.propertyZip ?? '',
    contact.mailingAddress ?? '',
    contact.mailingCity ?? '',
    contact.mailingState ?? '',
    contact.mailingZip ?? '',
    phones,
    contact.emails.join(' '),
  ];
}

export const storedContact = (contact: OwnerContact): string => contactCells(contact).join('\t');

/** @throws Error for what no import writes: read with cells in other places, it would be somebody else's */
export function readContact(stored: string): OwnerContact {
  const cells = stored.split('\t');
  const [phones, emails] = cells.slice(TEXTS.length);
  if (cells.length !== TEXTS.length + 2 || phones === undefined || emails === undefined)
    throw new Error('a stored contact is damaged');
  const text = (at: number): string | null => cells[at] || null;
  return {
    firstName: text(0),
    lastName: text(1),
    fullName: text(2),
    propertyAddress: text(3),
    propertyCity: text(4),
    propertyState: text(5),
    propertyZip: text(6),
    mailingAddress: text(7),
    mailingCity: text(8),
    mailingState: text(9),
    mailingZip: text(10),
    phones: phones === '' ? [] : phones.split(' ').map(readPhone),
    emails: emails === '' ? [] : emails.split(' '),
  };
}

const storedPhone = ({ number, type, dnc, dncChecked }: OwnerPhone): string =>
  `${number}${type === 'mobile' ? 'm' : 'l'}${dncChecked === false ? '?' : ''}${dnc ? '+' : ''}`;

const readPhone = (stored: string): OwnerPhone => ({
  number: stored.slice(0, NUMBER_LENGTH),
  type: stored[NUMBER_LENGTH] === 'm' ? 'mobile' : 'landline',
  dnc: stored.endsWith('+'),
  ...(stored[NUMBER_LENGTH + 1] === '?' && { dncChecked: false as const }),
});
