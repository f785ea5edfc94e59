import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LookupMatch } from '@skiptrace/sdk';
import {
  actOnSocket,
  dailyMissLimit,
  insufficientBalance,
  match,
  reset,
  serverError,
} from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { createPaint } from '../terminal/text.js';
import type { FakeHost } from '../testing/fake-host.js';
import { scenarios, skiptrace, type Scenario } from '../testing/scenario.js';
import { renderOwner, PendingLookup } from './lookup.js';

const start = scenarios();

describe('lookup', () => {
  it('prints the owner and the cost', async () => {
    const { scenario, host } = await start.withHost();
    expect(
      await skiptrace(host, 'lookup', '100 Sandbox Match St', '--city', 'Austin', '--zip', '78701'),
    ).toBe(0);
    expect(host.output).toBe(
      [
        'Owner     Jordan Avery',
        'Property  100 Sandbox Match St, Austin, TX 78701',
        'Mailing   same as the property',
        'Phones    (512) 555-0100  mobile',
        '          (512) 555-0101  landline  Do Not Call: listed',
        'Email     jordan.avery@example.com',
        '',
      ].join('\n'),
    );
    expect(host.errors).toBe('Charged $0.04.\n');
    expect(JSON.parse(scenario.server.requests[0]?.body ?? '')).toEqual({
      address: '100 Sandbox Match St',
      city: 'Austin',
      zip: '78701',
    });
  });

  it("names what was typed and isn't in the property's address", async () => {
    const scenario = await start();
    const host = scenario.host();
    await skiptrace(host, 'lookup', '100 Oak St', '--city', 'Austin', '--zip', '78702');
    expect(host.errors).toContain('! Matched to 100 Oak St, Austin, TX 78701. You typed "78702".');
  });

  it('remembers nothing of a lookup that was not sent for want of a key', async () => {
    const { host } = await start.withHost();
    delete host.env['SKIPTRACE_API_KEY'];
    for (let run = 0; run < 2; run++) expect(await skiptrace(host, 'lookup', '1 Oak St 78701')).toBe(4);
    expect(host.errors).not.toContain('An earlier run');
  });

  it('takes an address without quotes', async () => {
    const scenario = await start();
    await skiptrace(scenario.host(), 'lookup', '100', 'Sandbox', 'Match', 'St', '78701');
    expect(JSON.parse(scenario.server.requests[0]?.body ?? '')).toEqual({
      address: '100 Sandbox Match St 78701',
    });
  });

  it.each([
    [['12 Oak St'], 'it has no ZIP, and no city and no state'],
    [['12 Oak St', '--city', 'Dayton'], 'it has no ZIP, and no state'],
    [['PO Box 12, Dayton, OH 45402'], 'it is a PO box, not a property'],
    [['Oak St, Dayton, OH 45402'], 'it has no house number'],
  ])('refuses %j, which can only miss, before it is sent', async (words, why) => {
    const { scenario, host } = await start.withHost();
    expect(await skiptrace(host, 'lookup', ...words)).toBe(2);
    expect(host.errors).toContain(`This address can't match: ${why}.`);
    expect(scenario.server.requests).toEqual([]);
    expect(await skiptrace(host, 'lookup', ...words, '--anyway')).toBe(0);
    expect(scenario.seen()['skipTraceSingle']).toBe(1);
  });

  it('with a test key names, after a miss, the addresses that such a key finds', async () => {
    const host = (await start()).host({ env: { SKIPTRACE_API_KEY: 'pc_test_made-up-key-of-a-test' } });
    expect(await skiptrace(host, 'lookup', '404 Sandbox Miss Blvd, Reno, NV 89501')).toBe(0);
    expect(host.errors).toContain('A test key finds only the made-up owners of the sandbox.');
  });

  it('prints nothing for a miss, which is free', async () => {
    const host = (await start()).host();
    expect(await skiptrace(host, 'lookup', '404 Sandbox Miss Blvd, Reno, NV 89501')).toBe(0);
    expect(host.output).toBe('');
    expect(host.errors).toBe('No match for 404 Sandbox Miss Blvd, Reno, NV 89501. Nothing was charged.\n');
  });

  it('prints the answer with --json, of a miss with every field as well', async () => {
    const host = (await start()).host();
    await skiptrace(host, 'lookup', '404 Sandbox Miss Blvd, Reno, NV 89501', '--json');
    expect(JSON.parse(host.output)).toEqual({
      success: true,
      found: false,
      contact: null,
      chargedCents: 0,
      repeat: null,
      paidOn: null,
      phones: [],
      emails: [],
    });
    expect(host.errors).toBe('');
  });

  it.each([
    ['a low balance', insufficientBalance(4), 8, /Top up your account/],
    ['the daily cap', dailyMissLimit(), 8, /CSV jobs .* don't count/],
  ])('refused for %s costs nothing', async (_why, step, code, words) => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('skipTraceSingle', step);
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901')).toBe(code);
    expect(host.errors).toMatch(words);
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('costs nothing if it fails at the service', async () => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('skipTraceSingle', ...Array.from({ length: 9 }, serverError));
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901')).toBe(9);
    expect(host.errors).toContain('Nothing was charged.');
    expect(host.errors.match(/Try again later/g)).toHaveLength(1);
  });

  it('is not sent again if its answer was lost, and says that the cost is not known', async () => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('skipTraceSingle', reset());
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901', '--json')).toBe(9);
    expect(scenario.seen()['skipTraceSingle']).toBe(1);
    expect(JSON.parse(host.errors)).toMatchObject({
      error: { code: 'unknown_outcome', charged_cents: null },
    });
  });

  it('says of the daily cap how much it is and when it ends', async () => {
    const { scenario, host } = await start.withHost();
    const { body, headers, ...rest } = dailyMissLimit(120);
    // A service that says less than ours.
    const said = JSON.stringify({ ...(JSON.parse(String(body)) as object), error: 'Limit reached' });
    scenario.server.script('skipTraceSingle', {
      ...rest,
      headers: { ...headers, 'retry-after': '3600' },
      body: said,
    });
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(8);
    expect(host.errors).toMatch(
      /The limit is 120 unmatched addresses a day; lookups go on after \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    );
  });

  it('never takes a broken connection for a reader of its output that went away', async () => {
    const { host } = await start.withHost();
    const openClient = host.openClient.bind(host);
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    host.openClient = (options) => openClient({ ...options, fetch: () => Promise.reject(broken) });
    expect(await skiptrace(host, 'lookup', ADDRESS, '--max-cost', 'none')).toBe(9);
    expect(host.errors).toContain("It's not known whether anything was charged.");
  });

  it('shows at a terminal that a slow request is under way, and removes that before the answer', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true });
    scenario.server.script('skipTraceSingle', (response) => {
      const shown = async () => {
        while (!host.errors.includes('Waiting for the service')) await delay(5);
      };
      void shown().then(() => actOnSocket(serverError(), response));
    });
    expect(await skiptrace(host, 'lookup', '100 Sandbox Match St, Austin, TX 78701')).toBe(0);
    expect(host.output).toContain('Jordan Avery');
  });

  it.each([
    ['an option', ['--max-cost', '0.03'], {}],
    ['a variable', [], { SKIPTRACE_MAX_COST: '0.03' }],
  ])('sends nothing where a match costs more than the limit of %s', async (_from, words, env) => {
    const scenario = await start();
    const host = scenario.host({ env });
    expect(await skiptrace(host, 'lookup', '100 Sandbox Match St, Austin, TX 78701', ...words)).toBe(6);
    expect(host.errors).toContain('A match costs $0.04, more than your limit of $0.03.');
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.seen()).toEqual({});
    // The record is removed: nothing was sent that may have to be repeated.
    expect(
      await skiptrace(host, 'lookup', '100 Sandbox Match St, Austin, TX 78701', '--max-cost', '0.04'),
    ).toBe(0);
    expect(host.errors).not.toContain('An earlier run');
    expect(scenario.seen()).toEqual({ skipTraceSingle: 1 });
  });

  it('obeys the configured limit, and skips the price question with the limit "none"', async () => {
    const { scenario, host } = await start.withHost();
    await skiptrace(host, 'config', 'set', 'max-cost', '0.01', '--quiet');
    const address = '100 Sandbox Match St, Austin, TX 78701';
    expect(await skiptrace(host, 'lookup', address, '--json')).toBe(6);
    expect(JSON.parse(host.errors)).toMatchObject({ error: { code: 'over_max_cost', charged_cents: 0 } });
    const before = scenario.server.requests.length;
    expect(await skiptrace(host, 'lookup', address, '--max-cost', 'none')).toBe(0);
    expect(scenario.server.requests.slice(before).map(({ target }) => target)).toEqual(['skipTraceSingle']);
  });
});

it('calls an unchecked number "not checked", and only a listed one Do Not Call', () => {
  const phones: LookupMatch['phones'] = [
    { number: '5125550101', type: 'mobile', dnc: false },
    { number: '5125550102', type: 'mobile', dnc: true },
    { number: '5125550103', type: 'landline', dnc: true, dncChecked: false },
  ];
  const shown = renderOwner({ ...match({ fullName: 'Jane Doe' }), phones }, createPaint(false)) ?? '';
  expect(shown).toMatch(/\(512\) 555-0101 {2}mobile$/m);
  expect(shown).toMatch(/\(512\) 555-0102 {2}mobile {2}Do Not Call: listed$/m);
  expect(shown).toMatch(/\(512\) 555-0103 {2}landline {2}Do Not Call: not checked$/m);
});

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

describe('a lookup with a lost answer', () => {
  it('is repeated by the same command, and paid once', async () => {
    const { scenario, host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
    losesAnswers(scenario, 1);
    await skiptrace(host, 'lookup', ADDRESS);
    const kept = readFileSync(path.join(stateFolder(host), remembered(host)[0] ?? ''), 'utf8');
    expect(kept).not.toContain('Sandbox');
    expect(kept).not.toContain('pc_');
  });
});

describe('the record of a lookup', () => {
  it('is removed after an answer, and after a failure that cost nothing', async () => {
    const { scenario, host } = await start.withHost();
    await skiptrace(host, 'lookup', ADDRESS);
    expect(remembered(host)).toEqual([]);
    scenario.server.script('skipTraceSingle', ...Array.from({ length: 9 }, serverError));
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(9);
    expect(remembered(host)).toEqual([]);
  });

  it('stays until the answer was printed: an output that is full is not paid for twice', async () => {
    const { scenario, host } = await start.withHost();
    losesAnswers(scenario, 0);
    host.stdout.destroy(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    host.stdout.on('error', () => undefined);
    expect(await skiptrace(host, 'lookup', ADDRESS)).not.toBe(0);
    expect(remembered(host)).toHaveLength(1);
    expect(scenario.server.service.balanceCents).toBe(99_996);
  });

  it('is shared by equal concurrent lookups: one key, one charge', async () => {
    const { host } = await start.withHost();
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
    const { scenario, host } = await start.withHost();
    writeFileSync(path.join(host.homeDirectory, 'a-file'), '');
    host.env['XDG_STATE_HOME'] = path.join(host.homeDirectory, 'a-file');
    expect(await skiptrace(host, 'lookup', ADDRESS)).toBe(12);
    expect(scenario.seen()).toEqual({});
    expect(host.errors).toContain('--idempotency-key');
    expect(await skiptrace(host, 'lookup', ADDRESS, '--idempotency-key', 'lead-4711')).toBe(0);
    expect(keys(scenario)).toEqual(['lead-4711']);
  });
});
