import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configFile } from '../settings/config.js';
import { writeJson } from '../settings/private-file.js';
import type { FakeHost } from '../testing/fake-host.js';
import { type Scenario, scenarios, skiptrace } from '../testing/scenario.js';
import { catalogue } from './catalogue.js';

const start = scenarios();
const ID = '7d0f6f2e-7b0a-4c3e-9a51-2d4c8b6f1e90';

/** A valid command line of every command; the ones that cost money would spend at once. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  upload: ['leads.csv', '--yes', '--max-cost', 'none'],
  lookup: ['100 Sandbox Match St'],
  bulk: ['leads.csv', '--yes', '--max-cost', 'none'],
  'csv check': ['leads.csv'],
  export: ['leads.csv'],
  'jobs get': [ID],
  'jobs wait': [ID],
  'jobs confirm': [ID, '--yes', '--max-cost', 'none'],
  'jobs cancel': [ID],
  'jobs download': [ID],
  'auth switch': ['default'],
  'config get': ['max-cost'],
  'config set': ['max-cost', '1'],
  completion: ['bash'],
  support: ['--name', 'Jo Doe', '--email', 'jo@example.com', '--phone', '5125550100', '--message', 'Hello'],
};

type Mistake = readonly string[] | ((host: FakeHost) => Promise<void>);

/** Mistakes that are possible with any command, its settings or its environment. */
const MISTAKES: Readonly<Record<string, Mistake>> = {
  'an option there is not': ['--max-csot', '4'],
  'a field there is not': ['--json=nonsense'],
  'a field behind a blank that there is not': ['--json', 'nonsense'],
  'a color there is not': ['--color', 'pink'],
  'a kind of progress there is not': ['--progress', 'loud'],
  'no number of seconds': ['--timeout', '0'],
  'an address of another kind': ['--base-url', 'ftp://127.0.0.1'],
  'no name of a profile': ['--profile', '../x'],
  'a variable that is wrong': (host) => {
    host.env['SKIPTRACE_PROGRESS'] = 'loud';
    return Promise.resolve();
  },
  'a setting that is wrong': (host) => writeJson(configFile(host), { progress: 'loud' }),
  'settings that cannot be read': async (host) => {
    await writeJson(configFile(host), {});
    writeFileSync(configFile(host), '{');
  },
};

function expectNothingSpent(scenario: Scenario, host: FakeHost): void {
  expect(scenario.seen()).toEqual({});
  expect(scenario.server.service.balanceCents).toBe(100_000);
  expect(host.output).toBe('');
  expect(host.errors).toMatch(/Nothing was charged\.|"charged_cents":0/);
}

describe('an invalid command line', () => {
  it('ends with exit code 2 without any request, for every mistake and command', async () => {
    const scenario = await start();
    const lines = fc.record({
      command: fc.constantFrom(...catalogue.map(({ path }) => path)),
      mistake: fc.constantFrom(...Object.keys(MISTAKES)),
      isFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(lines, async ({ command, mistake, isFirst }) => {
        // doctor itself reports unreadable settings.
        fc.pre(!(command[0] === 'doctor' && mistake === 'settings that cannot be read'));
        fc.pre(!(command[0] === 'doctor' && mistake === 'a setting that is wrong'));
        const host = scenario.host();
        const wrong = MISTAKES[mistake] ?? [];
        if (typeof wrong === 'function') await wrong(host);
        const words = typeof wrong === 'function' ? [] : wrong;
        const right = [...command, ...(RIGHT[command.join(' ')] ?? [])];
        // An unknown option before the command belongs to the program, and is just as wrong as after it.
        const argv = isFirst && words[0] !== '--json' ? [...words, ...right] : [...right, ...words];
        expect(await skiptrace(host, ...argv), argv.join(' ')).toBe(2);
        expectNothingSpent(scenario, host);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['lookup', '1 Oak St', '--state', 'ZZ'],
    ['lookup', '1 Oak St', '--zip', '7'],
    ['lookup', '1 Oak St', '--idempotency-key', 'two words'],
    ['lookup', ''],
    ['lookup', '1 Oak St', '--json', 'phone'],
    ['lookup', '--json', '1', 'Oak', 'St', 'phones'],
    ['bulk', 'leads.csv', '--yes'],
    ['bulk', 'leads.csv', '--format', 'xml', '--yes', '--max-cost', '1'],
    ['bulk', 'leads.csv', '--yes', '--max-cost', '1,000'],
    ['bulk', 'leads.csv', '--yes', '--max-cost', '1', '--idempotency-key', 'k'.repeat(201)],
    ['upload', 'leads.csv', '--yes', '--max-cost', '1', '--delimiter', 'ab'],
    ['upload', 'leads.csv', '--yes', '--max-cost', '1', '--map', 'nonsense=X'],
    ['upload', 'leads.csv', '--yes', '--max-cost', '1', '--preview', '--detach'],
    ['upload', 'leads.csv', '--yes', '--max-cost', '1', '--json', '-o', '-'],
    ['upload', 'leads.csv', '--yes', '--max-cost', '1', '--profile', 'nobody'],
    ['jobs', 'confirm', ID, '--yes'],
    ['export', 'leads.csv', '--layout', 'nonsense'],
  ])('such as %j %j %j costs nothing', async (...argv) => {
    const { scenario, host } = await start.withHost();
    expect(await skiptrace(host, ...argv)).toBe(2);
    expectNothingSpent(scenario, host);
  });
});

describe('the output of an upload', () => {
  const run = (host: FakeHost, ...more: string[]) =>
    skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1', ...more);

  it.each([
    ['a folder that is missing', () => path.join('missing', 'out.csv')],
    ['a name that is too long', () => `${'a'.repeat(252)}.csv`],
    ['a path that is too long', () => `${'a/'.repeat(3000)}out.csv`],
  ])('that cannot be written, %s, is found before a request', async (_what, output) => {
    const { scenario, host } = await start.withHost();
    expect(await run(host, '-o', output())).toBe(12);
    expectNothingSpent(scenario, host);
  });

  it('is not paid for if it needs a temporary folder and there is no such folder', async () => {
    const { scenario, host } = await start.withHost();
    const file = path.join(host.cwd, 'parts.csv');
    writeFileSync(file, 'Street Number,Street Name,City,State,Zip\n1,Oak St,Reno,NV,89501\n');
    expect(await skiptrace(host, 'upload', 'parts.csv', '--preview')).toBe(0);
    rmSync(host.temporaryDirectory, { recursive: true });
    const code = await skiptrace(host, 'upload', 'parts.csv', '--yes', '--max-cost', '1', '-o', '-');
    expect(code).not.toBe(0);
    expect(scenario.seen()['confirmSkipTraceJob']).toBeUndefined();
    expect(scenario.server.service.balanceCents).toBe(100_000);
  });

  it('may have the longest possible name', async () => {
    const { scenario, host } = await start.withHost();
    expect(await run(host, '-o', `${'a'.repeat(251)}.csv`)).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('with a default name that is too long is found before a request', async () => {
    const { scenario, host } = await start.withHost();
    const name = `${'a'.repeat(245)}.csv`;
    writeFileSync(path.join(host.cwd, name), 'Address,Zip\n1 Oak St,89501\n');
    expect(await skiptrace(host, 'upload', name, '--yes', '--max-cost', '1')).toBe(12);
    expectNothingSpent(scenario, host);
    expect(host.errors).toContain('too long');
  });
});
