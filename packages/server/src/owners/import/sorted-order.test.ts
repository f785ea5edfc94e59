import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortedOrder } from './sorted-order.js';

it('entries come in the order of their keys, equal ones as they were', () => {
  const key = fc.oneof(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
      const entries = Float64Array.from(keys.flatMap((one) => [one, 0]));
      const expected = [...keys.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
      expect([...sortedOrder(entries, 2)]).toEqual(expected);
    }),
  );
});
