// The files' key with which each check last passed, kept between runs: a check with the same key is skipped.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stamp } from './builds.mjs';
import { root } from './packages.mjs';

const folder = path.join(root, 'node_modules', '.cache');
const record = path.join(folder, 'skiptrace-known-good.json');

function read() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Hash of the files, of what the packages were built from, and of the Node version.
 * @returns {string | null} null where git can't tell which files there are
 */
export function keyOfFiles() {
  try {
    const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const hash = createHash('sha256').update(process.version);
    for (const file of [
      ...list
        .split('\0')
        .filter((name) => name !== '')
        .sort(),
      path.relative(root, stamp),
    ]) {
      const where = path.join(root, file);
      // Git also names files that were deleted since the last commit.
      if (existsSync(where)) hash.update(`\0${file}\0`).update(readFileSync(where));
    }
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** @param {string | null} key of all files that were looked at; null is never known */
export const isKnownGood = (name, key) => key !== null && read()[name] === key;

export function noteGood(name, key) {
  if (key === null) return;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${record}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify({ ...read(), [name]: key }));
  renameSync(unfinished, record);
}
