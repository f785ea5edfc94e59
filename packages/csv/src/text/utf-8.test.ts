import fc from 'fast-check';
import { describe, it } from 'vitest';
import { isUtf8 } from './utf-8.js';

function strictly(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe('bytes are UTF-8', () => {
  it('exactly when the strict decoder takes them', () => {
    const byte = fc.oneof(
      fc.constantFrom(
        0x41,
        0x80,
        0x8f,
        0x90,
        0x9f,
        0xa0,
        0xbf,
        0xc1,
        0xc2,
        0xe0,
        0xe1,
        0xed,
        0xf0,
        0xf4,
        0xf5,
        0xff,
      ),
      fc.integer({ min: 0, max: 255 }),
    );
    const text = fc.string({ unit: 'binary' }).map((string) => new TextEncoder().encode(string));
    const anything = fc.array(byte, { maxLength: 8 }).map((list) => Uint8Array.from(list));
    fc.assert(
      fc.property(fc.oneof(anything, text), (bytes) => isUtf8(bytes) === strictly(bytes)),
      { numRuns: 3000 },
    );
  });
});
