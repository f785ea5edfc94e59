import { timingSafeEqual } from 'node:crypto';
import type { Ids } from '../ids.js';

/**
 * `live`: real owners, real money. `test`: the sandbox's made-up owners alone, and no money (lookups/settlements.ts).
 * A key keeps its mode for life.
 */
export type Mode = 'live' | 'test';

const PREFIXES: Record<Mode, string> = { live: 'pc_', test: 'pc_test_' };
/** 40 of 62 letters: 238 bits, so that a fast hash is enough to store it. */
const RANDOM_LENGTH = 40;
const API_KEY = /^pc_(?:test_)?[0-9A-Za-z]{32,128}$/;

export const newApiKey = (ids: Ids, mode: Mode): string => PREFIXES[mode] + ids.base62(RANDOM_LENGTH);

/** Whether a text has the format of an API key. */
export const looksLikeApiKey = (text: string): boolean => API_KEY.test(text);

/** Compares two stored hashes in constant time. */
export const sameHash = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
