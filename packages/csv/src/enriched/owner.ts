/** Owner details of a matched row; null for a detail that is not on file. */
export interface EnrichedOwner {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  readonly mailingAddress: string | null;
  readonly mailingCity: string | null;
  readonly mailingState: string | null;
  readonly mailingZip: string | null;
  readonly phones: readonly EnrichedPhone[];
  readonly emails: readonly string[];
}

export interface EnrichedPhone {
  readonly number: string;
  readonly type: 'mobile' | 'landline';
  /** On a Do Not Call registry, or not checked. */
  readonly dnc: boolean;
  /** False if the registries were not checked. A result file does not show this. */
  readonly dncChecked?: boolean;
}

/** Facts about a phone that `phones` of an OwnerBytes holds besides its number. */
export type PhoneKind = Omit<EnrichedPhone, 'number'>;

/**
 * The same details as bytes in memory, for a caller with so many owners that a string for each detail would
 * be most of the work. All of it is printable ASCII without quotes.
 */
export interface OwnerBytes {
  readonly bytes: Uint8Array;
  /**
   * Start and end of each detail in `bytes`, equal if it is not on file: first, last and full name; mailing
   * address, city, state and ZIP; then the number of each phone; then each email.
   */
  readonly places: readonly number[];
  readonly phones: readonly PhoneKind[];
}

export type OwnerDetails = EnrichedOwner | OwnerBytes;

/** Number of details that are not phones or emails. */
export const SINGLE_DETAILS = 7;
