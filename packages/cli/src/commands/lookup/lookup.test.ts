import { setTimeout as delay } from 'node:timers/promises';
import { actOnSocket, dailyMissLimit, insufficientBalance, reset, serverError } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();

describe('lookup', () => {
  it('prints the owner and the cost', async () => {
    const scenario = await start();
    const host = scenario.host();
    expect(
      await skiptrace(host, 'lookup', '100 Sandbox Match St', '--city', 'Austin', '--zip', '78701'),
    ).toBe(0);
    expect(host.output).toBe(
      [
        'Owner     Jordan Avery',
        'Property  100 Sandbox Match St, Austin, TX 78701',
        'Mailing   same as the property',
        'Phones    (512) 555-0100  mobile',
        '          (512) 555-0101  landline  Do Not Call',
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
    const scenario = await start();
    const host = scenario.host();
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
      phones: [],
      emails: [],
    });
    expect(host.errors).toBe('');
  });

  it.each([
    ['a low balance', insufficientBalance(4), 8, /Top up your account/],
    ['the daily cap', dailyMissLimit(), 8, /CSV jobs .* don't count/],
  ])('refused for %s costs nothing', async (_why, step, code, words) => {
    const scenario = await start();
    const host = scenario.host();
    scenario.server.script('skipTraceSingle', step);
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901')).toBe(code);
    expect(host.errors).toMatch(words);
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('costs nothing if it fails at the service', async () => {
    const scenario = await start();
    const host = scenario.host();
    scenario.server.script('skipTraceSingle', ...Array.from({ length: 9 }, serverError));
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901')).toBe(9);
    expect(host.errors).toContain('Nothing was charged.');
    expect(host.errors.match(/Try again later/g)).toHaveLength(1);
  });

  it('is not sent again if its answer was lost, and says that the cost is not known', async () => {
    const scenario = await start();
    const host = scenario.host();
    scenario.server.script('skipTraceSingle', reset());
    expect(await skiptrace(host, 'lookup', '1 Oak St, Dover, DE 19901', '--json')).toBe(9);
    expect(scenario.seen()['skipTraceSingle']).toBe(1);
    expect(JSON.parse(host.errors)).toMatchObject({
      error: { code: 'unknown_outcome', charged_cents: null },
    });
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
    const scenario = await start();
    const host = scenario.host();
    await skiptrace(host, 'config', 'set', 'max-cost', '0.01', '--quiet');
    const address = '100 Sandbox Match St, Austin, TX 78701';
    expect(await skiptrace(host, 'lookup', address, '--json')).toBe(6);
    expect(JSON.parse(host.errors)).toMatchObject({ error: { code: 'over_max_cost', charged_cents: 0 } });
    const before = scenario.server.requests.length;
    expect(await skiptrace(host, 'lookup', address, '--max-cost', 'none')).toBe(0);
    expect(scenario.server.requests.slice(before).map(({ target }) => target)).toEqual(['skipTraceSingle']);
  });
});
