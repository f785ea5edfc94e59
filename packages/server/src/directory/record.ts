/** A phone without a type in the data. It is stored but left out of answers, because the contract has only two types. */
export interface UntypedPhone {
  /** 10 digits. */
  number: string;
  /** True if on a Do Not Call registry or not checked. */
  dnc: boolean;
  /** Present only if the data doesn't say whether the number is on a registry; `dnc` is then true to be safe. */
  dncChecked?: false;
}

/** A phone of an owner in the contract's form (reading 30). */
export interface OwnerPhone extends UntypedPhone {
  type: PhoneType;
  /** Present only if the type comes from the operator's setting for the source, not from the data. */
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

/** Details of an owner for answers. Null means not on file. Property and mailing address are as in the data. */
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

/** Name, mail, phones and emails of an owner, without the property. */
export type PersonDetails = Omit<OwnerContact, 'untypedPhones' | `property${string}`>;

export function personDetails(contact: OwnerContact): PersonDetails {
  const { firstName, lastName, fullName, phones, emails } = contact;
  const { mailingAddress, mailingCity, mailingState, mailingZip } = contact;
  return {
    firstName,
    lastName,
    fullName,
    phones,
    emails,
    mailingAddress,
    mailingCity,
    mailingState,
    mailingZip,
  };
}

export interface OwnerRecord extends OwnerContact {
  id: number;
  /** Present only if the details are an operator's in place of the stored ones (privacy/list/corrected-owners.ts). */
  correctionId?: string;
}

/** Owner matched by an address. */
export interface OwnerMatch {
  owner: OwnerRecord;
  /** Hashes of the property's address (`propertyDigests`). Matches that share one are of the same property. */
  property(): readonly string[];
  /** The address that was asked for, in one standard line. */
  asked(): string;
  /** Records of the other owners there, for `coOwners` of the directory. */
  coOwnerIds: readonly number[];
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
