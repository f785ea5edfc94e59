import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { isRecord } from '../json.js';
import {
  forgetOld,
  makePrivateFolder,
  readJson,
  statePath,
  writeJson,
  writeNewJson,
} from '../settings/private-file.js';

type Holder = Pick<Host, 'pid' | 'isAlive' | 'hostname' | 'clock'>;

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

/** How often a holder renews its file, and the age at which it counts as gone: killed, or its machine is. */
const BEAT_MS = 3_000;
const GONE_MS = 15_000;

/**
 * One process at a time. Each holder has a file of its own, numbered one higher than the one before, which only one of several
 * processes can create, and renews it as long as it lives. The highest number is never removed, not even by its owner, so a
 * process that looked too early cannot mistake an old number for a free one.
 * A holder that was stopped for long may find the lock taken: what is paid for once is decided by idempotency keys.
 * @throws Failure busy, output_unwritable
 */
export async function takeLock(lock: string, host: Holder): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const held = await numbersOf(lock);
    const last = Math.max(0, ...held);
    await refuseLiving(`${lock}.${last}`, host);
    const own = `${lock}.${last + 1}`;
    if (!(await writeNewJson(own, { pid: host.pid, hostname: host.hostname }))) continue;
    if (Math.max(...(await numbersOf(lock))) === last + 1) {
      for (const number of held) await rm(`${lock}.${number}`, { force: true });
      const beat = setInterval(() => {
        const now = new Date(host.clock.now());
        void utimes(own, now, now).catch(() => undefined);
      }, BEAT_MS).unref();
      return async () => {
        clearInterval(beat);
        await writeJson(own, {});
      };
    }
    // Others took and released it since the check: this number was removed, not free.
    await rm(own, { force: true });
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

/** A process id only says that a holder on this machine is dead: ids are used again, and mean nothing elsewhere. */
async function refuseLiving(file: string, host: Holder): Promise<void> {
  const [holder, found] = await Promise.all([
    readJson(file).catch(() => undefined),
    stat(file).catch(() => undefined),
  ]);
  if (!isRecord(holder) || typeof holder['pid'] !== 'number' || found === undefined) return;
  const isFresh = Math.abs(host.clock.now() - found.mtimeMs) < GONE_MS;
  if (!isFresh || (holder['hostname'] === host.hostname && !host.isAlive(holder['pid']))) return;
  throw new Failure('busy', `Another skiptrace (process ${holder['pid']}) is working on this file.`, {
    hint: 'It keeps running. Run the command again when it is done.',
    retryable: true,
  });
}
