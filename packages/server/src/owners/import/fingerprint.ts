import { createHash } from 'node:crypto';
import { addressRules } from '../property.js';
import { chunksOf } from '../../lib/file-chunks.js';

/** SHA-256 of a file's bytes, hex. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Raise when importing the same file again would store more than before. 2: exact-keys.ts; 3: loose-keys.ts; 4: name-order.ts; 5:
 * phones with an unchecked Do Not Call status; 6: phones without a type.
 */
const LAYOUT = 6;

/** Identity of an import: the content, the reading settings, the address rules, and the layout of the stored data. */
export const fingerprint = (digest: string, settings: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, settings, addressRules(), LAYOUT]))
    .digest('hex');
