import type { LookupMatch } from '@skiptrace/sdk';
import { plain } from '../../terminal/text.js';

type Found = Pick<LookupMatch, 'contact' | 'phones' | 'emails'>;

/** An owner for a person to read; a line for everything that is on file. */
export function renderOwner({ contact, phones, emails }: Found): string {
  const join = (...parts: (string | null)[]) =>
    parts.filter((part) => part !== null && part !== '').join(', ');
  const name = contact.fullName ?? [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  const rows: [string, string][] = [
    ['Owner', name],
    [
      'Property',
      join(contact.propertyAddress, contact.propertyCity, contact.propertyState, contact.propertyZip),
    ],
    ['Mail', join(contact.mailingAddress, contact.mailingCity, contact.mailingState, contact.mailingZip)],
    ...phones.map(
      ({ number, type, dnc }) =>
        ['Phone', `${phoneNumber(number)}  ${type}${dnc ? '  Do Not Call' : ''}`] as [string, string],
    ),
    ...emails.map((email) => ['E-mail', email] as [string, string]),
  ];
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label.padEnd(9)} ${plain(value)}\n`)
    .join('');
}

/** `5125550131` → `(512) 555-0131`; anything else as it came. */
function phoneNumber(number: string): string {
  const digits = /^(\d{3})(\d{3})(\d{4})$/.exec(number);
  return digits ? `(${digits[1]}) ${digits[2]}-${digits[3]}` : number;
}
