import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { workbook } from '../../../csv/src/testing/workbook.js';
import { type FakeHost, hostsOfThisFile } from '../testing/fake-host.js';
import { skiptrace } from '../testing/scenario.js';

const newHost = hostsOfThisFile();
const HEADER = 'Property Address,Property City,Property State,Property Zip\n';

function withFile(content: string | Buffer, name = 'leads.csv'): FakeHost {
  const host = newHost();
  writeFileSync(path.join(host.cwd, name), content);
  return host;
}

const read = (host: FakeHost, name: string) => readFileSync(path.join(host.cwd, name), 'utf8');

describe('csv check', () => {
  it('reports the columns, the doubtful rows by number, and the maximum cost', async () => {
    const host = withFile(
      `${HEADER}1 Oak St,Reno,NV,89501\n"2 Elm\nSt",Newark,NJ,7104\n,Reno,NV,89501\n3 Oak St,Reno,NV,none-of-it\n4 Oak St,Reno\n`,
    );
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.output).toContain('leads.csv: 5 rows, 3 different addresses');
    expect(host.output).toContain('Property Address');
    expect(host.output).toContain('1 ZIP lost its leading zeros and is restored: row 3\n');
    expect(host.output).toContain("1 row has no address, so it can't match: row 4 (line 5)\n");
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

  it('refuses rows that a column tells apart, after the report, unless they are the same property', async () => {
    const list =
      'Property Address,XQ,Note,City,State,Zip\n1 Oak St,,a,Reno,NV,89501\n1 Oak St,1/2,b,Reno,NV,89501\n';
    const host = withFile(list);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(7);
    expect(host.output).toContain('leads.csv: 2 rows, 1 different address');
    expect(host.errors).toContain(
      '1 row (50%) would be taken for the property of an earlier row, though they differ in "XQ" (1/2)',
    );
    expect(host.errors).toContain('--map numberSuffix=XQ');
    host.startAnew();
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--same-property')).toBe(0);
    host.startAnew();
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--map', 'numberSuffix=XQ')).toBe(0);
    expect(host.output).toContain('leads.csv: 2 rows, 2 different addresses');
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

  it('says why a file cannot be used, with exit code 7 and the row', async () => {
    const host = withFile(`${HEADER}"1 Oak St,Reno,NV,89501\n`);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(7);
    expect(host.output).toBe('');
    expect(host.errors).toContain('line 2');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('opens a workbook with another file name', async () => {
    const rows = [HEADER.trim().split(','), ['1 Oak St', 'Reno', 'NV', '89501']];
    expect(await skiptrace(withFile(await workbook(rows)), 'csv', 'check', 'leads.csv')).toBe(0);
  });

  it('opens the sheet with the list, or the one that is named', async () => {
    const summary = [
      ['Leads', 'Count'],
      ['Ohio', '12'],
      ['Texas', '9'],
    ];
    const list = [
      ['D4D Leads'],
      [],
      ['#', 'Address', 'City', 'ST', 'Zip'],
      ['1', '1 Oak St', 'Reno', 'NV', '89501'],
    ];
    const old = [
      ['Address', 'City', 'ST', 'Zip'],
      ['9 Elm St', 'Mesa', 'AZ', '85204'],
      ['8 Elm St', 'Mesa', 'AZ', '85204'],
    ];
    const sheets = ['Summary', 'Leads', 'Old'];
    const host = withFile(await workbook(summary, { sheets, furtherRows: [list, old] }), 'book.xlsx');
    expect(await skiptrace(host, 'csv', 'check', 'book.xlsx')).toBe(0);
    expect(host.errors).toContain(
      'reading sheet "Old", not "Summary", "Leads". For another, add --sheet NAME.',
    );
    expect(await skiptrace(host, 'csv', 'check', 'book.xlsx', '--sheet', 'leads')).toBe(0);
    expect(host.output).toContain('book.xlsx: 1 row, 1 different address');
    expect(host.output).toMatch(/state +← ST/);
    expect(await skiptrace(host, 'csv', 'check', 'book.xlsx', '--sheet', 'May')).toBe(2);
    expect(host.errors).toContain('it has no sheet "May"; its sheets are "Summary", "Leads", "Old".');
  });

  it('takes the row that the user names for the header', async () => {
    const host = withFile(`A,B,C,D\nWhere,City,State,Zip\n1 Oak St,Reno,NV,89501\n`);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--header-row', '2')).toBe(0);
    expect(host.output).toMatch(/address +← Where/);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--header-row', '2', '--no-header')).toBe(2);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--header-row', '9')).toBe(2);
    expect(host.errors).toContain('Row 9 is blank, or too far down to be the header.');
  });

  it('takes the state from a column of states, and lists the unused columns', async () => {
    const host = withFile(
      'Situs Addr,Situs City,Situs St,Situs Zip,Owner 1 Name,Notes\n1 Oak St,Newark,NJ,7104,Doe,a\n2 Oak St,Dayton,OH,45402,Roe,b\n',
    );
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.output).toMatch(/state +← Situs St/);
    expect(host.output).toContain('1 ZIP lost its leading zeros and is restored: row 2');
    expect(host.output).toContain('Not used, and kept in the result: Owner 1 Name, Notes.');
  });

  it('says that a ZIP may have lost its zero if no state shows it', async () => {
    const host = withFile(
      'Property Address,Property City,Property Zip\n1 Oak St,Newark,7104\n2 Oak St,Dayton,45402\n',
    );
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.output).toContain(
      "1 row has a ZIP that lost its leading zero, and no state to tell it by, so it can't match: row 2\n",
    );
  });
});

describe('csv check --fix', () => {
  it('writes a copy with everything repaired that can be, and leaves the file unchanged', async () => {
    const content =
      'Property Address;Property City;Property State;Property Zip;Note;Note\n' +
      '1 Oak St;Newark;New Jersey;7104;a;b\n;;;;;\n2 Elm St;Reno;NV;89501.0;"x;y"\n3 Fir St;Reno;NV;89501;c;d;left over\n';
    const host = withFile(content);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'leads.fixed.csv')}\n`);
    expect(read(host, 'leads.fixed.csv')).toBe(
      'Property Address,Property City,Property State,Property Zip,Note (column 5),Note (column 6),Extra 1\n' +
        '1 Oak St,Newark,NJ,07104,a,b,\n2 Elm St,Reno,NV,89501,x;y,,\n3 Fir St,Reno,NV,89501,c,d,left over\n',
    );
    expect(host.errors).toContain('2 ZIPs cleaned');
    expect(host.errors).toContain('1 state name made a code');
    expect(host.errors).toContain('2 headers made unique');
    expect(read(host, 'leads.csv')).toBe(content);
  });

  it('turns Windows-1252 into UTF-8, and a workbook into CSV', async () => {
    const host = withFile(Buffer.from(`${HEADER}1 Peña Blvd,Reno,NV,89501\n`, 'latin1'));
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix', '-o', '-')).toBe(0);
    expect(host.output).toBe(`${HEADER}1 Peña Blvd,Reno,NV,89501\n`);
    const sheet = withFile(
      await workbook([HEADER.trim().split(','), ['1 Oak St', 'Reno', 'NV', '89501']]),
      'l.xlsx',
    );
    expect(await skiptrace(sheet, 'csv', 'check', 'l.xlsx', '--fix')).toBe(0);
    expect(read(sheet, 'l.fixed.csv')).toBe(`${HEADER}1 Oak St,Reno,NV,89501\n`.replaceAll('\n', '\r\n'));
  });

  it('replaces nothing without --force', async () => {
    const host = withFile(`${HEADER}1 Oak St,Newark,NJ,7104\n`);
    writeFileSync(path.join(host.cwd, 'leads.fixed.csv'), 'mine');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix')).toBe(12);
    expect(read(host, 'leads.fixed.csv')).toBe('mine');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix', '--force')).toBe(0);
    expect(read(host, 'leads.fixed.csv')).toContain('07104');
  });

  it('names commands as they are typed here', async () => {
    const host = withFile(`${HEADER}1 Oak St,Reno,NV,89501\n`);
    host.program = 'npx skiptrace';
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.output).toContain('"npx skiptrace balance" shows it');
  });

  it('leaves nothing to fix by hand in a row that it removes', async () => {
    const host = withFile(`${HEADER}1 Oak St,Reno,NV,89501\n,,,\n3 Oak St,Reno,NV,89501\n`);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix')).toBe(0);
    expect(host.errors).toContain('1 empty row removed');
    expect(host.errors).not.toContain('by hand');
  });

  it('writes no copy where nothing can be repaired, and says what to fix by hand', async () => {
    const host = withFile(`${HEADER}1 Oak St,Reno,NV,89501\n3 Oak St,Reno,NV,none-of-it\n`);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix')).toBe(0);
    expect(host.errors).toContain('Not repaired: 1 row of the warnings above: fix it by hand.');
    expect(host.errors).toContain('Nothing to repair, so no copy was written.');
    expect([host.output, existsSync(path.join(host.cwd, 'leads.fixed.csv'))]).toEqual(['', false]);
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv', '--fix', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toMatchObject({ fixed: { output: null, repairs: {} } });
  });
});
