import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { errorCode, writingIn } from '../failures/system-error.js';
import { isBeating, removeHeartbeat, startHeartbeat, type Heartbeat } from './heartbeat.js';

type Holder = Pick<Host, 'pid' | 'isAlive' | 'platform'>;

/** Content of a released lock, instead of its owner's process id. */
const RELEASED = '0';

/**
 * One process at a time. Each holder is a file of its own, numbered one higher than the one before. It holds the process id
 * and the name of the holder's heartbeat socket; if there is a socket, it alone counts. The file is created with that content
 * (by a hard link), which only one of several processes can do. The highest number is never removed, not even by its owner,
 * so a process that looked too early cannot mistake an old number for a free one.
 */
export function takeLock(lock: string, host: Holder): Promise<() => Promise<void>> {
  return writingIn(path.dirname(lock), () => take(lock, host));
}

async function take(lock: string, host: Holder): Promise<() => Promise<void>> {
  const draft = `${lock}.${randomUUID()}`;
  const folder = path.dirname(lock);
  const heartbeat = await startHeartbeat(folder, host);
  let isTaken = false;
  try {
    await writeFile(draft, [host.pid, ...(heartbeat.name === null ? [] : [heartbeat.name])].join('\n'), {
      mode: 0o600,
    });
    for (let attempt = 0; attempt < 5; attempt++) {
      const held = await numbersOf(lock);
      const last = Math.max(0, ...held);
      await refuseLiving(`${lock}.${last}`, host);
      const own = `${lock}.${last + 1}`;
      if (!(await linked(draft, own))) continue;
      if (Math.max(...(await numbersOf(lock))) === last + 1) {
        for (const number of held) await removeWithHeartbeat(`${lock}.${number}`);
        await removeDrafts(lock, host);
        isTaken = true;
        return () => release(own, heartbeat);
      }
      // Others took and released it since the check: this number was removed, not free.
      await rm(own, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
    if (!isTaken) await heartbeat.end();
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

/** Drafts of processes that were killed while they waited for the lock. */
async function removeDrafts(lock: string, host: Holder): Promise<void> {
  const start = `${path.basename(lock)}.`;
  for (const name of await readdir(path.dirname(lock))) {
    if (!name.startsWith(start) || /^\d+$/.test(name.slice(start.length))) continue;
    const draft = path.join(path.dirname(lock), name);
    const holder = await holderIn(draft);
    if (holder.pid > 0 && !(await lives(holder, host))) await removeWithHeartbeat(draft);
  }
}

async function release(own: string, heartbeat: Heartbeat): Promise<void> {
  const draft = `${own}.${randomUUID()}`;
  await writeFile(draft, RELEASED, { mode: 0o600 });
  await rename(draft, own);
  await heartbeat.end();
}

async function refuseLiving(file: string, host: Holder): Promise<void> {
  const holder = await holderIn(file);
  if (!(await lives(holder, host))) return;
  throw new Failure('busy', `Another skiptrace (process ${holder.pid}) is working on this file.`, {
    hint: 'It keeps running. Run the command again when it is done.',
    retryable: true,
  });
}

interface Written {
  readonly folder: string;
  /** 0 if released. */
  readonly pid: number;
  readonly heartbeat: string | undefined;
}

async function holderIn(file: string): Promise<Written> {
  const [pid = RELEASED, heartbeat] = (await readFile(file, 'utf8').catch(() => RELEASED)).split('\n');
  return { folder: path.dirname(file), pid: Number.parseInt(pid, 10), heartbeat };
}

/** Checks the heartbeat, or the process id if there is no heartbeat. */
async function lives({ folder, pid, heartbeat }: Written, host: Holder): Promise<boolean> {
  return heartbeat === undefined ? pid > 0 && host.isAlive(pid) : isBeating(folder, heartbeat, host);
}

async function removeWithHeartbeat(file: string): Promise<void> {
  const { folder, heartbeat } = await holderIn(file);
  if (heartbeat !== undefined) await removeHeartbeat(folder, heartbeat);
  await rm(file, { force: true });
}
