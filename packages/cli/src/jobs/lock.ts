import { randomUUID, randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import { errorCode, writingIn } from '../failures/system-error.js';
import type { Host } from '../host.js';
import { forgetOld, makePrivateFolder, statePath } from '../settings/private-file.js';

type Holder = Pick<Host, 'pid' | 'isAlive' | 'platform'>;

/**
 * The place of the private state about something, held by this process alone until `unlock`. What is unchanged for a year is
 * removed beside it.
 * @throws Failure busy, output_unwritable
 */
export async function holdState(host: Host, kind: string, identity: unknown) {
  const place = statePath(host, kind, identity);
  const [folder, name] = [path.dirname(place), path.basename(place)];
  await makePrivateFolder(folder);
  const unlock = await takeLock(`${place}.lock`, host);
  await forgetOld(folder, name, host);
  return { place, unlock };
}

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

/** Longest path of a socket: 104 bytes on macOS and 108 on Linux, including the final zero. */
const LONGEST_PATH = 103;

/**
 * Shows that this process is alive: a local socket (on Windows a named pipe) that it listens on. The system closes it when
 * the process ends in any way, and other processes can connect to it, also from another container with the same folder. A
 * process id can do neither: ids are reused, and in a container they begin at 1.
 */
interface Heartbeat {
  /** Argument of `isBeating`; null if no socket can be made, as on some mounted folders. */
  readonly name: string | null;
  end(): Promise<void>;
}

async function startHeartbeat(folder: string, host: Pick<Host, 'platform'>): Promise<Heartbeat> {
  const name = `.${randomBytes(6).toString('hex')}.alive`;
  const address = addressOf(folder, name, host);
  if (Buffer.byteLength(address) > LONGEST_PATH) return NO_HEARTBEAT;
  // The connection itself is the answer.
  const server = createServer((asking) => asking.destroy());
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(address, () => resolve(true));
  });
  if (!listens) return NO_HEARTBEAT;
  server.on('error', () => undefined);
  server.unref();
  return { name, end: () => new Promise((resolve) => void server.close(() => resolve())) };
}

const NO_HEARTBEAT: Heartbeat = { name: null, end: () => Promise.resolve() };

/** Whether the process with this heartbeat is alive. Errors other than "not there" and "refused" count as alive. */
async function isBeating(folder: string, name: string, host: Pick<Host, 'platform'>): Promise<boolean> {
  const failure = await new Promise<string | undefined>((resolve) => {
    const socket = connect(addressOf(folder, name, host));
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error) => resolve(errorCode(error)));
  });
  return failure !== 'ENOENT' && failure !== 'ECONNREFUSED';
}

/** Removes the heartbeat's socket of a killed process. */
const removeHeartbeat = (folder: string, name: string): Promise<void> =>
  rm(path.join(folder, name), { force: true });

const addressOf = (folder: string, name: string, { platform }: Pick<Host, 'platform'>): string =>
  platform === 'win32' ? `\\\\.\\pipe\\skiptrace${name}` : path.join(folder, name);
