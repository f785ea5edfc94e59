import { describe, expect, it } from 'vitest';
import { redacted, type ListedRow } from './redacted.js';

const COLUMNS = { address: 'Street', city: 'City', state: 'State', zip: 'Zip' };

const ADDED =
  'Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip';

async function write(
  content: string | Buffer,
  choose: (row: ListedRow) => readonly number[],
  form: Parameters<typeof redacted>[2] = {},
): Promise<Buffer> {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 7) yield await Promise.resolve(bytes.subarray(at, at + 7));
  }
  const parts: Uint8Array[] = [];
  for await (const part of redacted(pieces(), COLUMNS, form, (rows) => Promise.resolve(rows.map(choose))))
    parts.push(part);
  return Buffer.concat(parts);
}

const LIST =
  '\ufeffName,Street,City,State,Zip,Note,Note\r\n' +
  '"Doe, ""Jane""",12 Oak St,Dayton,OH,45402,"calls, often",x\r\n\r\n' +
  'Roe,14 Oak St,Dayton,OH,45402,,\r\n' +
  'Doe,16 Oak St\r\n' +
  'Doe,18 Oak St,Dayton,OH,45402,a,b,too many';

describe('a list without some cells', () => {
  it('keeps the bytes of everything else', async () => {
    const rows: ListedRow[] = [];
    const result = await write(LIST, (row) => {
      rows.push(row);
      return row.text.includes('Jane') ? [5, 0] : [];
    });
    expect(result.toString()).toBe(LIST.replace('"Doe, ""Jane"""', '').replace('"calls, often"', ''));
    expect(rows.map(({ row }) => row)).toEqual([0, 1, 2, 3]);
    expect(rows.map(({ property }) => property.address)).toEqual([
      '12 Oak St',
      '14 Oak St',
      '16 Oak St',
      '18 Oak St',
    ]);
    expect(rows[0]?.cells()).toEqual([
      ...['Doe, "Jane"', '12 Oak St', 'Dayton', 'OH', '45402', 'calls, often', 'x'],
    ]);
  });

  it('reads rows that are too short or too long', async () => {
    const result = await write(LIST, (row) => {
      const cells = row.cells();
      return [cells.length - 1];
    });
    expect(result.toString()).toContain('Doe,\r\n');
    expect(result.toString()).toContain(',a,b,');
    expect(result.toString()).not.toContain('too many');
  });

  it('returns the customer’s own cells of a result, and not the added ones', async () => {
    const result = `Name,Street,City,State,Zip,${ADDED}\nDoe,12 Oak St,Dayton,OH,45402,Matched,Jane,Doe,Jane Doe,,,,\n`;
    let cells: string[] = [];
    const read = (row: ListedRow) => {
      cells = row.cells();
      return [];
    };
    await write(result, read, { delimiter: ',', widths: { phones: 0, emails: 0 } });
    expect(cells).toEqual(['Doe', '12 Oak St', 'Dayton', 'OH', '45402']);
    // The list of a customer who sends a result as a list: all of it is theirs.
    await write(result, read);
    expect(cells).toHaveLength(13);
  });

  it('keeps rows with a quote in the middle of a cell whole', async () => {
    const row = '12 Oak St,Dayton,OH,45402,"a ""b"" c"x,5" pipe,6" b,"two\nlines",';
    const list = `Street,City,State,Zip,A,B,C,D,E\n${row}\n`;
    const seen: string[][] = [];
    const result = await write(list, (one) => {
      seen.push(one.cells());
      return [0, 5];
    });
    expect(seen).toEqual([
      ['12 Oak St', 'Dayton', 'OH', '45402', 'a "b" cx', '5" pipe', '6" b', 'two\nlines', ''],
    ]);
    expect(result.toString()).toBe(list.replace('12 Oak St', '').replace('5" pipe', ''));
  });

  it('is a result with each cell in its own encoding', async () => {
    const list = `Street,City,State,Zip,${ADDED}\n`;
    const bytes = Buffer.concat([
      Buffer.from(`${list}51 Cañada Rd,Dayton,OH,45402,`),
      Buffer.from('Matched,José,Muñoz,José Muñoz,,,,\n', 'latin1'),
    ]);
    const rows: ListedRow[] = [];
    const read = (row: ListedRow) => {
      rows.push(row);
      return [];
    };
    const form = { encoding: 'windows-1252', delimiter: ',', widths: { phones: 0, emails: 0 } } as const;
    expect((await write(bytes, read, form)).equals(bytes)).toBe(true);
    expect(rows[0]?.property.address).toBe('51 Cañada Rd');
    expect(rows[0]?.text).toContain('51 Cañada Rd,Dayton,OH,45402,Matched,José,Muñoz');
    expect(rows[0]?.cells()).toEqual(['51 Cañada Rd', 'Dayton', 'OH', '45402']);
  });

  it('has the property of the row above in a row that repeats it, and keeps the number of that row', async () => {
    const rows = [
      ',"29 Ash\nSt",Tina,29 Ash St',
      ',13 Ash St,Oda,13 Ash St',
      '2,,Tina,29 Ash Street',
      '9,,Ida,?',
      '2,15 Ash St,Una,?',
    ];
    const place = ',Dayton,OH,45402';
    const list = [
      'skiptrace repeats row,Street,Name,Address,City,State,Zip',
      ...rows.map((row) => row + place),
    ];
    const content = list.join('\n') + '\n';
    const seen: unknown[] = [];
    const result = await write(content, (row) => {
      const { property, repeated } = row;
      seen.push([repeated?.row, repeated?.property.address, property.address, row.cells().slice(0, 3)]);
      return [property.address, repeated?.property.address].includes('29 Ash\nSt') ? [2] : [];
    });
    expect(seen).toEqual([
      [undefined, undefined, '29 Ash\nSt', ['', '29 Ash\nSt', 'Tina']],
      [undefined, undefined, '13 Ash St', ['', '13 Ash St', 'Oda']],
      [0, '29 Ash\nSt', '', ['', '', 'Tina']],
      [undefined, undefined, '', ['9', '', 'Ida']],
      [undefined, undefined, '15 Ash St', ['2', '15 Ash St', 'Una']],
    ]);
    expect(result.toString()).toBe(content.replaceAll('Tina', ''));
  });

  it('repeats no row by a column that the list has twice', async () => {
    const list = `skiptrace repeats row,Street,City,State,Zip,skiptrace repeats row
,29 Ash St,Dayton,OH,45402,
2,,Dayton,OH,45402,2
`;
    const seen: unknown[] = [];
    await write(list, (row) => {
      seen.push([row.repeated, row.cells()[0]]);
      return [];
    });
    expect(seen).toEqual([
      [undefined, ''],
      [undefined, '2'],
    ]);
  });

  it('is divided as the service divided it, although another delimiter divides it better', async () => {
    const list = 'Street,City,State,Zip,a;b;c;d;e;f\n12 Oak St,Dayton,OH,45402,1;2;3;4;5;6\n';
    const first = (row: ListedRow) => [row.cells().length - 1];
    expect((await write(list, first)).toString()).toBe(list.replace('1;2;3;4;5;6', ''));
  });

  it('writes UTF-16 and Windows-1252 as they are', async () => {
    const wide = Buffer.from(LIST, 'utf16le');
    const blank = (row: ListedRow) => (row.text.includes('Jane') ? [0] : []);
    expect((await write(wide, blank)).toString('utf16le')).toBe(LIST.replace('"Doe, ""Jane"""', ''));
    const latin = Buffer.from(LIST.replace('\ufeff', '').replace('often', 'caf\u00e9'), 'latin1');
    const expected = latin.toString('latin1').replace('"Doe, ""Jane"""', '');
    expect((await write(latin, blank, { encoding: 'windows-1252' })).toString('latin1')).toBe(expected);
  });
});
