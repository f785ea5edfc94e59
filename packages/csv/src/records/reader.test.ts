import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvInputError } from '../errors.js';
import { encodeText, type Encoding } from '../text/encoding.js';
import { MAX_RECORD_BYTES } from './dialect.js';
import { CsvReader, type CsvReaderOptions } from './reader.js';
import type { CsvRecord } from './record.js';

interface Read {
  readonly reader: CsvReader;
  readonly records: CsvRecord[];
}

function read(
  input: string | Uint8Array,
  options: Partial<CsvReaderOptions> = {},
  chunkBytes = Infinity,
): Read {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const reader = new CsvReader({ mappedHeaders: [], ...options });
  const records: CsvRecord[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    records.push(...reader.push(bytes.subarray(at, Math.min(bytes.length, at + chunkBytes))));
  }
  records.push(...reader.end());
  return { reader, records };
}

/** All properties of a record, as plain data. */
const plain = ({ bytes, lineEnd, size, blank, cellCount, line, values }: CsvRecord): CsvRecord => ({
  bytes,
  lineEnd,
  size,
  blank,
  cellCount,
  line,
  values,
});

function values(input: string | Uint8Array, mappedHeaders: readonly string[]): string[][] {
  return read(input, { mappedHeaders }).records.map((record) => record.values);
}

function problem(run: () => unknown): CsvInputError {
  try {
    run();
  } catch (error) {
    if (error instanceof CsvInputError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const BOMS: Readonly<Record<Encoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'windows-1252': [],
};

function encoded(text: string, encoding: Encoding, bom = true): Uint8Array {
  return Uint8Array.from([...(bom ? BOMS[encoding] : []), ...encodeText(text, encoding)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe('records', () => {
  it('give cells without the formulas that keep spreadsheets from changing them', () => {
    const cells = ['="16 Wren St"', '"=""16 Wren St"""', '= "07030"', '"=""O""""Neil"""', '=A1'];
    expect(values(`a\n${cells.join('\n')}\n`, ['a']).flat()).toEqual([
      '16 Wren St',
      '16 Wren St',
      '07030',
      'O"Neil',
      '=A1',
    ]);
  });

  it('keep their original bytes, know their line and give the mapped cells in the order of the mapping', () => {
    const { records, reader } = read('a,b,c\r\n1,"x, ""y""\nz",3\r\n\r\n4,5\r\n6,7,8,9', {
      mappedHeaders: ['c', 'b'],
    });
    const seen = records.map(plain).map(({ bytes, lineEnd, size, ...rest }) => ({
      ...rest,
      isWhole: size === bytes.length + lineEnd.length,
      bytes: new TextDecoder().decode(bytes),
      lineEnd: new TextDecoder().decode(lineEnd),
    }));
    expect(seen).toEqual([
      {
        bytes: '1,"x, ""y""\nz",3',
        lineEnd: '\r\n',
        isWhole: true,
        blank: false,
        cellCount: 3,
        line: 2,
        values: ['3', 'x, "y"\nz'],
      },
      { bytes: '', lineEnd: '\r\n', isWhole: true, blank: true, cellCount: 0, line: 4, values: ['', ''] },
      {
        bytes: '4,5',
        lineEnd: '\r\n',
        isWhole: true,
        blank: false,
        cellCount: 2,
        line: 5,
        values: ['', '5'],
      },
      {
        bytes: '6,7,8,9',
        lineEnd: '',
        isWhole: true,
        blank: false,
        cellCount: 4,
        line: 6,
        values: ['8', '7'],
      },
    ]);
    expect(reader.header?.names).toEqual(['a', 'b', 'c']);
    expect(reader.dialect).toEqual({
      encoding: 'utf-8',
      bomLength: 0,
      delimiter: ',',
      lineEnd: '\r\n',
      sepLine: false,
    });
  });

  it('open a quote only at the start of a cell, and keep text after a closing quote', () => {
    expect(values('a,b\n5" pipe,x\n"12"" x",y\n"q"tail,z\n ""n",w\n', ['a', 'b'])).toEqual([
      ['5" pipe', 'x'],
      ['12" x', 'y'],
      ['qtail', 'z'],
      [' ""n"', 'w'],
    ]);
  });

  it('let one column serve several fields', () => {
    expect(values('full\n1 Oak St\n', ['full', 'full'])).toEqual([['1 Oak St', '1 Oak St']]);
  });

  it('end with LF, CRLF or CR, also in one file', () => {
    expect(values('a,b\r1,2\r\n3,4\n5,6', ['a', 'b'])).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  it('do not use up memory that the caller overwrites between chunks', () => {
    const reader = new CsvReader({ mappedHeaders: ['a'] });
    const chunk = new Uint8Array(4);
    const records: CsvRecord[] = [];
    for (const part of ['a\n1\n', '22\n3', '3\n4\n']) {
      chunk.set(new TextEncoder().encode(part));
      records.push(...reader.push(chunk.subarray(0, part.length)));
    }
    records.push(...reader.end());
    expect(records.map((record) => new TextDecoder().decode(record.bytes))).toEqual(['1', '22', '33', '4']);
  });

  it('are decoded as Windows-1252 where they are not UTF-8, and the file then counts as Windows-1252', () => {
    const bytes = joined([
      encoded('name,city\nJosé,Cañon\n', 'utf-8', false),
      encoded('Zoë “Z”,Peñasco\n', 'windows-1252'),
    ]);
    const { reader, records } = read(bytes, { mappedHeaders: ['name', 'city'] }, 11);
    expect(records.map((record) => record.values)).toEqual([
      ['José', 'Cañon'],
      ['Zoë “Z”', 'Peñasco'],
    ]);
    expect(reader.dialect?.encoding).toBe('windows-1252');
  });

  it('may hold the replacement character itself', () => {
    const { reader, records } = read('a\nx\ufffdy\n', { mappedHeaders: ['a'] });
    expect(records[0]?.values).toEqual(['x\ufffdy']);
    expect(reader.dialect?.encoding).toBe('utf-8');
  });
});

describe('mapped headers', () => {
  it('are compared trimmed, first exactly, then without regard to case', () => {
    expect(values('\ufeff Zip ,ZIP,City\n1,2,3\n', ['ZIP', ' Zip', 'city'])).toEqual([['2', '1', '3']]);
  });

  it('can be chosen when the header is known', () => {
    const { records } = read('Street;Town\n1 Oak;Reno\n', { mappedHeaders: (header) => header.slice(1) });
    expect(records[0]?.values).toEqual(['Reno']);
  });

  it('that are missing are named together with the header of the file', () => {
    const error = problem(() => read('Street,City\n1,2\n', { mappedHeaders: ['City', 'Zip'] }));
    expect(error).toMatchObject({ code: 'missing_column', column: 'Zip' });
    expect(error.message).toContain('Street, City');
  });

  it('that appear twice are refused, unless they are not needed', () => {
    const twice = 'City,Zip,Zip \n1,2,3\n';
    expect(problem(() => read(twice, { mappedHeaders: ['Zip'] }))).toMatchObject({
      code: 'duplicate_column',
      column: 'Zip',
    });
    expect(problem(() => read('zip,Zip\n1,2\n', { mappedHeaders: ['ZIP'] })).code).toBe('duplicate_column');
    expect(values(twice, ['City'])).toEqual([['1']]);
  });
});

describe('files that are refused', () => {
  const cases: [string, string | number[], string, number?][] = [
    ['nothing in it', '', 'empty'],
    ['only a byte order mark and blank lines', [0xef, 0xbb, 0xbf, 0x0a, 0x0a], 'empty'],
    ['only a header', 'a,b', 'no_rows'],
    ['only blank lines after the header', 'a,b\n\n\n', 'no_rows'],
    ['a workbook', [0x50, 0x4b, 3, 4, 1, 2, 3, 4, 5], 'not_text'],
    ['a PDF', '%PDF-1.7\n', 'not_text'],
    ['a gzip archive', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0], 'not_text'],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'not_text'],
    ['NUL bytes in a late record', 'a,b\n1,2\n3,\0\n', 'not_text'],
    ['a quote still open at the end', 'a,b\n1,2\n"x\ny",2\n3,"four\n\n', 'unclosed_quote', 5],
    ['half a UTF-16 character at the end', [0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x62, 0, 0x0a], 'broken_text'],
    ['a record with more cells than any table', `a,b\n1,2\n${','.repeat(20_000)}\n`, 'too_many_cells', 3],
    ['a header with more cells than any table', `a${',b'.repeat(20_000)}\n1,2\n`, 'too_many_cells', 1],
    ['an endless header', 'a'.repeat(300_000), 'header_too_long', 1],
    ['an endless record', `a\n1\n${'x'.repeat(MAX_RECORD_BYTES + 1)}\n`, 'record_too_long', 3],
    [
      'a quote open over more than a record',
      `a\n1\n"${'x\n'.repeat(MAX_RECORD_BYTES)}"\n`,
      'unclosed_quote',
      3,
    ],
  ];

  it.each(cases)('%s', (_, input, code, line) => {
    const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : Uint8Array.from(input);
    for (const chunkBytes of [Infinity, 7001]) {
      const error = problem(() => read(bytes, {}, chunkBytes));
      expect(error).toMatchObject({ code, ...(line !== undefined && { line }) });
    }
  });

  it('tell a quote that is never closed from one that is not closed within a record', () => {
    const of = (text: string) => problem(() => read(text));
    expect(of('a\n"x\n')).toMatchObject({ message: 'A quote that opens on line 2 is never closed.' });
    expect(of(`a\n"${'x'.repeat(MAX_RECORD_BYTES)}"\n`)).toMatchObject({
      message: 'A quote that opens on line 2 is not closed within 1 MB.',
    });
  });

  it('have too many rows, not counting blank lines', () => {
    expect(read('a\n1\n\n2\n\n', { maxRows: 2 }).records).toHaveLength(4);
    const error = problem(() => read('a\n1\n\n2\n3\n', { maxRows: 2 }));
    expect(error).toMatchObject({ code: 'too_many_rows', line: 5 });
  });
});

/** Pieces of awkward cells. */
const cell = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'Ñ', '€', '🏠', ' ', '"', '""', ',', ';', '\t', '|', '\n', '\r', '\r\n', "'", '1'),
      // Longer than one step of the scanner.
      fc.constantFrom('seventy seven ways', 'not-a-word-too-short'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const COLUMNS = ['c0', 'c1', 'c2', 'c3', 'c4'];

const file = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    rows: fc.array(
      fc.record({
        cells: fc.array(fc.record({ text: cell, quoted: fc.boolean() }), { maxLength: 7 }),
        lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    lastLineEnd: fc.boolean(),
    encoding: fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be'),
    bom: fc.boolean(),
    chunkBytes: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ delimiter, rows, lastLineEnd, encoding, bom, chunkBytes }) => {
    const written = rows.map(({ cells, lineEnd }) => {
      const line = cells.map(({ text, quoted }) =>
        quoted || text.startsWith('"') || /[\r\n]/.test(text) || text.includes(delimiter)
          ? `"${text.replaceAll('"', '""')}"`
          : text,
      );
      return line.join(delimiter) + lineEnd;
    });
    const text = `${COLUMNS.join(delimiter)}\nfirst row\n${written.join('')}`;
    const whole = lastLineEnd ? text : text.replace(/(\r\n|\n|\r)$/, '');
    const bytes = encoded(whole, encoding, encoding !== 'utf-8' || bom);
    return { delimiter, text: whole, bytes, chunkBytes };
  });

describe('any file in any chunks', () => {
  it('is read as csv-parse reads it', () => {
    fc.assert(
      fc.property(file, ({ delimiter, text, bytes, chunkBytes }) => {
        const [, ...expected] = parse(text, {
          delimiter,
          record_delimiter: ['\r\n', '\n', '\r'],
          relax_column_count: true,
          relax_quotes: true,
          skip_empty_lines: false,
        });
        const { records } = read(bytes, { mappedHeaders: COLUMNS }, chunkBytes);
        expect(records.map((record) => Math.max(1, record.cellCount))).toEqual(
          expected.map((row) => row.length),
        );
        expect(records.map((record) => record.values)).toEqual(
          expected.map((row) => COLUMNS.map((_, column) => row[column] ?? '')),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('comes back byte for byte from its header and records', () => {
    fc.assert(
      fc.property(file, ({ bytes, chunkBytes }) => {
        const { reader, records } = read(bytes, {}, chunkBytes);
        const { header } = reader;
        const parts = header === undefined ? [] : [header.preamble, header.bytes, header.lineEnd];
        expect(joined([...parts, ...records.flatMap((record) => [record.bytes, record.lineEnd])])).toEqual(
          bytes,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('is read from any of its records on as from its start', () => {
    const whole = { mappedHeaders: COLUMNS };
    fc.assert(
      fc.property(file, fc.nat(), ({ bytes, chunkBytes }, pick) => {
        const { reader, records } = read(bytes, whole);
        const { dialect, header } = reader;
        if (dialect === undefined || header === undefined) throw new Error('there is no header');
        const from = pick % (records.length + 1);
        const rest = records.slice(from);
        const restBytes = rest.reduce((sum, { size }) => sum + size, 0);
        const options = { ...whole, opened: { dialect, header } };
        const again = read(bytes.subarray(bytes.length - restBytes), options, chunkBytes);
        const content = (all: readonly CsvRecord[]) => all.map((record) => ({ ...plain(record), line: 0 }));
        expect(content(again.records)).toEqual(content(rest));
      }),
      { numRuns: 200 },
    );
  });

  describe('with any bytes', () => {
    const anyBytes = fc
      .array(fc.constantFrom(...Array.from('a,"\r\n;é\u00a0', (c) => c.charCodeAt(0)), 0x80, 0xc3, 0xe2), {
        maxLength: 60,
      })
      .map((tail) => Uint8Array.from([...encoded('a,b\nc,d\n', 'utf-8', false), ...tail]));
    const outcome = (
      bytes: Uint8Array,
      chunkBytes: number,
      seen: (record: CsvRecord) => Partial<CsvRecord>,
      options: Partial<CsvReaderOptions> = {},
    ): unknown => {
      try {
        const { reader, records } = read(bytes, { mappedHeaders: ['a'], ...options }, chunkBytes);
        return { dialect: reader.dialect, records: records.map(seen) };
      } catch (error) {
        if (error instanceof CsvInputError) return { code: error.code, line: error.line };
        throw error;
      }
    };

    it('is read the same in one piece and in many', () => {
      fc.assert(
        fc.property(anyBytes, fc.integer({ min: 1, max: 9 }), (bytes, chunkBytes) => {
          expect(outcome(bytes, chunkBytes, plain)).toEqual(outcome(bytes, Infinity, plain));
        }),
        { numRuns: 500 },
      );
    });
  });
});
