import { createHash } from 'node:crypto';
import {
  CsvReader,
  mapHeaders,
  type CsvHeader,
  type CsvRecord,
  type Dialect,
  type HeaderMapping,
  type MapOptions,
} from '@skiptrace/csv';
import { OwnerImportError } from '../errors.js';
import { chunksOf } from '../../file-chunks.js';
import { OwnerColumns } from './owner-columns.js';
import { RejectsFile } from './rejects.js';
import { isSensitiveHeader } from './sensitive-columns.js';

/** Enough rows that the fsync of a transaction costs little beside them, few enough for others to wait for. */
const BYTES_PER_PART = 256 * 1024;

export interface OwnerFileOptions extends Pick<MapOptions, 'state'> {
  rejectsPath: string;
  /** The operator's own choice of columns. */
  overrides: NonNullable<MapOptions['overrides']>;
}

/** How a file's rows are to be read. Plain data: it goes to other threads. */
export interface FileLayout {
  dialect: Dialect;
  header: CsvHeader;
  mapping: HeaderMapping;
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
    let mapping: HeaderMapping | null = null;
    const reader = new CsvReader({
      mappedHeaders: (header) => {
        mapping = this.#understand(header);
        return [];
      },
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
      this.#layout ??= { dialect, header, mapping };
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
        take(reader.push(bytes));
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
    this.ignored = mapping.unmapped.filter((name) => !this.sensitive.includes(name));
    this.choices = mapping.choices.map(({ field, headers, reason }) =>
      headers.length === 0 ? `${field}: ${reason}` : `${field} = ${headers.join(' + ')}: ${reason}`,
    );
    this.warnings = mapping.warnings.map(({ message }) => message);
    if (columns.ofOthers.length > 0) {
      this.warnings.push(
        `Left out, because they are of other people than the owner: ${columns.ofOthers.join(', ')}.`,
      );
    }
    this.rejects = new RejectsFile(rejectsPath, columns.headers);
    return mapping;
  }
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

function unusable({ errors }: HeaderMapping): OwnerImportError {
  const sentences = errors.map(({ message, choices }) =>
    choices.length === 0 ? message : `${message} To choose: ${choices.join(', ')}.`,
  );
  return new OwnerImportError(
    'unusable_columns',
    `${sentences.join(' ')} Name columns with --map field=Header.`,
  );
}
