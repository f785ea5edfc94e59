import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../../storage/index.js';
import { matchesName } from '../files.js';

/** Whom a row matched. */
export interface RowMatch {
  ownerRecordId: number;
  phoneCount: number;
  emailCount: number;
}

/** Owner record id (6 bytes, 0 = no match), phones (1), emails (1). */
const ROW_BYTES = 8;
const ID_BYTES = 6;
const PHONES_AT = 6;
const EMAILS_AT = 7;
/** Rows between checkpoints: what a killed worker has to match again at most. */
export const PART_ROWS = 10_000;
const PART_BYTES = PART_ROWS * ROW_BYTES;

/**
 * What each row of a job matched, in the order of the rows: it holds the preview's promise until the enriched file is
 * made. Stored in parts of equal size beside the upload, so that matching goes on after a kill where it was; held whole
 * in memory (2 MB for the largest job).
 */
export class Sidecar {
  readonly #parts: Buffer[] = [];
  #last = Buffer.alloc(PART_BYTES);
  #rows = 0;

  private constructor(
    private readonly store: FileStore,
    private readonly jobId: string,
  ) {}

  /** With the parts that are stored already. */
  static async open(store: FileStore, jobId: string): Promise<Sidecar> {
    const sidecar = new Sidecar(store, jobId);
    await sidecar.#load();
    return sidecar;
  }

  /** How many rows it knows about. */
  get rows(): number {
    return this.#rows;
  }

  /** @throws RangeError for a row it does not know */
  at(row: number): RowMatch | null {
    if (row >= this.#rows) throw new RangeError(`The sidecar knows ${this.#rows} rows.`);
    const part = this.#parts[Math.floor(row / PART_ROWS)] ?? this.#last;
    const at = (row % PART_ROWS) * ROW_BYTES;
    const ownerRecordId = part.readUIntBE(at, ID_BYTES);
    if (ownerRecordId === 0) return null;
    return {
      ownerRecordId,
      phoneCount: part.readUInt8(at + PHONES_AT),
      emailCount: part.readUInt8(at + EMAILS_AT),
    };
  }

  /** Adds the next rows; every full part is stored at once. */
  async add(matches: readonly (RowMatch | null)[]): Promise<void> {
    for (const match of matches) {
      const at = (this.#rows % PART_ROWS) * ROW_BYTES;
      this.#last.writeUIntBE(match?.ownerRecordId ?? 0, at, ID_BYTES);
      this.#last.writeUInt8(match?.phoneCount ?? 0, at + PHONES_AT);
      this.#last.writeUInt8(match?.emailCount ?? 0, at + EMAILS_AT);
      this.#rows += 1;
      if (this.#rows % PART_ROWS === 0) await this.#storeLast(PART_BYTES);
    }
  }

  /** Stores what is left: the file has no more rows. */
  async finish(): Promise<void> {
    const bytes = (this.#rows % PART_ROWS) * ROW_BYTES;
    if (bytes > 0) await this.#storeLast(bytes);
  }

  async #storeLast(bytes: number): Promise<void> {
    const part = this.#last.subarray(0, bytes);
    const name = matchesName(this.jobId, this.#parts.length);
    await this.store.write(name, one(part), { maxBytes: PART_BYTES });
    this.#parts.push(part);
    this.#last = Buffer.alloc(PART_BYTES);
  }

  async #load(): Promise<void> {
    for (let full = true; full;) {
      const name = matchesName(this.jobId, this.#parts.length);
      if ((await this.store.size(name)) === null) return;
      const part = await buffer(await this.store.read(name));
      this.#parts.push(part);
      this.#rows += Math.floor(part.length / ROW_BYTES);
      // A shorter part is the last one: it was stored when the file had no more rows.
      full = part.length === PART_BYTES;
    }
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
