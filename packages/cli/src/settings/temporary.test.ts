import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FakeHost } from '../testing/fake-host.js';
import { temporaryFileBeside, temporaryFolder } from './temporary.js';

it('removes temporary files at the end without a turn of the event loop: an interrupted command may have none left', async () => {
  const host = new FakeHost();
  const endings: (() => void | Promise<void>)[] = [];
  const run = { host, onEnd: (task: () => void | Promise<void>) => void endings.push(task) };
  const folder = await temporaryFolder(run);
  const part = await temporaryFileBeside(path.join(host.cwd, 'out.csv'), run);
  await writeFile(path.join(folder, 'stdin.csv'), 'Address,City\n');
  await writeFile(part, 'Address,City\n');
  const ended = Promise.all(endings.map(async (task) => task()));
  for (let microtask = 0; microtask < 10; microtask++) await Promise.resolve();
  expect([existsSync(folder), existsSync(part)]).toEqual([false, false]);
  await ended;
  rmSync(host.folder, { recursive: true });
});
