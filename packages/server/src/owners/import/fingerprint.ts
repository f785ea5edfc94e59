import { createHash } from 'node:crypto';
import { addressRules } from '../property.js';
import { chunksOf } from '../../file-chunks.js';

/** SHA-256 of a file's bytes, hex. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * What makes an import the same import: the file, how it was to be read, and the rules under which its addresses were
 * standardised.
 */
export const fingerprint = (digest: string, settings: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, settings, addressRules()]))
    .digest('hex');
