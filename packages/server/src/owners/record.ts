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

const TEXT_FIELDS = [
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
] as const satisfies readonly (keyof OwnerContact)[];

type ContactText = Record<(typeof TEXT_FIELDS)[number], string | null>;

export const NO_CONTACT: Readonly<ContactText> = {
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

export const storedContact = (contact: OwnerContact): StoredContact => [
  TEXT_FIELDS.map((field) => contact[field]),
  contact.phones.map(storedPhone),
  contact.emails,
];

/** @param json what `storedContact` gave */
export const readContact = (json: string): OwnerContact => contactOf(JSON.parse(json) as StoredContact);

export const ownerRecord = (id: number, stored: StoredContact): OwnerRecord => ({ id, ...contactOf(stored) });

/** The text fields in the order of TEXT_FIELDS. */
function contactOf([text, phones, emails]: StoredContact): OwnerContact {
  const field = (index: number): string | null => text[index] ?? null;
  return {
    firstName: field(0),
    lastName: field(1),
    fullName: field(2),
    propertyAddress: field(3),
    propertyCity: field(4),
    propertyState: field(5),
    propertyZip: field(6),
    mailingAddress: field(7),
    mailingCity: field(8),
    mailingState: field(9),
    mailingZip: field(10),
    phones: phones.map(readPhone),
    emails,
  };
}

// `6175550193` + `m` or `l` + `+` when on a Do Not Call registry.
const NUMBER_LENGTH = 10;

const storedPhone = ({ number, type, dnc }: OwnerPhone): string =>
  `${number}${type === 'mobile' ? 'm' : 'l'}${dnc ? '+' : ''}`;

const readPhone = (stored: string): OwnerPhone => ({
  number: stored.slice(0, NUMBER_LENGTH),
  type: stored[NUMBER_LENGTH] === 'm' ? 'mobile' : 'landline',
  dnc: stored.endsWith('+'),
});
