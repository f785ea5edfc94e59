import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../testing/fake-host.js';
import { skiptrace } from '../../testing/scenario.js';
import { hostsOfThisFile } from '../../testing/with-host.js';
import { workbook } from '../../testing/workbook.js';

const newHost = hostsOfThisFile();
const HEADER = 'Property Address,Property City,Property State,Property Zip\n';

function withFile(content: string | Buffer, name = 'leads.csv'): FakeHost {
  const host = newHost();
  writeFileSync(path.join(host.cwd, name), content);
  return host;
}

const read = (host: FakeHost, name: string) => readFileSync(path.join(host.cwd, name), 'utf8');

describe('csv check', () => {
  it('reports the columns, the doubtful rows by number, and what it can cost at most', async () => {
    const host = withFile(
      `${HEADER}1 Oak St,Reno,NV,89501\n"2 Elm\nSt",Newark,NJ,7104\n,Reno,NV,89501\n3 Oak St,Reno,NV,none-of-it\n4 Oak St,Reno\n`,
    );
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.output).toContain('leads.csv: 5 rows, 3 different addresses');
    expect(host.output).toContain('Property Address');
    expect(host.output).toContain('1 ZIP lost its leading zeros and is restored: row 3\n');
    expect(host.output).toContain("1 row has no address and can't match: row 4 (line 5)\n");
    expect(host.output).toContain('1 row has an unreadable ZIP: row 5 (line 6)\n');
    expect(host.output).toContain('1 row has fewer cells than the header: row 6 (line 7)\n');
    expect(host.output).toContain('Maximum cost: $0.12 (3 rows × $0.04, the default price)\n');
    expect(host.errors).toBe('');
  });

  it('expects the same price as an upload, which pays for a repeated property once', async () => {
    const host = withFile(
      `${HEADER}1 Oak St,Reno,NV,89501\n1 OAK STREET,Reno,NV,89501\n2 Oak St,Reno,NV,89501\n`,
    );
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.output).toContain(
      '1 row repeats a property above: you pay once, and every copy is filled.\n',
    );
    expect(host.output).toContain('Maximum cost: $0.08 (2 different addresses × $0.04, the default price)\n');
  });

  it('needs neither key nor service, and prints facts with --json', async () => {
    const host = withFile(`${HEADER}1 Oak St,Reno,NV,89501\n,Reno,NV,89501\n`);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toMatchObject({
      file: 'leads.csv',
      rows: 2,
      blankAddresses: 1,
      maxCents: 4,
      columnMapping: { address: 'Property Address' },
      unmatchableRows: 1,
      repeatedRows: 0,
      doubts: [{ what: 'blank address', kind: 'cannot-match', count: 1, rows: [3] }],
      fixed: null,
    });
  });

  it('says what cannot be used, with exit code 7 and the row', async () => {
    const host = withFile(`${HEADER}"1 Oak St,Reno,NV,89501\n`);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(7);
    expect(host.output).toBe('');
    expect(host.errors).toContain('line 2');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('tells a workbook by another name from a CSV file', async () => {
    const host = withFile(workbook([['Address'], ['1 Oak St']]));
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(7);
    expect(host.errors).toContain('rename it to end in .xlsx');
  });
});

describe('csv check --fix', () => {
  it('writes a copy with everything repaired that can be, and leaves the file alone', async () => {
    const content =
      'Property Address;Property City;Property State;Property Zip;Note;Note\n' +
      '1 Oak St;Newark;New Jersey;7104;a;b\n;;;;;\n2 Elm St;Reno;NV;89501.0;"x;y"\n3 Fir St;Reno;NV;89501;c;d;left over\n';
    const host = withFile(content);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'leads.fixed.csv')}\n`);
    expect(read(host, 'leads.fixed.csv')).toBe(
      'Property Address,Property City,Property State,Property Zip,Note,Note copy 2,Extra 1\n' +
        '1 Oak St,Newark,NJ,07104,a,b,\n2 Elm St,Reno,NV,89501,x;y,,\n3 Fir St,Reno,NV,89501,c,d,left over\n',
    );
    expect(host.errors).toContain('2 ZIPs cleaned');
    expect(host.errors).toContain('1 state name made a code');
    expect(host.errors).toContain('1 header made unique');
    expect(read(host, 'leads.csv')).toBe(content);
  });

  it('turns Windows-1252 into UTF-8, and a workbook into CSV', async () => {
    const host = withFile(Buffer.from(`${HEADER}1 Peña Blvd,Reno,NV,89501\n`, 'latin1'));
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix', '-o', '-')).toBe(0);
    expect(host.output).toBe(`${HEADER}1 Peña Blvd,Reno,NV,89501\n`);
    const sheet = withFile(
      workbook([HEADER.trim().split(','), ['1 Oak St', 'Reno', 'NV', '89501']]),
      'l.xlsx',
    );
    expect(await skiptrace(sheet, 'csv', 'check', 'l.xlsx', '--fix')).toBe(0);
    expect(read(sheet, 'l.fixed.csv')).toBe(`${HEADER}1 Oak St,Reno,NV,89501\n`.replaceAll('\n', '\r\n'));
  });

  it('replaces nothing without --force', async () => {
    const host = withFile(`${HEADER}1 Oak St,Reno,NV,89501\n`);
    writeFileSync(path.join(host.cwd, 'leads.fixed.csv'), 'mine');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix')).toBe(12);
    expect(read(host, 'leads.fixed.csv')).toBe('mine');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix', '--force')).toBe(0);
  });
});
