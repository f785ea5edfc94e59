import type { ServerResponse } from 'node:http';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { actOnSocket, insufficientBalance, reset, serverError } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../testing/fake-host.js';
import { type Scenario, scenarios, skiptrace } from '../../testing/scenario.js';
import { PendingLookup } from './pending.js';

const start = scenarios();
const ADDRESS = '100 Sandbox Match St, Austin, TX 78701';
const stateFolder = (host: FakeHost) => path.join(host.homeDirectory, '.local/state/skiptrace/lookups');
const remembered = (host: FakeHost) => (existsSync(stateFolder(host)) ? readdirSync(stateFolder(host)) : []);
const keys = (scenario: Scenario) =>
  scenario.server.seen('skipTraceSingle').map(({ headers }) => String(headers['idempotency-key']));

/** Makes the server charge once per key, as the contract says, and lose the given number of answers. */
function losesAnswers(scenario: Scenario, losses: number): void {
  const { server } = scenario;
  const answered = new Map<string, ReturnType<typeof server.service.answer>>();
  let left = losses;
  const step = (response: ServerResponse) => {
    const seen = server.seen('skipTraceSingle').at(-1);
    const key = String(seen?.headers['idempotency-key']);
    const kept = answered.get(key);
    const request = { operation: 'skipTraceSingle', jobId: undefined, origin: server.url } as const;
    const answer =
      kept ?? server.service.answer({ ...request, json: JSON.parse(seen?.body ?? '') as unknown });
    answered.set(key, answer);
    if (left-- > 0) return actOnSocket(reset(), response);
    response.setHeader('idempotency-key', key);
    if (kept) response.setHeader('idempotency-replayed', 'true');
    actOnSocket(answer, response);
  };
  server.script('skipTraceSingle', ...Array.from({ length: 20 }, () => step));
}

describe('a lookup whose answer was lost', () => {
  it('is repeated by the same command, and paid once', async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 1);
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(9);
    expect(host.errors).toContain('not known');
    expect(scenario.server.service.balanceCents).toBe(99_996);
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(0);
    expect(host.output).toContain('Jordan Avery');
    expect(host.errors).toContain('Already paid ($0.04): nothing was charged now.');
    expect(scenario.server.service.balanceCents).toBe(99_996);
    expect(new Set(keys(scenario)).size).toBe(1);
    expect(remembered(host)).toEqual([]);
  });

  it('stays recorded although an equal concurrent lookup has ended and removed the record', async () => {
    const scenario = await start();
    const host = scenario.host();
    scenario.server.script('skipTraceSingle', (response: ServerResponse) => {
      rmSync(path.join(stateFolder(host), remembered(host)[0] ?? ''));
      actOnSocket(reset(), response);
    });
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(9);
    expect(remembered(host)).toHaveLength(1);
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(0);
    expect(new Set(keys(scenario)).size).toBe(1);
  });

  it("is not used for another account of the same machine, and that account's lookup leaves the record unchanged", async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 1);
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(9);
    host.env['SKIPTRACE_API_KEY'] = 'pc_made-up-key-of-somebody-else';
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(0);
    expect(new Set(keys(scenario)).size).toBe(2);
    host.env['SKIPTRACE_API_KEY'] = 'pc_made-up-key-of-a-test';
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(0);
    expect(new Set(keys(scenario)).size).toBe(2);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('names its key, so that it can be repeated from any machine', async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 1);
    await skiptrace(host, 'lookup', ADDRESS, '--json');
    const { error } = JSON.parse(host.errors) as { error: { next: string; charged_cents: number | null } };
    expect(error.next).toBe(`skiptrace lookup '${ADDRESS}' --json --idempotency-key ${keys(scenario)[0]}`);
    expect(error.charged_cents).toBeNull();
    const elsewhere = scenario.host();
    const key = keys(scenario)[0] ?? '';
    expect(await skiptrace(elsewhere, 'lookup', ADDRESS, '--idempotency-key', key)).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(99_996);
  });

  it('stays recorded if the next try fails before it is sent, or is refused', async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 1);
    await skiptrace(host, 'lookup', ADDRESS);
    const { SKIPTRACE_BASE_URL: url } = host.env;
    expect(remembered(host)).toHaveLength(1);
    const other = await start();
    other.server.script('skipTraceSingle', insufficientBalance(4));
    host.env['SKIPTRACE_BASE_URL'] = other.server.url;
    await skiptrace(host, 'lookup', ADDRESS);
    host.env['SKIPTRACE_BASE_URL'] = url;
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(99_996);
  });

  it('is a new one for another address, and after a day', async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 1);
    await skiptrace(host, 'lookup', ADDRESS);
    await skiptrace(host, 'lookup', '200 Sandbox Absentee Ave, Dayton, OH 45402');
    expect(new Set(keys(scenario)).size).toBe(2);
    const [file = ''] = remembered(host);
    const yesterday = Date.now() / 1000 - 86_400;
    utimesSync(path.join(stateFolder(host), file), yesterday, yesterday);
    await skiptrace(host, 'lookup', ADDRESS);
    expect(new Set(keys(scenario)).size).toBe(3);
  });

  it('leaves a file without the address and the API key', async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 1);
    await skiptrace(host, 'lookup', ADDRESS);
    const kept = readFileSync(path.join(stateFolder(host), remembered(host)[0] ?? ''), 'utf8');
    expect(kept).not.toContain('Sandbox');
    expect(kept).not.toContain('pc_');
  });
});

describe('the record of a lookup', () => {
  it('is removed after an answer, and after a failure that cost nothing', async () => {
    const scenario = await start();
    const host = scenario.host();
    await skiptrace(host, 'lookup', ADDRESS);
    expect(remembered(host)).toEqual([]);
    scenario.server.script('skipTraceSingle', ...Array.from({ length: 9 }, serverError));
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(9);
    expect(remembered(host)).toEqual([]);
  });

  it('stays until the answer was printed: an output that is full is not paid for twice', async () => {
    const scenario = await start();
    const host = scenario.host();
    losesAnswers(scenario, 0);
    host.stdout.destroy(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    host.stdout.on('error', () => undefined);
    expect(await skiptrace(host, 'lookup', ADDRESS)).not.toBe(0);
    expect(remembered(host)).toHaveLength(1);
    expect(scenario.server.service.balanceCents).toBe(99_996);
  });

  it('is shared by equal concurrent lookups: one key, one charge', async () => {
    const scenario = await start();
    const host = scenario.host();
    const identity = {
      address: { address: ADDRESS },
      baseUrl: 'http://127.0.0.1:3000',
      account: 'made-up',
    };
    const opened = await Promise.all(Array.from({ length: 20 }, () => PendingLookup.open(host, identity)));
    expect(new Set(opened.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(opened.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect(remembered(host)).toHaveLength(1);
  });

  it('must be writable before anything is sent; --idempotency-key makes it unnecessary', async () => {
    const scenario = await start();
    const host = scenario.host();
    writeFileSync(path.join(host.homeDirectory, 'a-file'), '');
    host.env['XDG_STATE_HOME'] = path.join(host.homeDirectory, 'a-file');
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(12);
    expect(scenario.seen()).toEqual({});
    expect(host.errors).toContain('--idempotency-key');
    expect(await skiptrace(host, 'lookup', ADDRESS, '--idempotency-key', 'lead-4711')).toBe(0);
    expect(keys(scenario)).toEqual(['lead-4711']);
  });
});
