import { partOfBlock } from './exact-keys.js';

/** 16 bits per key, for one false positive in sixteen. */
const BYTES_PER_KEY = 2;

/** @param keys of one block */
export function encodeLooseKeys(keys: readonly number[]): Buffer {
  const bytes = Buffer.alloc(keys.length * BYTES_PER_KEY);
  for (const key of keys) {
    const slice = sliceOf(key, bytes);
    bytes[slice >> 3] = (bytes[slice >> 3] ?? 0) | (1 << (slice & 7));
  }
  return bytes;
}

/**
 * Loose keys of a block as a bitmap, 16 bits per key (a Bloom filter with one hash). Each bit stands for a slice of the
 * block's key range, and is set if a key lies in it.
 */
export class LooseKeys {
  constructor(private readonly bytes: Uint8Array) {}

  /** False when the key is certainly not there. */
  mayHave(key: number): boolean {
    const slice = sliceOf(key, this.bytes);
    return ((this.bytes[slice >> 3] ?? 0) & (1 << (slice & 7))) !== 0;
  }
}

const sliceOf = (key: number, { length }: Uint8Array): number => Math.floor(partOfBlock(key) * length * 8);
