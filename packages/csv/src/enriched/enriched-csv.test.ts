import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvReader } from '../records/reader.js';
import { encodeText, decodeLoosely, type Encoding } from '../text/encoding.js';
import type { EnrichedOwner } from './added-columns.js';
import { EnrichedCsv, NO_WIDTHS, widen } from './enriched-csv.js';

const NO_OWNER: EnrichedOwner = {
  firstName: null,
  lastName: null,
  fullName: null,
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
  phones: [],
  emails: [],
};

const VERA: EnrichedOwner = {
  firstName: 'Vera',
  lastName: 'Drumlin',
  fullName: 'Vera Drumlin',
  mailingAddress: '12 Oak St, Apt 4',
  mailingCity: 'Reno',
  mailingState: 'NV',
  mailingZip: '89501',
  phones: [
    { number: '7755550131', type: 'mobile', dnc: false },
    { number: '7755550195', type: 'landline', dnc: true, dncChecked: false },
  ],
  emails: ['vera@example.com'],
};

/** Enriches a whole file: the owner of every row by its number, counted from 0. */
function enrich(file: string | Uint8Array, ownerOf: (row: number) => EnrichedOwner | null): Uint8Array {
  const reader = new CsvReader({ mappedHeaders: [] });
  const records = [
    ...reader.push(typeof file === 'string' ? encodeText(file, 'utf-8') : file),
    ...reader.end(),
  ];
  let row = 0;
  const rows = records.map((record) => {
    const owner = record.blank ? null : ownerOf(row++);
    return [record, owner, owner?.coOwners] as const;
  });
  let widths = NO_WIDTHS;
  for (const [{ cellCount }, owner] of rows) {
    widths = widen(widths, {
      cells: cellCount,
      phones: owner?.phones.length ?? 0,
      emails: owner?.emails.length ?? 0,
      coOwners: (owner?.coOwners ?? []).map(({ phones, emails }) => ({
        phones: phones.length,
        emails: emails.length,
      })),
    });
  }
  const { dialect, header } = reader;
  if (dialect === undefined || header === undefined) throw new Error('the file was not read');
  const enriched = new EnrichedCsv({ dialect, header, widths });
  const head = enriched.head();
  const body = enriched.records(rows);
  return Uint8Array.from([...head, ...body]);
}

const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const OWNER =
  'Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip';

describe('the enriched file', () => {
  it('is the original bytes of every record and the added cells, with blank lines in their places', () => {
    const file = '\ufeffAddress,Zip\r\n"12 Oak, ""A""\r\n",89501\r\n\r\n9 Elm,\r\n';
    expect(text(enrich(file, (row) => (row === 0 ? VERA : null)))).toBe(
      `\ufeffAddress,Zip,Skip Trace Status,${OWNER},Phone 1,Phone 1 Type,Phone 1 DNC,Phone 1 DNC Status,Phone 2,Phone 2 Type,Phone 2 DNC,Phone 2 DNC Status,Email 1\r\n` +
        '"12 Oak, ""A""\r\n",89501,Matched,Vera,Drumlin,Vera Drumlin,"12 Oak St, Apt 4",Reno,NV,89501,' +
        '7755550131,Mobile,No,not listed,7755550195,Landline,Yes,not checked,vera@example.com\r\n' +
        '\r\n' +
        '9 Elm,,,,,,,,,,,,,,,,,,\r\n',
    );
  });

  it('ends as the upload ends, also without a line end', () => {
    expect(text(enrich('a\n1\n2', () => null))).toBe(`a,Skip Trace Status,${OWNER}\n1,,,,,,,,\n2,,,,,,,,`);
  });

  it('names the cells beyond the header, and pads shorter records', () => {
    const [header, ...records] = text(
      enrich('a,b\n1\n1,2,3,4\n', (row) => (row === 0 ? NO_OWNER : null)),
    ).split('\n');
    expect(header).toBe(`a,b,Extra 1,Extra 2,Skip Trace Status,${OWNER}`);
    expect(records).toEqual(['1,,,,Matched,,,,,,,', '1,2,3,4,,,,,,,,', '']);
  });

  it('keeps a sep= line and its delimiter, and quotes for that delimiter only', () => {
    const result = text(
      enrich('sep=;\na;b\n1;2\n', () => ({ ...NO_OWNER, mailingAddress: '12 Oak, 4', fullName: 'A;B' })),
    );
    expect(result.startsWith('sep=;\na;b;Skip Trace Status;')).toBe(true);
    expect(result).toContain('1;2;Matched;;;"A;B";12 Oak, 4;;;\n');
  });

  it('hides formulas from spreadsheets', () => {
    const result = text(
      enrich('a\n1\n', () => ({ ...NO_OWNER, firstName: '=HYPERLINK("x")', lastName: '-Roe' })),
    );
    expect(result).toContain(`1,Matched,"'=HYPERLINK(""x"")",'-Roe,`);
  });

  it.each([',', ';', '\t', '|'])(
    'holds no formula under whatever delimiter it is opened, written with %j',
    (delimiter) => {
      const names = [',', ';', '\t', '|'].flatMap((other) => [`Vera${other}=1+1`, `Vera${other}""＠SUM(A1)`]);
      for (const firstName of names) {
        const result = text(enrich(`a${delimiter}b\n1${delimiter}2\n`, () => ({ ...NO_OWNER, firstName })));
        for (const opened of [',', ';', '\t', '|']) {
          // Excel takes a quote within a cell for text.
          const cells = result.split('\n').flatMap((line) => line.split(opened));
          expect(cells.filter((cell) => /^"*[=＠]/.test(cell))).toEqual([]);
        }
      }
    },
  );

  it('folds characters that the encoding of the upload lacks, also into a formula, which is then hidden', () => {
    const owner = { ...NO_OWNER, firstName: 'Łukasz Ñandú “Z”', lastName: 'Dvořák 🏠 李', fullName: '＝1' };
    const file = encodeText('név,b\n1,2\n', 'windows-1252');
    const result = enrich(file, () => owner);
    const line = encodeText(`1,2,Matched,Lukasz Ñandú “Z”,Dvorák ? ?,'=1,,,,\n`, 'windows-1252');
    expect(result.subarray(-line.length)).toEqual(line);
    expect(text(enrich('a\n1\n', () => owner))).toContain("Łukasz Ñandú “Z”,Dvořák 🏠 李,'＝1");
  });

  it.each(['utf-16le', 'utf-16be'] as const)('is %s when the upload is', (encoding) => {
    const result = enrich(encodeText('\ufeffa;b\r\n1;2\r\n', encoding), () => ({
      ...NO_OWNER,
      firstName: 'Zoë 🏠',
    }));
    expect(decodeLoosely(result, encoding)).toBe(
      `\ufeffa;b;Skip Trace Status;${OWNER.replaceAll(',', ';')}\r\n1;2;Matched;Zoë 🏠;;;;;;\r\n`,
    );
  });

  it('is never written with a row that is wider than the header', () => {
    const reader = new CsvReader({ mappedHeaders: [] });
    const [record] = [...reader.push(encodeText('a\n1,2\n', 'utf-8')), ...reader.end()];
    const { dialect, header } = reader;
    if (dialect === undefined || header === undefined || record === undefined)
      throw new Error('the file was not read');
    const narrow = new EnrichedCsv({ dialect, header, widths: NO_WIDTHS });
    expect(() => narrow.record(record, null)).toThrow(RangeError);
    const noPhones = new EnrichedCsv({ dialect, header, widths: { ...NO_WIDTHS, cells: 2 } });
    expect(() => noPhones.record(record, VERA)).toThrow(RangeError);
  });
});

const cellText = fc
  .array(fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\n', '\r', '=', '李'), { maxLength: 4 })
  .map((parts) => parts.join(''));
const nullable = fc.option(cellText);
const anyOwner: fc.Arbitrary<EnrichedOwner> = fc.record({
  firstName: nullable,
  lastName: nullable,
  fullName: nullable,
  mailingAddress: nullable,
  mailingCity: nullable,
  mailingState: nullable,
  mailingZip: nullable,
  phones: fc.array(
    fc.record({ number: cellText, type: fc.constantFrom('mobile', 'landline'), dnc: fc.boolean() }),
    { maxLength: 3 },
  ),
  emails: fc.array(cellText, { maxLength: 3 }),
});

describe('any upload with any matches', () => {
  it('gives records with as many cells as the header that begin unchanged and read the same in csv-parse', () => {
    const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    const upload = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      rows: fc.array(fc.array(cellText, { maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      owners: fc.array(fc.option(anyOwner), { minLength: 8, maxLength: 8 }),
      encoding: fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    });
    fc.assert(
      fc.property(upload, ({ delimiter, rows, owners, encoding, lineEnd }) => {
        const lines = [['a', 'b', 'c'], ['first'], ...rows].map(
          (row) => row.map(quoted).join(delimiter) + lineEnd,
        );
        const file = `\ufeff${lines.join('')}`;
        const result = decodeLoosely(
          enrich(encodeText(file, encoding), (row) => owners[row] ?? null),
          encoding,
        );
        const options = { delimiter, record_delimiter: lineEnd, bom: true, skip_empty_lines: true };
        const read = parse(result, { ...options, relax_column_count: true });
        const original = parse(file, { ...options, relax_column_count: true });
        const [header = []] = read;
        expect(new Set(read.map((record) => record.length))).toEqual(new Set([header.length]));
        read.forEach((record, at) => {
          const before = original[at] ?? [];
          expect(record.slice(0, before.length)).toEqual(before);
        });
        const status = header.indexOf('Skip Trace Status');
        expect(read.slice(1).map((record) => record[status] === 'Matched')).toEqual(
          original.slice(1).map((_, row) => (owners[row] ?? null) !== null),
        );
      }),
      { numRuns: 300 },
    );
  });
});
