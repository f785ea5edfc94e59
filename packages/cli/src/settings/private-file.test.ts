import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../failures/failure.js';
import { makePrivateFolder, readJson, writeJson, writeNewJson } from './private-file.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-cli-'));
  file = path.join(folder, 'deep', 'state.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a private file', () => {
  it('is never half written: the old one stays unchanged until the new one replaces it', async () => {
    await writeJson(file, 'old');
    const old = openSync(file, 'r');
    await writeJson(file, 'newer');
    expect(readFileSync(old, 'utf8')).toBe('"old"\n');
    expect(await readJson(file)).toBe('newer');
    expect(await writeNewJson(file, 'newest')).toBe(false);
    expect(readdirSync(path.dirname(file))).toEqual(['state.json']);
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  // Node's own recursive mkdir never ends there.
  it.runIf(existsSync('/proc/self'))('is refused where the system lets nobody make a folder', async () => {
    await expect(makePrivateFolder('/proc/skiptrace/state')).rejects.toBeInstanceOf(Failure);
    await expect(writeJson('/proc/skiptrace/state/jobs.json', {})).rejects.toBeInstanceOf(Failure);
  });
});
