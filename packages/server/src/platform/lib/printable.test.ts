import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank, plain, plainJson } from './printable.js';

/** Written differently from the code: by number. */
const isUnsafe = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  const isBidi = [0x061c, 0x200e, 0x200f].includes(code) || (code >= 0x202a && code <= 0x202e);
  return code < 32 || (code >= 127 && code < 160) || isBidi || (code >= 0x2066 && code <= 0x2069);
};
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['\u001b', '\u009b', '\u009d', '\u0007', '\u202e', '\u2066', '\u2028', '\u0085', '\r'],
      ...['\n', '\u007f'],
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

describe('text that is shown', () => {
  it('is one line without control characters and bidirectional marks, and otherwise unchanged', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect([...plain(text)].filter(isUnsafe)).toEqual([]);
        expect(plain(text)).not.toMatch(/[\n\u2028\u2029]/);
      }),
    );
    expect(plain('Zoë Müller, 東京 “ok” 👍')).toBe('Zoë Müller, 東京 “ok” 👍');
  });

  it('means the same as JSON, without any of them', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const json = plainJson(JSON.stringify({ text }));
        expect([...json].filter(isUnsafe)).toEqual([]);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});

describe('a blank text', () => {
  it('contains nothing visible, even where trim() leaves something', () => {
    for (const blank of ['', ' \t', '\u200b', '\u200b \u2060\ufeff', '\u00ad', '\u202e'])
      expect([blank, isBlank(blank)]).toEqual([blank, true]);
    for (const name of ['7', '@', '李', '\u200bA', '😀', '$'])
      expect([name, isBlank(name)]).toEqual([name, false]);
  });
});
