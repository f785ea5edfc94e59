import { type ByteSource, readWhole, joined } from '../byte-source.js';
import { CsvInputError } from '../errors.js';
import { addedParts, type AddressColumns, propertyColumns } from '../headers/address-columns.js';
import { mapHeaders } from '../headers/map-headers.js';
import {
  type HeaderField,
  type RequiredField,
  type HeaderMapping,
  REQUIRED_FIELDS,
} from '../headers/mapping.js';
import type { SuggestedColumns } from '../headers/suggest-mapping.js';
import { type HelperColumn, helperColumns } from '../helper-csv.js';
import { type CsvHeader, type Dialect, findColumn, LIST_LIMITS } from '../records/dialect.js';
import type { OpenOptions } from '../records/open.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import { type CsvSample, sampleCsv } from '../records/sample.js';
import { type LeadKey, leadKey } from './property-key.js';
import { Survey, type SurveyResult } from './survey.js';

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
  const sample = await readSample(source, delimiter === undefined ? {} : { delimiter });
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
    const { dialect } = reader;
    if (header && dialect && known)
      survey ??= new Survey({ header, dialect, bytes: source.size }, known, addedRows);
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
export async function readSample(
  source: ByteSource,
  options: OpenOptions = {},
): Promise<CsvSample | undefined> {
  const { headBytes } = options.limits ?? LIST_LIMITS;
  const head = await readWhole(source, 0, Math.min(source.size, headBytes + 1));
  try {
    return sampleCsv(head, head.length <= headBytes, options);
  } catch (error) {
    if (error instanceof CsvInputError) return undefined;
    throw error;
  }
}

/** Header of the column with the number of the row that a row repeats. */
export const REPEATS_COLUMN = 'skiptrace repeats row';

/** Header of a column that the client adds to an uploaded list: the service reads the address from it, and not from the list's own. */
export const ADDRESS_COLUMN = 'skiptrace address';

const HELPER = new RegExp(`^(${REPEATS_COLUMN}|skiptrace (?:${REQUIRED_FIELDS.join('|')}))(?: \\d+)?$`, 'i');

/** Kind of helper column that a header names, without the number that makes the header unique; undefined for others. */
export const helperKind = (name: string): string | undefined => HELPER.exec(name.trim())?.[1]?.toLowerCase();

/** Number of the first row below the header in a cell of `repeatsColumn`. */
export const FIRST_ROW = 2;

/**
 * The column in which `paidOnce` writes the number of the row that a row repeats: the first, under a name that no other column
 * has. A column with such a name twice is the customer's own.
 */
export const repeatsColumn = (names: readonly string[]): readonly string[] => {
  const [first = ''] = names;
  return helperKind(first) === REPEATS_COLUMN && findColumn(names, first) === 0 ? [first] : [];
};

/** The row that a row repeats. */
export function repeatedRow([repeats = '']: readonly string[]): number | undefined {
  const row = Number(repeats);
  return Number.isInteger(row) && row > 1 ? row : undefined;
}

/** Number of leading columns in a result that are only for the service: the columns of HelperCsv, each at most once. */
export function helperCount(names: readonly string[]): number {
  const seen = new Set<string>();
  for (const name of names) {
    const kind = helperKind(name);
    if (kind === undefined || seen.has(kind)) break;
    seen.add(kind);
  }
  return seen.size;
}

/**
 * A list must not have columns named like the ones we add: its result would lose them, or give a row the
 * owner of another. A result that was downloaded as the service stores it has them.
 * @throws CsvInputError
 */
function requireNoHelperNames(names: readonly string[]): void {
  const column = names.find((name) => helperKind(name) !== undefined);
  if (column === undefined) return;
  throw new CsvInputError(
    'reserved_column',
    `The column "${column}" has a name that skiptrace gives to columns of its own.`,
    { column },
  );
}

/** Web Crypto digests whole buffers only, so a file is digested in blocks of this size, and then their digests. */
const BLOCK_BYTES = 1024 * 1024;

/** SHA-256 of the SHA-256 of each block of a file, so that memory does not grow with it, in Node and in browsers. */
export class BlockDigest {
  readonly #block = new Uint8Array(BLOCK_BYTES);
  #filled = 0;
  readonly #digests: Uint8Array[] = [];

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === BLOCK_BYTES) await this.#endBlock();
    }
  }

  async hex(): Promise<string> {
    await this.#endBlock();
    return hexOf(await sha256(joined(this.#digests)));
  }

  async #endBlock(): Promise<void> {
    this.#digests.push(await sha256(this.#block.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}

/** Facts about a list, from `inspectLeads`. */
interface ReadList {
  /** The digest of its bytes. */
  readonly digest: string;
  readonly mapping: HeaderMapping;
  /** Rows that repeat a property above them. */
  readonly repeated: number;
}

/**
 * Identity of an upload, for `contentDigest` of the contract: a SHA-256, 64 hexadecimal digits, of the file's bytes, of the
 * columns read and how they are read, of whether repeats are paid once, and of whether only matches with a phone are paid.
 * The name of the file is not part of it. Nor are the properties that rows are grouped into: a newer version may group them
 * differently, and must still find the job that an older version paid for.
 */
export async function contentDigest(
  { digest, mapping, repeated }: ReadList,
  {
    dedupe = true,
    requirePhone = false,
  }: { readonly dedupe?: boolean; readonly requirePhone?: boolean } = {},
): Promise<string> {
  const isOnce = dedupe || repeated === 0;
  // Empty for a list without the option, so that its digest is the same as in earlier versions.
  const options = requirePhone ? ['requirePhone'] : [];
  const content = JSON.stringify(['skiptrace list 1', digest, columnsOf(mapping), isOnce, ...options]);
  return hexOf(await sha256(new TextEncoder().encode(content)));
}

/** In a fixed order; omits everything that does not decide a row's address. */
function columnsOf({ mapping, build, also, state }: HeaderMapping) {
  const { address, city, state: stateColumn, zip, firstName, lastName } = mapping;
  const parts = addedParts(also, build.address).filter(([part]) => part !== 'unit');
  return [
    [address, city, stateColumn, zip, firstName, lastName],
    [build.address, build.city, build.state, build.zip],
    [also.unit, also.addressFull, also.stateZip, also.cityStateZip],
    state,
    // Omitted when empty, so that the digest is the same as in earlier versions.
    ...(parts.length > 0 ? [parts] : []),
  ];
}

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
