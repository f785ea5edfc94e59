import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EnrichedCsv } from '../enriched/enriched-csv.js';
import type { EnrichedOwner } from '../enriched/owner.js';
import { CsvReader } from '../records/reader.js';
import { blobSource } from '../source/byte-source.js';
import { inspectLeads } from './inspect.js';
import { paidOnce } from './paid-once.js';
import { restored } from './restored.js';

const sourceOf = (bytes: Buffer) => blobSource(new Blob([Uint8Array.from(bytes)]));

const owner = (lastName: string): EnrichedOwner => ({
  firstName: 'Vera',
  lastName,
  fullName: `Vera "V" ${lastName}, Esq.`,
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
  phones: [{ number: '9735550131', type: 'mobile', dnc: false }],
  emails: [`${lastName}@example.com`],
});

/** What the service makes of a file: an owner named after the address cell in every row that has one. */
function served(csv: Buffer, addressColumn: string): { result: Buffer; asked: string[] } {
  const reader = new CsvReader({ mappedHeaders: [addressColumn] });
  const records = [...reader.push(csv), ...reader.end()];
  const { dialect, header } = reader;
  if (!dialect || !header) throw new Error('the copy has no header');
  const cells = Math.max(...records.map(({ cellCount }) => cellCount));
  const enriched = new EnrichedCsv({ dialect, header, widths: { cells, phones: 1, emails: 1 } });
  const asked = records.flatMap(({ values }) => values.filter((value) => value.trim() !== ''));
  const rows = records.map((record) => {
    const [value = ''] = record.values;
    return enriched.record(record, value.trim() === '' ? null : owner(value.trim()));
  });
  return { result: Buffer.concat([enriched.head(), ...rows]), asked };
}

async function roundTrip(file: Buffer) {
  const source = sourceOf(file);
  const leads = await inspectLeads(source, { overrides: {}, maxRows: 1000 });
  const { columnMapping, csv } = paidOnce(source, leads);
  const copy = await buffer(csv);
  const { result, asked } = served(copy, columnMapping.address);
  return { leads, copy, asked, restored: await buffer(restored(sourceOf(result))) };
}

describe('a file with properties that repeat', () => {
  it('is asked for each of them once, and has the owner in every row', async () => {
    const { copy, asked, restored } = await roundTrip(
      Buffer.from(
        'Address,City,State,Zip,Note\r\n1 Oak St,Reno,NV,89501,"a, 5"" b"\r\n\r\n2 Elm St,Reno,NV,89501\r\n1 OAK STREET,Reno,NV,89501,again\r\n1 Oak St,Reno,NV,89501,5" pipe\r\n',
      ),
    );
    expect(asked).toEqual(['1 Oak St', '2 Elm St']);
    expect(copy.toString().split('\r\n')).toEqual([
      'skiptrace repeats row,skiptrace address,Address,City,State,Zip,Note',
      ',1 Oak St,1 Oak St,Reno,NV,89501,"a, 5"" b"',
      '',
      ',2 Elm St,2 Elm St,Reno,NV,89501',
      '2,,1 OAK STREET,Reno,NV,89501,again',
      '2,,1 Oak St,Reno,NV,89501,5" pipe',
      '',
    ]);
    const cells = (name: string) =>
      `Matched,Vera,${name},"Vera ""V"" ${name}, Esq.",,,,,9735550131,Mobile,No,${name}@example.com`;
    const lines = restored.toString().split('\r\n');
    expect(lines[0]).toMatch(/^Address,City,State,Zip,Note,Skip Trace Status,/);
    expect(lines.slice(1)).toEqual([
      `1 Oak St,Reno,NV,89501,"a, 5"" b",${cells('1 Oak St')}`,
      '',
      `2 Elm St,Reno,NV,89501,,${cells('2 Elm St')}`,
      `1 OAK STREET,Reno,NV,89501,again,${cells('1 Oak St')}`,
      `1 Oak St,Reno,NV,89501,5" pipe,${cells('1 Oak St')}`,
      '',
    ]);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
    ['semicolons', (text) => Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', (text) => Buffer.from(text.replaceAll(',', '\t'))],
  ])('whatever it is written in: %s', async (_, encoded) => {
    const file = encoded(
      'House Number,Street Name,City,State,Zip\n12,Pe\xf1a Blvd,Reno,NV,89501\n12,PE\xd1A BLVD,Reno,NV,89501\n7,Oak St,Reno,NV,89501',
    );
    const { asked, leads, restored } = await roundTrip(file);
    const again = await inspectLeads(sourceOf(restored), { overrides: {}, maxRows: 1000 });
    expect(asked).toHaveLength(leads.uniqueAddresses);
    expect(again.header.names.slice(0, 5)).toEqual(['House Number', 'Street Name', 'City', 'State', 'Zip']);
    expect(again.rows).toBe(3);
  });

  it('keeps every byte of every row, whatever the cells hold', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', 'é', '=') });
    const written = cell.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value));
    const row = fc
      .tuple(fc.integer({ min: 1, max: 3 }), written)
      .map(([n, note]) => `${n} Oak St,89501,${note}`);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const file = `Address,Zip,Note\n${rows.join('\n')}\n`;
        const { asked, restored } = await roundTrip(Buffer.from(file));
        expect(new Set(asked).size).toBe(asked.length);
        const text = restored.toString();
        let at = 0;
        for (const part of rows) {
          at = text.indexOf(`${part},Matched,Vera,${part.split(',')[0]},`, at);
          expect(at).toBeGreaterThan(-1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const PAID_ONCE = 'skiptrace repeats row,skiptrace address,Address';

describe('a list', () => {
  it.each(['skiptrace repeats row', 'skiptrace zip', 'Skiptrace Address 2'])(
    'is refused with a column that is named like one of ours: %s',
    async (name) => {
      const file = Buffer.from(`${name},Address,City,State,Zip\n,1 Oak St,Reno,NV,89501\n`);
      await expect(inspectLeads(sourceOf(file), { overrides: {}, maxRows: 10 })).rejects.toMatchObject({
        code: 'reserved_column',
        message: expect.stringContaining(name) as string,
      });
    },
  );
});

describe('a result', () => {
  const enriched = 'Address,Skip Trace Status\n1 Oak St,Matched\n';

  it('that needed nothing comes back as it is', async () => {
    expect((await buffer(restored(sourceOf(Buffer.from(enriched))))).toString()).toBe(enriched);
  });

  const ADDED =
    'Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip';
  const VERA = 'Matched,Vera,Drumlin,Vera Drumlin,,,,';
  const NOBODY = ',,,,,,,';
  it.each([
    [
      'has only the first of our columns',
      'skiptrace repeats row,Address',
      [`,1 Oak,${VERA}`, `2,2 Elm,${NOBODY}`],
    ],
    ['has an address where ours is empty', PAID_ONCE, [`,1 Oak,1 Oak,${VERA}`, `2,2 Elm,2 Elm,${NOBODY}`]],
    ['has an owner where ours has none', PAID_ONCE, [`,1 Oak,1 Oak,${VERA}`, `2,,2 Elm,${VERA}`]],
    ['repeats a row below', PAID_ONCE, [`3,,1 Oak,${NOBODY}`, `,2 Elm,2 Elm,${VERA}`]],
    ['repeats itself', PAID_ONCE, [`2,,1 Oak,${NOBODY}`, `,2 Elm,2 Elm,${VERA}`]],
    [
      'repeats a row that repeats',
      PAID_ONCE,
      [`,1 Oak,1 Oak,${VERA}`, `2,,1 Oak,${NOBODY}`, `3,,2 Elm,${NOBODY}`],
    ],
  ])(
    'of a list that was not made here comes back as it is, so that no row gets another’s owner: it %s',
    async (_, header, rows) => {
      const file = `${header},${ADDED}\n${rows.join('\n')}\n`;
      expect((await buffer(restored(sourceOf(Buffer.from(file))))).toString()).toBe(file);
    },
  );

  it('loses the columns that the service alone needed, and no column of the file', async () => {
    const file = 'skiptrace address 2,skiptrace state,skiptrace address,Zip\n1 Oak St,NV,old,89501\n';
    expect((await buffer(restored(sourceOf(Buffer.from(file))))).toString()).toBe(
      'skiptrace address,Zip\nold,89501\n',
    );
  });
});
