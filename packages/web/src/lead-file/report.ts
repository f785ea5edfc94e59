// Messages between the page and the worker that reads lists. Plain data, because it's copied between them.
import type {
  FileShape,
  MappedField,
  MappingError,
  MappingWarning,
  SplitStreet,
  StreetPart,
  UnitPart,
} from '@skiptrace/csv';

/** Fields with a column to choose, including the parts of a split address. */
export type ChoosableField =
  | 'address'
  | 'addressFull'
  | StreetPart
  | UnitPart
  | 'city'
  | 'state'
  | 'zip'
  | 'firstName'
  | 'lastName';

/** A person's decisions about a list; everything else is detected. */
export interface Decisions {
  /** Field to header; '' for no column. */
  readonly overrides: Readonly<Partial<Record<ChoosableField, string>>>;
  /** State code for all rows; null if a column has the state. */
  readonly state: string | null;
  /** Row 1 is data. */
  readonly noHeader: boolean;
  /** Row with the column names, numbered as in a spreadsheet; null to detect it. */
  readonly headerRow: number | null;
  /** Gives columns of the same name different names. */
  readonly renameColumns: boolean;
}

export const NOTHING_DECIDED: Decisions = {
  overrides: {},
  state: null,
  noHeader: false,
  headerRow: null,
  renameColumns: false,
};

/** An opened list. */
export interface OpenedList {
  /** The list as CSV: the file itself, or the sheet of a workbook. */
  readonly csv: Blob;
  /** Name of the file sent to the server. */
  readonly filename: string;
  /** For a workbook: the sheet that was read, and the others. */
  readonly sheet: {
    readonly name: string;
    readonly others: readonly string[];
    /** Sentences about hidden rows and formulas without results. Missing in records of older versions. */
    readonly notes?: readonly string[];
  } | null;
}

export interface ListColumn {
  readonly name: string;
  /** Up to three different values. */
  readonly samples: readonly string[];
}

/** A row at the top of the file, unchanged. */
export interface TopRow {
  /** Row number as in a spreadsheet. */
  readonly line: number;
  readonly kind: 'title' | 'header' | 'data';
  readonly cells: readonly string[];
}

/** Findings from the first rows of a list. */
export interface Look {
  readonly shape: FileShape;
  /** The first rows of the file, title rows included; empty for a plain list. */
  readonly top: readonly TopRow[];
  /** Most likely columns of the street's parts, if it is split over several columns. */
  readonly split: SplitStreet;
  /** Columns that aren't used. */
  readonly unused: readonly string[];
  readonly encoding: string;
  readonly delimiter: string;
  readonly vendor: string | null;
  readonly columns: readonly ListColumn[];
  /** First rows with the cells of the first columns, cut if long. */
  readonly rows: readonly (readonly string[])[];
  readonly fields: readonly MappedField[];
  readonly warnings: readonly MappingWarning[];
  /** Questions that only a person can answer; the list can't be sent until all are answered. */
  readonly errors: readonly MappingError[];
}

/** Choices that determine what is paid for. */
export interface Paying {
  /** Pay for each property once. */
  readonly payOnce: boolean;
  /** Only matches with a phone. Missing in records of older versions, which means all matches. */
  readonly requirePhone?: boolean;
}

/** Content digests by payment choice: each property once or each row; all matches or only those with a phone. */
export type Digests = Readonly<Record<'once' | 'each', Readonly<Record<'all' | 'withPhone', string>>>>;

export const digestFor = (digests: Digests, { payOnce, requirePhone = false }: Paying): string =>
  digests[payOnce ? 'once' : 'each'][requirePhone ? 'withPhone' : 'all'];

/** Findings from reading the whole list. */
export interface Survey {
  readonly rows: number;
  /** Rows that can't match any owner: they have no complete address. */
  readonly unmatchable: number;
  /** Different properties among the other rows. If names are sent, one property with two owner names counts twice. */
  readonly properties: number;
  /** Rows that repeat the property and name of a row above. */
  readonly repeated: number;
  readonly hasNames: boolean;
  /** Digests that identify the same list later (`contentDigest`), for every payment choice. */
  readonly digests: Digests;
  readonly doubts: readonly { readonly kind: 'cannot-match' | 'repaired' | 'form'; readonly text: string }[];
  /** Rows that would be one property although a column tells them apart, as a sentence; null without such rows. */
  readonly apart: string | null;
}

/** The file to send. */
export interface ListCopy {
  readonly csv: Blob;
  /** Digest that the server stores, so the same list is recognized from any machine. */
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
  readonly phones: number;
  readonly droppedNumbers: number;
  readonly uncheckedNumbers: number;
  readonly wholeNames: number;
}

/** Counts of a result. */
export interface Found {
  readonly rows: number;
  /** Rows with an owner. */
  readonly filled: number;
  /** Different owners; rows that repeat a property have the same one. */
  readonly owners: number;
  readonly phones: number;
  readonly emails: number;
}

/** The reason why a file can't be used, and how to fix it. */
export interface FileProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}
