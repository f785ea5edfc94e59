import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../../testing/scenario.js';
import { workbook } from '../../testing/workbook.js';

const start = scenarios();
const ENRICHED = 'Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n';
const options = { enriched: Buffer.from(ENRICHED), honoursKeys: true };

describe('a column that is not clear', () => {
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

describe('upload of a workbook', () => {
  const header = ['Property Address', 'Property City', 'Property State', 'Property Zip'];

  it('sends its first sheet, and writes the result beside it', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    const row = ['1 Oak St', 'Reno', 'NV', '89501'];
    writeFileSync(path.join(host.cwd, 'List.xlsx'), workbook([header, row]));
    expect(await skiptrace(host, 'upload', 'List.xlsx', '-y', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'List.enriched.csv')}\n`);
    expect(host.errors).toContain('List.xlsx: reading sheet "Leads"');
    expect(scenario.job.filename).toBe('List.csv');
    expect(readdirSync(host.temporaryDirectory)).toEqual([]);
  });

  it('is the same upload again when nothing in it changed', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, 'List.xlsx'), workbook([header, ['1 Oak St', 'Reno', 'NV', '89501']]));
    await skiptrace(host, 'upload', 'List.xlsx', '--preview');
    await skiptrace(host, 'upload', 'List.xlsx', '--preview');
    expect(scenario.server.service.jobs.size).toBe(1);
  });
});

describe('rows that repeat a property', () => {
  it('are asked for once, paid once, and get its owner, byte for byte', async () => {
    const header = 'Property Address,Property City,Property State,Property Zip,Note';
    const added =
      ',Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,' +
      'Owner Mailing City,Owner Mailing State,Owner Mailing Zip';
    const owner = ',Matched,Vera,Drumlin,Vera Drumlin,,,,';
    const none = ',,,,,,,,';
    const row = (address: string, note: string) => `${address},Reno,NV,89501,${note}`;
    const [first, second, third, fourth] = [
      row('1 Oak St', '"a ""b"""'),
      row('2 Oak St', ''),
      row('1 OAK STREET', 'x'),
      row('1 Oak St', 'y'),
    ];
    const file = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('');
    const enriched = Buffer.from(file(header + added, first + owner, second + none));
    const scenario = await start({ ...options, enriched });
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, 'leads.csv'), file(header, first, second, '', third, fourth));
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1')).toBe(0);
    expect(host.errors).toContain('Maximum cost: $0.08 (2 different addresses × $0.04)');
    // The service has not seen the repeated rows: calling these rows would contradict the count of the result.
    expect(host.errors).toMatch(/\d of \d different addresses matched × \$0\.04/);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe(
      file(header + added, first + owner, second + none, '', third + owner, fourth + owner),
    );
  });

  it('are paid each with --no-dedupe, which is another upload', async () => {
    const scenario = await start(options);
    const host = scenario.host();
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
