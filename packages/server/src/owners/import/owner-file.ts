import { createHash } from 'node:crypto';
import {
  CsvReader,
  isDataRow,
  mapHeaders,
  type CsvHeader,
  type CsvRecord,
  type Dialect,
  type HeaderMapping,
  type MapOptions,
} from '@skiptrace/csv';
import { OwnerImportError } from '../errors.js';
import { chunksOf } from '../../file-chunks.js';
import { nameOrderOf, type NameOrder } from './name-order.js';
import { OwnerColumns } from './owner-columns.js';
import { cellsUnder, numberedFile, sampleOf, type OwnerSample } from './owner-sample.js';
import { RejectsFile } from './rejects.js';
import { isSensitiveHeader } from './sensitive-columns.js';

/** Enough rows that the fsync of a transaction costs little beside them, few enough for others to wait for. */
const BYTES_PER_PART = 256 * 1024;

export interface OwnerFileOptions extends Pick<MapOptions, 'state'> {
  /** Null where refused rows are only counted. */
  rejectsPath: string | null;
  /** The operator's own choice of columns. */
  overrides: NonNullable<MapOptions['overrides']>;
  /** The operator's own word on it; by default the file has to tell. */
  nameOrder?: NameOrder;
  /** A file without a column of names may be read. */
  allowNameless?: boolean;
  /** The file begins with its first row; its columns are called by their numbers, from 1. */
  noHeader?: boolean;
  /** What is known about the file already, to be told with the warnings. */
  notes?: readonly string[];
}

/** How a file's rows are to be read. Plain data: it goes to other threads. */
export interface FileLayout {
  dialect: Dialect;
  header: CsvHeader;
  mapping: HeaderMapping;
  nameOrder: NameOrder;
}

/** A field of an owner, the headers of its columns, and its value in the first row that has one. */
export interface SampledField {
  field: string;
  headers: readonly string[];
  sample: string;
}

/** Whole records, one after another. */
export interface FilePart {
  bytes: Uint8Array;
  /** On which line of the file it begins. */
  line: number;
  /** Where it ends in the file. */
  end: number;
}

/** An owner file and what was found out about its columns. */
export class OwnerFile {
  /** The refused rows. */
  rejects: RejectsFile;
  /** Headers of columns that are never read (sensitive-columns.ts). */
  sensitive: string[] = [];
  ignored: string[] = [];
  choices: string[] = [];
  warnings: string[] = [];
  fields: SampledField[] = [];

  #nameOrder: NameOrder = 'as-written';
  #sample: OwnerSample = { header: [], rows: [] };
  readonly #hash = createHash('sha256');
  #layout: FileLayout | null = null;

  constructor(
    private readonly path: string,
    private readonly options: OwnerFileOptions,
  ) {
    this.rejects = new RejectsFile(options.rejectsPath, []);
  }

  /** Known as soon as there is a part. */
  get layout(): FileLayout {
    if (this.#layout === null) throw new Error('the header was not read yet');
    return this.#layout;
  }

  /** Cuts the file into parts, to be read in any order. @throws CsvInputError, OwnerImportError */
  async *parts(): AsyncGenerator<FilePart> {
    const numbered = this.options.noHeader === true ? await numberedFile(this.path) : null;
    this.#sample = numbered?.sample ?? (await sampleOf(this.path));
    let unread = numbered?.opened.header.preamble.length ?? 0;
    let mapping: HeaderMapping | null = null;
    const reader = new CsvReader({
      mappedHeaders: (header) => {
        mapping = this.#understand(header);
        return [];
      },
      ...(numbered !== null && { opened: numbered.opened }),
    });
    let end = 0;
    let line = 0;
    let size = 0;
    const uncut = new Uncut();
    const take = (records: readonly CsvRecord[]): void => {
      if (size === 0) line = records[0]?.line ?? 0;
      for (const record of records) size += record.size;
    };
    const cut = (): FilePart => {
      const { dialect, header } = reader;
      if (dialect === undefined || header === undefined || mapping === null)
        throw new Error('rows without a header');
      this.#layout ??= { dialect, header, mapping, nameOrder: this.#nameOrder };
      const start = end > 0 ? 0 : header.preamble.length + header.bytes.length + header.lineEnd.length;
      uncut.drop(start);
      const part = { bytes: uncut.take(size), line, end: (end += start + size) };
      size = 0;
      return part;
    };
    try {
      for await (const bytes of chunksOf(this.path)) {
        this.#hash.update(bytes);
        uncut.append(bytes);
        const skipped = Math.min(unread, bytes.length);
        unread -= skipped;
        take(reader.push(bytes.subarray(skipped)));
        if (size >= BYTES_PER_PART) yield cut();
      }
      take(reader.end());
    } catch (error) {
      // What is wrong with the rows before is reported, too.
      if (size > 0) yield cut();
      throw error;
    }
    if (size > 0) yield cut();
  }

  /** Of the bytes that were read, when all parts are. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  #understand(header: readonly string[]): HeaderMapping {
    const { overrides, state, rejectsPath } = this.options;
    if (isDataRow(header) && Object.keys(overrides).length === 0) throw headerless(header);
    this.sensitive = header.filter(isSensitiveHeader);
    const chosen = Object.values(overrides).flat();
    const wanted = this.sensitive.find((name) => chosen.includes(name));
    if (wanted !== undefined) {
      throw new OwnerImportError(
        'sensitive_column',
        `The column "${wanted}" looks like a Social Security number or a date of birth. Such data is never stored.`,
      );
    }
    const mapping = mapHeaders(header, {
      overrides,
      purpose: 'owners',
      ...(state !== undefined && { state }),
    });
    if (mapping.errors.length > 0) throw unusable(mapping);
    const columns = new OwnerColumns(header, mapping);
    this.ignored = mapping.unmapped.filter(
      (name) => !this.sensitive.includes(name) && !columns.headers.includes(name),
    );
    this.choices = mapping.choices.map(({ field, headers, reason }) =>
      headers.length === 0 ? `${field}: ${reason}` : `${field} = ${headers.join(' + ')}: ${reason}`,
    );
    this.warnings = [...(this.options.notes ?? []), ...mapping.warnings.map(({ message }) => message)];
    if (columns.ofOthers.length > 0) {
      this.warnings.push(
        `Not imported, because they belong to people other than the owner: ${columns.ofOthers.join(', ')}.`,
      );
    }
    this.warnings.push(...unusedWarnings(this.ignored));
    if (!columns.hasNames && this.options.allowNameless !== true) throw nameless(this.ignored);
    const cellsOf = (name: string): string[] => cellsUnder(this.#sample, name);
    this.fields = columns.fields.map(({ field, headers }) => ({
      field,
      headers,
      sample: sampleFor(headers.map(cellsOf)),
    }));
    this.#decideNameOrder(mapping);
    this.rejects = new RejectsFile(rejectsPath, columns.headers);
    return mapping;
  }

  #decideNameOrder({ also, vendor, mapping }: HeaderMapping): void {
    const { nameOrder } = this.options;
    if (nameOrder !== undefined) {
      this.#nameOrder = nameOrder;
      return;
    }
    const header = also.fullName ?? also.owner2FullName;
    // Where first and last names have columns of their own, the order is known.
    const isSplit = mapping.firstName !== undefined || mapping.lastName !== undefined;
    const found = nameOrderOf({
      header: isSplit && also.fullName !== undefined ? also.owner2FullName : header,
      vendor,
      names: [also.fullName, also.owner2FullName].flatMap((name) =>
        name === undefined ? [] : cellsUnder(this.#sample, name),
      ),
    });
    this.#nameOrder = found.order;
    if (found.reason !== null) this.choices.push(`names: ${found.reason}`);
    if (found.warning !== null) this.warnings.push(found.warning);
  }
}

function nameless(ignored: readonly string[]): OwnerImportError {
  const unused = ignored.length === 0 ? '' : ` Unused columns: ${ignored.join(', ')}.`;
  return new OwnerImportError(
    'no_names',
    `No column has the owners' names, so every match would be a property without an owner.${unused} ` +
      'Name the column with --map fullName="Header", or import owners without names with --allow-nameless.',
  );
}

/** Headers that nothing was read from although they sound like it. */
const OWNER_WORDS =
  /name|owner|grantee|taxpayer|phone|mobile|cell|tel\b|e-?mail|mail|address|addr\b|contact/i;

/** What is said about owners and addresses rather than who and where they are. */
const ABOUT_OWNERS =
  /occ|type|hash|county|flag|status|litigator|url|zip|count|date|year|value|code|carrier|score|\bid\b|\blat|\blon|lng|street name|legal|sub ?division|age\b/i;

const unusedWarnings = (ignored: readonly string[]): string[] => {
  const suspects = ignored.filter((header) => {
    const words = header.replaceAll('_', ' ');
    return OWNER_WORDS.test(words) && !ABOUT_OWNERS.test(words);
  });
  if (suspects.length === 0) return [];
  const [first = ''] = suspects;
  const it = suspects.length === 1 ? 'It looks' : 'They look';
  return [
    `Not imported: ${suspects.join(', ')}. ${it} like owner data. To import a column, add --map FIELD="${first}".`,
  ];
};

/** The first cell of each column, from the first row that has something in all of them, or in any. */
function sampleFor(columns: readonly (readonly string[])[]): string {
  const rows = (columns[0] ?? []).map((_, row) => columns.map((cells) => (cells[row] ?? '').trim()));
  const row =
    rows.find((cells) => cells.every((cell) => cell !== '')) ??
    rows.find((cells) => cells.some((cell) => cell !== ''));
  return (row ?? []).filter((cell) => cell !== '').join(' | ');
}

/** Bytes that were read and are not in a part yet, in memory that stays. */
class Uncut {
  #bytes = Buffer.allocUnsafe(2 * BYTES_PER_PART);
  #used = 0;

  append(chunk: Uint8Array): void {
    if (this.#used + chunk.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (this.#used + chunk.length));
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#used);
    this.#used += chunk.length;
  }

  drop(count: number): void {
    this.#bytes.copyWithin(0, count, this.#used);
    this.#used -= count;
  }

  /** In memory of their own, because they go to another thread with it. */
  take(count: number): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, count));
    this.drop(count);
    return taken;
  }
}

/** The file begins with a row of data. */
export const headerless = ([cell = '']: readonly string[]): OwnerImportError =>
  new OwnerImportError(
    'no_header',
    `The file has no header row: it starts with "${cell}". Add a line with column names (docs/owners.md lists them), ` +
      'or give column numbers: --no-header --map address=1 --map city=2 --map state=3 --map zip=4 --map fullName=5.',
  );

function unusable({ errors }: HeaderMapping): OwnerImportError {
  const sentences = errors.map(({ message, choices }) =>
    choices.length === 0 ? message : `${message} Choose from: ${choices.join(', ')}.`,
  );
  return new OwnerImportError(
    'unusable_columns',
    `${sentences.join(' ')} Pick columns with --map FIELD="Header".`,
  );
}
