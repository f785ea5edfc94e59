import { roomBytes, StoreFullError, type Capacity, type FileStore } from '../storage/index.js';
import type { Job } from './entities.js';

/**
 * Generous averages of what is added to a matched row: names and mailing address, a phone with type and DNC, an
 * email.
 */
const OWNER_BYTES = 160;
const PHONE_BYTES = 24;
const EMAIL_BYTES = 40;
const OWNER_CELLS = 8;
const PHONE_CELLS = 3;

/** Estimate of the enriched file's size, very likely too high. */
function resultBytesEstimate({ uploadBytes, totalRows, matchedRows, layout }: Job): number {
  if (uploadBytes === null || totalRows === null || matchedRows === null || layout === null)
    throw new Error('a job in preview has no counts');
  const { phones, emails } = layout.widths;
  const delimiters = totalRows * (OWNER_CELLS + PHONE_CELLS * phones + emails);
  const owners = matchedRows * (OWNER_BYTES + PHONE_BYTES * phones + EMAIL_BYTES * emails);
  return uploadBytes + delimiters + owners;
}

/** The parts of the result exist until the whole does. */
const COPIES = 2;

/** @throws StoreFullError */
export async function requireRoomForFiles(store: Pick<FileStore, 'capacity'>): Promise<void> {
  if ((await roomBytes(store)) === 0) throw new StoreFullError();
}

/** Refuses before a charge if the result would not fit (reading 20). @throws StoreFullError */
export async function requireRoomForResult(store: FileStore, job: Job): Promise<void> {
  if ((await roomBytes(store)) < COPIES * resultBytesEstimate(job)) throw new StoreFullError();
}

/** Free room, as a share of the reserve, below which the operator is warned: earlier than uploads are refused. */
const SCARCE_SHARE = 0.1;
const MB = 1_000_000;

/** Warnings that the disk has little or no room for files, as sentences for the operator. */
export function spaceFindings(capacity: Capacity | null): string[] {
  if (capacity === null) return [];
  const { freeBytes, reserveBytes, roomBytes: room } = capacity;
  if (room > 0 && room >= SCARCE_SHARE * reserveBytes) return [];
  const [free, reserve] = [freeBytes, reserveBytes].map((bytes) => Math.floor(bytes / MB));
  return [
    `the disk is full but for its reserve: ${free} MB are free in the data directory, and ${reserve} MB of them are ` +
      'reserved for the ledger (DISK_RESERVE_BYTES). New jobs, uploads and results wait for room; lookups go on',
  ];
}
