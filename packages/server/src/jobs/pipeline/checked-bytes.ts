import { crc32 } from 'node:zlib';

const CHECKSUM_BYTES = 4;

/** A file of ours is not as it was written. Reading it all the same would lose what a customer was promised. */
export class DamagedFileError extends Error {
  readonly code = 'damaged_file';

  /** @param what which kind of file; nothing of its content */
  constructor(what: string) {
    super(`${what} of a job is damaged`);
  }
}

/** The bytes with a checksum (CRC-32) behind them. */
export function withChecksum(...pieces: readonly Uint8Array[]): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  const bytes = Buffer.concat(pieces);
  checksum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([bytes, checksum]);
}

/** The bytes before the checksum. @throws DamagedFileError when it is not theirs */
export function checked(bytes: Buffer, what: string): Buffer {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 0 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw new DamagedFileError(what);
  return bytes.subarray(0, end);
}

/** What is read of a file that can be made again; null when it is damaged. */
export async function unlessDamaged<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedFileError) return null;
    throw error;
  }
}
