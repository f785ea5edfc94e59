import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { match } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { workbook } from '../../../../csv/src/testing/workbook.js';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const ENRICHED = 'Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n';
const options = { enriched: Buffer.from(ENRICHED), honorsKeys: true };

describe('an unclear column', () => {
  const unclear = 'Property Address,Situs Address,Zip\n1 Oak St,2 Elm St,89501\n';

  it('is asked for on a terminal', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    writeFileSync(path.join(host.cwd, 'leads.csv'), unclear);
    const code = skiptrace(host, 'upload', 'leads.csv', '--preview', '--progress', 'none');
    await host.answer(/Which column is the address\? \[1-2/, '2\r');
    expect(await code).toBe(0);
    expect(host.errors).toContain("--map 'address=Situs Address'");
    expect(scenario.server.service.jobs.size).toBe(1);
  });

  it.each(['\r', '3\r', '0\r', 'x\r'])(
    'is refused with ready --map lines when the answer is %j',
    async (keys) => {
      const scenario = await start(options);
      const host = scenario.host({ terminal: true });
      writeFileSync(path.join(host.cwd, 'leads.csv'), unclear);
      const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
      await host.answer(/Which column/, keys);
      expect(await code).toBe(7);
      expect(host.errors).toContain("--map 'address=Property Address'");
      expect(scenario.seen()).toEqual({});
    },
  );
});

describe('rows of one address that a column tells apart', () => {
  const list =
    'Property Address,XQ,Note,City,State,Zip\n1 Oak St,,a,Reno,NV,89501\n1 Oak St,1/2,b,Reno,NV,89501\n';

  it.each([
    ['y\r', 0],
    ['\r', 7],
  ])('are asked about on a terminal: %j ends with %i', async (keys, exit) => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    writeFileSync(path.join(host.cwd, 'leads.csv'), list);
    const code = skiptrace(host, 'upload', 'leads.csv', '--preview', '--progress', 'none');
    await host.answer(/Are these rows the same property/, keys);
    expect(await code).toBe(exit);
    expect(host.errors).toContain('they differ in "XQ" (1/2)');
    expect(scenario.server.service.jobs.size).toBe(exit === 0 ? 1 : 0);
  });

  it.each(['upload', 'bulk'])('are refused by %s without a terminal', async (command) => {
    const { scenario, host } = await start.withHost(options);
    writeFileSync(path.join(host.cwd, 'leads.csv'), list);
    expect(await skiptrace(host, command, 'leads.csv', '--yes', '--max-cost', '1')).toBe(7);
    expect(host.errors).toContain('--same-property');
    expect(scenario.seen()).toEqual({});
  });
});

describe('upload of a workbook', () => {
  const header = ['Property Address', 'Property City', 'Property State', 'Property Zip'];

  it('sends its first sheet, and writes the result beside it', async () => {
    const { scenario, host } = await start.withHost(options);
    const row = ['1 Oak St', 'Reno', 'NV', '89501'];
    writeFileSync(path.join(host.cwd, 'List.xlsx'), await workbook([header, row]));
    expect(await skiptrace(host, 'upload', 'List.xlsx', '-y', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'List.enriched.csv')}\n`);
    expect(host.errors).toContain('List.xlsx: reading sheet "Leads"');
    expect(scenario.job.filename).toBe('List.csv');
    expect(readdirSync(host.temporaryDirectory)).toEqual([]);
  });

  it('is the same upload again if nothing in it changed', async () => {
    const { scenario, host } = await start.withHost(options);
    writeFileSync(
      path.join(host.cwd, 'List.xlsx'),
      await workbook([header, ['1 Oak St', 'Reno', 'NV', '89501']]),
    );
    await skiptrace(host, 'upload', 'List.xlsx', '--preview');
    await skiptrace(host, 'upload', 'List.xlsx', '--preview');
    expect(scenario.server.service.jobs.size).toBe(1);
  });
});

describe('rows that repeat a property', () => {
  const row = (address: string, note: string) => `${address},Reno,NV,89501,${note}`;
  const file = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('');
  const HEADER = 'Property Address,Property City,Property State,Property Zip,Note';
  const LIST = [
    row('1 Oak St', '"a ""b"""'),
    row('2 Oak St', ''),
    row('PO Box 9', ''),
    row('1 OAK STREET', 'x'),
    row('1 Oak St', 'y'),
  ];
  const ADDED =
    ',Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,' +
    'Owner Mailing City,Owner Mailing State,Owner Mailing Zip';
  const VERA = ',Matched,Vera,Drumlin,Vera Drumlin,,,,';
  const NONE = ',,,,,,,,';
  const WHOLE = file(HEADER + ADDED, ...LIST.map((line) => line + (/^1 /.test(line) ? VERA : NONE)));

  /** A service that reads files, and knows only the owner of 1 Oak St. */
  async function uploaded(...more: string[]) {
    const scenario = await start({
      honorsKeys: true,
      find: ({ address }) => (address.startsWith('1 ') ? matchAt(address) : undefined),
    });
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, 'leads.csv'), file(HEADER, ...LIST));
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1', ...more)).toBe(0);
    return { scenario, host };
  }

  it('are sent once, paid once, and get its owner, byte for byte', async () => {
    const { host, scenario } = await uploaded();
    expect(host.errors).toContain('leads.csv: 5 rows, 2 different addresses that can match');
    expect(host.errors).toContain('Maximum cost: $0.08 (2 different addresses × $0.04)');
    expect(host.errors).toContain('1 match × $0.04 = $0.04 (of 2 that can match)');
    expect(scenario.server.service.balanceCents).toBe(99_996);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe(WHOLE);
    expect(host.errors).toContain(
      'Found owners for 1 of 2 addresses that can match (50%). With the rows that repeat them, 3 of 5 rows have an owner.',
    );
  });

  it('count their numbers once, and without a callable one the next step keeps them all', async () => {
    const phones = [
      { number: '7755550131', type: 'mobile' as const, dnc: true, dncChecked: false },
      { number: '7755550132', type: 'landline' as const, dnc: true },
    ];
    const scenario = await start({
      honorsKeys: true,
      find: ({ address }) => (address.startsWith('1 ') ? { ...matchAt(address), phones } : undefined),
    });
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, 'leads.csv'), file(HEADER, ...LIST));
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1')).toBe(0);
    expect(host.errors).toContain(
      '2 phone numbers: 0 callable, 1 listed, 1 not checked against Do Not Call lists; 0 emails',
    );
    expect(host.errors).toContain(
      '--layout split\n  It keeps each number with its Do Not Call status, to have it checked.',
    );
  });

  it('call no number that is listed for the owner of another address', async () => {
    const phone = (dnc: boolean) => [{ number: '7755550131', type: 'mobile' as const, dnc }];
    const scenario = await start({
      honorsKeys: true,
      find: ({ address }) =>
        /^[12] /.test(address) ? { ...matchAt(address), phones: phone(address.startsWith('1 ')) } : undefined,
    });
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, 'leads.csv'), file(HEADER, ...LIST));
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1')).toBe(0);
    expect(host.errors).toContain('2 phone numbers: 0 callable, 2 listed on Do Not Call lists');
  });

  it('show the same counts everywhere', async () => {
    const { scenario } = await uploaded();
    const host = scenario.host();
    await skiptrace(host, 'jobs', 'list');
    expect(host.output).toMatch(/completed {2}5 +1 of 2 +\$0\.04/);
    await skiptrace(host, 'jobs', 'get', scenario.job.id);
    expect(host.output).toMatch(/Rows +5\nLooked up +2\nMatched +1\nNot matched +1\nNot looked up +3\n/);
  });

  it('are all in the result on another machine, in a file and on standard output', async () => {
    const { scenario } = await uploaded('-o', '-');
    for (const host of [scenario.host(), scenario.host()]) {
      expect(await skiptrace(host, 'jobs', 'download', scenario.job.id)).toBe(0);
      expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe(WHOLE);
      const shown = host.output.length;
      expect(await skiptrace(host, 'jobs', 'download', scenario.job.id, '-o', '-')).toBe(0);
      expect(host.output.slice(shown)).toBe(WHOLE);
      expect(readdirSync(host.temporaryDirectory)).toEqual([]);
    }
  });

  it('have their owner in an export of the service’s own file', async () => {
    const { scenario, host } = await uploaded();
    const served = scenario.server.service.fileAt(`/files/results/${scenario.job.id}`);
    writeFileSync(path.join(host.cwd, 'served.csv'), served);
    expect(await skiptrace(host, 'export', 'served.csv', '--layout', 'reisift')).toBe(0);
    const lines = readFileSync(path.join(host.cwd, 'served.reisift.csv'), 'utf8').trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Drumlin');
  });

  it('are each paid with --no-dedupe, which is another upload', async () => {
    const { scenario, host } = await start.withHost(options);
    const rows = '1 Oak St,89501\n1 Oak St,89501\n';
    writeFileSync(path.join(host.cwd, 'leads.csv'), `Property Address,Zip\n${rows}`);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(host.errors).toContain('1 row repeats a property above: you pay once, and every copy is filled.');
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '--dedupe');
    expect(scenario.server.service.jobs.size).toBe(1);
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '--no-dedupe');
    expect(host.errors).toContain('1 row repeats a property above and will be billed again');
    expect(scenario.server.service.jobs.size).toBe(2);
  });
});

const matchAt = (propertyAddress: string) => ({
  ...match({ fullName: 'Vera Drumlin', contact: { propertyAddress } }),
  charged: 4,
});
