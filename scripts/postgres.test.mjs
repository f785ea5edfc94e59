import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const support = path.resolve(import.meta.dirname, 'support/postgres.mjs');
const ended = (code) =>
  new Promise((resolve) => {
    const words = ['--input-type=module', '--eval', `import ${JSON.stringify(support)};${code}`];
    execFile(process.execPath, words, (error) => resolve(error?.code ?? 0));
  });

it('a script that has used PostgreSQL ends as it says', async () => {
  expect(await ended('process.exitCode = 3')).toBe(3);
  expect(await ended('')).toBe(0);
  expect(await ended("throw new Error('for the test')")).toBe(1);
  expect(await ended('process.exit(4)')).toBe(4);
});
