import { createHash } from 'node:crypto';
import { addressRules } from '../property.js';
import { chunksOf } from '../../file-chunks.js';

/** SHA-256 of a file's bytes, hex. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Changes when the same file would bring more into the directory than it did before, as of 2: exact-keys.ts, as of 3: loose-keys.ts, as of 4: name-order.ts, as of 5: phones that nobody checked, as of 6: phones without a type. */
const LAYOUT = 6;

/**
 * What makes an import the same import: the content, how it was to be read, the rules under which its addresses were
 * standardised, and what is stored of it.
 */
export const fingerprint = (digest: string, settings: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, settings, addressRules(), LAYOUT]))
    .digest('hex');
