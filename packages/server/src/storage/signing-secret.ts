import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createFile } from '../lib/private-files.js';
import { errorCode } from '../lib/error-code.js';

export const SECRET_BYTES = 32;

/** The secret that an operator gave as text, of any length. */
export const secretOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The secret that signs links, made when the file is first asked for and readable by its owner alone. Every process of
 * one data directory gets the same: the first makes the file, the others read it.
 */
export async function openSigningSecret(file: string): Promise<Buffer> {
  const existing = await readSecret(file);
  if (existing !== null) return existing;
  await createFile(file, randomBytes(SECRET_BYTES));
  const made = await readSecret(file);
  if (made === null) throw new Error('The signing secret was removed while it was being made.');
  return made;
}

async function readSecret(file: string): Promise<Buffer | null> {
  const secret = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (secret !== null && secret.length !== SECRET_BYTES) {
    throw new Error(`The signing secret must hold ${SECRET_BYTES} bytes. Remove it to have a new one made.`);
  }
  return secret;
}
