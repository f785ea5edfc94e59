import { StoreFullError, type FileStore } from '../storage/index.js';
import type { Job } from './entities.js';

/** Always left free: the ledger and the task must be written as well. */
const SPARE_BYTES = 16 * 1024 * 1024;
/** Generous averages of what a matched row gains: names and mailing address, a phone with type and DNC, an email. */
const OWNER_BYTES = 160;
const PHONE_BYTES = 24;
const EMAIL_BYTES = 40;
const OWNER_CELLS = 8;
const PHONE_CELLS = 3;

/** At least the size of the enriched file, in all likelihood. */
export function resultBytesEstimate({ uploadBytes, totalRows, matchedRows, layout }: Job): number {
  const { phones, emails } = layout?.widths ?? { phones: 0, emails: 0 };
  const delimiters = (totalRows ?? 0) * (OWNER_CELLS + PHONE_CELLS * phones + emails);
  const owners = (matchedRows ?? 0) * (OWNER_BYTES + PHONE_BYTES * phones + EMAIL_BYTES * emails);
  return (uploadBytes ?? 0) + delimiters + owners;
}

/** The parts of the result are there until the whole is. */
const COPIES = 2;

/** Reading 20: nothing is charged for a result that has no room. @throws StoreFullError */
export async function requireRoomForResult(store: FileStore, job: Job): Promise<void> {
  if ((await store.freeBytes()) < COPIES * resultBytesEstimate(job) + SPARE_BYTES) throw new StoreFullError();
}
