// What the page and the worker that reads a list tell each other. Plain data: it's copied between them.
import type { FileShape, MappedField, MappingError, MappingWarning, SplitStreet } from '@skiptrace/csv';

/** Columns a person may choose, and the parts an address can be put together from. */
export type ChoosableField =
  | 'address'
  | 'addressFull'
  | 'houseNumber'
  | 'preDirection'
  | 'streetName'
  | 'streetSuffix'
  | 'postDirection'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
  | 'firstName'
  | 'lastName';

/** What a person decided about a list; everything else is found in it. */
export interface Decisions {
  /** Field to header; '' for no column. */
  readonly overrides: Readonly<Partial<Record<ChoosableField, string>>>;
  /** The state of every row, as a code; null where rows say it. */
  readonly state: string | null;
  /** Row 1 is data. */
  readonly noHeader: boolean;
  /** The row that holds the names of the columns, counted as a spreadsheet does; null where the file tells. */
  readonly headerRow: number | null;
  /** Columns of the same name get different ones. */
  readonly renameColumns: boolean;
}

export const NOTHING_DECIDED: Decisions = {
  overrides: {},
  state: null,
  noHeader: false,
  headerRow: null,
  renameColumns: false,
};

/** A list as it was opened. */
export interface OpenedList {
  /** The list as CSV: the file itself, or the sheet of a workbook. */
  readonly csv: Blob;
  /** What the server is told. */
  readonly filename: string;
  /** For a workbook: which sheet was taken, and which were not. */
  readonly sheet: { readonly name: string; readonly others: readonly string[] } | null;
}

export interface ListColumn {
  readonly name: string;
  /** Up to three different values. */
  readonly samples: readonly string[];
}

/** A row at the top of the file, as it stands there. */
export interface TopRow {
  /** As a spreadsheet counts. */
  readonly line: number;
  readonly kind: 'title' | 'header' | 'data';
  readonly cells: readonly string[];
}

/** What the first rows tell. */
export interface Look {
  readonly shape: FileShape;
  /** The first rows of the file, title rows included; empty for a plain list. */
  readonly top: readonly TopRow[];
  /** The columns that the street's parts most likely stand in, where it is split over several. */
  readonly split: SplitStreet;
  /** Columns that nothing is read from. */
  readonly unused: readonly string[];
  readonly encoding: string;
  readonly delimiter: string;
  readonly vendor: string | null;
  readonly columns: readonly ListColumn[];
  /** The first rows; cells of the first columns, cut where they are long. */
  readonly rows: readonly (readonly string[])[];
  readonly fields: readonly MappedField[];
  readonly warnings: readonly MappingWarning[];
  /** Questions that only a person can answer; with any of them nothing can be sent. */
  readonly errors: readonly MappingError[];
}

/** What a list is paid for. */
export interface Paying {
  /** Ask for each property once. */
  readonly payOnce: boolean;
  /** Only matches with a phone. Missing in records of versions that did not know it: all of them. */
  readonly requirePhone?: boolean;
}

/** Where each property is paid once, and where each row is; all matches, or only those with a phone. */
export type Digests = Readonly<Record<'once' | 'each', Readonly<Record<'all' | 'withPhone', string>>>>;

export const digestFor = (digests: Digests, { payOnce, requirePhone = false }: Paying): string =>
  digests[payOnce ? 'once' : 'each'][requirePhone ? 'withPhone' : 'all'];

/** What the whole list tells. */
export interface Survey {
  readonly rows: number;
  /** Rows that can't match any owner: they have no complete address. */
  readonly unmatchable: number;
  /** Different properties among the others; the same one with another owner's name is another, where names are sent. */
  readonly properties: number;
  /** Rows that repeat a property above them, with its name. */
  readonly repeated: number;
  readonly hasNames: boolean;
  /** What tells the list again (`contentDigest`), whichever way it is paid for. */
  readonly digests: Digests;
  readonly doubts: readonly { readonly kind: 'cannot-match' | 'repaired' | 'form'; readonly text: string }[];
}

/** The file to send. */
export interface ListCopy {
  readonly csv: Blob;
  /** Digest of the list, for the service: the same list is found again from any machine. */
  readonly contentDigest: string;
  readonly requirePhone?: boolean;
  readonly columnMapping: {
    readonly address: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly firstName?: string;
    readonly lastName?: string;
  };
}

export interface Exported {
  readonly csv: Blob;
  readonly leads: number;
  readonly records: number;
  readonly droppedNumbers: number;
  readonly wholeNames: number;
}

/** What a result holds. */
export interface Found {
  readonly rows: number;
  /** Rows with an owner. */
  readonly filled: number;
  /** Different ones. Rows that repeat a property have the same. */
  readonly owners: number;
  readonly phones: number;
  readonly emails: number;
}

/** Why a file can't be taken: what is wrong with it, and what to do. */
export interface FileProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}
