import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WORDS, addresses, soupOf, soups } from './made-up.js';
import type { AddressInput } from './types.js';
import { matchKeys, parseAddress, standardize, wordsBesides } from './index.js';

const keys = (address: AddressInput) => matchKeys(address).map(({ key, exact }) => (exact ? '=' : '~') + key);

describe('standardizing', () => {
  const again = (address: AddressInput | string) => {
    const once = standardize(address);
    expect(standardize({ address: once.line, city: once.city, state: once.state, zip: once.zip })).toEqual(
      once,
    );
  };
  test('twice changes nothing', () => {
    fc.assert(fc.property(addresses, again), { numRuns: 1_000 });
  });
  test('twice changes nothing, for any words', () => {
    fc.assert(fc.property(soups, again), { numRuns: 1_500 });
  });
  test('twice changes nothing, where states and ZIPs stand among the words', () => {
    fc.assert(fc.property(soupOf(WORDS, 6), again), { numRuns: 1_500 });
    fc.assert(
      fc.property(
        soups,
        soupOf('Dover City of St.', 6),
        fc.constantFrom('', 'CT', 'DE'),
        (address, city, state) => {
          again({ address, city, state });
        },
      ),
      { numRuns: 500 },
    );
  });
  test.each([
    'THIRD 19901 12 CT',
    'PO Box 12, 10001 York NE',
    'Apt 12 Unit SW Rear Rear',
    '12 Oak St, Dover DE 4 DE 19901',
  ])('twice changes nothing: %s', (line) => {
    again(line);
  });
  test('reads a city in the line like a city in its own field', () => {
    const { city } = standardize('12 Oak St, Dover 19904 4 DE, DE 19901');
    expect(city).toBe('DOVER');
    expect(
      standardize({ address: '12 Oak St', city: 'Dover 19904 4 DE', state: 'DE', zip: '19901' }).city,
    ).toBe(city);
  });
  test('keeps the property the same', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        // A line with several readings is standardized in the likeliest.
        fc.pre(parseAddress(address).otherReadings.length === 0);
        const { line, city, state, zip } = standardize(address);
        expect(keys({ address: line, city, state, zip })).toEqual(keys(address));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("words of a line that a property's address doesn't have", () => {
  const property = '2663 Catalpa Pl, Dayton, OH 45402';
  test.each([
    ['2663 Catapla Pl, Dayton, OH 45402', ['Catapla']],
    ['2663 catapla place dayton oh', ['catapla']],
    ['2663 Catalpa Pl, Dayton, OH 45403', ['45403']],
    ['2663 N Catapla Pl, Dayton, OH 45402', ['N', 'Catapla']],
    ['2663 Catalpa Pl, Springfield, OH 45402', ['Springfield']],
  ])('are named as they were typed: %s', (line, words) => {
    expect(wordsBesides(line, property)).toEqual(words);
  });

  test.each(['2663 Catalpa Place, Dayton, Ohio', '2663 CATALPA PL 45402-1234', '2663 catalpa pl dayton oh'])(
    'are none if the line only abbreviates or omits parts: %s',
    (line) => {
      expect(wordsBesides(line, property)).toEqual([]);
    },
  );
});
