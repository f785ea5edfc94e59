import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { writtenCell } from '@skiptrace/csv';
import { OwnerImportError } from '../errors.js';

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

  constructor(
    readonly path: string,
    private readonly header: readonly string[],
  ) {}

  get count(): number {
    return this.#count;
  }

  /** @throws OwnerImportError rejects_file */
  async refuse(line: number, reason: string, cells: readonly string[]): Promise<void> {
    this.#count++;
    const stream = (this.#stream ??= this.#open());
    if (!stream.write(csvLine([String(line), reason, ...cells]))) await this.#settled(once(stream, 'drain'));
    this.#check();
  }

  /** @throws OwnerImportError rejects_file */
  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream === null) return;
    await this.#settled(new Promise<void>((resolve) => stream.end(resolve)));
    this.#check();
  }

  #open(): WriteStream {
    const stream = createWriteStream(this.path, { mode: FILE_MODE });
    stream.on('error', (error) => {
      this.#failure = error;
    });
    stream.write(csvLine(['Line', 'Reason', ...this.header]));
    return stream;
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
      `The refused rows cannot be written to ${this.path}: ${this.#failure.message}`,
      {
        cause: this.#failure,
      },
    );
  }
}

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => writtenCell(cell, ',')).join(',')}\r\n`;
