import { crc32 } from 'node:zlib';

export const CHECKSUM_BYTES = 4;

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
  const bytes = Buffer.concat(pieces);
  return Buffer.concat([bytes, written(crc32(bytes))]);
}

/** The same for bytes that are too many to have at once. */
export async function* followedByChecksum(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  for await (const bytes of source) {
    checksum = crc32(bytes, checksum);
    yield bytes;
  }
  yield written(checksum);
}

function written(checksum: number): Buffer {
  const bytes = Buffer.alloc(CHECKSUM_BYTES);
  bytes.writeUInt32BE(checksum);
  return bytes;
}

/** The bytes before the checksum. @throws DamagedFileError when it is not theirs */
export function checked(bytes: Buffer, what: string): Buffer {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 0 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw new DamagedFileError(what);
  return bytes.subarray(0, end);
}

/** How many bytes stand before the checksum. @throws DamagedFileError when it is not theirs */
export async function checkedSize(source: AsyncIterable<Uint8Array>, what: string): Promise<number> {
  let checksum = 0;
  let size = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([tail, chunk]);
    const end = Math.max(0, bytes.length - CHECKSUM_BYTES);
    checksum = crc32(bytes.subarray(0, end), checksum);
    size += end;
    tail = bytes.subarray(end);
  }
  if (tail.length < CHECKSUM_BYTES || tail.readUInt32BE() !== checksum) throw new DamagedFileError(what);
  return size;
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
