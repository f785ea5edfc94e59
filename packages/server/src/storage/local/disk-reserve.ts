import { statfs } from 'node:fs/promises';
import { StoreFullError, type Capacity } from '../file-store.js';

export interface DiskSpace {
  /** Bytes that this user may still write. */
  freeBytes: number;
  totalBytes: number;
}

/** The disk under a folder. */
export const measureDisk = (folder: string) => async (): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

/** Some millions of ledger records. */
const RESERVE_BYTES = 1_000_000_000;
/** A small disk is not reserved whole. */
const LARGEST_SHARE = 10;

/** Bytes all writers together may write before free space is measured again. */
const MEASURE_EVERY_BYTES = 4 * 1024 * 1024;

/**
 * Keeps files from taking the last room of a disk, where the ledger has to be written as well: on a full disk no lookup
 * could be charged, so none could be answered.
 */
export class DiskReserve {
  /** May be written before the disk is measured again. */
  #allowanceBytes = 0;

  /** @param reserveBytes null for what suits the disk */
  constructor(
    private readonly measure: () => Promise<DiskSpace>,
    private readonly reserveBytes: number | null,
  ) {}

  async capacity(): Promise<Capacity> {
    const { freeBytes, totalBytes } = await this.measure();
    const suitable = Math.min(RESERVE_BYTES, Math.floor(totalBytes / LARGEST_SHARE));
    const reserveBytes = this.reserveBytes ?? suitable;
    return { freeBytes, reserveBytes, roomBytes: Math.max(0, freeBytes - reserveBytes) };
  }

  /** Before a file is begun. @throws StoreFullError */
  async requireRoom(): Promise<void> {
    const { roomBytes } = await this.capacity();
    if (roomBytes === 0) throw new StoreFullError();
    this.#allowanceBytes = Math.min(roomBytes, MEASURE_EVERY_BYTES);
  }

  /** Before bytes are written. @throws StoreFullError when they would be taken from the reserve */
  async take(bytes: number): Promise<void> {
    if (bytes > this.#allowanceBytes) {
      const { roomBytes } = await this.capacity();
      if (bytes > roomBytes) throw new StoreFullError();
      this.#allowanceBytes = Math.min(roomBytes, MEASURE_EVERY_BYTES + bytes);
    }
    this.#allowanceBytes -= bytes;
  }
}
