import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import type { Ids } from '../ids.js';

export const SECRET_BYTES = 32;

/** The secret that an operator gave as text, of any length. */
export const secretOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The secret that signs links, made when the file is first asked for and readable by its owner alone. Every process of
 * one data directory gets the same: a finished file is linked into place, and whoever comes second reads the first's.
 */
export async function openSigningSecret(file: string, ids: Ids): Promise<Buffer> {
  const existing = await readSecret(file);
  if (existing !== null) return existing;
  const draft = `${file}.${ids.uuid()}`;
  try {
    await writeFile(draft, randomBytes(SECRET_BYTES), { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readSecret(file);
  if (made === null) throw new Error('The signing secret was removed while it was being made.');
  return made;
}

async function readSecret(file: string): Promise<Buffer | null> {
  const secret = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (secret !== null && secret.length !== SECRET_BYTES) {
    throw new Error(`The signing secret must hold ${SECRET_BYTES} bytes. Remove it to have a new one made.`);
  }
  return secret;
}
