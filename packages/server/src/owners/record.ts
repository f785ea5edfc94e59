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

/** Whom an address matched. */
export interface OwnerMatch {
  owner: OwnerRecord;
  /** The same for a property in every spelling, import and source: a digest of its standard address with unit. */
  property(): string;
}

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
