import { createHash } from 'node:crypto';
import {
  CsvReader,
  mapHeaders,
  type CsvHeader,
  type CsvRecord,
  type Dialect,
  type HeaderMapping,
  type MapOptions,
  type MappingError,
} from '@skiptrace/csv';
import { apartColumns, type ApartColumns } from '@skiptrace/csv/leads';
import { chunksOf } from '../../platform/lib/file-chunks.js';
import { nearest } from '../../platform/lib/nearest.js';
import { OwnerImportError } from '../errors.js';
import { nameOrderOf, type NameOrder } from './name-order.js';
import { OwnerColumns, isSensitiveHeader } from './owner-columns.js';
import type { ZipLines } from './owner-row.js';
import { cellsUnder, tableIn, type OwnerTable } from './owner-sample.js';
import { keptColumns, RejectsFile, withoutOwnColumns } from './rejects.js';

/** Large enough that the fsync of a transaction costs little beside the rows, small enough that other writers do not wait long. */
const BYTES_PER_PART = 256 * 1024;

/** A warning about a file, for the operator. */
export interface Warning {
  text: string;
  /** Advice for the command line, as a sentence. */
  onCommandLine?: string;
  /** An import of the file ends here, unless the operator says that it is meant. */
  stopsImport?: true;
}

export interface OwnerFileOptions extends Pick<MapOptions, 'state'> {
  /** Null only counts refused rows. */
  rejectsPath: string | null;
  /** The operator's own choice of columns. */
  overrides: NonNullable<MapOptions['overrides']>;
  /** Headers of columns that the operator doesn't want read. */
  unused?: readonly string[];
  /** Meaning of the columns, where an earlier import of the same columns decided it. */
  mapping?: HeaderMapping;
  /** The operator's choice; by default detected from the file. */
  nameOrder?: NameOrder;
  /** Allow a file without a name column. */
  allowNameless?: boolean;
  /** Row that holds the column names, from 1; 0 if the file has none: its columns are then named by number. */
  headerRow?: number;
  /** Earlier notes about the file, to report with the warnings. */
  notes?: readonly Warning[];
}

/** How a file's rows are to be read. Plain data: it goes to other threads. */
export interface FileLayout {
  dialect: Dialect;
  header: CsvHeader;
  /** Names of the header; empty for columns that the operator doesn't want read. */
  readable: readonly string[];
  mapping: HeaderMapping;
  nameOrder: NameOrder;
  /** Columns that may tell rows of one property apart. */
  apart: ApartColumns;
}

/** Source of an owner's field. */
export interface SampledField {
  field: string;
  /** Empty if it comes from no column. */
  headers: readonly string[];
  /** Its value in the first row that has one. */
  sample: string;
  /** Reason as a sentence; null without one. */
  reason: string | null;
}

/** Whole records, one after another. */
export interface FilePart {
  bytes: Uint8Array;
  /** On which line of the file it begins. */
  line: number;
  /** Where it ends in the file. */
  end: number;
}

/** An owner file and the meaning of its columns. */
export class OwnerFile {
  /** The refused rows. */
  rejects: RejectsFile;
  /** Headers of columns that are never read (`isSensitiveHeader`). */
  sensitive: string[] = [];
  ignored: string[] = [];
  /** Why full names are read in an order; null for the usual one. */
  nameOrderReason: string | null = null;
  warnings: Warning[] = [];
  fields: SampledField[] = [];
  /** Some of the phone types that were not understood, as written. */
  readonly unknownPhoneTypes = new Set<string>();
  readonly zipLines: ZipLines = { unread: [], ofOtherState: [] };

  #nameOrder: NameOrder = 'as-written';
  readonly #hash = createHash('sha256');
  #layout: FileLayout | null = null;

  constructor(
    private readonly path: string,
    private readonly options: OwnerFileOptions,
  ) {
    this.rejects = new RejectsFile(options.rejectsPath, []);
  }

  /** Available as soon as there is a part. */
  get layout(): FileLayout {
    if (this.#layout === null) throw new Error('the header was not read yet');
    return this.#layout;
  }

  /** Cuts the file into parts, to be read in any order. @throws CsvInputError, OwnerImportError */
  async *parts(): AsyncGenerator<FilePart> {
    const table = await tableIn(this.path, this.options.headerRow);
    const { opened } = table;
    let unread = opened?.header.preamble.length ?? 0;
    let mapping: HeaderMapping | null = null;
    const reader = new CsvReader({
      mappedHeaders: (header) => {
        mapping = this.#understand(header, table);
        return [];
      },
      ...(opened !== null && { opened }),
    });
    let end = 0;
    let line = 0;
    let size = 0;
    const uncut = new Uncut(2 * BYTES_PER_PART);
    const take = (records: readonly CsvRecord[]): void => {
      if (size === 0) line = records[0]?.line ?? 0;
      for (const record of records) size += record.size;
    };
    const cut = (): FilePart => {
      const { dialect, header } = reader;
      if (dialect === undefined || header === undefined || mapping === null)
        throw new Error('rows without a header');
      const readable = this.#readable(header.names);
      this.#layout ??= {
        dialect,
        header,
        readable,
        mapping,
        nameOrder: this.#nameOrder,
        apart: apartColumns(
          readable.map((name) => (isSensitiveHeader(name) ? '' : name)),
          mapping,
        ),
      };
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
      // Yield the rows before the error too, so that their problems are reported.
      if (size > 0) yield cut();
      throw error;
    }
    if (size > 0) yield cut();
  }

  /** Digest of the bytes read; call after the last part. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  /** A column without a name is never read. */
  #readable(header: readonly string[]): readonly string[] {
    const { unused = [] } = this.options;
    const own = withoutOwnColumns(header);
    return unused.length === 0 ? own : own.map((name) => (unused.includes(name) ? '' : name));
  }

  #understand(header: readonly string[], table: OwnerTable): HeaderMapping {
    const { overrides, unused = [], state, rejectsPath, headerRow } = this.options;
    requireShortHeaders(header);
    if (table.headerAt === null && headerRow !== 0 && Object.keys(overrides).length === 0)
      throw headerless(header);
    this.sensitive = header.filter(isSensitiveHeader);
    const chosen = Object.values(overrides).flat();
    const wanted = this.sensitive.find((name) => chosen.includes(name));
    if (wanted !== undefined) {
      throw new OwnerImportError(
        'sensitive_column',
        `The column "${wanted}" looks like a Social Security number or a date of birth. Such data is never stored.`,
      );
    }
    const readable = this.#readable(header);
    const mapping =
      this.options.mapping ??
      mapHeaders(readable, {
        overrides,
        purpose: 'owners',
        samples: table.rows,
        ...(state !== undefined && { state }),
      });
    if (mapping.errors.length > 0) throw unusable(mapping, readable);
    const columns = new OwnerColumns(readable, mapping);
    const unmapped = mapping.unmapped.filter(
      (name) => !this.sensitive.includes(name) && !columns.headers.includes(name),
    );
    this.ignored = [...unmapped, ...header.filter((name) => unused.includes(name))];
    const title = table.shape === 'below-title' && headerRow === undefined ? [titleNote(table)] : [];
    this.warnings = [
      ...(this.options.notes ?? []),
      ...title,
      ...mapping.warnings.map(({ message }) => ({ text: message })),
    ];
    if (columns.ofOthers.length > 0) {
      const headers = columns.ofOthers.join(', ');
      this.warnings.push({
        text: `Not imported, because they belong to people other than the owner: ${headers}.`,
      });
    }
    this.warnings.push(...placeWarnings(mapping, unmapped), ...unusedWarnings(unmapped));
    if (!columns.hasNames && this.options.allowNameless !== true) throw nameless(this.ignored);
    const cellsOf = (name: string): string[] => cellsUnder(table, name);
    const reasons = new Map(mapping.choices.map(({ field, reason }) => [field as string, reason]));
    this.fields = [
      ...columns.fields.map(({ field, headers }) => ({
        field,
        headers,
        sample: sampleFor(headers.map(cellsOf)),
        reason: reasons.get(field) ?? null,
      })),
      ...mapping.choices
        .filter(({ headers }) => headers.length === 0)
        .map((choice) => ({ ...choice, sample: '' })),
    ];
    this.#decideNameOrder(mapping, table);
    this.rejects = new RejectsFile(
      rejectsPath,
      keptColumns(header).map((at) => header[at] ?? ''),
    );
    return mapping;
  }

  #decideNameOrder({ also, vendor, mapping }: HeaderMapping, table: OwnerTable): void {
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
        name === undefined ? [] : cellsUnder(table, name),
      ),
    });
    this.#nameOrder = found.order;
    this.nameOrderReason = found.reason;
    if (found.warning !== null)
      this.warnings.push({
        text: found.warning,
        onCommandLine: 'If so, add --name-order last-first.',
      });
  }
}

function titleNote({ headerAt, header }: OwnerTable): Warning {
  const rows = headerAt === 1 ? 'The first row is' : `The first ${headerAt ?? 0} rows are`;
  return {
    text: `${rows} a title, and left out. The names of the columns begin with "${header[0] ?? ''}".`,
    onCommandLine: 'If another row has them, add --header-row N.',
  };
}

/** The first cell of each column, from the first row that has something in all of them, or in any. */
function sampleFor(columns: readonly (readonly string[])[]): string {
  const rows = (columns[0] ?? []).map((_, row) => columns.map((cells) => (cells[row] ?? '').trim()));
  const row =
    rows.find((cells) => cells.every((cell) => cell !== '')) ??
    rows.find((cells) => cells.some((cell) => cell !== ''));
  return (row ?? []).filter((cell) => cell !== '').join(' | ');
}

/** Bytes that were read and are not in a part yet, in one buffer that is used again and grows. */
class Uncut {
  #bytes: Buffer;
  #used = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes);
  }

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

/** Matches unread headers that sound like owner data. */
const OWNER_WORDS =
  /name|owner|grantee|taxpayer|phone|mobile|cell|tel\b|e-?mail|mail|address|addr\b|contact/i;

/** Matches headers of attributes of owners and addresses, rather than names and addresses themselves. */
const ABOUT_OWNERS =
  /occ|type|hash|do not|opt.?out|wrong|deceased|dnc|county|flag|status|litigator|url|zip|count|date|year|value|code|carrier|score|\bid\b|\blat|\blon|lng|street name|legal|sub ?division|age\b/i;

/**
 * Warns about unread columns that sound like owner data.
 * @param ignored headers of the columns that are not read
 */
const unusedWarnings = (ignored: readonly string[]): Warning[] => {
  const suspects = ignored.filter((header) => {
    const words = header.replaceAll('_', ' ');
    return OWNER_WORDS.test(words) && !ABOUT_OWNERS.test(words);
  });
  if (suspects.length === 0) return [];
  const it = suspects.length === 1 ? 'It looks' : 'They look';
  return [
    {
      text: `Not imported: ${suspects.join(', ')}. ${it} like owner data.`,
      onCommandLine:
        'To import a column, choose its field with --map; "skiptrace-server owners fields" lists the fields.',
    },
  ];
};

/** Ends of headers that hold a part of a place: `XTOWN`, `XM_MCITY`, `XM_MST`, `MAILZIP5`. */
const PLACE_HEADERS = {
  City: /(?:city|town|cty)(?:[ _]?name)?$/i,
  State: /(?:state|(?:^|[ _])m?st)(?:[ _]?code)?$/i,
  Zip: /zip(?:[ _]?code|[ _]?5)?$/i,
} as const;
const OF_MAIL = /mail|owner|taxp|^tp|^own|^m[ _]?(?:city|town)/i;

/** Warns about a mailing street without its place, and about a city of the property that is not read. */
function placeWarnings({ also, mapping, build }: HeaderMapping, unread: readonly string[]): Warning[] {
  const warnings: Warning[] = [];
  const street = also.mailingAddress;
  const whole = also.mailingFull ?? also.mailingCityStateZip;
  const cityState = whole ?? also.mailingCityState;
  const hasCity = (cityState ?? also.mailingCity) !== undefined;
  const hasRegion = (cityState ?? also.mailingState ?? also.mailingZip ?? also.mailingZipPlus4) !== undefined;
  if (street !== undefined && !(hasCity && hasRegion)) {
    const lacks = hasCity ? 'a state or ZIP' : hasRegion ? 'a city' : 'a city, state and ZIP';
    const found = (['City', 'State', 'Zip'] as const).flatMap((part) => {
      const isThere = part === 'City' ? hasCity : also[`mailing${part}` as const] !== undefined;
      const header = isThere ? undefined : nearestTo(street, unread, PLACE_HEADERS[part]);
      return header === undefined ? [] : [{ field: `mailing${part}`, header }];
    });
    const names = found.map(({ header }) => header).join(', ');
    warnings.push({
      text: `"${street}" gives mailing addresses a street without ${lacks}.${found.length === 0 ? '' : ` Not used, though they look like it: ${names}.`}`,
      onCommandLine:
        found.length === 0
          ? 'If columns have them, choose those of mailingCity, mailingState and mailingZip with --map.'
          : `Add ${found.map(({ field, header }) => `--map ${field}=${quoted(header)}`).join(' ')}.`,
    });
  }
  const city = unread.find((header) => PLACE_HEADERS.City.test(header) && !OF_MAIL.test(header));
  if (mapping.city === undefined && build.city === undefined && city !== undefined)
    warnings.push({
      text: `"${city}" looks like the city of the property, and isn't used.`,
      onCommandLine: `If it is, add --map city=${quoted(city)}.`,
    });
  return warnings;
}

/** The header of a kind that begins most like another one; undefined if none begins like it. */
function nearestTo(other: string, headers: readonly string[], kind: RegExp): string | undefined {
  const shared = (header: string): number => {
    const end = [...header].findIndex((letter, at) => letter.toLowerCase() !== other[at]?.toLowerCase());
    return end === -1 ? header.length : end;
  };
  const [best] = headers
    .filter((header) => kind.test(header) && shared(header) > 0)
    .sort((one, next) => shared(next) - shared(one));
  return best;
}

/** The file begins with a row of data. */
const headerless = ([cell = '']: readonly string[]): OwnerImportError =>
  new OwnerImportError('no_header', `The file has no header row: it starts with "${cell}".`, {
    onCommandLine:
      'Add a line with column names ("skiptrace-server owners fields" lists them), ' +
      'or give column numbers: --no-header --map address=1 --map city=2 --map state=3 --map zip=4 --map fullName=5.',
  });

/** As the contract has it for the names of columns in leads. */
const MAX_HEADER_CHARACTERS = 1_000;

/**
 * Rejects long headers: such a header is a data cell, or an attempt to overload the patterns that headers are matched with.
 * @throws OwnerImportError
 */
export function requireShortHeaders(headers: readonly string[]): void {
  const at = headers.findIndex((header) => header.length > MAX_HEADER_CHARACTERS);
  if (at === -1) return;
  throw new OwnerImportError(
    'unreadable_file',
    `The name of column ${at + 1} has more than ${MAX_HEADER_CHARACTERS.toLocaleString('en-US')} characters. Is the first row the header?`,
  );
}

/**
 * The columns leave a question open that only a person can answer.
 * @param headers of the columns that may be chosen
 */
function unusable({ errors }: HeaderMapping, headers: readonly string[]): OwnerImportError {
  // Where no column offers itself, a person sees what there is and what is wanted.
  const isOpen = errors.some(({ choices }) => choices.length === 0);
  return new OwnerImportError('unusable_columns', errors.map(({ message }) => message).join(' '), {
    onCommandLine: [...(isOpen ? [columnsIn(headers)] : []), ...errors.flatMap(mapAdviceFor)].join(' '),
  });
}

const MOST_HEADERS_NAMED = 50;

function columnsIn(all: readonly string[]): string {
  const headers = choosable(all);
  const rest = headers.length - MOST_HEADERS_NAMED;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `The columns of the file are ${headers.slice(0, MOST_HEADERS_NAMED).map(quoted).join(', ')}${more}. It needs those of address, of zip or of city and state, and of fullName or of firstName and lastName.`;
}

/** Each header once; a column without a name is never read, so it can't be chosen. */
const choosable = (headers: readonly string[]): string[] =>
  [...new Set(headers)].filter((name) => name.trim() !== '');

/** A header in double quotes as a POSIX shell takes it literally. */
const quoted = (header: string): string => `"${header.replace(/[\\"$`]/g, '\\$&')}"`;

/** The option of the command line that answers a question about a column, whole, so that it can be copied. */
function mapAdviceFor({ code, field = '', choices: all, meant: byName }: MappingError): string[] {
  // No option chooses among columns of one name: the message says to rename one.
  if (code === 'duplicate_header') return [];
  const choices = choosable(all);
  // A name that does not exist is no answer to what is asked.
  const isAnswer = code === 'ambiguous' || code === 'no_property_address' || code === 'no_location';
  const options = isAnswer ? choices.map((header) => `--map ${field}=${quoted(header)}`) : [];
  if (options.length === 1) return [`If it is the ${field}, add ${options.join('')}.`];
  if (options.length > 1) return [`Add one of: ${options.join(', ')}.`];
  const meant = byName ?? (code === 'unknown_field' ? nearest(field, choices) : undefined);
  if (meant !== undefined) return [`Did you mean ${meant}? "skiptrace-server owners fields" lists them.`];
  const known = choices.length === 0 ? '' : `Choose from: ${choices.join(', ')}. `;
  const list = choices.length === 0 ? ' "skiptrace-server owners fields" lists all fields.' : '';
  return [`${known}Choose columns with --map.${list}`];
}

/** @param ignored headers of the columns that are not read */
function nameless(ignored: readonly string[]): OwnerImportError {
  const unused = ignored.length === 0 ? '' : ` Unused columns: ${ignored.join(', ')}.`;
  return new OwnerImportError(
    'no_names',
    `No column has the owners' names, so every match would be a property without an owner.${unused}`,
    {
      onCommandLine:
        'Choose the column of fullName with --map, or import owners without names with --allow-nameless.',
    },
  );
}
