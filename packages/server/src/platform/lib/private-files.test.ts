import { existsSync } from 'node:fs';
import { chmod, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { createFile, folderFault, makeFolder, replaceFile } from './private-files.js';

let folder: Temporary<string>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = path.join(folder.value, 'state.json');
});
afterEach(() => folder.remove());

describe('a file that is replaced', () => {
  it('is never empty or half written: the old one stays unchanged until the new one has its name', async () => {
    await replaceFile(file, 'old');
    const old = await open(file, 'r');
    await replaceFile(file, 'newer');
    expect(await old.readFile('utf8')).toBe('old');
    await old.close();
    expect(await readFile(file, 'utf8')).toBe('newer');
    expect(await readdir(folder.value)).toEqual(['state.json']);
  });

  it('is readable only by its owner, whatever the mode of the previous one', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o644);
    await replaceFile(file, 'new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing behind if it cannot be written', async () => {
    await makeFolder(path.join(file, 'in it'));
    await expect(replaceFile(file, 'new')).rejects.toThrow();
    expect(await readdir(folder.value)).toEqual(['state.json']);
  });
});

describe('a file that is made once', () => {
  it('is made by exactly one of many, whole', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map((text) => createFile(file, text.repeat(1_000))));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toMatch(/^(a{1000}|b{1000}|c{1000})$/);
    expect(await readdir(folder.value)).toEqual(['state.json']);
  });
});

describe('a folder that is made', () => {
  const reasonFor = (wanted: string) => makeFolder(wanted).catch(folderFault);

  it('is made with the folders above it, for its owner alone', async () => {
    const deep = path.join(folder.value, 'a', 'b', 'c');
    expect(await makeFolder(deep)).toBe(true);
    expect(await makeFolder(deep)).toBe(false);
    expect((await stat(deep)).mode & 0o777).toBe(0o700);
  });

  it('is refused with a reason where a file is in the way', async () => {
    await writeFile(file, '');
    expect(await reasonFor(file)).toBe('it is a file');
    expect(await reasonFor(path.join(file, 'a', 'b'))).toBe('part of its path is a file');
  });

  // Node's recursive mkdir never returns there.
  it.runIf(existsSync('/proc/self'))('is refused where the system allows no new folder', async () => {
    expect(await reasonFor('/proc/skiptrace')).toBe('no folder can be made there');
    expect(await reasonFor('/proc/skiptrace/data')).toBe('no folder can be made there');
  });
});
