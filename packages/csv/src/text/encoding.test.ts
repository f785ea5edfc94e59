import { describe, expect, it, afterEach, vi } from 'vitest';
import { encodeText, decodeWindows1252, foldToWindows1252 } from './encoding.js';

describe('Windows-1252', () => {
  it('decodes every byte to one character and encodes it back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = decodeWindows1252(bytes);
    expect(text).toHaveLength(256);
    expect(text.slice(0x80, 0x84)).toBe('€\u0081‚ƒ');
    expect(text.slice(0xe8, 0xea)).toBe('èé');
    expect(encodeText(text, 'windows-1252')).toEqual(bytes);
  });

  it.each([
    ['Łódź', 'Lódz'],
    ['Dvořák', 'Dvorák'],
    ['e\u0301', 'e'],
    ['ﬁne', 'fine'],
    ['Kawaiʻi', "Kawai'i"],
    ['ﾏ', '?'],
    ['李🏠', '??'],
    ['“Zoë” – €5', '“Zoë” – €5'],
  ])('folds %j to %j', (text, folded) => {
    expect(foldToWindows1252(text)).toBe(folded);
  });
});

describe('in a browser', () => {
  // Each test loads the modules again without `process`, as in a browser.
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('tells UTF-8 from other bytes as Node does', async () => {
    const inNode = await import('./encoding.js');
    vi.stubGlobal('process', undefined);
    vi.resetModules();
    const inBrowser = await import('./encoding.js');
    expect(inBrowser.isUtf8).not.toBe(inNode.isUtf8);
    for (const bytes of [
      [],
      [0x41],
      [0xef, 0xbb, 0xbf, 0x41],
      [0xc3, 0xa9],
      [0xc3],
      [0xe9, 0x41],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xc0, 0x80],
      [0],
    ]) {
      expect(inBrowser.isUtf8(Uint8Array.from(bytes))).toBe(inNode.isUtf8(Uint8Array.from(bytes)));
    }
  });

  it('reads files as in Node', async () => {
    vi.stubGlobal('process', undefined);
    vi.resetModules();
    const { CsvReader } = await import('../records/reader.js');
    const reader = new CsvReader({ mappedHeaders: ['Address', 'City'] });
    reader.push(Uint8Array.from(Buffer.from('Address;City\n1 Pe\xf1a;Reno\n2 Oak;Mesa', 'latin1')));
    expect(reader.end().map(({ values }) => values)).toEqual([
      ['1 Peña', 'Reno'],
      ['2 Oak', 'Mesa'],
    ]);
    expect(reader.dialect?.encoding).toBe('windows-1252');
  });
});
