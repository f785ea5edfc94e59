import { expect, it } from 'vitest';
import { MAX_SEEN, SeenStreets } from './record-batch.js';

it('a street is noted once, and again after it was forgotten', () => {
  const seen = new SeenStreets();
  const more = (count: number, name: string): boolean[] =>
    Array.from({ length: count }, (_, at) => seen.add([1 + at, name]));
  expect([seen.add([0, 'N OAK ST']), seen.add([0, 'OAK ST']), seen.add([0, 'N OAK ST'])]).toEqual([
    true,
    true,
    false,
  ]);
  expect(more(MAX_SEEN - 2, 'ELM ST')).not.toContain(false);
  expect(seen.add([0, 'N OAK ST'])).toBe(false);
  // One more than it keeps.
  expect([seen.add([0, 'OAK AVE']), seen.add([0, 'N OAK ST'])]).toEqual([true, true]);
  // Long names fill it sooner.
  more(MAX_SEEN / 10, 'E'.repeat(500));
  expect(seen.add([0, 'N OAK ST'])).toBe(true);
});
