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
 * The place of the private state about something, held by this process alone until its release. What is unchanged for a year is
 * removed beside it.
 * @throws Failure busy, output_unwritable
 */
export async function holdState(host: Host, kind: string, identity: unknown) {
  const place = statePath(host, kind, identity);
  const [folder, name] = [path.dirname(place), path.basename(place)];
  await makePrivateFolder(folder);
  const lock = await takeLock(`${place}.lock`, host);
  await forgetOld(folder, name, host);
  return { place, lock };
}

/** How often a holder renews its file, and the age at which one on another machine counts as gone. */
const BEAT_MS = 3_000;
const GONE_MS = 15_000;
/** A living process of this machine may only be stopped (Ctrl-Z); after a day another one probably has its id. */
const STOPPED_MS = 24 * 60 * 60 * 1000;

export interface Lock {
  /** False once another process took it, because this one was stopped, or its machine. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * One process at a time. Each holder has a file of its own, numbered one higher than the one before, which only one of several
 * processes can create, and renews it as long as it lives. The highest number is never removed, not even by its owner, so a
 * process that looked too early cannot mistake an old number for a free one.
 * @throws Failure busy, output_unwritable
 */
export async function takeLock(lock: string, host: Holder): Promise<Lock> {
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
      return {
        isHeld: async () => Math.max(...(await numbersOf(lock))) === last + 1,
        release: async () => {
          clearInterval(beat);
          await writeJson(own, {});
        },
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

/** A process id means nothing on another machine. @throws Failure busy */
async function refuseLiving(file: string, host: Holder): Promise<void> {
  const [holder, found] = await Promise.all([
    readJson(file).catch(() => undefined),
    stat(file).catch(() => undefined),
  ]);
  if (!isRecord(holder) || typeof holder['pid'] !== 'number' || found === undefined) return;
  const isHere = holder['hostname'] === host.hostname;
  const isFresh = Math.abs(host.clock.now() - found.mtimeMs) < (isHere ? STOPPED_MS : GONE_MS);
  if (!isFresh || (isHere && !host.isAlive(holder['pid']))) return;
  throw new Failure('busy', `Another skiptrace (process ${holder['pid']}) is working on this file.`, {
    hint: 'It keeps running. Run the command again when it is done.',
    retryable: true,
  });
}
