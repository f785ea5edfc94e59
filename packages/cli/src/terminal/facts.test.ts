import { describe, expect, it } from 'vitest';
import { type FakeHostOptions, hostsOfThisFile } from '../testing/fake-host.js';
import { canAsk, terminalFacts } from './facts.js';

const host = hostsOfThisFile();

const open = { json: false, noInput: false };
const wishes = { ...open, color: 'auto' as const };

describe('whether a person can be asked', () => {
  it('is yes on a terminal', () => {
    expect(canAsk(host({ terminal: true }), open)).toBe(true);
  });

  it.each([
    ['standard input is no terminal', { stdinTty: false }, {}, open],
    ['standard error is no terminal', { stderrTty: false }, {}, open],
    ['CI is set', {}, { CI: '1' }, open],
    ['the terminal is dumb', {}, { TERM: 'dumb' }, open],
    ['--no-input is given', {}, {}, { json: false, noInput: true }],
    ['--json is given', {}, {}, { json: true, noInput: false }],
  ] as const)('is no when %s', (_why, tty, env, asked) => {
    const there = host({ terminal: true, env });
    if ('stdinTty' in tty) there.stdin.isTTY = false;
    if ('stderrTty' in tty) there.stderr.isTTY = false;
    expect(canAsk(there, asked)).toBe(false);
  });
});

describe('the screen', () => {
  it('is not animated in CI, when dumb, or in a pipe', () => {
    expect(terminalFacts(host({ terminal: true }), wishes).canAnimate).toBe(true);
    expect(terminalFacts(host({ terminal: true, env: { CI: 'true' } }), wishes).canAnimate).toBe(false);
    expect(terminalFacts(host({ terminal: true, env: { TERM: 'dumb' } }), wishes).canAnimate).toBe(false);
    expect(terminalFacts(host(), wishes).canAnimate).toBe(false);
  });

  it('has color unless NO_COLOR, a pipe or the flag says otherwise', () => {
    const color = (options: FakeHostOptions, wish: 'auto' | 'always' | 'never' = 'auto') =>
      terminalFacts(host(options), { ...wishes, color: wish }).color;
    expect(color({ terminal: true })).toBe(true);
    expect(color({})).toBe(false);
    expect(color({ terminal: true, env: { NO_COLOR: '1' } })).toBe(false);
    expect(color({ env: { FORCE_COLOR: '1' } })).toBe(true);
    expect(color({ env: { FORCE_COLOR: '0' } })).toBe(false);
    expect(color({ terminal: true }, 'never')).toBe(false);
    expect(color({ env: { NO_COLOR: '1' } }, 'always')).toBe(true);
  });

  it('cuts nothing in a pipe', () => {
    expect(terminalFacts(host(), wishes).outputColumns).toBe(Infinity);
    expect(terminalFacts(host({ terminal: true, columns: 40 }), wishes).outputColumns).toBe(40);
  });
});
