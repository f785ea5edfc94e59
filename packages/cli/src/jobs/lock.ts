import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { errorCode, writingIn } from '../failures/system-error.js';

type Holder = Pick<Host, 'pid' | 'isAlive'>;

/** What a released lock holds instead of its owner's process id. */
const NOBODY = '0';

/**
 * One process at a time. Each holder is a file of its own, numbered one higher than the one before and holding the process
 * id; it comes into being with that content (by a hard link), which exactly one of many can do. The highest number is never
 * removed, not even by its owner, so nobody who looked too early can mistake an old number for a free one.
 */
export function takeLock(lock: string, host: Holder): Promise<() => Promise<void>> {
  return writingIn(path.dirname(lock), () => take(lock, host));
}

async function take(lock: string, host: Holder): Promise<() => Promise<void>> {
  const draft = `${lock}.${randomUUID()}`;
  try {
    await writeFile(draft, String(host.pid), { mode: 0o600 });
    for (let attempt = 0; attempt < 5; attempt++) {
      const held = await numbersOf(lock);
      const last = Math.max(0, ...held);
      await refuseLiving(`${lock}.${last}`, host);
      const own = `${lock}.${last + 1}`;
      if (!(await linked(draft, own))) continue;
      if (Math.max(...(await numbersOf(lock))) === last + 1) {
        for (const number of held) await rm(`${lock}.${number}`, { force: true });
        await removeDrafts(lock, host);
        return () => release(own);
      }
      // Others came and went since the look: this number was cleared away, not free.
      await rm(own, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new Failure('busy', 'Other skiptrace processes are working on this file.', { retryable: true });
}

async function numbersOf(lock: string): Promise<number[]> {
  const start = `${path.basename(lock)}.`;
  const names = await readdir(path.dirname(lock));
  return names
    .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
    .map((name) => Number(name.slice(start.length)));
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** Drafts of processes that were killed while they wanted the lock. */
async function removeDrafts(lock: string, host: Holder): Promise<void> {
  const start = `${path.basename(lock)}.`;
  for (const name of await readdir(path.dirname(lock))) {
    if (!name.startsWith(start) || /^\d+$/.test(name.slice(start.length))) continue;
    const draft = path.join(path.dirname(lock), name);
    const pid = Number.parseInt(await readFile(draft, 'utf8').catch(() => NOBODY), 10);
    if (pid > 0 && !host.isAlive(pid)) await rm(draft, { force: true });
  }
}

async function release(own: string): Promise<void> {
  const draft = `${own}.${randomUUID()}`;
  await writeFile(draft, NOBODY, { mode: 0o600 });
  await rename(draft, own);
}

async function refuseLiving(file: string, host: Holder): Promise<void> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => NOBODY), 10);
  if (!(pid > 0 && host.isAlive(pid))) return;
  throw new Failure('busy', `Another skiptrace (process ${pid}) is working on this file.`, {
    hint: 'It keeps running. Run the command again when it is done.',
    retryable: true,
  });
}
