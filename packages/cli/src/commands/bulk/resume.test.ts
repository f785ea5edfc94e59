import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { actOnSocket, insufficientBalance, reply, reset, stall } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../testing/fake-host.js';
import { type Scenario, scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const YES = ['--yes', '--max-cost', '100'];
const COUNT = 550;
const list = (extra: readonly string[] = []) =>
  JSON.stringify([...Array.from({ length: COUNT }, (_, n) => `${n + 1} Oak St 89501`), ...extra]);

const put = (host: FakeHost, content: string) => writeFileSync(path.join(host.cwd, 'list.json'), content);
const stateFolder = (host: FakeHost) => path.join(host.homeDirectory, '.local/state/skiptrace/bulk');
const keysOf = (scenario: Scenario) =>
  scenario.server.seen('skipTraceBulk').map(({ headers }) => String(headers['idempotency-key']));

const unfinished = (host: FakeHost) =>
  existsSync(stateFolder(host))
    ? readdirSync(stateFolder(host)).filter((name) => !name.includes('.lock'))
    : [];

/** Makes the server answer only the chunk with the list's first address; all others get `otherwise`. */
function onlyFirstChunk(scenario: Scenario, otherwise: () => ReturnType<typeof stall> | undefined): void {
  const { server } = scenario;
  const step = (response: ServerResponse) => {
    const { addresses } = JSON.parse(server.seen('skipTraceBulk').at(-1)?.body ?? '{}') as {
      addresses: { address: string }[];
    };
    const request = {
      operation: 'skipTraceBulk',
      jobId: undefined,
      json: { addresses },
      origin: server.url,
    } as const;
    const refused = addresses[0]?.address === '1 Oak St 89501' ? undefined : otherwise();
    actOnSocket(refused ?? server.service.answer(request), response);
  };
  server.script('skipTraceBulk', ...Array.from({ length: 50 }, () => step));
}

/** A run of the list that is interrupted after one chunk was answered, with others still in flight. */
async function interrupted(scenario: Scenario, ...more: string[]): Promise<FakeHost> {
  const host = scenario.host();
  put(host, list());
  let stalled = true;
  onlyFirstChunk(scenario, () => (stalled ? stall() : undefined));
  const code = skiptrace(host, 'bulk', 'list.json', ...YES, ...more);
  while (keysOf(scenario).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  host.pressCtrlC();
  expect(await code).toBe(130);
  expect(host.errors).toContain('Next: skiptrace bulk list.json');
  stalled = false;
  host.startAnew();
  return host;
}

describe('an answer that is lost within a run', () => {
  it('is charged by this run if it comes with the retry, not paid by an earlier run', async () => {
    const scenario = await start({ honorsKeys: true });
    const { server } = scenario;
    const host = scenario.host();
    put(host, list());
    const answered = new Map<string, ReturnType<typeof server.service.answer>>();
    let lost = 0;
    const step = (response: ServerResponse) => {
      const seen = server.seen('skipTraceBulk').at(-1);
      const key = String(seen?.headers['idempotency-key']);
      const kept = answered.get(key);
      const json = JSON.parse(seen?.body ?? '') as unknown;
      const request = { operation: 'skipTraceBulk', jobId: undefined, json, origin: server.url } as const;
      const answer = kept ?? server.service.answer(request);
      answered.set(key, answer);
      // The first answer shows that keys are honored: from then on a request without an answer is repeated.
      if (answered.size > 1 && lost++ === 0) return actOnSocket(reset(), response);
      response.setHeader('idempotency-key', key);
      if (kept) response.setHeader('idempotency-replayed', 'true');
      actOnSocket(answer, response);
    };
    server.script('skipTraceBulk', ...Array.from({ length: 50 }, () => step));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(lost).toBeGreaterThan(1);
    expect(host.errors).not.toContain('earlier run');
    expect(host.errors).toContain('$22.00');
  });
});

describe('a list that was interrupted, and the same command again', () => {
  it('sends answered chunks no second time, and the rest under the same keys', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const before = keysOf(scenario);
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    const [probe, ...after] = keysOf(scenario).slice(before.length);
    expect(before).not.toContain(probe);
    const chunks = new Set([...before, ...after]);
    expect(chunks.size).toBe(6);
    expect(after).toHaveLength(5);
    expect(after).toEqual(expect.arrayContaining(before.filter((key) => after.includes(key))));
    expect(host.errors).toContain('stopped after 100 addresses; they are not looked up again');
    expect(host.errors).toContain('An earlier run already paid $4.00.');
  });

  it('that began again with --new is continued, not begun again', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario, '--new');
    const next = /Next: skiptrace (bulk .*)/.exec(host.errors)?.[1]?.split(' ') ?? [];
    expect(await skiptrace(host, ...next)).toBe(0);
    expect(host.errors).toContain('An earlier run already paid $4.00.');
  });

  it('sends nothing if another process took over while it waited for its approval', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = scenario.host({ terminal: true });
    put(host, list());
    const waiting = skiptrace(host, 'bulk', 'list.json');
    while (!host.errors.includes('[y/N]')) await new Promise((resolve) => setTimeout(resolve, 5));
    const [held = ''] = readdirSync(stateFolder(host)).filter((name) => name.includes('.lock.'));
    writeFileSync(path.join(stateFolder(host), held.replace(/\d+$/, '2')), '{}');
    await host.answer(/\[y\/N\]/, 'y\n');
    expect(await waiting).toBe(13);
    expect(host.errors).toContain('another skiptrace took over this file');
    expect(scenario.server.seen('skipTraceBulk')).toEqual([]);
  });

  it('is another list for another account: neither gets results that the other paid for', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    host.env['SKIPTRACE_API_KEY'] = 'pc_made-up-key-of-somebody-else';
    const before = keysOf(scenario);
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(keysOf(scenario).slice(before.length)).toHaveLength(6);
    expect(unfinished(host)).toHaveLength(2);
  });

  it('gives out all of it, in order', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const early = host.output.length;
    await skiptrace(host, 'bulk', 'list.json', ...YES);
    const items = JSON.parse(host.output.slice(early)) as { input: { address: string }; outcome: string }[];
    expect(items.map(({ input }) => input.address)).toEqual(JSON.parse(list()));
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['match']));
  });

  it('asks only for the amount that may still be charged', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '17.99')).toBe(6);
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '18')).toBe(0);
  });

  it('stores neither the key nor the waiting addresses', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const [run = ''] = unfinished(host);
    const folder = path.join(stateFolder(host), run);
    const kept = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(kept.join('\n')).not.toContain('pc_made-up');
    expect(kept.join('\n')).not.toContain(`${COUNT - 1} Oak St 89501`);
  });

  it('asks before a changed list is paid for from its beginning', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const sent = keysOf(scenario).length;
    put(host, list(['551 Oak St 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(3);
    expect(host.errors).toContain('changed since a run of it stopped after 100 addresses');
    expect(keysOf(scenario)).toHaveLength(sent);
    expect(await skiptrace(host, 'bulk', 'list.json', '--new', ...YES)).toBe(0);
    expect(keysOf(scenario)).toHaveLength(sent + 6);
  });

  it('asks before sending chunks that would be charged again: to a service without keys, or after a day', async () => {
    const without = await start();
    const there = await interrupted(without);
    expect(await skiptrace(there, 'bulk', 'list.json', ...YES)).toBe(3);
    expect(there.errors).toContain('a second time');

    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const sent = keysOf(scenario).length;
    const [run = ''] = unfinished(host);
    const yesterday = Date.now() / 1000 - 86_400;
    for (const name of readdirSync(path.join(stateFolder(host), run)))
      if (name.endsWith('.sent')) utimesSync(path.join(stateFolder(host), run, name), yesterday, yesterday);
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(3);
    expect(keysOf(scenario)).toHaveLength(sent);
  });

  it('continues after a balance that was too low', async () => {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    put(host, list());
    let refuses = true;
    onlyFirstChunk(scenario, () => (refuses ? insufficientBalance(400) : undefined));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(8);
    refuses = false;
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(100_000 - COUNT * 4);
  });

  it('uses a key of your own, which another machine can repeat', async () => {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    put(host, list());
    const key = ['--idempotency-key', 'leads-of-monday'];
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES, ...key)).toBe(0);
    const before = keysOf(scenario);
    expect(before.every((chunk) => chunk.startsWith('leads-of-monday:'))).toBe(true);
    const other = scenario.host();
    put(other, list());
    expect(await skiptrace(other, 'bulk', 'list.json', ...YES, ...key)).toBe(0);
    expect(keysOf(scenario).slice(before.length).sort()).toEqual([...before].sort());
  });

  it('asks before an unfinished list is begun again under another key', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const sent = keysOf(scenario).length;
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES, '--idempotency-key', 'another')).toBe(3);
    expect(keysOf(scenario)).toHaveLength(sent);
  });

  it('stores nothing of a list that was not begun', async () => {
    const { host } = await start.withHost({ honorsKeys: true });
    put(host, list());
    expect(await skiptrace(host, 'bulk', 'list.json')).toBe(3);
    expect(unfinished(host)).toEqual([]);
  });

  it('is not begun if nothing can be stored', async () => {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    put(host, list());
    writeFileSync(path.join(host.homeDirectory, 'a-file'), '');
    host.env['XDG_STATE_HOME'] = path.join(host.homeDirectory, 'a-file');
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(12);
    expect(host.errors).toContain('cannot be written: a part of its path is a file');
    expect(keysOf(scenario)).toEqual([]);
  });
});

describe('a list that is done, and the same command again', () => {
  async function done() {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    put(host, list());
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    const first = host.output;
    const [errors, sent] = [host.errors.length, keysOf(scenario).length];
    const balance = scenario.server.service.balanceCents;
    expect(balance).toBe(100_000 - COUNT * 4);
    return {
      scenario,
      host,
      first,
      balance,
      /** Output and requests of the next run. */
      second: () => ({
        output: host.output.slice(first.length),
        errors: host.errors.slice(errors),
        sent: keysOf(scenario).length - sent,
      }),
    };
  }

  it('gives the same results without a request that could cost anything', async () => {
    const { scenario, host, first, balance, second } = await done();
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '0.01')).toBe(0);
    expect(second().output).toBe(first);
    expect(second().sent).toBe(0);
    expect(second().errors).toMatch(
      /Already done \d{4}-\d\d-\d\d \d\d:\d\d UTC \(\$22\.00\): nothing is charged again/,
    );
    expect(second().errors).toContain('Nothing was charged. An earlier run already paid $22.00.');
    expect(scenario.server.service.balanceCents).toBe(balance);
  });

  it('asks before it sends a chunk again, the answer of which is damaged and too old for the server', async () => {
    const scenario = await start({ honorsKeys: true });
    const host = await interrupted(scenario);
    const [run = ''] = unfinished(host);
    const folder = path.join(stateFolder(host), run);
    const yesterday = Date.now() / 1000 - 86_400;
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.answer')) writeFileSync(path.join(folder, name), '');
      if (name.endsWith('.sent')) utimesSync(path.join(folder, name), yesterday, yesterday);
    }
    const sent = keysOf(scenario).length;
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(3);
    expect(host.errors).toContain('Maximum cost: $22.00');
    expect(keysOf(scenario)).toHaveLength(sent);
  });

  it('repeats requests under their old keys if an answer could not be stored', async () => {
    const { scenario, host, first } = await done();
    const [run = ''] = unfinished(host);
    const folder = path.join(stateFolder(host), run);
    const [answer = ''] = readdirSync(folder).filter((name) => name.endsWith('.answer'));
    rmSync(path.join(folder, answer));
    const before = keysOf(scenario);
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    const after = keysOf(scenario).slice(before.length);
    expect(after.filter((key) => key.includes(':')).every((key) => before.includes(key))).toBe(true);
    expect(host.output.slice(first.length)).toBe(first);
  });

  it('pays again with --new, for another list, and after the service has deleted its answers', async () => {
    const { scenario, host, balance, second } = await done();
    expect(await skiptrace(host, 'bulk', 'list.json', '--new', ...YES)).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(balance - COUNT * 4);
    put(host, list(['551 Oak St 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(second().errors).toMatch(
      /changed since it was done .* UTC for \$22\.00\. All of it is looked up, for up to \$22\.04: what was paid for then is charged again\./,
    );
    expect(scenario.server.service.balanceCents).toBe(balance - (2 * COUNT + 1) * 4);
    host.clock.now = () => Date.now() + 23 * 3_600_000;
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '0.01')).toBe(6);
  });

  it('keeps the stored results if --new is not approved, or costs more than allowed', async () => {
    const { scenario, host, first, balance, second } = await done();
    expect(await skiptrace(host, 'bulk', 'list.json', '--new')).toBe(3);
    expect(await skiptrace(host, 'bulk', 'list.json', '--new', '--yes', '--max-cost', '0.01')).toBe(6);
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(second().output).toBe(first);
    expect(scenario.server.service.balanceCents).toBe(balance);
  });

  it('prices a changed list as a whole, and keeps the stored results if the answer is no', async () => {
    const { scenario, host, first, balance, second } = await done();
    put(host, list(['551 Oak St 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '22.03')).toBe(6);
    expect(await skiptrace(host, 'bulk', 'list.json')).toBe(3);
    expect(second().errors).toContain('This list costs up to $22.04 and needs your approval');
    expect(scenario.server.service.balanceCents).toBe(balance);
    put(host, list());
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '0.01')).toBe(0);
    expect(second().output).toBe(first);
  });

  it('says of a changed list that only new addresses are charged, if the account has free repeats', async () => {
    const { scenario, host, second } = await done();
    put(host, list(['551 Oak St 89501']));
    const account = {
      name: 'A',
      mode: 'live',
      balanceCents: 99_999,
      pricePerMatchCents: 4,
      freeRepeatDays: 30,
    };
    scenario.server.script('getAccount', reply(200, account));
    await skiptrace(host, 'bulk', 'list.json');
    expect(second().errors).toContain(
      'for up to $22.04: only new addresses are charged, because what you paid for in the last 30 days is free.',
    );
  });

  it('stores no answers for longer than the service does', async () => {
    const { host } = await done();
    expect(unfinished(host)).toHaveLength(1);
    host.clock.now = () => Date.now() + 23 * 3_600_000;
    writeFileSync(path.join(host.cwd, 'other.json'), '["1 Elm St 89501"]');
    expect(await skiptrace(host, 'bulk', 'other.json', ...YES)).toBe(0);
    expect(unfinished(host)).toHaveLength(1);
  });
});
