import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Host } from '../host.js';

/** No service keeps a job's file, or the answer under a key, for nearly a year. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Removes files of the state directory's folder that no run has touched for a year, except names that begin with `own`. */
export async function forgetOld(folder: string, own: string, { clock }: Pick<Host, 'clock'>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(own)) continue;
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined);
    if (!found || clock.now() - found.mtimeMs < KEPT_MS) continue;
    // An entry that cannot be removed does no harm.
    await rm(entry, { recursive: true, force: true }).catch(() => undefined);
  }
}
