import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIGEST_BYTES, shortDigest } from './short-digest.js';

describe('a short digest', () => {
  it('is the first 16 bytes of the SHA-256', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '\ud800', 'a\udc00b'),
    );
    fc.assert(
      fc.property(text, (text) => {
        const whole = createHash('sha256').update(text).digest();
        expect(shortDigest(text)).toBe(whole.toString('base64url', 0, DIGEST_BYTES));
      }),
    );
  });
});
