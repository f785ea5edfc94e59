import type { ColumnMapping } from '@skiptrace/contract';
import { joined } from '../bytes.js';
import { adviceFor } from '../check-options.js';
import { ColumnMappingError, ConfigurationError, InputFileError, isSkipTraceError } from '../errors.js';
import {
  type ByteSource,
  type CsvCompanion,
  loadCsv,
  type Leads,
  type LeadsCompanion,
  loadLeads,
} from './csv-companion.js';
import { ChainedDigest } from './resume-token.js';
import { nameOf, type FileSource, openSource, isStream, byteSourceOf } from './source.js';

/** One byte more than @skiptrace/csv reads, so that it knows that the file continues. */
const headBytes = 256 * 1024 + 1;

/**
 * Finds or checks the columns in the first bytes of the file, before a job is created or anything uploaded. A
 * wrong column would find, and charge for, wrong people.
 *
 * @throws ColumnMappingError if a column is missing, or the file doesn't show which column is which
 * @throws ConfigurationError if `auto` was requested without @skiptrace/csv
 */
export async function checkColumns(
  file: FileSource,
  mapping: ColumnMapping | 'auto',
  load: () => Promise<CsvCompanion> = loadCsv,
): Promise<ColumnMapping> {
  if (mapping !== 'auto' && !isMapping(mapping))
    throw new ConfigurationError(
      "columnMapping must be 'auto' or an object such as { address: 'Address', city: 'City', state: 'State', zip: 'Zip' }.",
    );
  const name = nameOf(file) ?? 'The file';
  if (mapping === 'auto') {
    const csv = await load();
    return found(csv, await headOf(file, name), name);
  }
  checkMappedFields(mapping);
  const csv = await load().catch(() => undefined);
  const head = await headOf(file, name);
  const columns = columnsOf(mapping);
  const problem = csv ? problemFoundBy(csv, head, columns) : surelyMissing(head, columns);
  if (problem === undefined) return mapping;
  throw refused(problem);
}

/** The error of a file with this problem in its columns. */
const refused = (message: string, choices: string[] = []) =>
  new ColumnMappingError(`${message} Nothing was uploaded.`, { reasons: [{ message, choices }] });

/** @throws InputFileError for an Excel workbook, which is a ZIP archive */
function refuseWorkbook(head: Uint8Array, name: string): void {
  if (![0x50, 0x4b, 0x03, 0x04].every((byte, at) => head[at] === byte)) return;
  throw new InputFileError(
    `${name} is an Excel workbook, not CSV. Save the sheet as CSV, or read it with readWorkbook of @skiptrace/csv/workbook. Nothing was uploaded.`,
  );
}

function isMapping(mapping: unknown): mapping is ColumnMapping {
  if (typeof mapping !== 'object' || mapping === null) return false;
  return Object.values(mapping).every((column) => column === undefined || typeof column === 'string');
}

/** Rejects fields that the contract doesn't have: the service would not see a misspelled one. */
function checkMappedFields(mapping: ColumnMapping): void {
  const unknown = Object.entries(mapping).find(
    ([name, column]) => column !== undefined && !Object.hasOwn(mappedFields, name),
  );
  if (!unknown) return;
  const advice = adviceFor(unknown[0], Object.keys(mappedFields), 'Fields');
  throw new ConfigurationError(
    `columnMapping has no field ${JSON.stringify(unknown[0])}. ${advice} Nothing was uploaded.`,
  );
}

const mappedFields: Readonly<Record<keyof ColumnMapping, true>> = {
  address: true,
  city: true,
  state: true,
  zip: true,
  firstName: true,
  lastName: true,
};

const columnsOf = (mapping: ColumnMapping): string[] =>
  Object.values(mapping).filter((column) => typeof column === 'string');

/** Warnings of @skiptrace/csv that leave a column ambiguous. */
const doubts: ReadonlySet<string> = new Set(['one_line_address']);

function found({ suggestMapping }: CsvCompanion, { bytes, isWhole }: Head, name: string): ColumnMapping {
  const suggestion = suggestMapping(bytes, { atEnd: isWhole });
  const reasons = suggestion.ok
    ? suggestion.warnings
        .filter(({ code }) => doubts.has(code))
        .map(({ message, headers }) => ({ message, choices: [...headers] }))
    : suggestion.reasons.map(({ message, choices }) => ({ message, choices: [...choices] }));
  if (suggestion.ok && reasons.length === 0) return { ...suggestion.columnMapping };
  const why = reasons.map(({ message }) => message).join(' ');
  const columns = suggestion.header.length > 0 ? ` Its columns: ${listed(suggestion.header)}.` : '';
  throw new ColumnMappingError(
    `${name}: can't tell which column is which. ${why} Nothing was uploaded. ` +
      `Pass the columns yourself: columnMapping: { address: '…', city: '…', state: '…', zip: '…' }.${columns}`,
    { header: [...suggestion.header], reasons },
  );
}

function listed(header: readonly string[]): string {
  const shown = header.slice(0, 30).map((name) => JSON.stringify(name.slice(0, 60)));
  return header.length > shown.length ? `${shown.join(', ')} …` : shown.join(', ');
}

/** Errors about the columns themselves; other errors of the file are left to the service. */
const aboutColumns: ReadonlySet<unknown> = new Set([
  'missing_column',
  'duplicate_column',
  'empty',
  'not_text',
]);

function problemFoundBy(
  { CsvReader }: CsvCompanion,
  { bytes, isWhole }: Head,
  columns: readonly string[],
): string | undefined {
  try {
    const reader = new CsvReader({ mappedHeaders: columns });
    reader.push(bytes);
    if (isWhole) reader.end();
  } catch (error) {
    if (error instanceof Error && aboutColumns.has((error as { code?: unknown }).code)) return error.message;
  }
  return undefined;
}

/**
 * Without @skiptrace/csv, reports only what no delimiter, quoting or encoding can explain: a name with letters and digits
 * that occur nowhere at the beginning of the file.
 */
function surelyMissing({ bytes }: Head, columns: readonly string[]): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = lettersOf(new TextDecoder('latin1').decode(bytes));
  const name = columns.find((column) => isAscii(column) && !text.includes(lettersOf(column)));
  return name === undefined ? undefined : `The file has no column ${JSON.stringify(name)}.`;
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** The beginning of a file. */
interface Head {
  /** The first `headBytes`. */
  readonly bytes: Uint8Array;
  /** True if the file is not longer. */
  readonly isWhole: boolean;
}

/** @throws InputFileError */
async function headOf(file: FileSource, name: string): Promise<Head> {
  const body = await openSource(file);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body.open()) {
    // Copied: the stream may reuse the chunk's memory.
    chunks.push(Uint8Array.from(chunk));
    length += chunk.byteLength;
    if (length >= headBytes) break;
  }
  const bytes = joined(chunks).subarray(0, headBytes);
  refuseWorkbook(bytes, name);
  return { bytes, isWhole: length === body.bytes && length <= headBytes };
}

/** A file ready to be uploaded. */
export interface PreparedFile {
  readonly source: FileSource;
  readonly columnMapping: ColumnMapping;
  /** True if a copy is uploaded, so the result has to be restored from the service's file. */
  readonly isCopy: boolean;
  /** Identifies the same list across all clients of the account; undefined if @skiptrace/csv did not read it. */
  readonly contentDigest: string | undefined;
}

/** Options of `jobs.run` that decide what is uploaded. */
interface Preparation {
  readonly dedupe?: boolean | undefined;
  readonly requirePhone?: boolean | undefined;
  readonly sameProperty?: boolean | undefined;
  /** `ChainedDigest` of the file. */
  readonly digest: string | undefined;
}

/** Above the row limit of the service. */
const maxRows = 10_000_000;

/**
 * Checks a lead file, and with `dedupe` copies it so that each property is requested, and paid for, once. A file without repeats
 * that already has the columns the service needs is uploaded unchanged.
 *
 * @throws ColumnMappingError, InputFileError; ConfigurationError if @skiptrace/csv is needed and missing
 */
export async function prepare(
  file: FileSource,
  mapping: ColumnMapping | 'auto',
  { dedupe = !isStream(file), requirePhone = false, sameProperty = false, digest }: Preparation,
): Promise<PreparedFile> {
  if (!dedupe) {
    const columnMapping = await checkColumns(file, mapping);
    const list = isStream(file) ? undefined : await inspect(file, mapping).catch(unlessOurs);
    if (list) requireWholeAddress(list.leads);
    return { source: file, columnMapping, isCopy: false, contentDigest: list && (await digestOf(list)) };
  }
  // Without the package, 'auto' fails with or without `dedupe`: its error says only how to install it.
  if (mapping === 'auto') await loadCsv();
  await loadLeads();
  // A mapped column that the file lacks gets the usual error.
  if (mapping !== 'auto') await checkColumns(file, mapping);
  const list = await inspect(file, mapping);
  const contentDigest = await digestOf(list);
  const { companion, leads } = list;
  const source = asInspected(list.source, digest);
  const copy = companion.paidOnce(source, leads);
  if (copy.csv === undefined) {
    const columnMapping = mapping === 'auto' ? { ...copy.columnMapping } : mapping;
    return { source: file, columnMapping, isCopy: false, contentDigest };
  }
  let size = 0;
  for await (const chunk of copy.csv) size += chunk.byteLength;
  const stream = () => companion.paidOnce(source, leads).csv ?? source.read();
  return { source: { size, stream }, columnMapping: { ...copy.columnMapping }, isCopy: true, contentDigest };

  /** The list's digest, if no column tells the rows of a property apart. */
  async function digestOf({ companion, leads }: Inspected): Promise<string> {
    const { apart } = leads;
    if (apart?.isMuch === true && !sameProperty) {
      const advice = 'Pass sameProperty: true if these rows are the same property.';
      throw refused(`${companion.apartText(apart)} ${advice}`, [apart.header]);
    }
    return companion.contentDigest(leads, { dedupe, requirePhone });
  }
}

/**
 * The file as it was inspected. Rows are known by their number: if another program has sorted the file since, they would get each
 * other's owners. So a whole reading ends with an error if a byte differs.
 */
const asInspected = (source: ByteSource, digest: string | undefined): ByteSource => ({
  size: source.size,
  read: (...range) => (range.length === 0 ? checked(source.read(), digest) : source.read(...range)),
});

async function* checked(
  chunks: AsyncIterable<Uint8Array>,
  expected: string | undefined,
): AsyncGenerator<Uint8Array> {
  const digest = new ChainedDigest();
  for await (const chunk of chunks) {
    await digest.add(chunk);
    yield chunk;
  }
  if ((await digest.hex()) !== expected)
    throw new InputFileError('The file changed after it was checked. Nothing was confirmed or charged.');
}

/** A list that is uploaded as it is needs no digest: @skiptrace/csv may be missing, or unable to read it. */
function unlessOurs(error: unknown): undefined {
  if (!isSkipTraceError(error)) throw error;
}

/** Refuses a list with a part of the address, such as the unit, in another column: rows would get the owner of another unit. */
function requireWholeAddress({ helpers }: Leads): void {
  const sources = helpers.find(({ field }) => field === 'address')?.sources;
  if (sources === undefined) return;
  throw refused(
    `The address stands in several columns: ${listed(sources)}. \`dedupe: true\` joins them; without it, join them in the file.`,
    [...sources],
  );
}

interface Inspected {
  readonly companion: LeadsCompanion;
  readonly source: ByteSource;
  readonly leads: Leads;
}

async function inspect(file: FileSource, mapping: ColumnMapping | 'auto'): Promise<Inspected> {
  const companion = await loadLeads();
  try {
    const source = await byteSourceOf(file);
    const overrides = mapping === 'auto' ? {} : mapping;
    return { companion, source, leads: await companion.inspectLeads(source, { overrides, maxRows }) };
  } catch (error) {
    if (isSkipTraceError(error) || !(error instanceof Error)) throw error;
    // Reports the file's error, or the candidate columns, in this package's words.
    await checkColumns(file, mapping);
    if (error.name === 'UnclearColumns')
      throw refused(
        'The columns do not make clear which rows repeat a property. Pass dedupe: false to pay for each row.',
      );
    throw new InputFileError(`${error.message} Nothing was uploaded.`, { cause: error });
  }
}
