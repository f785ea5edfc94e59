import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../byte-source.js';
import type { EnrichedOwner } from '../enriched/added-columns.js';
import { EnrichedCsv } from '../enriched/enriched-csv.js';
import { CsvReader } from '../records/reader.js';
import { sampleCsv } from '../records/sample.js';
import { inspectLeads, type Leads } from './inspect.js';
import { paidOnce } from './paid-once.js';
import { preparationFor } from './prepare.js';
import { isForService, restored } from './restored.js';

const sourceOf = (bytes: Buffer) => blobSource(new Blob([Uint8Array.from(bytes)]));

/**
 * The owner of a property: a person named after its house number. Numbers divisible by 3, and addresses that
 * are not a property, have no owner.
 */
function ownerAt(address: string): EnrichedOwner | null {
  const number = /^(\d+) /.exec(address.trim())?.[1];
  if (number === undefined || Number(number) % 3 === 0) return null;
  return {
    firstName: 'Vera',
    lastName: number,
    fullName: `Vera "V" ${number}, Esq.`,
    mailingAddress: null,
    mailingCity: null,
    mailingState: null,
    mailingZip: null,
    phones: [{ number: '9735550131', type: 'mobile', dnc: false }],
    emails: [`${number}@example.com`],
  };
}

/** The service's result for a file: the owner of the address in every row that has one. */
function enriched(
  csv: Buffer,
  headers: readonly string[],
  addressOf: (values: readonly string[]) => string,
): { result: Buffer; asked: string[] } {
  const reader = new CsvReader({ mappedHeaders: headers });
  const records = [...reader.push(csv), ...reader.end()];
  const { dialect, header } = reader;
  if (!dialect || !header) throw new Error('the file has no header');
  const cells = Math.max(header.names.length, ...records.map(({ cellCount }) => cellCount));
  const writer = new EnrichedCsv({ dialect, header, widths: { cells, phones: 1, emails: 1 } });
  const asked: string[] = [];
  const rows = records.map((record) => {
    const address = record.blank ? '' : addressOf(record.values).trim();
    if (address !== '') asked.push(address);
    return writer.record(record, ownerAt(address));
  });
  return { result: Buffer.concat([writer.head(), ...rows]), asked };
}

interface Choices {
  readonly dedupe?: boolean;
  readonly overrides?: Readonly<Record<string, string>>;
}

/** A client's whole procedure for a file: it is prepared, sent, looked up by the service, downloaded and restored. */
async function roundTrip(file: Buffer, { dedupe = true, overrides = {} }: Choices = {}) {
  const sample = sampleCsv(file, true);
  const preparation = sample && preparationFor(sample, { overrides, noHeader: false });
  const prepared = preparation ? await buffer(preparation.read(sourceOf(file))) : file;
  const source = sourceOf(prepared);
  const leads: Leads = await inspectLeads(source, {
    overrides: preparation?.overrides ?? overrides,
    maxRows: 1000,
  });
  const { columnMapping, csv } = paidOnce(source, leads, { dedupe });
  const copy = csv === undefined ? prepared : await buffer(csv);
  const { result, asked } = enriched(copy, [columnMapping.address], ([address = '']) => address);
  const { property } = leads;
  return {
    leads,
    copy,
    asked,
    restored: await buffer(restored(sourceOf(result))),
    /** The result if every row of the person's own file were asked for, and paid. */
    whole: enriched(prepared, property.headers, (values) => property.read(values).address).result,
  };
}

describe('a file with properties that repeat', () => {
  it('is asked for each of them once, and has the owner in every row', async () => {
    const { copy, asked, restored } = await roundTrip(
      Buffer.from(
        'Address,City,State,Zip,Note\r\n1 Oak St,Reno,NV,89501,"a, 5"" b"\r\n\r\n2 Elm St,Reno,NV,89501\r\n1 OAK STREET,Reno,NV,89501,again\r\nPO Box 7,Reno,NV,89501,box\r\n1 Oak St,Reno,NV,89501,5" pipe\r\n',
      ),
    );
    expect(asked).toEqual(['1 Oak St', '2 Elm St']);
    expect(copy.toString().split('\r\n')).toEqual([
      'skiptrace repeats row,skiptrace address,Address,City,State,Zip,Note',
      ',1 Oak St,1 Oak St,Reno,NV,89501,"a, 5"" b"',
      '',
      ',2 Elm St,2 Elm St,Reno,NV,89501',
      '2,,1 OAK STREET,Reno,NV,89501,again',
      ',,PO Box 7,Reno,NV,89501,box',
      '2,,1 Oak St,Reno,NV,89501,5" pipe',
      '',
    ]);
    const cells = (name: string) =>
      `Matched,Vera,${name},"Vera ""V"" ${name}, Esq.",,,,,9735550131,Mobile,No,${name}@example.com`;
    const lines = restored.toString().split('\r\n');
    expect(lines[0]).toMatch(/^Address,City,State,Zip,Note,Skip Trace Status,/);
    expect(lines.slice(1)).toEqual([
      `1 Oak St,Reno,NV,89501,"a, 5"" b",${cells('1')}`,
      '',
      `2 Elm St,Reno,NV,89501,,${cells('2')}`,
      `1 OAK STREET,Reno,NV,89501,again,${cells('1')}`,
      `PO Box 7,Reno,NV,89501,box,${','.repeat(11)}`,
      `1 Oak St,Reno,NV,89501,5" pipe,${cells('1')}`,
      '',
    ]);
  });

  it('with dedupe off is asked for each row that can match', async () => {
    const file = 'Address,Zip\n1 Oak St,89501\n1 Oak St,89501\nPO Box 7,89501\n';
    const { asked, copy, restored, whole } = await roundTrip(Buffer.from(file), { dedupe: false });
    expect(asked).toEqual(['1 Oak St', '1 Oak St']);
    expect(copy.toString()).not.toContain('repeats row');
    expect(restored.toString()).toBe(whole.toString());
  });

  it('is sent unchanged if nothing repeats, every row can match and no column is missing', async () => {
    const file = 'Address,City,State,Zip\n1 Oak St,Reno,NV,89501\n,Reno,NV,89501\n';
    const leads = await inspectLeads(sourceOf(Buffer.from(file)), { overrides: {}, maxRows: 10 });
    expect(paidOnce(sourceOf(Buffer.from(file)), leads).csv).toBeUndefined();
  });

  const PLAIN =
    'Address,City,State,Zip\n1 Oak St,Reno,NV,89501\nPO Box 7,Reno,NV,89501\n1 OAK STREET,Reno,NV,89501\n,Reno,NV,89501\n4 Elm St,Reno,NV,89501\n';
  const SPLIT =
    'House Number,Street Name,City,State,Zip\n1,Pe\xf1a Blvd,Reno,NV,89501\n1,PE\xd1A BLVD,Reno,NV,89501\n7,Oak St,Reno,NV,89501';
  it.each<[string, Buffer, Choices?]>([
    ['commas', Buffer.from(PLAIN)],
    ['CRLF and no line end at its end', Buffer.from(PLAIN.trimEnd().replaceAll('\n', '\r\n'))],
    ['CR', Buffer.from(PLAIN.replaceAll('\n', '\r'))],
    ['a byte order mark', Buffer.from(`\ufeff${PLAIN}`)],
    ['UTF-16, the street in parts', Buffer.from(`\ufeff${SPLIT}`, 'utf16le')],
    ['Windows-1252, the street in parts', Buffer.from(SPLIT, 'latin1')],
    ['semicolons', Buffer.from(SPLIT.replaceAll(',', ';'))],
    ['tabs', Buffer.from(SPLIT.replaceAll(',', '\t'))],
    ['sep=;', Buffer.from(`sep=;\n${PLAIN.replaceAll(',', ';')}`)],
    ['no header', Buffer.from(PLAIN.slice(PLAIN.indexOf('\n') + 1).replace(/^,Reno.*\n/m, ''))],
    [
      'a plain list',
      Buffer.from('1 Oak St, Reno, NV 89501\n4 Elm St, Reno, NV 89501\n1 Oak Street, Reno, NV 89501\n'),
    ],
    ['a title above the header', Buffer.from(`My leads\r\n\r\n${PLAIN}`)],
    [
      'ragged rows',
      Buffer.from('Address,Zip,Note\n1 Oak St,89501\n1 Oak St,89501,a,b,c\n1 Oak St,89501,"a\nb"\n'),
    ],
    [
      'two columns of one name',
      Buffer.from('Note,Address,Zip,Note\na,1 Oak St,89501,b\nc,1 Oak St,89501,d\n'),
    ],
    ['blank lines', Buffer.from(PLAIN.replaceAll('\n', '\n\n'))],
    [
      'names',
      Buffer.from('Address,Zip,Last Name\n1 Oak St,89501,Doe\n1 Oak St,89501,doe\n1 Oak St,89501,Roe\n'),
    ],
    [
      'a unit apart',
      Buffer.from('Address,Unit,Zip\n1 Oak St,2,89501\n1 Oak St,# 2,89501\n1 Oak St,3,89501\n'),
    ],
  ])('has the bytes of its rows, whatever it is written in: %s', async (_, file, choices) => {
    const { asked, leads, restored, whole } = await roundTrip(file, choices);
    expect(asked).toHaveLength(leads.uniqueAddresses);
    expect(restored.toString('latin1')).toBe(whole.toString('latin1'));
    expect(restored.subarray(0, 2).toString()).not.toMatch(/^[\r\n]/);
  });

  const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', 'é', '=') });
  const note = cell.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value));
  const spelling = fc.constantFrom('Oak St', 'OAK STREET', 'oak st.', ' Oak  St ');
  const address = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fc.integer({ min: 1, max: 5 }), spelling).map((parts) => parts.join(' ')),
    },
    fc.constantFrom('', ' ', 'PO Box 7', 'PO BOX 7', 'Oak & Elm', 'Oak St', 'RR 2 Box 5'),
  );
  const list = fc.array(fc.tuple(address, note), { minLength: 1, maxLength: 12 });

  it('asks once for each property that can match, and gives every row its bytes and the owner of its property', async () => {
    await fc.assert(
      fc.asyncProperty(list, fc.boolean(), async (rows, dedupe) => {
        const file = `Address,Zip,Note\n${rows.map(([street, more]) => `${street},89501,${more}`).join('\n')}\n`;
        const { asked, leads, restored, whole } = await roundTrip(Buffer.from(file), { dedupe });
        const numbers = rows.flatMap(([street]) => /^\d/.exec(street) ?? []).map(Number);
        const properties = dedupe ? [...new Set(numbers)] : numbers;
        expect(asked.map((one) => Number.parseInt(one, 10))).toEqual(properties);
        expect(leads.rows).toBe(rows.length);
        expect(leads.unmatchable).toBe(rows.length - numbers.length);
        expect(leads.uniqueAddresses + leads.repeated).toBe(numbers.length);
        expect(restored.toString()).toBe(whole.toString());
      }),
      { numRuns: 60 },
    );
  });

  it('is restored from any piece sizes of the service’s file', async () => {
    const { copy, whole } = await roundTrip(Buffer.from(PLAIN));
    const { result } = enriched(copy, ['skiptrace address'], ([street = '']) => street);
    for (const size of [1, 2, 7, 64]) {
      const pieces = {
        size: result.length,
        async *read() {
          for (let at = 0; at < result.length; at += size)
            yield await Promise.resolve(result.subarray(at, at + size));
        },
      };
      expect((await buffer(restored(pieces))).toString()).toBe(whole.toString());
    }
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

  it('that needed no copy comes back unchanged', async () => {
    expect((await buffer(restored(sourceOf(Buffer.from(enriched))))).toString()).toBe(enriched);
  });

  const ADDED =
    'Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip';
  const VERA = 'Matched,Vera,Drumlin,Vera Drumlin,,,,';
  const NO_OWNER = ',,,,,,,';
  it.each([
    [
      'has only the first of our columns',
      'skiptrace repeats row,Address',
      [`,1 Oak,${VERA}`, `2,2 Elm,${NO_OWNER}`],
    ],
    ['has an address where ours is empty', PAID_ONCE, [`,1 Oak,1 Oak,${VERA}`, `2,2 Elm,2 Elm,${NO_OWNER}`]],
    ['has an owner where ours has none', PAID_ONCE, [`,1 Oak,1 Oak,${VERA}`, `2,,2 Elm,${VERA}`]],
    ['repeats a row below', PAID_ONCE, [`3,,1 Oak,${NO_OWNER}`, `,2 Elm,2 Elm,${VERA}`]],
    ['repeats itself', PAID_ONCE, [`2,,1 Oak,${NO_OWNER}`, `,2 Elm,2 Elm,${VERA}`]],
    [
      'repeats a row that repeats',
      PAID_ONCE,
      [`,1 Oak,1 Oak,${VERA}`, `2,,1 Oak,${NO_OWNER}`, `3,,2 Elm,${NO_OWNER}`],
    ],
  ])(
    'of a list that was not made here comes back as it is, so that no row gets another’s owner: it %s',
    async (_, header, rows) => {
      const file = `${header},${ADDED}\n${rows.join('\n')}\n`;
      expect((await buffer(restored(sourceOf(Buffer.from(file))))).toString()).toBe(file);
    },
  );

  it('is restored although another delimiter divides its cells', async () => {
    const pipes = 'f'.repeat(30).split('').join('|');
    const file = `${PAID_ONCE},${pipes},${ADDED}\n,1 Oak,1 Oak,${pipes},${VERA}\n2,,1 Oak,${pipes},${NO_OWNER}\n`;
    const expected = `Address,${pipes},${ADDED}\n1 Oak,${pipes},${VERA}\n1 Oak,${pipes},${VERA}\n`;
    expect((await buffer(restored(sourceOf(Buffer.from(file))))).toString()).toBe(expected);
    expect(await isForService(sourceOf(Buffer.from(file)))).toBe(true);
  });

  it('keeps the text before a comma in a list with semicolons that is named like a column of ours', async () => {
    const file = `skiptrace address,x;Address;${ADDED.replaceAll(',', ';')}\nn,1;1 Oak;${VERA.replaceAll(',', ';')}\n`;
    expect((await buffer(restored(sourceOf(Buffer.from(file))))).toString()).toBe(file);
    expect(await isForService(sourceOf(Buffer.from(file)))).toBe(false);
  });

  it('loses the columns that only the service needed, and no column of the file', async () => {
    const file = 'skiptrace address 2,skiptrace state,skiptrace address,Zip\n1 Oak St,NV,old,89501\n';
    expect((await buffer(restored(sourceOf(Buffer.from(file))))).toString()).toBe(
      'skiptrace address,Zip\nold,89501\n',
    );
  });
});
