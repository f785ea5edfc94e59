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
  /** The other owners of the property, in the order of a lookup; they have none themselves. */
  readonly coOwners?: readonly EnrichedOwner[];
}

export interface EnrichedPhone {
  readonly number: string;
  readonly type: 'mobile' | 'landline';
  /** On a Do Not Call registry, or not checked. */
  readonly dnc: boolean;
  /** False if the registries were not checked. Results of earlier versions do not show this. */
  readonly dncChecked?: boolean;
}

/** Status of a number on Do Not Call registries, in the words of every text and file. */
export type DncStatus = 'listed' | 'not listed' | 'not checked';

export const dncStatus = ({ dnc, dncChecked }: Pick<EnrichedPhone, 'dnc' | 'dncChecked'>): DncStatus =>
  !dnc ? 'not listed' : dncChecked === false ? 'not checked' : 'listed';

/** Facts about a phone that `phones` of an OwnerBytes holds besides its number. */
export type PhoneKind = Omit<EnrichedPhone, 'number'>;

/**
 * The same details as bytes in memory: with a million owners, a string for each detail would be most of the
 * work. Every byte is printable ASCII and no quote.
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

/** Names of the columns that a job's result adds to the upload (reading 29). */
export interface AddedColumns {
  /** Names for the cells of records that are longer than the header: `Extra 1` … */
  readonly extra: readonly string[];
  /** `Skip Trace Status`, the owner, phones and emails, then each further owner. */
  readonly owner: readonly string[];
}

/** Most phones and emails of an owner. */
export interface ContactWidths {
  readonly phones: number;
  readonly emails: number;
}

export interface AddedColumnCounts extends ContactWidths {
  readonly extra: number;
  /** See `EnrichedWidths`. */
  readonly coOwners?: readonly ContactWidths[] | undefined;
}

const DETAILS = [
  'First Name',
  'Last Name',
  'Full Name',
  'Mailing Address',
  'Mailing City',
  'Mailing State',
  'Mailing Zip',
] as const;

/** Headers of the names and the mailing address of an owner. @param number from 2; the first owner has none */
export const detailColumns = (number?: number): string[] =>
  DETAILS.map((name) => `Owner ${number === undefined ? '' : `${number} `}${name}`);

/** Headers of the status and owner columns, in file order. */
export const OWNER_COLUMNS: readonly string[] = ['Skip Trace Status', ...detailColumns()];

/** Headers of a phone. @param hasStatus false for results of earlier versions */
export const phoneColumns = (phone: string, hasStatus: boolean): string[] => [
  phone,
  `${phone} Type`,
  `${phone} DNC`,
  ...(hasStatus ? [`${phone} DNC Status`] : []),
];

export function addedColumns(header: readonly string[], counts: AddedColumnCounts): AddedColumns {
  const taken = new Set(header.map(fold));
  const { coOwners } = counts;
  const contacts = ({ phones, emails }: ContactWidths, of: string) => [
    ...numbered(phones, (n) => phoneColumns(`${of}Phone ${n}`, coOwners !== undefined)),
    ...numbered(emails, (n) => [`${of}Email ${n}`]),
  ];
  const others = (coOwners ?? []).flatMap((widths, at) => [
    ...detailColumns(at + 2),
    ...contacts(widths, `Owner ${at + 2} `),
  ]);
  const owner = [...OWNER_COLUMNS, ...contacts(counts, ''), ...others];
  return { extra: extraNames(counts.extra, taken), owner: withoutCollision(owner, taken) };
}

function numbered(count: number, names: (n: number) => string[]): string[] {
  return Array.from({ length: count }, (_, index) => names(index + 1)).flat();
}

/** Adds a prefix to all names or to none, so that the added columns stay recognizable as one block. */
function withoutCollision(names: readonly string[], taken: ReadonlySet<string>): readonly string[] {
  let prefixed = names;
  for (let attempt = 1; prefixed.some((name) => taken.has(fold(name))); attempt++) {
    const prefix = attempt === 1 ? 'ST ' : `ST ${attempt} `;
    prefixed = names.map((name) => prefix + name);
  }
  return prefixed;
}

function extraNames(count: number, taken: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) {
    if (!taken.has(fold(`Extra ${n}`))) names.push(`Extra ${n}`);
  }
  return names;
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}
