/** A phone of which the data does not say what it is. It is stored, and left out of answers: the contract knows two types. */
export interface UntypedPhone {
  /** 10 digits. */
  number: string;
  /** On a Do Not Call registry, or not checked. */
  dnc: boolean;
  /** Present only where the data does not say whether the number is on a registry: then `dnc` is true out of prudence. */
  dncChecked?: false;
}

/** A phone of an owner, in the form of the contract (reading 30). */
export interface OwnerPhone extends UntypedPhone {
  type: PhoneType;
  /** Present only where the data does not say the type, and the operator's setting for the source does. */
  typeAssumed?: true;
}

export type PhoneType = 'mobile' | 'landline';

type DncMark = Pick<UntypedPhone, 'dnc' | 'dncChecked'>;

/** The more careful of two marks for one number: listed, then not checked, then not listed. */
export function stricterDnc(one: DncMark, other: DncMark): DncMark {
  const isListed = [one, other].some(({ dnc, dncChecked }) => dnc && dncChecked !== false);
  if (isListed) return { dnc: true };
  return one.dnc || other.dnc ? { dnc: true, dncChecked: false } : { dnc: false };
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
  /** In the order of the data; absent if empty. */
  untypedPhones?: UntypedPhone[];
  emails: string[];
}

export interface OwnerRecord extends OwnerContact {
  id: number;
}

/** Owner matched by an address. */
export interface OwnerMatch {
  owner: OwnerRecord;
  /** What its property is recognized by (`propertyOf`): equal in one of the digests is the same property. */
  property(): readonly string[];
}

export const NO_CONTACT: Readonly<Omit<OwnerContact, 'phones' | 'untypedPhones' | 'emails'>> = {
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
