/** A phone of an owner: 10 digits. `dnc`: on a Do Not Call registry, as far as the operator's data says (reading 30). */
export interface OwnerPhone {
  number: string;
  type: 'mobile' | 'landline';
  dnc: boolean;
}

/** What the directory knows of an owner and hands out. Null: not on file. Property and mail as the data has them. */
export interface OwnerContact {
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
  propertyAddress: string | null;
  propertyCity: string | null;
  propertyState: string | null;
  propertyZip: string | null;
  mailingAddress: string | null;
  mailingCity: string | null;
  mailingState: string | null;
  mailingZip: string | null;
  /** Mobiles first, then landlines, each in the order of the data. */
  phones: OwnerPhone[];
  emails: string[];
}

export interface OwnerRecord extends OwnerContact {
  id: number;
}

/** A contact as it is stored: fields without their names, which would take half of the file. */
export type StoredContact = [text: (string | null)[], phones: string[], emails: string[]];

/** In the order of `contactJson`. */
export const STORED_TEXTS = 11;

export const NO_CONTACT: Readonly<Omit<OwnerContact, 'phones' | 'emails'>> = {
  firstName: null,
  lastName: null,
  fullName: null,
  propertyAddress: null,
  propertyCity: null,
  propertyState: null,
  propertyZip: null,
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
};

/** A contact as JSON of a StoredContact, written out: most of what an import has to write are these texts. */
export function contactJson(contact: OwnerContact): string {
  const { firstName, lastName, fullName, phones, emails } = contact;
  const { propertyAddress, propertyCity, propertyState, propertyZip } = contact;
  const { mailingAddress, mailingCity, mailingState, mailingZip } = contact;
  let phoneList = '';
  for (const phone of phones) phoneList += `${phoneList === '' ? '' : ','}"${storedPhone(phone)}"`;
  // One look at all texts together costs a tenth of a look at each.
  const all =
    `${firstName}${lastName}${fullName}${propertyAddress}${propertyCity}${propertyState}${propertyZip}` +
    `${mailingAddress}${mailingCity}${mailingState}${mailingZip}${emails.join('')}`;
  const json = TO_BE_ESCAPED.test(all) ? jsonText : quoted;
  let emailList = '';
  for (const email of emails) emailList += `${emailList === '' ? '' : ','}${json(email)}`;
  return (
    `[[${json(firstName)},${json(lastName)},${json(fullName)},` +
    `${json(propertyAddress)},${json(propertyCity)},${json(propertyState)},${json(propertyZip)},` +
    `${json(mailingAddress)},${json(mailingCity)},${json(mailingState)},${json(mailingZip)}],` +
    `[${phoneList}],[${emailList}]]`
  );
}

// Quotes and whatever else JSON writes in another way.
const TO_BE_ESCAPED = /["\\]|[^ -~\u00A0-\uD7FF]/;

const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`);

/** A text, or nothing, as JSON. */
export const jsonText = (text: string | null): string =>
  text !== null && TO_BE_ESCAPED.test(text) ? JSON.stringify(text) : quoted(text);

/** A record from its stored contact, the text fields in the order of `contactJson`. */
export function ownerRecord(id: number, [text, phones, emails]: StoredContact): OwnerRecord {
  return {
    id,
    firstName: text[0] ?? null,
    lastName: text[1] ?? null,
    fullName: text[2] ?? null,
    propertyAddress: text[3] ?? null,
    propertyCity: text[4] ?? null,
    propertyState: text[5] ?? null,
    propertyZip: text[6] ?? null,
    mailingAddress: text[7] ?? null,
    mailingCity: text[8] ?? null,
    mailingState: text[9] ?? null,
    mailingZip: text[10] ?? null,
    phones: phones.map(readPhone),
    emails,
  };
}

// `6175550193` + `m` or `l` + `+` when on a Do Not Call registry.
export const STORED_NUMBER_LENGTH = 10;

export const storedPhone = ({ number, type, dnc }: OwnerPhone): string =>
  `${number}${type === 'mobile' ? 'm' : 'l'}${dnc ? '+' : ''}`;

const readPhone = (stored: string): OwnerPhone => ({
  number: stored.slice(0, STORED_NUMBER_LENGTH),
  type: stored[STORED_NUMBER_LENGTH] === 'm' ? 'mobile' : 'landline',
  dnc: stored.endsWith('+'),
});
