import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CsvReader, mapHeaders, type CsvRecord, type HeaderMapping, type MapOptions } from '@skiptrace/csv';
import { OwnerImportError } from '../errors.js';
import { OwnerColumns } from './owner-columns.js';
import { RejectsFile } from './rejects.js';
import { isSensitiveHeader } from './sensitive-columns.js';

const BYTES_PER_READ = 256 * 1024;

export interface OwnerFileOptions extends Pick<MapOptions, 'state'> {
  rejectsPath: string;
  /** The operator's own choice of columns. */
  overrides: NonNullable<MapOptions['overrides']>;
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

  constructor(
    private readonly path: string,
    private readonly options: OwnerFileOptions,
  ) {
    this.rejects = new RejectsFile(options.rejectsPath, []);
  }

  /** Hands the rows on as they are read. @returns the digest of the bytes that were read */
  async read(
    take: (rows: readonly CsvRecord[], columns: OwnerColumns, bytesRead: number) => Promise<void>,
  ): Promise<string> {
    const hash = createHash('sha256');
    let columns: OwnerColumns | null = null;
    const reader = new CsvReader({ mappedHeaders: (header) => (columns = this.#understand(header)).headers });
    let bytesRead = 0;
    const rows = async (records: readonly CsvRecord[]): Promise<void> => {
      if (columns !== null)
        await take(
          records.filter(({ blank }) => !blank),
          columns,
          bytesRead,
        );
    };
    for await (const chunk of createReadStream(this.path, { highWaterMark: BYTES_PER_READ })) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      bytesRead += bytes.length;
      await rows(reader.push(bytes));
    }
    await rows(reader.end());
    return hash.digest('hex');
  }

  #understand(header: readonly string[]): OwnerColumns {
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
    return columns;
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
