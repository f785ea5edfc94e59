import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvInputError } from '../errors.js';
import { encodeText, type Encoding } from '../text/encoding.js';
import { MAX_HEAD_BYTES } from './dialect.js';
import { CsvReader, type CsvReaderOptions } from './reader.js';

const MB = 1024 * 1024;

/** Reads a file in chunks up to its end or an error. */
function readAll(file: Uint8Array, chunkBytes: number, options: Partial<CsvReaderOptions> = {}) {
  const reader = new CsvReader({ mappedHeaders: (names) => [...new Set(names)].slice(0, 2), ...options });
  const records: { line: number; cellCount: number; values: string[] }[] = [];
  let pushedBytes = 0;
  try {
    const take = (found: ReturnType<CsvReader['push']>) => {
      for (const { line, cellCount, values } of found) records.push({ line, cellCount, values });
    };
    for (; pushedBytes < file.length; pushedBytes += chunkBytes)
      take(reader.push(file.subarray(pushedBytes, pushedBytes + chunkBytes)));
    take(reader.end());
    return { records, dialect: reader.dialect, names: reader.header?.names };
  } catch (error) {
    if (!(error instanceof CsvInputError)) throw error;
    return { code: error.code, line: error.line, message: error.message, pushedBytes };
  }
}

/** A head, then `unit` repeated up to a number of bytes. */
function filled(unit: string, bytes: number, head = '', encoding: Encoding = 'utf-8'): Uint8Array {
  const start = encodeText(head, encoding);
  const one = encodeText(unit, encoding);
  const file = new Uint8Array(bytes);
  file.set(start);
  for (let at = start.length; at < bytes; at += one.length) file.set(one.subarray(0, bytes - at), at);
  return file;
}

describe('a file without a header in its first bytes', () => {
  const blank: [string, string, string, Encoding][] = [
    ['LF', '\n', '', 'utf-8'],
    ['CR', '\r', '', 'utf-8'],
    ['CRLF', '\r\n', '', 'utf-8'],
    ['LF after sep=', '\n', 'sep=;\n', 'utf-8'],
    ['LF in UTF-16', '\n', '\ufeff', 'utf-16le'],
    ['CRLF in UTF-16', '\r\n', '\ufeff', 'utf-16be'],
  ];

  it.each(blank)(
    'is refused as soon as its first 256 KB are read: blank lines, %s',
    (_, lineEnd, head, encoding) => {
      const chunkBytes = 64;
      const read = readAll(filled(lineEnd, 4 * MB, head, encoding), chunkBytes);
      expect(read).toMatchObject({
        code: 'header_too_long',
        message: 'The file has no header: blank lines fill its first 256 KB.',
        pushedBytes: MAX_HEAD_BYTES,
      });
    },
  );

  it.each([
    ['one cell', 'x', '', 'header_too_long', 1],
    ['cells', 'a,', '', 'header_too_long', 1],
    ['cells after blank lines', 'a;', '\n\n\nsep=;\n', 'header_too_long', 5],
    ['an open quote', 'x\n', '"', 'unclosed_quote', 1],
    ['doubled quotes', '""x', '"', 'unclosed_quote', 1],
  ])('is refused as soon as its first 256 KB are read: %s', (_, unit, head, code, line) => {
    const read = readAll(filled(unit, 4 * MB, head), 64);
    expect(read).toMatchObject({ code, line, pushedBytes: MAX_HEAD_BYTES });
  });

  it('is read if the header ends at 256 KB', () => {
    const lines = '\n'.repeat(MAX_HEAD_BYTES - 5);
    expect(readAll(encodeText(`${lines}a,b\n1,2\n`, 'utf-8'), 100)).toMatchObject({
      names: ['a', 'b'],
      records: [{ line: MAX_HEAD_BYTES - 3, values: ['1', '2'] }],
    });
    expect(readAll(encodeText(`${lines}\na,b\r\n1,2\n`, 'utf-8'), 100)).toMatchObject({
      code: 'header_too_long',
    });
  });
});

describe('reading takes time in proportion to the file', () => {
  const shapes: [string, string, string, Encoding][] = [
    ['blank lines, LF', '\n', 'a,b\n1,2\n', 'utf-8'],
    ['blank lines, CR', '\r', 'a,b\n1,2\n', 'utf-8'],
    ['blank lines, CRLF', '\r\n', 'a,b\r\n1,2\r\n', 'utf-8'],
    ['blank lines first', '\n', '', 'utf-8'],
    ['lone quotes at the start of a cell', '"x\n",2\n', 'a,b\n', 'utf-8'],
    ['lone quotes within cells', 'x"x,"" "\n', 'a,b\n', 'utf-8'],
    ['doubled quotes', '"""""""",2\n', 'a,b\n', 'utf-8'],
    ['one cell without an end', 'x', 'a,b\n', 'utf-8'],
    ['a quote without an end', '\n', 'a,b\n"', 'utf-8'],
    ['no line end', 'abc', '', 'utf-8'],
    ['cells of 256 KB', `${'x'.repeat(MB / 4)}\n`, 'a,b\n', 'utf-8'],
    ['rows with 16,001 cells', `${','.repeat(16_000)}\n`, 'a,b\n', 'utf-8'],
    ['a header without an end', 'a,', '', 'utf-8'],
    ['sep= lines', 'sep=;\n', '', 'utf-8'],
    ['cut characters', '\xe9\xe2,\n', 'a,b\n', 'windows-1252'],
    ['UTF-16', 'é,"x"\r\n', '\ufeffa,b\n', 'utf-16le'],
    ['UTF-16, big-endian', 'é,"x"\r\n', '\ufeffa,b\n', 'utf-16be'],
    ['UTF-16 blank lines', '\n', '\ufeff', 'utf-16be'],
  ];
  /** Processor time of this process, which other processes on the machine hardly change. */
  const milliseconds = (file: Uint8Array): number => {
    const before = process.cpuUsage();
    readAll(file, 512);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it.each(shapes)('%s', (_, unit, head, encoding) => {
    const small = milliseconds(filled(unit, MB / 16, head, encoding));
    const large = milliseconds(filled(unit, MB / 2, head, encoding));
    // The file is eight times as large: linear work takes 8 times as long, quadratic work 64 times and a second.
    expect(large).toBeLessThan(40 * (small + 6));
  });
});

describe('the division of a file into chunks', () => {
  const awkward = fc.array(
    fc.constantFrom('a', 'b,c', ';', '"', '""', '\n', '\r', '\r\n', 'sep=;', '\t', 'é', '🏠', ' ', '|x|y'),
    { maxLength: 30 },
  );

  it('changes neither dialect, header, records nor the error, wherever the header is', () => {
    const file = fc.record({
      preamble: fc.stringMatching(/^(\r\n|\n|\r){0,5}(sep=[;,|]\n)?$/),
      // Including places around the limit of the header.
      blankLines: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: MAX_HEAD_BYTES - 40, max: MAX_HEAD_BYTES + 4 }) },
      ),
      text: awkward.map((parts) => parts.join('')),
      encoding: fc.constantFrom<Encoding>('utf-8', 'windows-1252', 'utf-16le', 'utf-16be'),
    });
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 70_000 }), (made, anyChunk) => {
        const { preamble, blankLines, text, encoding } = made;
        const mark = encoding.startsWith('utf-16') ? '\ufeff' : '';
        const bytes = encodeText(`${mark}${preamble}${'\n'.repeat(blankLines)}${text}`, encoding);
        // Small chunks for small files only: a million of them would take too long.
        const chunkBytes = blankLines > 0 ? anyChunk + 500 : 1 + (anyChunk % 9);
        const content = ({
          pushedBytes: _,
          ...read
        }: ReturnType<typeof readAll> & { pushedBytes?: number }) => read;
        expect(content(readAll(bytes, chunkBytes))).toEqual(content(readAll(bytes, Infinity)));
      }),
      { numRuns: 200 },
    );
  });
});
