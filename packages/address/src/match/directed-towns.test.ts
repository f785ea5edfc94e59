import { describe, expect, test } from 'vitest';
import { compare, createMatcher, parseAddress } from '../index.js';
import { directedHouses } from '../testing/directed-towns.js';

describe.each(directedHouses)('$address.address, $address.city', ({ address, others, leads }) => {
  const read = leads.map((lead) => ({ ...lead, parsed: parseAddress(lead) }));

  test('never finds an address in the town without the direction', () => {
    const found = others.flatMap((other) => {
      const matcher = createMatcher([other]);
      return read
        .filter(({ parsed }) => matcher.match(parsed).matched || compare(parsed, other).verdict === 'same')
        .map((lead) => [lead.address, lead.city, other]);
    });
    expect(found).toEqual([]);
  });

  test('is found in its own town, with and without a ZIP on file', () => {
    for (const own of [address, { ...address, zip: '' }]) {
      const matcher = createMatcher([own, ...others]);
      const missed = read.filter(({ parsed, mayMiss }) => {
        const result = matcher.match(parsed);
        return result.matched ? result.record !== own : !mayMiss;
      });
      expect(missed.map((lead) => [lead.address, lead.city])).toEqual([]);
    }
  });
});
