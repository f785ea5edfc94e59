// Environment of a process with a slow fsync; the library is compiled once, with the machine's C compiler.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const cache = path.resolve(here, '../../../node_modules/.cache/skiptrace-bench');

/** @param {number} ms additional time of each fsync */
export function slowFsync(ms) {
  const library = path.join(cache, 'slow-fsync.so');
  if (!existsSync(library)) {
    mkdirSync(cache, { recursive: true });
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, path.join(here, 'slow-fsync.c'), '-ldl']);
  }
  return { LD_PRELOAD: library, FSYNC_DELAY_US: String(ms * 1_000) };
}
