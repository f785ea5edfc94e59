// Engines: SQLite, PostgreSQL at a release

import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteSource } from './enrich-part.js';

it('returns the bytes of a source in any sizes, whatever its chunks, and fails when there are too few', async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 8 });
  const sizes = fc.array(fc.nat(12), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, sizes, async (parts, wanted) => {
      const whole = Buffer.concat(parts);
      const source = new ByteSource(Readable.from(parts));
      let from = 0;
      for (const size of wanted) {
        if (from + size > whole.length) {
          await expect(source.take(size)).rejects.toThrow('fewer bytes');
          return;
        }
        expect(Buffer.from(await source.take(size))).toEqual(whole.subarray(from, from + size));
        from += size;
      }
    }),
  );
});
