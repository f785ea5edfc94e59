import { describe, expect, it } from 'vitest';
import { encodeText } from '../text/encoding.js';
import { detectDialect, openCsv } from './open.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const delimiterOf = (text: string, mapped: readonly string[] = []): string | undefined =>
  detectDialect(bytes(text), mapped, true)?.delimiter;

describe('the delimiter', () => {
  it.each([',', ';', '\t', '|'])('%j is found by the mapped headers', (delimiter) => {
    const header = ['Address', 'City', 'Zip'].join(delimiter);
    expect(delimiterOf(`${header}\n1,1;1\t1|1\n`, ['Zip', 'Address'])).toBe(delimiter);
  });

  it('is the one with which all mapped headers are found, outside quotes', () => {
    expect(delimiterOf('"a,b";c\n1;2\n', ['a,b', 'c'])).toBe(';');
    expect(delimiterOf('a,b;c,d\n', ['b;c'])).toBe(',');
    expect(delimiterOf('a,b;c,d\n', ['a,b', 'c,d'])).toBe(';');
  });

  it('is guessed without them by the header and the records that agree with it', () => {
    expect(delimiterOf('Street;Town, State;Zip\n1 Oak;Reno, NV;89501\n')).toBe(';');
    expect(delimiterOf('Owner (Last, First, M)\tZip\nDoe\t89501\nRoe, A\t89501\n')).toBe('\t');
    expect(delimiterOf('a,b,c,d\n1\n1,2\n1,2,3\n')).toBe(',');
    expect(delimiterOf('only one column\n1\n')).toBe(',');
  });

  it('is the one that a first line sep=X names, even if the user names another', () => {
    expect(delimiterOf('sep=;\na;b,c\n1;2\n', ['a'])).toBe(';');
    expect(delimiterOf('"SEP=^"\r\na^b\r\n1^2\r\n')).toBe('^');
    expect(detectDialect(bytes('sep=;\na;b\n'), [], true, { delimiter: '|' })).toMatchObject({
      delimiter: ';',
      sepLine: true,
    });
  });

  it('is the one that the user names', () => {
    expect(detectDialect(bytes('a,b~c\n'), [], true, { delimiter: '~' })?.delimiter).toBe('~');
    expect(() => detectDialect(bytes('a,b\n'), [], true, { delimiter: 'ab' })).toThrow(RangeError);
    expect(() => detectDialect(bytes('a,b\n'), [], true, { delimiter: '"' })).toThrow(RangeError);
  });
});

describe('the encoding', () => {
  it.each([
    ['utf-8', 0, bytes('a,é\n1,2\n')],
    ['utf-8', 3, bytes('\ufeffa,é\n1,2\n')],
    ['utf-16le', 2, encodeText('\ufeffa,é\n1,2\n', 'utf-16le')],
    ['utf-16be', 2, encodeText('\ufeffa,é\n1,2\n', 'utf-16be')],
    ['windows-1252', 0, encodeText('a,é\n1,2\n', 'windows-1252')],
  ] as const)('%s with %i bytes of mark', (encoding, bomLength, file) => {
    const opened = openCsv(file, ['é'], true);
    expect(opened?.dialect).toMatchObject({ encoding, bomLength });
    expect(opened?.header.names).toEqual(['a', 'é']);
  });

  it('is not misjudged if the head ends within a character', () => {
    const file = bytes('a,b\nabc,é');
    expect(detectDialect(file.subarray(0, -1), [], false)?.encoding).toBe('utf-8');
  });
});

describe('the header', () => {
  it('has a line number and the bytes before it', () => {
    const opened = openCsv(bytes('\ufeffsep=;\r\n\r\n A ; "B" ;"C\r\nD"\r\n1;2;3\r\n'), [], true);
    expect(opened?.header).toEqual({
      names: ['A', '"B"', 'C\r\nD'],
      bytes: bytes(' A ; "B" ;"C\r\nD"'),
      lineEnd: bytes('\r\n'),
      preamble: bytes('\ufeffsep=;\r\n\r\n'),
      line: 3,
    });
    expect(opened?.next).toEqual({ start: 30, line: 5 });
    expect(opened?.dialect.lineEnd).toBe('\r\n');
  });

  it('is read when it is complete', () => {
    const file = 'Address,City\r\n1 Oak,Reno\r\n';
    for (let end = 0; end < file.length; end++) {
      const dialect = detectDialect(bytes(file.slice(0, end)), ['Address'], false);
      expect(dialect === undefined).toBe(end < 'Address,City\r\n1'.length);
    }
  });
});
