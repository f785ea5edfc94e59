import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { safeCell } from '@skiptrace/csv';
import { csvLine } from '../../csv-line.js';
import { OwnerImportError } from '../errors.js';

/** The rules of addresses have a dozen. */
const MAX_REASONS = 100;
const LINES_SHOWN = 5;

/** Rows that were refused for the same reason. */
export interface RefusedRows {
  /** A clause: `it has no house number`. */
  reason: string;
  rows: number;
  /** Where the first of them are. */
  lines: number[];
}

/** The columns before those of the file that was imported. */
const OWN_COLUMNS = ['Line', 'Reason'] as const;

/** Whether a file was written here, and is imported again after somebody mended its rows. */
export const isRejectsFile = (header: readonly string[]): boolean =>
  OWN_COLUMNS.every((name, at) => header[at] === name);

/** Owner data are people's data: readable by the operator alone. */
const FILE_MODE = 0o600;

/**
 * The rows that were refused, with the line they stood on and the reason, in a file that can be mended and imported in
 * its turn. It is made with the first refusal; one of an earlier run is overwritten.
 */
export class RejectsFile {
  #stream: WriteStream | null = null;
  #failure: Error | null = null;
  #count = 0;

  readonly #reasons = new Map<string, RefusedRows>();

  /** @param path null to count them only */
  constructor(
    readonly path: string | null,
    private readonly header: readonly string[],
  ) {}

  get count(): number {
    return this.#count;
  }

  /** The most frequent reason first. */
  get reasons(): RefusedRows[] {
    return [...this.#reasons.values()].sort((a, b) => b.rows - a.rows);
  }

  /** @throws OwnerImportError rejects_file */
  async refuse(line: number, reason: string, cells: readonly string[]): Promise<void> {
    this.#count++;
    this.#note(line, reason);
    if (this.path === null) return;
    const stream = (this.#stream ??= this.#open(this.path));
    // A spreadsheet would run a vendor's cell as a formula.
    if (!stream.write(csvLine([String(line), reason, ...cells.map(safeCell)])))
      await this.#settled(once(stream, 'drain'));
    this.#check();
  }

  /** @throws OwnerImportError rejects_file */
  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream === null) return;
    await this.#settled(new Promise<void>((resolve) => stream.end(resolve)));
    this.#check();
  }

  #open(path: string): WriteStream {
    const stream = createWriteStream(path, { mode: FILE_MODE });
    stream.on('error', (error) => {
      this.#failure = error;
    });
    stream.write(csvLine([...OWN_COLUMNS, ...this.header.map(safeCell)]));
    return stream;
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

  /** A stream that failed never drains and never finishes: its error ends the wait. */
  async #settled(done: Promise<unknown>): Promise<void> {
    const stream = this.#stream;
    if (stream === null || this.#failure !== null) return;
    await Promise.race([done, once(stream, 'close')]).catch(() => undefined);
  }

  #check(): void {
    if (this.#failure === null) return;
    throw new OwnerImportError(
      'rejects_file',
      `Can't write the rejected rows to ${this.path ?? ''}: ${this.#failure.message}. Nothing was imported.`,
      {
        cause: this.#failure,
      },
    );
  }
}
