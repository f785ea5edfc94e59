import type { Contact, Phone, SkipTraceMatch } from '@skiptrace/contract';
import { phone as phoneText } from '../../parts/format.js';

export const nameOf = ({ fullName, firstName, lastName }: Contact): string | null =>
  fullName ?? ([firstName, lastName].filter((part) => part !== null).join(' ') || null);

export const propertyPlace = (contact: Contact): string | null =>
  placeOf(contact.propertyAddress, contact.propertyCity, contact.propertyState, contact.propertyZip);

export const mailingPlace = (contact: Contact): string | null =>
  placeOf(contact.mailingAddress, contact.mailingCity, contact.mailingState, contact.mailingZip);

function placeOf(
  address: string | null,
  city: string | null,
  state: string | null,
  zip: string | null,
): string | null {
  const stateAndZip = [state, zip].filter((part) => part !== null).join(' ');
  return [address, city, stateAndZip].filter((part) => part !== null && part !== '').join(', ') || null;
}

const dncNote = ({ dnc, dncChecked }: Pick<Phone, 'dnc' | 'dncChecked'>): string =>
  !dnc ? '' : dncChecked === false ? ' (Do Not Call: not checked)' : ' (Do Not Call: listed)';

/** All data about an owner as lines of text, for a note or an email. */
export function textOf({
  contact,
  phones,
  emails,
}: Pick<SkipTraceMatch, 'contact' | 'phones' | 'emails'>): string {
  const property = propertyPlace(contact);
  const mailing = mailingPlace(contact);
  return [
    nameOf(contact),
    property !== null && `Property: ${property}`,
    mailing !== null && `Mailing address: ${mailing}`,
    ...phones.map(
      ({ number, type, ...mark }) =>
        `${type === 'mobile' ? 'Mobile' : 'Landline'}: ${phoneText(number)}${dncNote(mark)}`,
    ),
    ...emails.map((email) => `Email: ${email}`),
  ]
    .filter((line) => typeof line === 'string')
    .join('\n');
}
