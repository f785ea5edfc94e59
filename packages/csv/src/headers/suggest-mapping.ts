import { nameColumns } from '../content.js';
import { CsvInputError } from '../errors.js';
import { MAX_HEAD_BYTES } from '../records/dialect.js';
import { sampleCsv, type CsvSample, type FilePlace } from '../records/sample.js';
import { addedParts } from './address-columns.js';
import { headerAt, shapeOf, type FileShape, type ShapeOptions } from './header-row.js';
import { mapHeaders } from './map-headers.js';
import type {
  AddedPart,
  JobField,
  RequiredField,
  HeaderMapping,
  MapOptions,
  MappedField,
  MappingWarning,
} from './mapping.js';

/** The column of every field that a job needs (openapi.yaml, ColumnMapping). */
export type SuggestedColumns = Readonly<
  Record<RequiredField, string> & Partial<Record<Exclude<JobField, RequiredField>, string>>
>;

export interface MappingRefusal {
  /** Code of a `MappingError` or `CsvInputError`, or `no_header`, `needs_a_copy`. */
  readonly code: string;
  /** A sentence or two for the person who has the file. */
  readonly message: string;
  /** Headers to offer. */
  readonly choices: readonly string[];
}

export type MappingSuggestion =
  | {
      readonly ok: true;
      readonly columnMapping: SuggestedColumns;
      readonly header: readonly string[];
      readonly fields: readonly MappedField[];
      readonly warnings: readonly MappingWarning[];
    }
  | { readonly ok: false; readonly header: readonly string[]; readonly reasons: readonly MappingRefusal[] };

export interface SuggestOptions extends Pick<MapOptions, 'overrides' | 'state'> {
  /** True if `head` is the whole file. Default: `head` is shorter than MAX_HEAD_BYTES. */
  readonly atEnd?: boolean;
  readonly delimiter?: string;
}

/**
 * The columns of a file to name to the service, from its first MAX_HEAD_BYTES. The file is sent unchanged, so
 * a field that would have to be joined is refused. Never throws because of a file's content.
 */
export function suggestMapping(head: Uint8Array, options: SuggestOptions = {}): MappingSuggestion {
  const { atEnd = head.length < MAX_HEAD_BYTES, delimiter, overrides, state } = options;
  let sample: CsvSample | undefined;
  try {
    sample = sampleCsv(head, atEnd, delimiter === undefined ? {} : { delimiter });
  } catch (error) {
    if (!(error instanceof CsvInputError)) throw error;
    return refused([], { code: error.code, message: error.message, choices: [] });
  }
  if (sample === undefined) {
    const message = 'The header does not end within the bytes given.';
    return refused([], { code: 'header_too_long', message, choices: [] });
  }
  const { shape, headerAt, names } = tableOf(sample);
  if (shape === 'below-title') {
    const rows = headerAt === 1 ? 'row' : `${headerAt} rows`;
    const message = `The names of the columns stand below a title. Delete the ${rows} above them.`;
    return refused(names, { code: 'needs_a_copy', message, choices: [] });
  }
  if (headerAt === null) {
    const message =
      'The file has no header: its first row is data. Add a header row such as "Address,City,State,Zip".';
    return refused(sample.header.names, { code: 'no_header', message, choices: [] });
  }
  const mapping = mapHeaders(names, {
    samples: sample.rows,
    ...(overrides !== undefined && { overrides }),
    ...(state !== undefined && { state }),
  });
  if (mapping.errors.length > 0) return refused(names, ...mapping.errors);
  const columns = columnsOf(mapping);
  if ('code' in columns) return refused(names, columns);
  const { fields, warnings } = mapping;
  return { ok: true, columnMapping: columns, header: names, fields, warnings };
}

function refused(header: readonly string[], ...reasons: readonly MappingRefusal[]): MappingSuggestion {
  return {
    ok: false,
    header,
    reasons: reasons.map(({ code, message, choices }) => ({ code, message, choices })),
  };
}

/** The service reads a whole address from one column that is named for all four fields; it joins no columns. */
function columnsOf({ mapping, build, also }: HeaderMapping): SuggestedColumns | MappingRefusal {
  const { address, city, state, zip, firstName, lastName } = mapping;
  const names = {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
  const [line, another] = build.address ?? [];
  const isWhole =
    address === undefined && line !== undefined && another === undefined && line === also.addressFull;
  if (isWhole && addedParts(also).length === 0) {
    return { address: line, city: city ?? line, state: state ?? line, zip: zip ?? line, ...names };
  }
  const [added] = isWhole || address !== undefined ? addedParts(also) : [];
  if (added !== undefined) {
    const [part, header] = added;
    return needsCopy(
      `The ${PART_WORDS[part]} has its own column ("${header}"). Add it to the address column first.`,
    );
  }
  if (address === undefined) {
    return needsCopy('The street address is split over several columns. Join them in one column first.');
  }
  if (city === undefined || state === undefined || zip === undefined) {
    const missing = Object.entries({ city, state, zip }).flatMap(([field, column]) =>
      column === undefined ? [field] : [],
    );
    return needsCopy(
      `The file has no ${missing.join(' and no ')} column. Add it first, even if it stays empty.`,
    );
  }
  return { address, city, state, zip, ...names };
}

const PART_WORDS: Readonly<Record<AddedPart, string>> = {
  numberPrefix: "house number's prefix",
  numberTo: 'last house number of a range',
  numberSuffix: "house number's suffix",
  preDirection: 'direction before the street',
  postDirection: 'direction behind the street',
  building: 'building',
  floor: 'floor',
  unitType: 'kind of unit',
  unit: 'unit',
};

function needsCopy(message: string): MappingRefusal {
  return { code: 'needs_a_copy', message, choices: [] };
}

/** The table at the beginning of a file, below any title. */
export interface Table {
  readonly shape: FileShape;
  /** Index of the row with the names, among the header and the rows of the sample; null if no row has them. */
  readonly headerAt: number | null;
  /** Trimmed names; without a header, derived from the contents of the columns. */
  readonly names: readonly string[];
  /** The rows below the names. */
  readonly rows: CsvSample['rows'];
  /** Place of the first of these rows; undefined below a header in its usual place, which the reader finds itself. */
  readonly start: FilePlace | undefined;
}

/**
 * Finds the table in a file. Leads and owners, on the command line and in the web app, are all read with
 * this.
 * @throws CsvInputError no_header_row
 */
export function tableOf(sample: CsvSample, options: ShapeOptions = {}): Table {
  const { header, rows, places } = sample;
  const shape = shapeOf(sample, options);
  if (shape === 'no-header' || shape === 'list') {
    const all = [header.names, ...rows];
    const start = { byte: header.preamble.length, line: header.line };
    return { shape, headerAt: null, names: nameColumns(all).names, rows: all, start };
  }
  const at = shape === 'below-title' ? headerAt(sample, options.headerRow) : 0;
  const names = (at === 0 ? header.names : (rows[at - 1] ?? [])).map((name) => name.trim());
  return { shape, headerAt: at, names, rows: rows.slice(at), start: places[at - 1]?.next };
}
