import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const DISK = '/dev/shm';
const NEEDED_BYTES = 8 * 1024 ** 3;
const NAME = /^skiptrace-tests-(\d+)$/;

/**
 * Makes the temporary folders of this process and its children on Linux's disk in memory, if that has room: every test makes
 * databases, writes them durably and throws them away, and a real disk takes longer for that than the tests themselves.
 * TMPDIR, if it is set, says otherwise.
 */
export function useMemoryDisk() {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return;
  removeLeftFolders();
  if (roomBytes() < NEEDED_BYTES) return;
  const folder = path.join(DISK, `skiptrace-tests-${process.pid}`);
  // The user that PostgreSQL runs as passes through here to its own folder, and reads no other.
  mkdirSync(folder, { mode: 0o711 });
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Free bytes of the disk in memory, and of memory. */
function roomBytes() {
  try {
    const { bavail, bsize } = statfsSync(DISK);
    return Math.min(bavail * bsize, freemem());
  } catch {
    return 0;
  }
}

/** Removes what killed runs left, since it takes memory. */
function removeLeftFolders() {
  for (const name of namesOn(DISK)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(DISK, name), { recursive: true, force: true });
  }
}

function namesOn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
