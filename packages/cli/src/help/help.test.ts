import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../commands/catalogue.js';
import { docsPage } from './docs.js';
import { help } from './index.js';
import { manPage } from './man.js';

function ask(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const code = help(argv, { write: (text) => (stdout += text) }, { write: (text) => (stderr += text) });
  return { code, stdout, stderr };
}

describe('help', () => {
  it('is there for the program, each group and each command, examples first', () => {
    expect(ask('--help').stdout).toContain('skiptrace upload leads.csv');
    expect(ask('jobs', '--help').stdout).toContain('jobs confirm <job>');
    for (const { path, examples } of catalogue) {
      const { code, stdout } = ask(...path, '--help');
      expect(code).toBe(0);
      expect(stdout.indexOf(examples[0]?.command ?? '?')).toBeGreaterThan(0);
      expect(stdout.indexOf(examples[0]?.command ?? '?')).toBeLessThan(stdout.indexOf('Usage:'));
      expect(stdout).toContain('Exit codes:');
    }
  });

  it('fits 110 columns but for long examples', () => {
    for (const { path, examples } of catalogue) {
      const tooLong = ask('help', ...path)
        .stdout.split('\n')
        .filter((line) => line.length > 110 && !examples.some(({ command }) => line.includes(command)));
      expect(tooLong.filter((line) => !/^(Standard output|With --json|Cost):/.test(line))).toEqual([]);
    }
  });

  it('has topics', () => {
    expect(ask('help', 'exit-codes').stdout).toMatch(/ 12 {2}The output exists already/);
    expect(ask('help', 'billing').stdout).toContain('--max-cost 400');
  });

  it('answers two lines to what it does not know', () => {
    const { code, stdout, stderr } = ask('help', 'nonsense');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('docs/cli.md', () => {
  it('is what the command descriptions say', async () => {
    await expect(docsPage()).toMatchFileSnapshot('../../../../docs/cli.md');
  });
});

describe('the man page', () => {
  it('is what the command descriptions say', async () => {
    await expect(manPage()).toMatchFileSnapshot('../../man/skiptrace.1');
  });

  it('is a list in package.json: of one alone npm makes no link', async () => {
    const folder = path.resolve(import.meta.dirname, '../..');
    const content = await readFile(path.join(folder, 'package.json'), 'utf8');
    const { man } = JSON.parse(content) as { man: readonly string[] };
    expect(man).toHaveLength(1);
    expect(Array.isArray(man) && (await readFile(path.join(folder, man[0] ?? ''), 'utf8'))).toContain('.TH');
  });

  it.skipIf(spawnSync('groff', ['--version']).status !== 0)('is read by groff without a complaint', () => {
    const file = path.resolve(import.meta.dirname, '../../man/skiptrace.1');
    const { stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tascii', file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('Look up a whole CSV file');
  });
});
