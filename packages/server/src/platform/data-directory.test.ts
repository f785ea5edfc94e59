import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../testing/temporary.js';
import { ConfigError } from './config.js';
import { markMove, moveOf, refuseMoved } from './data-directory.js';

let folder: Temporary<string>;
let note: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  note = path.join(folder.value, 'moved.json');
});
afterEach(() => folder.remove());

const MOVE = { to: 'postgres://db/skiptrace', at: '2026-11-25T12:00:00.000Z', state: 'begun' } as const;
const refusal = () => refuseMoved(folder.value).catch((error: unknown) => error);

describe('the note that a data directory was moved', () => {
  it('is read as it was written, and its absence means no move', async () => {
    expect(await moveOf(folder.value)).toBeNull();
    await expect(refuseMoved(folder.value)).resolves.toBeUndefined();
    await markMove(folder.value, MOVE);
    expect(await moveOf(folder.value)).toEqual(MOVE);
  });

  it('refuses to start with a sentence, whichever byte it was cut off at', async () => {
    await markMove(folder.value, MOVE);
    const whole = await readFile(note, 'utf8');
    for (let end = 0; end < whole.trimEnd().length; end++) {
      await writeFile(note, whole.slice(0, end));
      const error = await refusal();
      expect(error).toBeInstanceOf(ConfigError);
      expect(error).toHaveProperty('message', expect.stringContaining('moved.json in the data directory'));
      expect(error).toHaveProperty('message', expect.stringContaining('"skiptrace-server move" again'));
    }
  });

  it.each(['null', '{}', '{"to":1,"at":"","state":"begun"}', '{"to":"","at":"","state":"gone"}'])(
    'refuses to start when it holds %s',
    async (content) => {
      await writeFile(note, content);
      expect(await refusal()).toBeInstanceOf(ConfigError);
    },
  );

  it('refuses to start when it cannot be read at all', async () => {
    await mkdir(note);
    expect(await refusal()).toBeInstanceOf(ConfigError);
    await rm(note, { recursive: true });
  });

  it('lets a move resume that finds it damaged', async () => {
    await writeFile(note, '');
    await expect(refuseMoved(folder.value, true)).resolves.toBeUndefined();
  });
});
