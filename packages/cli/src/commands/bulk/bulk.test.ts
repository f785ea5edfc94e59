import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  actOnSocket,
  htmlPage,
  insufficientBalance,
  reply,
  reset,
  unauthorized,
} from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../testing/fake-host.js';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const YES = ['--yes', '--max-cost', '100'];
const put = (host: FakeHost, name: string, content: string) =>
  writeFileSync(path.join(host.cwd, name), content);

describe('bulk', () => {
  it('answers JSON with JSON, in order', async () => {
    const { host } = await start.withHost();
    put(
      host,
      'list.json',
      JSON.stringify([
        '1 Oak St 89501',
        { address: '2 Miss St', city: 'Reno', state: 'NV', other: 1 },
        '3 Oak St 89501',
      ]),
    );
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(
      (JSON.parse(host.output) as { outcome: string; input: unknown }[]).map(({ outcome, input }) => [
        outcome,
        input,
      ]),
    ).toEqual([
      ['match', { address: '1 Oak St 89501' }],
      ['miss', { address: '2 Miss St', city: 'Reno', state: 'NV' }],
      ['match', { address: '3 Oak St 89501' }],
    ]);
    expect(host.errors).toContain('2 matches, 1 miss. You were charged $0.08.');
  });

  it('pays only for matches with a phone with --require-phone, and asks again for all that was asked without it', async () => {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    put(host, 'list.json', JSON.stringify(['1 Oak St 89501', '2 Nulls St 89501', '3 Miss St 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json', '--require-phone', ...YES)).toBe(0);
    expect(host.errors).toContain('1 match, 2 misses. You were charged $0.04.');
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(host.errors).toContain('2 matches, 1 miss. You were charged $0.08.');
    expect(scenario.seen()['skipTraceBulk']).toBe(2);
  });

  it('answers NDJSON with NDJSON, also from a pipe', async () => {
    const scenario = await start();
    const host = scenario.host({ stdin: '{"address":"1 Oak St 89501"}\n\n{"address":"2 Miss St 89501"}\n' });
    expect(await skiptrace(host, 'bulk', '-', '--format', 'ndjson', ...YES)).toBe(0);
    expect(
      host.output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { outcome: string }).outcome),
    ).toEqual(['match', 'miss']);
  });

  it.each(['json', 'ndjson'])(
    'reads %s as Windows writes it: with a byte order mark, and in UTF-16',
    async (format) => {
      const scenario = await start();
      const text =
        format === 'json' ? '\ufeff[\r\n"1 Oak St 89501"]' : '\ufeff"1 Oak St 89501"\r\n"1 Oak St 89501"';
      const utf16 = Buffer.from(text, 'utf16le');
      for (const bytes of [Buffer.from(text), utf16, Buffer.from(utf16).swap16()]) {
        for (const name of [`list.${format}`, 'list']) {
          const host = scenario.host();
          writeFileSync(path.join(host.cwd, name), bytes);
          expect([await skiptrace(host, 'bulk', name, ...YES), host.output]).toEqual([
            0,
            expect.stringMatching(/^\[?\s*\{.*"outcome":"match"/),
          ]);
        }
      }
    },
  );

  it('answers CSV with every row, the owners beside it', async () => {
    const { host } = await start.withHost();
    put(host, 'list.csv', 'Id;Property Address;Zip\r\n7;1 Oak St;89501\r\n8;;\r\n\r\n9;2 Miss St;89501\r\n');
    expect(await skiptrace(host, 'bulk', 'list.csv', ...YES)).toBe(0);
    const [header, first, blank, empty, miss] = host.output.split('\r\n');
    expect(header).toMatch(
      /^Id;Property Address;Zip;Skip Trace Status;Owner First Name;.*;Phone 1;.*;Email 1$/,
    );
    expect(first).toMatch(/^7;1 Oak St;89501;Matched;Jordan;Avery;/);
    expect(blank).toMatch(/^8;;;+$/);
    expect(empty).toBe('');
    expect(miss).toMatch(/^9;2 Miss St;89501;+$/);
  });

  it('writes each owner beside the address that was asked for, although the file is saved again meanwhile', async () => {
    const { scenario, host } = await start.withHost();
    const list = (...streets: readonly string[]) =>
      ['Property Address,Zip', ...streets.map((street) => `${street},89501`), ''].join('\r\n');
    put(host, 'list.csv', list('1 Oak St', '2 Miss St', '3 Oak St'));
    scenario.server.script('skipTraceBulk', (response) => {
      put(host, 'list.csv', list('2 Miss St', '3 Oak St', '1 Oak St'));
      const json = JSON.parse(scenario.server.seen('skipTraceBulk')[0]?.body ?? '{}') as unknown;
      const { url: origin, service } = scenario.server;
      actOnSocket(service.answer({ operation: 'skipTraceBulk', jobId: undefined, json, origin }), response);
    });
    expect(await skiptrace(host, 'bulk', 'list.csv', ...YES)).toBe(0);
    const [, ...rows] = host.output.trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
      ['1 Oak St', '89501', 'Matched'],
      ['2 Miss St', '89501', ''],
      ['3 Oak St', '89501', 'Matched'],
    ]);
  });

  it('sends nothing that can match nothing, and counts only the rest', async () => {
    const { scenario, host } = await start.withHost();
    put(
      host,
      'list.csv',
      'Property Address,City,State,Zip\n1 Oak St,Reno,NV,89501\n2 Oak St,,,\n3 Oak St,Reno,,\nPO Box 4,Reno,NV,89501\n',
    );
    expect(await skiptrace(host, 'bulk', 'list.csv', ...YES)).toBe(0);
    expect(host.errors).toContain('4 rows, 1 different address that can match');
    expect(host.errors).toContain("3 addresses can't match and won't be sent (--send-all sends them).");
    expect(host.errors).toContain('Maximum cost: $0.04 (1 different address × $0.04)');
    expect(host.errors).toContain('1 match, 0 misses, 3 not sent. You were charged $0.04.');
    const [request, ...more] = scenario.server.seen('skipTraceBulk');
    expect((JSON.parse(request?.body ?? '') as { addresses: unknown[] }).addresses).toHaveLength(1);
    expect(more).toEqual([]);
  });

  it('sends no request for a list without an address that can match', async () => {
    const { scenario, host } = await start.withHost();
    put(host, 'list.json', JSON.stringify(['1 Oak St', 'PO Box 4, Reno, NV 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(host.errors).toContain('0 matches, 0 misses, 2 not sent. Nothing was charged.');
    expect(JSON.parse(host.output)).toMatchObject([
      { outcome: 'miss', problems: ['not sent: no place'] },
      { outcome: 'miss', problems: ['not sent: PO box'] },
    ]);
    expect(scenario.seen()).toEqual({});
  });

  it('looks the same address up once, unless told otherwise', async () => {
    const scenario = await start();
    const list = JSON.stringify(['1 Oak St 89501', '1  OAK st 89501', '1 Oak St 89501']);
    const once = scenario.host();
    put(once, 'list.json', list);
    expect(await skiptrace(once, 'bulk', 'list.json')).toBe(3);
    expect(once.errors).toContain('--max-cost 0.04');
    await skiptrace(once, 'bulk', 'list.json', ...YES);
    expect(once.errors).toContain(
      '2 addresses repeat a property above: you pay once, and every copy is filled.\n',
    );
    expect(once.errors).toContain('Maximum cost: $0.04 (1 different address × $0.04)\n');
    expect(scenario.server.service.balanceCents).toBe(99_996);
    expect(JSON.parse(once.output)).toHaveLength(3);
    const thrice = scenario.host();
    put(thrice, 'list.json', list);
    await skiptrace(thrice, 'bulk', 'list.json', '--no-dedupe', ...YES);
    expect(thrice.errors).toContain('warning: 2 addresses repeat a property above and will be billed again');
    expect(thrice.errors).toContain('Maximum cost: $0.12 (3 addresses × $0.04)\n');
    expect(scenario.server.service.balanceCents).toBe(99_984);
  });

  it.each([
    ['refuses the key', unauthorized(), 4],
    ['does not give the price', reply(418, 'no'), 9],
  ])(
    'sends nothing where the service %s, since the maximum would be a guess',
    async (_what, answer, code) => {
      const scenario = await start();
      scenario.server.script('getAccount', answer);
      const host = scenario.host();
      put(host, 'list.json', JSON.stringify(['1 Oak St 89501']));
      expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(code);
      expect(host.errors).not.toContain('Maximum cost');
      expect(scenario.seen()).toEqual({});
    },
  );

  it('has the default price where the service does not offer account details', async () => {
    const scenario = await start();
    scenario.server.script('getAccount', htmlPage(404), htmlPage(404));
    const host = scenario.host();
    put(host, 'list.json', JSON.stringify(['1 Oak St 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(host.errors).toContain('Maximum cost: $0.04 (1 different address × $0.04)');
  });

  it('asks for its highest price before it sends anything', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true });
    put(host, 'list.json', JSON.stringify(['1 Oak St 89501', '2 Oak St 89501']));
    const code = skiptrace(host, 'bulk', 'list.json');
    await host.answer(/Spend up to \$0\.08\? \[y\/N\]/, '\r');
    expect(await code).toBe(5);
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes', '--max-cost', '0.07')).toBe(6);
    expect(await skiptrace(host, 'bulk', 'list.json', '--yes')).toBe(2);
    expect(scenario.seen()).toEqual({});
  });

  it('says before the question that the balance is too little', async () => {
    const scenario = await start({ balanceCents: 7 });
    const host = scenario.host({ terminal: true });
    put(host, 'list.json', JSON.stringify(['1 Oak St 89501', '2 Oak St 89501']));
    expect(await skiptrace(host, 'bulk', 'list.json')).toBe(8);
    expect(host.errors).toContain('Your balance is $0.07, too little for $0.08.');
    expect(host.errors).not.toContain('Spend up to');
    expect(scenario.seen()).toEqual({});
  });

  it('writes in a CSV file which rows were not looked up, and a repeat does them', async () => {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    put(host, 'list.csv', 'Property Address,Zip\n1 Miss St,89501\n2 Oak St,89501\n');
    scenario.server.script('skipTraceBulk', insufficientBalance(8));
    expect(await skiptrace(host, 'bulk', 'list.csv', ...YES)).toBe(8);
    expect(host.output).toContain('\n1 Miss St,89501,Not looked up,,');
    expect(host.output).toContain('\n2 Oak St,89501,Not looked up,,');
    expect(host.errors).toContain('0 matches, 0 misses, 2 not looked up. Nothing was charged.');
    put(host, 'out.csv', host.output);
    expect(await skiptrace(host, 'export', 'out.csv', '-o', '-', '-l', 'split')).toBe(0);
    expect(host.output.match(/ Oak St/g)).toHaveLength(1);
    const again = scenario.host();
    put(again, 'list.csv', 'Property Address,Zip\n1 Miss St,89501\n2 Oak St,89501\n');
    expect(await skiptrace(again, 'bulk', 'list.csv', ...YES), again.errors).toBe(0);
    expect(again.output).toMatch(/\n1 Miss St,89501,,.*\n2 Oak St,89501,Matched,/);
  });

  it('counts a long list on standard error while results go elsewhere', async () => {
    const { host } = await start.withHost();
    put(host, 'list.json', JSON.stringify(Array.from({ length: 150 }, (_, n) => `${n + 1} Oak St 89501`)));
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(0);
    expect(host.errors).toContain('Looking up 150 addresses: 50%\n');
    expect(host.errors).toContain('Looking up 150 addresses: 100%\n');
    expect(host.errors.split('\n').filter((line) => line.startsWith('Looking up')).length).toBeLessThan(5);
  });

  it('gives out what was paid for when it has to stop', async () => {
    const { scenario, host } = await start.withHost();
    put(host, 'list.json', JSON.stringify(Array.from({ length: 250 }, (_, n) => `${n + 1} Oak St 89501`)));
    scenario.server.script('skipTraceBulk', (response) => {
      scenario.server.script('skipTraceBulk', ...Array.from({ length: 9 }, () => insufficientBalance(400)));
      const answer = scenario.server.service.answer({
        operation: 'skipTraceBulk',
        jobId: undefined,
        json: JSON.parse(scenario.server.seen('skipTraceBulk')[0]?.body ?? '{}') as unknown,
        origin: scenario.server.url,
      });
      actOnSocket(answer, response);
    });
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(8);
    const outcomes = (JSON.parse(host.output) as { outcome: string }[]).map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(250);
    expect(outcomes.filter((outcome) => outcome === 'match').length).toBeGreaterThanOrEqual(100);
    expect(host.errors).toMatch(/You were charged \$\d/);
    // Progress counts only what was looked up.
    expect(host.errors).not.toContain('100%');
  });

  it('says that the cost of a lost answer is not known', async () => {
    const { scenario, host } = await start.withHost();
    put(host, 'list.json', '["1 Oak St 89501"]');
    scenario.server.script('skipTraceBulk', reset());
    expect(await skiptrace(host, 'bulk', 'list.json', ...YES)).toBe(9);
    expect(host.errors).toContain('not known');
    expect(JSON.parse(host.output)).toMatchObject([{ outcome: 'unknown', chargedCents: null }]);
  });

  it.each([
    ['no list', 'list.json', '{"address":"1 Oak St 89501"}', /array/],
    ['broken JSON', 'list.json', '["1 Oak St 89501"', /isn't JSON/],
    ['an entry without an address', 'list.json', '["1 Oak St 89501",{"zip":"89501"}]', /entry 2/],
    [
      'a unit beside the address',
      'list.json',
      '[{"address":"1 Oak St 89501","unit":"2"}]',
      /entry 1.*"unit".*unit into/i,
    ],
    ['a ZIP by another name', 'list.ndjson', '{"address":"1 Oak St","zipcode":"89501"}', /line 1.*mean zip/i],
    ['a broken line', 'list.ndjson', '"1 Oak St 89501"\n{"address"\n', /[Ll]ine 2/],
    ['nothing in it', 'list.json', '[]', /no addresses/],
  ])('refuses %s before anything is sent', async (_what, name, content, words) => {
    const { scenario, host } = await start.withHost();
    put(host, name, content);
    expect(await skiptrace(host, 'bulk', name, ...YES)).toBe(7);
    expect(host.errors).toMatch(words);
    expect(scenario.seen()).toEqual({});
  });
});
