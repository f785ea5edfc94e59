import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../testing/scenario.js';
import { completionScript } from './completion.js';

const start = scenarios();

/** The completions offered after these words, the last of which is unfinished. */
async function offered(...words: string[]): Promise<string[]> {
  const host = (await start()).host();
  expect(await skiptrace(host, '__complete', '--', ...words)).toBe(0);
  return host.output.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
}

describe('completion', () => {
  it.each([
    [
      ['jobs', 'c'],
      ['confirm', 'cancel'],
    ],
    [
      ['jobs', 'list', '--status', 'p'],
      ['pending', 'processing', 'preview'],
    ],
    [['export', 'x.csv', '--layout', 're'], ['reisift']],
    [['--profile', 'x', 'jobs', 'd'], ['download']],
    [['--color=a'], ['--color=auto', '--color=always']],
    [['config', 'set', 'max'], ['max-cost']],
    [['config', 'unset', 'b'], ['base-url']],
    [['help', 'exit'], ['exit-codes']],
    [['completion', 'z'], ['zsh']],
    [['lookup', '1 Oak St', '--json', 'phones,e'], ['phones,emails']],
    [['balance', '--json=ba'], ['--json=balanceCents']],
    [['upload', 'lea'], []],
  ])('of %j offers %j', async (words, values) => {
    expect(await offered(...words)).toEqual(values);
  });

  it('offers profiles with their service, and asks the service nothing', async () => {
    const scenario = await start();
    const host = scenario.host({ stdin: 'pc_0123456789abcdefghij\n' });
    await skiptrace(host, 'auth', 'login', '--profile', 'client-a', '-q');
    const sent = scenario.server.requests.length;
    await skiptrace(host, '__complete', '--', 'auth', 'switch', '');
    expect(host.output).toBe(`client-a\t${scenario.server.url}\n`);
    expect(await skiptrace(host, '__complete', '--', 'jobs', 'get', '')).toBe(0);
    expect(scenario.server.requests).toHaveLength(sent);
  });
});

/** A `skiptrace` that answers like the real one, and shows which words the shell passed to it. */
const STAND_IN = `#!/bin/sh
[ "$1" = __complete ] || exit 1
shift 2
printf '%s|' "$@" >> "$WORDS"
printf '\\n' >> "$WORDS"
case "$*" in
  *file*) ;;
  *--color=*) printf '%s\\t\\n' --color=always --color=auto ;;
  *) printf 'confirm\\tPay for a job: now\\ncancel\\tCancel a job\\n' ;;
esac
`;

const SHELLS = {
  bash: {
    argv: ['--norc', '-c'],
    ask: (words: string[]) =>
      `COMP_WORDS=(skiptrace ${words.join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_TYPE=9; _skiptrace; printf '%s\\n' "\${COMPREPLY[@]}"`,
    // Bash breaks words at "=".
    color: { words: ['--color', '=', 'a'], shown: ['always', 'auto'] },
  },
  zsh: {
    argv: ['-f', '-c'],
    ask: (words: string[]) =>
      `words=(skiptrace ${words.join(' ')}); CURRENT=$#words; _describe() { print -rl -- "\${(@P)3}" }; _files() { print FILES }; _skiptrace`,
    color: { words: ['--color=a'], shown: ['--color=always', '--color=auto'] },
  },
  fish: {
    argv: ['--no-config', '-c'],
    ask: (words: string[]) => `complete -C "skiptrace ${words.join(' ')}"`,
    color: { words: ['--color=a'], shown: ['--color=always', '--color=auto'] },
  },
} as const;

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('the script for %s', (shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0;

  it.skipIf(!isInstalled)(`offers values where ${shell} is installed`, async () => {
    const scenario = await start();
    const { folder } = scenario.host();
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'skiptrace'), STAND_IN);
    chmodSync(path.join(bin, 'skiptrace'), 0o755);
    const { argv, ask, color } = SHELLS[shell];
    const run = (words: readonly string[]) => {
      const script = completionScript(shell).replace(/^if \[ "\$funcstack[^]*$/m, '');
      const done = spawnSync(shell, [...argv, `${script}\n${ask([...words])}`], {
        env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder, WORDS: path.join(folder, 'words') },
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect(done.stderr).toBe('');
      return done.stdout.trim().split('\n');
    };
    const commands = run(['jobs', 'c']);
    expect(commands.map((line) => line.split(/[:\t]/)[0]).sort()).toEqual(['cancel', 'confirm']);
    if (shell !== 'bash') expect(commands.join('\n')).toMatch(/Pay for a job: now/);
    expect(run(color.words)).toEqual(color.shown);
  });
});
