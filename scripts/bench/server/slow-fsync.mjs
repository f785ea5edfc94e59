// The environment of a process whose fsync is slow; the library is made once, with the machine's C compiler.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const cache = path.resolve(here, '../../../node_modules/.cache/skiptrace-bench');

/** @param {number} ms how much longer each fsync takes */
export function slowFsync(ms) {
  const library = path.join(cache, 'slow-fsync.so');
  if (!existsSync(library)) {
    mkdirSync(cache, { recursive: true });
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, path.join(here, 'slow-fsync.c'), '-ldl']);
  }
  return { LD_PRELOAD: library, FSYNC_DELAY_US: String(ms * 1_000) };
}
