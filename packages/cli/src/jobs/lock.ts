import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { errorCode } from '../failures/system-error.js';

type Holder = Pick<Host, 'pid' | 'isAlive'>;

/**
 * One process at a time. The lock is a file that holds its owner's process id; it comes into being with that content (by a
 * hard link), and what a killed process left behind is taken over.
 */
export async function takeLock(lock: string, host: Holder): Promise<() => Promise<void>> {
  const content = `${host.pid} ${randomUUID()}`;
  const draft = `${lock}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        await link(draft, lock);
        return () => rm(lock, { force: true });
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      await refuseLiving(lock, host);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new Failure('busy', 'Other skiptrace processes are working on this file.', { retryable: true });
}

/** Throws when the owner lives; else clears its lock away, unless somebody new has taken it meanwhile. */
async function refuseLiving(lock: string, host: Holder): Promise<void> {
  const content = await readFile(lock, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const pid = Number.parseInt(content, 10);
  if (pid > 0 && host.isAlive(pid)) {
    throw new Failure('busy', `Another skiptrace (process ${pid}) is working on this file.`, {
      hint: 'It goes on undisturbed. Run the command again when it has ended.',
      retryable: true,
    });
  }
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
    if ((await readFile(aside, 'utf8')) !== content) await link(aside, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
