import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();

describe('balance', () => {
  it('shows the account and its balance', async () => {
    const scenario = await start();
    const host = scenario.host();
    expect(await skiptrace(host, 'balance')).toBe(0);
    expect(host.output).toMatch(/^Account +\S/);
    expect(host.output).toMatch(/^Balance +\$1,000\.00$/m);
    expect(host.output).toMatch(/^Price +\$0\.04 per match$/m);
    expect(host.output).toMatch(
      /^Free misses +\d+ of [\d,]+ left today, resets \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m,
    );
    expect(host.output).toContain(
      '\n             Lookups without a match; 4 matches give one back; CSV jobs use none\n',
    );
  });

  it('gives a program single values', async () => {
    const scenario = await start();
    const host = scenario.host();
    await skiptrace(host, 'balance', '--json', 'balanceCents,dailyMisses.limit');
    expect(JSON.parse(host.output)).toMatchObject({ balanceCents: 100_000 });
    expect(Object.keys(JSON.parse(host.output) as object)).toEqual(['balanceCents', 'dailyMisses.limit']);
  });

  it('without a key is exit 4, and says how to get one', async () => {
    const scenario = await start();
    const host = scenario.host();
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await skiptrace(host, 'balance')).toBe(4);
    expect(host.errors).toContain('No API key found.\nYour provider gives you one. On your own server, ');
    expect(host.errors).toContain('\nNext: skiptrace auth login\n');
  });
});
