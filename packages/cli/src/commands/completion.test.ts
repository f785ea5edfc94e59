import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.js';
import { completionScript } from './completion.js';

/** The output of a shell that has no `skiptrace`. */
function shellOf(argv: readonly [string, ...string[]], script: string): string[] {
  const [shell, ...options] = argv;
  const done = spawnSync(shell, [...options, '-c', script], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect(done.stderr).toBe('');
  return done.stdout.trim().split('\n');
}

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

describe.skipIf(!isInstalled('bash'))('the script for bash', () => {
  it.each([
    ['jobs c', 'confirm cancel'],
    ['jobs list --status p', 'pending processing preview'],
    ['export x.csv --layout re', 'reisift'],
    ['--profile x jobs d', 'download'],
    ['--profile = x jobs d', 'download'],
    // Bash breaks words at "=".
    ['--color = a', 'auto always'],
    ['jobs list --li', '--limit'],
    ['upload --no-d', '--no-dedupe'],
    ['config set max', 'max-cost'],
    ['help exit', 'exit-codes'],
    ['completion z', 'zsh'],
    ['upload lea', ''],
  ])('of %j offers %j', (words, offered) => {
    const ask = `COMP_WORDS=(skiptrace ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _skiptrace; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(shellOf(['bash', '--norc'], `${completionScript('bash', catalogue)}${ask}`).join(' ')).toBe(
      offered,
    );
  });
});

describe.skipIf(!isInstalled('fish'))('the script for fish', () => {
  it.each([
    ['jobs c', ['cancel', 'confirm']],
    ['jobs list --status pr', ['preview', 'processing']],
  ])('of %j offers %j', (words, offered) => {
    const lines = shellOf(
      ['fish', '--no-config'],
      `${completionScript('fish', catalogue)}complete -C "skiptrace ${words}"`,
    );
    expect(lines.map((line) => line.split('\t')[0]).sort()).toEqual(offered);
  });
});

it.skipIf(!isInstalled('zsh'))('the script for zsh is read by zsh', () => {
  expect(shellOf(['zsh', '-f'], `${completionScript('zsh', catalogue)}echo read`)).toContain('read');
});
