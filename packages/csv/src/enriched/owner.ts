/** What the enriched file says about the owner of a matched row; null where a detail is not on file. */
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
  /** On a Do Not Call registry. */
  readonly dnc: boolean;
}
