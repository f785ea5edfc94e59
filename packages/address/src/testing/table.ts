import { expect, test } from 'vitest';
import { compare } from '../index.js';
import type { AddressInput } from '../types.js';

/** Place of a row that names no place. */
export const HOME = ['Dover', 'DE', '19901'] as const;

/** Reads `line | city | state | zip`; a line alone is in `HOME`. */
export function read(row: string): AddressInput {
  const [address = '', city, state, zip] = row.split('|').map((part) => part.trim());
  if (city === undefined) return { address, city: HOME[0], state: HOME[1], zip: HOME[2] };
  return { address, city, state: state ?? '', zip: zip ?? '' };
}

/**
 * Makes a test of each line with two addresses (see `read`). `a = b`: the same property, unless a street on file contradicts.
 * `a <> b`: two different properties. Lines that begin with `//` are comments.
 * @param place added to addresses without one: `| city | state | zip`
 */
export function table(text: string, place = ''): void {
  for (const line of text.split('\n').map((row) => row.trim())) {
    if (line === '' || line.startsWith('//')) continue;
    const same = line.includes(' = ');
    const [a = '', b = ''] = line.split(same ? ' = ' : ' <> ');
    const left = read(a.includes('|') ? a : a + place);
    const right = read(b.includes('|') ? b : b + place);
    test(line, () => {
      const there = compare(left, right);
      const back = compare(right, left);
      expect(there).toEqual(back);
      expect(['same', 'compatible'].includes(there.verdict), there.reason).toBe(same);
    });
  }
}
