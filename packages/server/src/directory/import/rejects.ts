import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { csvLine, safeCell } from '@skiptrace/csv';
import { errorCode } from '../../platform/lib/error-code.js';
import { OwnerImportError } from '../errors.js';
import { isSensitiveHeader } from './owner-columns.js';

/** Maximum number of different reasons; the address rules have a dozen. */
const MAX_REASONS = 100;
/** Most line numbers that one message names. */
export const LINES_SHOWN = 5;

/** Rows that were refused for the same reason. */
export interface RefusedRows {
  /** A clause: `it has no house number`. */
  reason: string;
  rows: number;
  /** Lines of the first rows. */
  lines: number[];
}

/** Columns added in front of the imported file's own. */
const OWN_COLUMNS = ['Line', 'Reason'] as const;

/** Whether the file was written by this module and is being imported again after corrections. */
export const isRejectsFile = (header: readonly string[]): boolean =>
  OWN_COLUMNS.every((name, at) => header[at] === name);

/** Headers of such a file, empty for the columns that it added: line numbers look like ZIPs without their zeros. */
export const withoutOwnColumns = (header: readonly string[]): readonly string[] =>
  isRejectsFile(header) ? header.map((name, at) => (at < OWN_COLUMNS.length ? '' : name)) : header;

/** Headers of the file that had the rows. */
export const keptHeaders = (header: readonly string[]): readonly string[] => header.slice(OWN_COLUMNS.length);

/** Columns copied into such a file: all except sensitive ones and those it adds itself. */
export function keptColumns(header: readonly string[]): number[] {
  const added = isRejectsFile(header) ? OWN_COLUMNS.length : 0;
  return header.flatMap((name, at) => (at < added || isSensitiveHeader(name) ? [] : [at]));
}

/** Personal data, so readable only by the operator. */
const FILE_MODE = 0o600;

/** Characters per write. */
const WRITE_AT_ONCE = 64 * 1024;

/** Maximum number of files with one name; more are probably a mistake. */
const MOST_NAMES = 1_000;

/**
 * Writes refused rows to a file that can be corrected and imported, with their line, the reason and every column. The file is
 * created with the first refusal, under a new name: `roll.rejects-2.csv` if `roll.rejects.csv` exists.
 */
export class RejectsFile {
  #file: FileHandle | null = null;
  #path: string | null;
  #unwritten = '';
  #count = 0;

  readonly #reasons = new Map<string, RefusedRows>();

  /** @param wanted path of the file; null to count the rows only */
  constructor(
    private readonly wanted: string | null,
    private readonly header: readonly string[],
  ) {
    this.#path = wanted;
  }

  /** Path of the file once it exists. */
  get path(): string | null {
    return this.#path;
  }

  /** Intended name, if it was taken by another file. */
  get takenPath(): string | null {
    return this.#path === this.wanted ? null : this.wanted;
  }

  get count(): number {
    return this.#count;
  }

  /** The most frequent reason first. */
  get reasons(): RefusedRows[] {
    return [...this.#reasons.values()].sort((a, b) => b.rows - a.rows);
  }

  /**
   * @param reason rows with an equal reason are counted together
   * @param detail reason for this row alone, for the file
   * @throws OwnerImportError rejects_file
   */
  async refuse(line: number, reason: string, detail: string, cells: readonly string[]): Promise<void> {
    this.#count++;
    this.#note(line, reason);
    if (this.wanted === null) return;
    if (this.#file === null) {
      this.#file = await this.#writing(() => this.#open(path.resolve(this.wanted ?? '')));
      this.#unwritten = csvLine([...OWN_COLUMNS, ...this.header.map(safeCell)]);
    }
    // A spreadsheet would run a vendor's cell as a formula.
    this.#unwritten += csvLine([String(line), detail, ...cells.map(safeCell)]);
    if (this.#unwritten.length >= WRITE_AT_ONCE) await this.#write(this.#file);
  }

  /** May be called again. @throws OwnerImportError rejects_file */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    try {
      await this.#write(file);
    } finally {
      await file.close();
    }
  }

  async #write(file: FileHandle): Promise<void> {
    const text = this.#unwritten;
    this.#unwritten = '';
    await this.#writing(() => file.writeFile(text));
  }

  /** Opens the first free name: rows that a person is correcting are never overwritten. */
  async #open(wanted: string): Promise<FileHandle> {
    const { dir, name, ext } = path.parse(wanted);
    for (let number = 1; ; number++) {
      const file = number === 1 ? wanted : path.join(dir, `${name}-${number}${ext}`);
      try {
        const opened = await open(file, 'wx', FILE_MODE);
        if (number > 1) this.#path = file;
        return opened;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST' || number === MOST_NAMES) throw error;
      }
    }
  }

  #note(line: number, reason: string): void {
    const known = this.#reasons.get(reason);
    if (known === undefined) {
      if (this.#reasons.size < MAX_REASONS) this.#reasons.set(reason, { reason, rows: 1, lines: [line] });
      return;
    }
    known.rows++;
    if (known.lines.length < LINES_SHOWN) known.lines.push(line);
  }

  async #writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new OwnerImportError(
        'rejects_file',
        `Can't write the rejected rows to ${this.#path ?? ''}: ${why}. Nothing was imported. Name another file with --rejects.`,
        { cause: error },
      );
    }
  }
}
