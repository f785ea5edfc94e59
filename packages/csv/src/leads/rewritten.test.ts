import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EnrichedOwner } from '../enriched/added-columns.js';
import { writtenCell } from '../enriched/cells.js';
import { EnrichedCsv } from '../enriched/enriched-csv.js';
import { MAX_HEAD_BYTES, MAX_RECORD_BYTES } from '../records/dialect.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import { encodeText } from '../text/encoding.js';
import { NotEnriched, type ResultForm } from './added-block.js';
import { rewritten, type MatchedRow } from './restored.js';

const COLUMNS = { address: 'Street', city: 'City', state: 'State', zip: 'Zip' };
const HEADER =
  'Street,City,State,Zip,Note,Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,' +
  'Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip,' +
  'Phone 1,Phone 1 Type,Phone 1 DNC,Phone 2,Phone 2 Type,Phone 2 DNC,Email 1\r\n';
const JANE = '12 Oak St,Dayton,OH,45402,"a ""note"", with, commas"';
const JANES =
  ',Matched,Jane,Doe,Jane Doe,5 Elm St,Dayton,OH,45402,5552010101,Mobile,Yes,5552010102,Landline,No,j@x.com';
const MISS = '9 Fir St,Dayton,OH,45402,' + ','.repeat(15);
const JOHNS = '14 Oak St,Dayton,OH,45402,,Matched,John,Roe,John Roe,,,,,,,,,,,';

/** Writes in pieces, as a file is read. */
async function write(
  content: string | Buffer,
  change: (row: MatchedRow) => EnrichedOwner | null,
  encoding: 'utf-8' | 'windows-1252' | 'utf-16le' = 'utf-8',
  delimiter = ',',
  widths: ResultForm['widths'] = { phones: 2, emails: 1 },
): Promise<Buffer> {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 7) yield await Promise.resolve(bytes.subarray(at, at + 7));
  }
  const parts: Uint8Array[] = [];
  const form = { encoding, delimiter, widths };
  for await (const part of rewritten(pieces(), COLUMNS, form, (rows) => Promise.resolve(rows.map(change))))
    parts.push(part);
  return Buffer.concat(parts);
}

describe('a result with other owners', () => {
  const file = HEADER + [JANE + JANES, '', MISS, JOHNS].map((line) => `${line}\r\n`).join('');

  it('has the same bytes where nothing changes', async () => {
    expect((await write(file, ({ owner }) => owner)).toString()).toBe(file);
  });

  it('names the property of each row, without an owner who is removed', async () => {
    const asked: string[] = [];
    const result = await write(file, ({ row, property, owner }) => {
      asked.push(`${row}: ${property.address} ${property.zip}`);
      return owner.firstName === 'Jane' ? null : owner;
    });
    expect(asked).toEqual(['0: 12 Oak St 45402', '2: 14 Oak St 45402']);
    expect(result.toString()).toBe(file.replace(JANES, ','.repeat(15)));
  });

  it('lacks a phone or an email that is removed, and keeps the columns', async () => {
    const result = await write(file, ({ owner }) =>
      owner.firstName === 'Jane' ? { ...owner, phones: owner.phones.slice(1), emails: [] } : owner,
    );
    const left = ',Matched,Jane,Doe,Jane Doe,5 Elm St,Dayton,OH,45402,5552010102,Landline,No,,,,';
    expect(result.toString()).toBe(file.replace(JANES, left));
  });

  it('names one owner for rows with the same cells, and each row by its own number', async () => {
    const asked: MatchedRow[] = [];
    const rows = [JANE + JANES, JOHNS, JANE.replace('12', '13') + JANES, JANE + JANES, JOHNS];
    const again = HEADER + rows.map((line) => `${line}\r\n`).join('');
    const result = await write(again, (row) => {
      asked.push(row);
      return row.row === 3 ? null : row.owner;
    });
    expect(asked.map(({ row, property }) => `${row}: ${property.address}`)).toEqual([
      '0: 12 Oak St',
      '1: 14 Oak St',
      '2: 13 Oak St',
      '3: 12 Oak St',
      '4: 14 Oak St',
    ]);
    const [first, , other, last] = asked;
    expect([last?.owner === first?.owner, other?.owner === first?.owner]).toEqual([true, false]);
    rows[3] = JANE + ','.repeat(15);
    expect(result.toString()).toBe(HEADER + rows.map((line) => `${line}\r\n`).join(''));
  });

  it('lacks one of its owners, and the others keep their own contacts', async () => {
    const widths = { phones: 1, emails: 0, coOwners: [1, 1].map((phones) => ({ phones, emails: 0 })) };
    const phone = (of: string) => [
      `${of}Phone 1`,
      `${of}Phone 1 Type`,
      `${of}Phone 1 DNC`,
      `${of}Phone 1 DNC Status`,
    ];
    const details = HEADER.split(',').slice(6, 13);
    const person = (of: string) => [
      ...details.map((name) => name.replace('Owner ', `Owner ${of}`)),
      ...phone(of === '' ? '' : `Owner ${of}`),
    ];
    const header = [
      'Street',
      'City',
      'State',
      'Zip',
      'Skip Trace Status',
      ...person(''),
      ...person('2 '),
      ...person('3 '),
    ].join(',');
    const cells = (name: string, last: string, status: string) =>
      `${name},Doe,${name} Doe,,,,,555201010${last},Mobile,${status}`;
    const [ann, ben, cam] = [
      cells('Ann', '1', 'Yes,not checked'),
      cells('Ben', '2', 'No,not listed'),
      cells('Cam', '3', 'Yes,listed'),
    ];
    const home = '12 Oak St,Dayton,OH,45402,Matched,';
    const content = `${header}\r\n${home}${ann},${ben},${cam}\r\n`;
    const asked: MatchedRow[] = [];
    const same = await write(content, (row) => (asked.push(row), row.owner), 'utf-8', ',', widths);
    expect(same.toString()).toBe(content);
    expect(asked[0]?.owner.phones).toEqual([
      { number: '5552010101', type: 'mobile', dnc: true, dncChecked: false },
    ]);
    expect(asked[0]?.owner.coOwners?.map(({ firstName, phones }) => [firstName, phones[0]?.number])).toEqual([
      ['Ben', '5552010102'],
      ['Cam', '5552010103'],
    ]);
    const without = ({ owner }: MatchedRow) => ({ ...owner, coOwners: (owner.coOwners ?? []).slice(1) });
    const left = await write(content, without, 'utf-8', ',', widths);
    expect(left.toString()).toBe(`${header}\r\n${home}${ann},${cam}${','.repeat(11)}\r\n`);
    const empty = await write(content, () => null, 'utf-8', ',', widths);
    expect(empty.toString()).toBe(`${header}\r\n12 Oak St,Dayton,OH,45402${','.repeat(34)}\r\n`);
  });

  describe('of an odd list', () => {
    const ADDED = HEADER.slice(HEADER.indexOf('Skip Trace Status')).trimEnd();
    const none = (row: MatchedRow) => (row.owner.firstName === 'Jane' ? null : row.owner);

    it('is read by the columns that were added, not by those that a list imitates', async () => {
      const fake = `x;${ADDED.replaceAll(',', ';')};${Array.from({ length: 40 }, (_, at) => `p${at}`).join(';')}`;
      const cell = ';'.repeat(fake.split(';').length - 1);
      const header = HEADER.replace('Note', fake);
      const row = `12 Oak St,Dayton,OH,45402,${cell}`;
      const list = `${header}${row}${JANES}\r\n`;
      const result = await write(list, none);
      expect(result.toString()).toBe(`${header}${row}${','.repeat(15)}\r\n`);
    });

    it('is read although another delimiter divides its rows into more cells', async () => {
      const header = HEADER.replace('Note', 'f'.repeat(30).split('').join('|'));
      const list = `${header}12 Oak St,Dayton,OH,45402,${'|'.repeat(29)}${JANES}\r\n`;
      const result = await write(list, none);
      expect(result.toString()).toBe(list.replace(JANES, ','.repeat(15)));
    });

    it('is read although the added cells make it larger than a list may be', async () => {
      const long = 'x'.repeat(MAX_RECORD_BYTES - JANE.length);
      const header = HEADER.replace('Note', 'n'.repeat(MAX_HEAD_BYTES));
      const list = `${header}12 Oak St,Dayton,OH,45402,${long}${JANES}\r\n`;
      const result = await write(list, none);
      expect(result.equals(Buffer.from(list.replace(JANES, ','.repeat(15))))).toBe(true);
    });
  });

  it('is read by the columns at its end, although a list of the same widths stands before them', async () => {
    // With commas, each row would be a row of an imitated result without a match.
    const imitated = `q,${HEADER.trimEnd()},z`;
    const own = (cells: string) => `12 Oak St;Dayton;OH;45402;${cells}`;
    const added = HEADER.slice(HEADER.indexOf('Skip')).replaceAll(',', ';');
    const row = own(`q,1 Fake St,Dayton,OH,45402,x,${','.repeat(15)}z`);
    const list = `Street;City;State;Zip;${imitated};${added}${row}${JANES.replaceAll(',', ';')}\r\n`;
    const none = await write(list, () => null, 'utf-8', ';');
    expect(none.toString()).toBe(list.replace(JANES.replaceAll(',', ';'), ';'.repeat(15)));
  });

  it('is refused if a row was cut to pieces', async () => {
    const cut = file.replace(JANE, '12 Oak St,Dayton');
    await expect(write(cut, ({ owner }) => owner)).rejects.toThrow(
      'Line 2 of the result has 17 cells instead of 20.',
    );
  });

  it('reads each part of a row in its own encoding', async () => {
    const janes = Buffer.from(JANES.replaceAll('Jane', 'José'), 'latin1');
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}12 Cañada Rd,Dayton,OH,45402,`),
      janes,
      Buffer.from('\r\n'),
    ]);
    const asked: MatchedRow[] = [];
    const same = (row: MatchedRow) => {
      asked.push(row);
      return row.owner;
    };
    expect((await write(bytes, same, 'windows-1252')).equals(bytes)).toBe(true);
    expect(asked.map(({ property, owner }) => [property.address, owner.fullName])).toEqual([
      ['12 Cañada Rd', 'José Doe'],
    ]);
  });

  it('is refused if it has other columns than the ones that were added', async () => {
    const other = file.replaceAll('Email 1', 'Email 2');
    await expect(write(other, ({ owner }) => owner)).rejects.toThrow(NotEnriched);
  });

  it('keeps bytes that are not UTF-8', async () => {
    const latin = Buffer.from(file.replace('a ""note""', 'caf\u00e9'), 'latin1');
    const result = await write(
      latin,
      ({ owner }) => (owner.firstName === 'Jane' ? null : owner),
      'windows-1252',
    );
    expect(result.toString('latin1')).toBe(latin.toString('latin1').replace(JANES, ','.repeat(15)));
  });
});

/** Text with everything that a division into cells may stumble over. */
const fragment = fc.constantFrom(
  ...[
    'a',
    'é',
    ' ',
    "'",
    ...['5" pipe', '"', '""', ',', ';', '\t', '|', '\r\n', 'Phone 1', 'ST Skip Trace Status'],
  ],
  ...[HEADER.trimEnd(), HEADER.trimEnd().replaceAll(',', ';'), `${HEADER.trimEnd()},z`],
);
const cell = fc.array(fragment, { maxLength: 3 }).map((parts) => parts.join(''));
const owner = fc.record({
  firstName: fc.constantFrom('José', '=B', '"C"', 'D;E', null),
  lastName: fc.constantFrom('Gray', 'F,G|H'),
  fullName: fc.constantFrom('José Gray', null),
  ...{ mailingAddress: fc.constant(null), mailingCity: fc.constant(null) },
  ...{ mailingState: fc.constant(null), mailingZip: fc.constant('45402') },
  phones: fc.constantFrom([], [{ number: '5552010101', type: 'mobile' as const, dnc: false }]),
  emails: fc.constantFrom([], ['j@x.com']),
});
const several = fc
  .tuple(owner, fc.array(owner, { maxLength: 2 }))
  .map(([first, coOwners]): EnrichedOwner => (coOwners.length === 0 ? first : { ...first, coOwners }));

it('reads any list back as it was read before', async () => {
  const list = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    encoding: fc.constantFrom('utf-8' as const, 'windows-1252' as const, 'utf-16le' as const),
    names: fc.array(cell, { maxLength: 3 }),
    rows: fc.array(fc.tuple(fc.array(cell, { maxLength: 8 }), fc.option(several)), {
      minLength: 1,
      maxLength: 4,
    }),
  });
  await fc.assert(
    fc.asyncProperty(list, async ({ delimiter, encoding, names, rows }) => {
      const line = (cells: readonly string[]) =>
        `${cells.map((one) => (/^"|[\r\n]/.test(one) || one.includes(delimiter) ? writtenCell(one, delimiter) : one)).join(delimiter)}\r\n`;
      const mark = encoding === 'utf-16le' ? '\ufeff' : '';
      const columns = Object.values(COLUMNS);
      const content = mark + [[...columns, ...names], ...rows.map(([cells]) => cells)].map(line).join('');
      const reader = new CsvReader({ mappedHeaders: columns });
      let records: CsvRecord[];
      try {
        records = [...reader.push(encodeText(content, encoding)), ...reader.end()];
      } catch {
        fc.pre(false);
        return;
      }
      const { dialect, header } = reader;
      if (dialect === undefined || header === undefined) throw new Error('the list has no header');
      const cells = Math.max(header.names.length, ...records.map(({ cellCount }) => cellCount));
      const one = { phones: 1, emails: 1 };
      const widths = { ...one, cells, coOwners: [one, one] };
      const owners = records.map(({ blank }, at) => (blank ? null : (rows[at]?.[1] ?? null)));
      const result = (all: readonly (EnrichedOwner | null)[]) => {
        const csv = new EnrichedCsv({ dialect, header, widths });
        return Buffer.concat([
          csv.head(),
          ...records.map((record, at) => csv.record(record, all[at] ?? null)),
        ]);
      };
      const form = { encoding: dialect.encoding, widths, delimiter: dialect.delimiter };
      const seen: MatchedRow[] = [];
      const back = async (change: (row: MatchedRow) => EnrichedOwner | null) => {
        async function* bytes() {
          yield await Promise.resolve(result(owners));
        }
        const parts: Uint8Array[] = [];
        for await (const part of rewritten(bytes(), COLUMNS, form, (some) =>
          Promise.resolve(some.map(change)),
        ))
          parts.push(part);
        return Buffer.concat(parts);
      };
      expect(await back((row) => (seen.push(row), row.owner))).toEqual(result(owners));
      expect(await back(() => null)).toEqual(result([]));
      const written = records.filter(({ blank }) => !blank);
      expect(seen.map(({ row }) => row)).toEqual(
        owners
          .filter((_, at) => records[at]?.blank === false)
          .flatMap((one, at) => (one === null ? [] : [at])),
      );
      for (const { row, property } of seen) expect(Object.values(property)).toEqual(written[row]?.values);
    }),
    { numRuns: 150 },
  );
});
