import { describe, expect, it } from 'vitest';
import { encodeText } from './encoding.js';
import { decodeWindows1252, foldToWindows1252 } from './windows-1252.js';

describe('Windows-1252', () => {
  it('holds every byte as one character and back', () => {
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
  ])('takes %j as %j', (text, folded) => {
    expect(foldToWindows1252(text)).toBe(folded);
  });
});
