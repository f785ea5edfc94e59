import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../commands/catalogue.js';
import { groups } from '../commands/command.js';
import { topics } from '../commands/specs/topics.js';
import { docsPage, manPage } from './documents.js';
import { help } from './index.js';

interface Terminal {
  isTTY?: boolean;
  columns?: number;
  env?: Record<string, string>;
}

function askOn({ env = {}, ...terminal }: Terminal, ...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const code = help(
    argv,
    { ...terminal, write: (text) => (stdout += text) },
    { write: (text) => (stderr += text) },
    env,
  );
  return { code, stdout, stderr };
}

const ask = (...argv: string[]) => askOn({}, ...argv);
const askIn = (columns: number, ...argv: string[]) => askOn({ isTTY: true, columns }, ...argv);
const pages = () => [
  [],
  ...catalogue.map(({ path }) => [...path]),
  ...groups.map(({ name }) => [name]),
  ...topics.map(({ name }) => [name]),
];
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('help', () => {
  it('exists for the program, each group and each command, examples first', () => {
    expect(ask('--help').stdout).toContain('skiptrace upload leads.csv');
    expect(ask('jobs', '--help').stdout).toContain('jobs confirm <job>');
    for (const { path, examples } of catalogue) {
      const { code, stdout } = ask(...path, '--help');
      expect(code).toBe(0);
      expect(stdout.indexOf(examples[0]?.command ?? '?')).toBeGreaterThan(0);
      expect(stdout.indexOf(examples[0]?.command ?? '?')).toBeLessThan(stdout.indexOf('Usage:'));
      expect(stdout).toContain('skiptrace help exit-codes');
    }
  });

  it.each([80, 40])('fits %i columns except for commands, which are never broken', (width) => {
    for (const words of pages()) {
      const { stdout } = askIn(width, 'help', ...words);
      const tooLong = stdout.split('\n').filter((line) => line.length > width);
      expect(
        tooLong.filter((line) => width === 80 || !/^ +(skiptrace|source|generate-list|\{|")/.test(line)),
      ).toEqual([]);
    }
  });

  it('fits 80 columns if the width is not known, and 100 at most', () => {
    expect(widest(ask('help', 'upload').stdout)).toBeLessThanOrEqual(80);
    expect(widest(askIn(0, 'help', 'upload').stdout)).toBeLessThanOrEqual(80);
    expect(widest(askIn(300, 'help', 'billing').stdout)).toBeLessThanOrEqual(100);
  });

  it('has bold titles on a terminal that shows color, and nowhere else', () => {
    const terminal = { isTTY: true, columns: 80 };
    const bold = '\u001b[1mCommands:\u001b[22m';
    expect(askOn(terminal).stdout).toContain(bold);
    expect(ask().stdout).not.toContain('\u001b');
    expect(askOn(terminal, '--help', '--color', 'never').stdout).not.toContain('\u001b');
    expect(askOn({ ...terminal, env: { NO_COLOR: '1' } }).stdout).not.toContain('\u001b');
    expect(askOn({ ...terminal, env: { TERM: 'dumb' } }).stdout).not.toContain('\u001b');
  });

  it('is ASCII on a terminal that is not UTF-8', () => {
    for (const words of pages()) {
      const { stdout } = askOn({ isTTY: true, columns: 80, env: { LANG: 'C' } }, 'help', ...words);
      expect(stdout).toMatch(/^[\n\u001b -~]*$/);
    }
  });

  it('lists how to get help, the version, and every topic', () => {
    const { stdout } = ask();
    for (const words of ['-h, --help', '-V, --version', 'help <command>', 'help options', 'help exit-codes'])
      expect(stdout).toContain(words);
    expect(ask('help', 'options').stdout).toMatch(/--timeout <duration>/);
  });

  it("shows a command's own options only", () => {
    const { stdout } = ask('jobs', 'list', '--help');
    expect(stdout).toContain('--limit');
    expect(stdout).not.toContain('--timeout');
    expect(stdout.split('\n').length).toBeLessThan(30);
  });

  it('has topics', () => {
    expect(ask('help', 'exit-codes').stdout).toMatch(/ 12 {2}The output already exists/);
    expect(ask('help', 'billing').stdout).toContain('--max-cost 400');
  });

  it('answers unknown words with two lines', () => {
    const { code, stdout, stderr } = ask('help', 'nonsense');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('docs/cli.md', () => {
  it('matches the command descriptions', async () => {
    await expect(docsPage()).toMatchFileSnapshot('../../../../docs/cli.md');
  });
});

describe('the man page', () => {
  it('matches the command descriptions', async () => {
    await expect(manPage()).toMatchFileSnapshot('../../man/skiptrace.1');
  });

  it('has the usual sections of man pages', () => {
    const headings = [...manPage().matchAll(/^\.SH (.+)$/gm)].map(([, title]) => title);
    expect(headings).toEqual(
      expect.arrayContaining([
        ...['NAME', 'SYNOPSIS', 'DESCRIPTION', 'EXIT STATUS', 'ENVIRONMENT', 'FILES', 'SEE ALSO'],
      ]),
    );
    expect(headings.at(-1)).toBe('SEE ALSO');
  });

  it('is a list in package.json: npm makes no link for a single name', async () => {
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
