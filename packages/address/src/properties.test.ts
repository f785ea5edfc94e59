/** Rules that hold for every address. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addresses, names, numbers, soups, suffixWords, units } from './made-up.js';
import { houses, inputOf, neighborLeads } from './testing/neighbors.js';
import type { AddressInput } from './types.js';
import {
  compare,
  explain,
  matchKeys,
  nearKeys,
  pack,
  parseAddress,
  propertyKey,
  standardize,
  unpack,
  type Address,
} from './index.js';

const keys = (address: AddressInput) => matchKeys(address).map(({ key, exact }) => (exact ? '=' : '~') + key);

describe('keys', () => {
  test('do not change with case, outer and repeated spaces, and , . ;', () => {
    const noise = fc.constantFrom(' ', '  ', ' , ', '. ', '; ', ', ', '   ');
    fc.assert(
      fc.property(
        addresses,
        fc.array(noise, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (address, noises, upper) => {
          const words = address.address.split(' ');
          // A comma may part a line anywhere after the street; within the street only spaces and points have no meaning.
          const noisy = words
            .map(
              (word, i) =>
                word +
                (/^\d+\/\d/.test(words[i + 1] ?? '')
                  ? ' '
                  : (noises[i % noises.length] ?? ' ').replace(/[,;]/, '')),
            )
            .join('');
          const cased = upper ? noisy.toUpperCase() : noisy.toLowerCase();
          const expected = keys(address);
          expect(keys({ ...address, address: '  ' + cased + ' ,; ' })).toEqual(expected);
          expect(
            keys({
              ...address,
              city: ' ' + (address.city ?? '').toUpperCase() + ' . ',
              zip: ' ' + (address.zip ?? '') + ' ',
            }),
          ).toEqual(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('commas and semicolons between the parts of a street line change nothing', () => {
    fc.assert(
      fc.property(
        numbers,
        names,
        suffixWords,
        units,
        fc.constantFrom(', ', '; ', ' , ', ' ;; '),
        (number, name, suffix, unit, comma) => {
          const place = { city: 'Dover', state: 'DE', zip: '19901' };
          const street = [number, name, suffix].filter((part) => part !== '').join(' ');
          if (suffix === '' || unit === '') return;
          expect(keys({ ...place, address: street + comma + unit })).toEqual(
            keys({ ...place, address: street + ' ' + unit }),
          );
        },
      ),
    );
  });

  test('exact ones are never shared by addresses that differ in number, unit, directional or state', () => {
    fc.assert(
      fc.property(addresses, addresses, (a, b) => {
        const left = parseAddress(a);
        const right = parseAddress(b);
        const differ =
          left.numberKey !== right.numberKey ||
          left.unitKey !== right.unitKey ||
          left.predirectional !== right.predirectional ||
          left.postdirectional !== right.postdirectional ||
          left.stateKey !== right.stateKey;
        const ofRight = matchKeys(right).filter(({ exact }) => exact);
        const shared = matchKeys(left).some(
          ({ key, exact }) => exact && ofRight.some((other) => other.key === key),
        );
        expect(shared && differ).toBe(false);
      }),
      { numRuns: 2_500 },
    );
  });

  test('addresses that are the same property share one', () => {
    fc.assert(
      fc.property(addresses, addresses, fc.constantFrom('city', 'zip', 'none'), (a, b, without) => {
        const other: AddressInput = { ...a, ...(without === 'none' ? {} : { [without]: '' }) };
        for (const [left, right] of [
          [a, other],
          [a, b],
        ] as const) {
          if (!['same', 'compatible'].includes(compare(left, right).verdict)) continue;
          const known = new Set(matchKeys(left).map(({ key }) => key));
          expect(matchKeys(right).some(({ key }) => known.has(key))).toBe(true);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  test('are few: four for an address that can be read in one way', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const parsed = parseAddress(address);
        fc.pre(parsed.otherReadings.length === 0 && parsed.numberForm !== 'range');
        expect(matchKeys(parsed).length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe('comparing', () => {
  test('is symmetric', () => {
    fc.assert(
      fc.property(addresses, addresses, (a, b) => {
        expect(compare(a, b)).toEqual(compare(b, a));
      }),
      { numRuns: 1_500 },
    );
    fc.assert(
      fc.property(soups, soups, (a, b) => {
        expect(compare(a, b)).toEqual(compare(b, a));
      }),
      { numRuns: 1_500 },
    );
  });

  test('an address that has a property key is the same as itself', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        fc.pre(propertyKey(address) !== '');
        expect(compare(address, address)).toEqual({ verdict: 'same', reason: 'exact' });
      }),
    );
  });
});

describe('packing', () => {
  test('gives back every part', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(unpack(pack(parseAddress(address)))).toEqual(parseAddress(address));
      }),
    );
    fc.assert(
      fc.property(soups, (soup) => {
        expect(unpack(pack(parseAddress(soup)))).toEqual(parseAddress(soup));
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives back every part of neighbors in one building', () => {
    const unit = fc.constantFrom(
      '',
      'Apt 4',
      'Apt 5',
      '# 5',
      'Lot 5',
      'Bldg 2 Apt 1',
      'PH',
      'Rear',
      'N',
      'Kiosk of Glass',
    );
    fc.assert(
      fc.property(addresses, fc.array(unit, { minLength: 2, maxLength: 6 }), (address, units) => {
        const all = units.map((one) => parseAddress({ ...address, address: `${address.address} ${one}` }));
        const inNoPlace = units.map((one) => parseAddress(`${address.address} ${one}`));
        for (const one of [...all, ...inNoPlace]) expect(unpack(pack(one))).toEqual(one);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('any string', () => {
  test('of no object, as a program without types may pass it, is an empty address', () => {
    const empty = parseAddress('');
    for (const nothing of [null, undefined, 5, true]) expect(parseAddress(nothing as never)).toEqual(empty);
  });

  test('never throws', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      soups,
    );
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        parseAddress(a);
        standardize({ address: a, city: b, state: b, zip: b });
        matchKeys(a);
        compare(a, { address: a, city: b, state: b, zip: b });
        explain(parseAddress(a), [{ address: parseAddress(b), record: 1 }]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('near keys', () => {
  const share = (kept: Address, asked: Address) => {
    const keys = new Set(nearKeys(kept, 'kept'));
    return nearKeys(asked, 'asked').some((key) => keys.has(key));
  };
  const mayBeOne = (a: Address, b: Address) => {
    const { verdict } = compare(a, b);
    return verdict === 'same' || verdict === 'compatible';
  };

  test('are shared by all houses of a town full of neighbors that may be one', () => {
    const apart: string[] = [];
    let pairs = 0;
    const all = houses.map(({ parts }) => parseAddress(inputOf(parts)));
    // A prime, so that every careless spelling is among them.
    const leads = neighborLeads.filter((_, at) => at % 23 === 0).map(({ input }) => parseAddress(input));
    for (const lead of leads)
      for (const house of all) {
        if (!mayBeOne(lead, house)) continue;
        pairs++;
        if (!share(lead, house) || !share(house, lead)) apart.push(`${pack(lead)} / ${pack(house)}`);
      }
    expect(pairs).toBeGreaterThan(500);
    expect(apart).toEqual([]);
  });

  test('are shared by all real pairs that may be one', () => {
    const file = new URL('../fixtures/pairs.jsonl', import.meta.url);
    const apart = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; a: AddressInput; b: AddressInput })
      .filter(({ a, b }) => mayBeOne(a, b) && !(share(a, b) && share(b, a)));
    expect(apart).toEqual([]);
  });

  test('keep other houses apart', () => {
    const at = (address: string) => ({ address, city: 'Dayton', state: 'OH', zip: '45402' });
    expect(share(at('12 Oak St'), at('12 N Oak Ave'))).toBe(true);
    expect(share(at('12-14 Oak St'), at('14 Oak St'))).toBe(true);
    for (const other of ['14 Oak St', '12 Elm St', '112 Oak St'])
      expect(share(at('12 Oak St'), at(other))).toBe(false);
    expect(share(at('12 Oak St'), { ...at('12 Oak St'), zip: '45403' })).toBe(false);
  });
});
