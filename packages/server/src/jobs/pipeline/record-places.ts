import { CsvReader, type CsvRecord } from '@skiptrace/csv';
import { readRecords } from './batches.js';
import type { Part, Survey } from './survey.js';

/** Where a record ends in its file, and what else is needed to write it again. */
export interface RecordPlace {
  /** Bytes, line end included. */
  size: number;
  lineEndSize: number;
  /** 0 for a blank line. */
  cellCount: number;
}

/** Size (4 bytes), size of the line end (1), cells (3). */
const PLACE_BYTES = 8;
const LINE_END_AT = 4;
const CELLS_AT = 5;
const CELLS_BYTES = 3;

/** The places of a part's records, blank lines included, so that nobody has to look for their ends twice. */
export class RecordPlaces {
  #records = 0;

  private constructor(readonly bytes: Buffer) {}

  /** Bytes that so many records take. */
  static sizeOf(records: number): number {
    return records * PLACE_BYTES;
  }

  static ofRecords(records: number): RecordPlaces {
    return new RecordPlaces(Buffer.alloc(RecordPlaces.sizeOf(records)));
  }

  static stored(bytes: Buffer): RecordPlaces {
    const places = new RecordPlaces(bytes);
    places.#records = bytes.length / PLACE_BYTES;
    return places;
  }

  /** Looks for them in the bytes of the part. @throws CsvInputError */
  static async found(
    source: AsyncIterable<Uint8Array>,
    survey: Survey,
    part: Part,
    signal: AbortSignal,
  ): Promise<RecordPlaces> {
    const places = RecordPlaces.ofRecords(part.records);
    const reader = new CsvReader({ mappedHeaders: [], opened: survey });
    for await (const records of readRecords(source, reader)) {
      signal.throwIfAborted();
      for (const record of records) places.add(record);
    }
    // A result without the rows that are missing would be charged for and not delivered.
    if (!places.isFull) throw new Error('a part has fewer records than it had before');
    return places;
  }

  /** Cells of the longest record. */
  get maxCells(): number {
    let cells = 0;
    for (let at = 0; at < this.#records * PLACE_BYTES; at += PLACE_BYTES) {
      cells = Math.max(cells, this.bytes.readUIntBE(at + CELLS_AT, CELLS_BYTES));
    }
    return cells;
  }

  get isFull(): boolean {
    return this.#records * PLACE_BYTES === this.bytes.length;
  }

  /** Notes the next record. @throws RangeError when it is full */
  add({ size, lineEnd, cellCount }: CsvRecord): void {
    const at = this.#records * PLACE_BYTES;
    this.bytes.writeUInt32BE(size, at);
    this.bytes.writeUInt8(lineEnd.length, at + LINE_END_AT);
    this.bytes.writeUIntBE(cellCount, at + CELLS_AT, CELLS_BYTES);
    this.#records += 1;
  }

  /** Those of the records from `start` up to `end`, or fewer where there are no more. */
  slice(start: number, end: number): RecordPlace[] {
    const count = Math.max(0, Math.min(end, this.#records) - start);
    return Array.from({ length: count }, (_, offset) => this.#placeAt((start + offset) * PLACE_BYTES));
  }

  #placeAt(at: number): RecordPlace {
    return {
      size: this.bytes.readUInt32BE(at),
      lineEndSize: this.bytes.readUInt8(at + LINE_END_AT),
      cellCount: this.bytes.readUIntBE(at + CELLS_AT, CELLS_BYTES),
    };
  }
}
