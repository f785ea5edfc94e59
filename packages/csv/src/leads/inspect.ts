import type { HeaderField, RequiredField } from '../headers/fields.js';
import { mapHeaders } from '../headers/map-headers.js';
import type { HeaderMapping } from '../headers/mapping.js';
import type { SuggestedColumns } from '../headers/suggest-mapping.js';
import { type AddressColumns, propertyColumns } from '../headers/address-columns.js';
import { type HelperColumn, helperColumns } from '../helpers/helper-csv.js';
import { CsvInputError } from '../errors.js';
import { type CsvHeader, type Dialect, MAX_HEAD_BYTES } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import { type ByteSource, readWhole } from '../source/byte-source.js';
import { BlockDigest } from './content-digest.js';
import { type LeadKey, leadKey } from './property-key.js';
import { requireNoHelperNames } from './helper-names.js';
import { Survey, type SurveyResult } from './survey.js';
import { type CsvSample, sampleCsv } from '../records/sample.js';

/** Facts about a lead file before anything is sent. */
export interface Leads extends SurveyResult {
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  readonly mapping: HeaderMapping;
  /** Columns that hold the property's address. */
  readonly property: AddressColumns;
  /** Columns that the service needs and the file lacks. */
  readonly helpers: readonly HelperColumn[];
  /** Column mapping to send with the file, with or without its helper columns. */
  readonly columnMapping: SuggestedColumns;
  /** Digest of the file's bytes; see `contentDigest`. */
  readonly digest: string;
}

export interface InspectOptions {
  readonly overrides: Readonly<Partial<Record<HeaderField, string | readonly string[]>>>;
  /** The user says that every property is in this state; for files without a state column. */
  readonly state?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly maxRows: number;
  /** See `Preparation`: with it, row numbers in messages are the ones of the person's file. */
  readonly addedRows?: number | undefined;
  readonly signal?: AbortSignal;
  /** Called with every piece of the file as it is read. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

/** The header doesn't say which column is which: `mapping.errors` has the questions. */
export class UnclearColumns extends Error {
  override readonly name = 'UnclearColumns';

  constructor(
    readonly mapping: HeaderMapping,
    readonly header: readonly string[],
    /** The first rows. */
    readonly rows: readonly (readonly string[])[],
  ) {
    super('Which column is which is unclear.');
  }
}

/** A state was given for every row of a file that has a state column. */
export class HasStateColumn extends Error {
  override readonly name = 'HasStateColumn';

  constructor(readonly column: string) {
    super(`The file has a state column, "${column}".`);
  }
}

interface Known {
  readonly mapping: HeaderMapping;
  readonly property: AddressColumns;
  readonly key: LeadKey;
  readonly helpers: readonly HelperColumn[];
}

/**
 * Reads all of a lead file in one pass: column mapping, row count, quoting and properties. Keeps each distinct property once, and one
 * number for each row, in memory.
 * @throws CsvInputError, UnclearColumns, HasStateColumn, and the reason of `signal`
 */
export async function inspectLeads(source: ByteSource, options: InspectOptions): Promise<Leads> {
  const { delimiter, maxRows, addedRows, signal, onBytes } = options;
  let known: Known | undefined;
  const sample = await readSample(source, delimiter);
  const reader = new CsvReader({
    maxRows,
    ...(delimiter !== undefined && { delimiter }),
    mappedHeaders: (names) => {
      known = knowHeader(names, sample?.rows ?? [], options);
      return known.key.headers;
    },
  });
  let header: CsvHeader | undefined;
  let survey: Survey | undefined;
  const take = (records: readonly CsvRecord[]) => {
    // Copied now: its bytes are a view of a buffer that the reader overwrites with the next chunk.
    if (reader.header) header ??= ownCopy(reader.header);
    if (header && known) survey ??= new Survey(header, known, addedRows);
    survey?.add(records);
  };
  const digest = new BlockDigest();
  for await (const chunk of source.read()) {
    signal?.throwIfAborted();
    onBytes?.(chunk);
    await digest.add(chunk);
    take(reader.push(chunk));
  }
  take(reader.end());
  const { dialect } = reader;
  if (!dialect || !header || !known || !survey) throw new CsvInputError('empty', 'The file is empty.');
  return {
    dialect,
    header,
    mapping: known.mapping,
    property: known.property,
    helpers: known.helpers,
    columnMapping: columnMappingOf(known),
    digest: await digest.hex(),
    ...survey.result(),
  };
}

function knowHeader(
  names: readonly string[],
  samples: readonly (readonly string[])[],
  { overrides, state }: InspectOptions,
): Known {
  requireNoHelperNames(names);
  const mapping = mapHeaders(names, { overrides, samples, ...(state !== undefined && { state }) });
  if (mapping.errors.length > 0) throw new UnclearColumns(mapping, names, samples);
  const own = mapping.mapping.state ?? mapping.build.state?.[0];
  if (state !== undefined && mapping.state === undefined && own !== undefined) throw new HasStateColumn(own);
  const property = propertyColumns(mapping);
  return { mapping, property, key: leadKey({ mapping, property }), helpers: helperColumns(mapping, names) };
}

function ownCopy(header: CsvHeader): CsvHeader {
  const { bytes, lineEnd, preamble } = header;
  return { ...header, bytes: bytes.slice(), lineEnd: lineEnd.slice(), preamble: preamble.slice() };
}

function columnMappingOf({
  mapping: { mapping },
  helpers,
}: Pick<Known, 'mapping' | 'helpers'>): SuggestedColumns {
  const sent = (field: RequiredField) =>
    helpers.find((helper) => helper.field === field)?.name ?? mapping[field] ?? '';
  const { firstName, lastName } = mapping;
  return {
    address: sent('address'),
    city: sent('city'),
    state: sent('state'),
    zip: sent('zip'),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}

/** First rows of a file; undefined if it is not readable as CSV: the reader of the whole file reports that. */
export async function readSample(source: ByteSource, delimiter?: string): Promise<CsvSample | undefined> {
  const head = await readWhole(source, 0, Math.min(source.size, MAX_HEAD_BYTES + 1));
  try {
    return sampleCsv(head, head.length <= MAX_HEAD_BYTES, delimiter === undefined ? {} : { delimiter });
  } catch (error) {
    if (error instanceof CsvInputError) return undefined;
    throw error;
  }
}
