import { parseAddress } from '@skiptrace/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hash53,
  hash53Twice,
  propertyDigests,
  sealedAddress,
  sealedDigests,
  storedProperty,
} from './property.js';

describe('the hash of a text', () => {
  it('never changes, because stored directories depend on it', () => {
    expect(hash53('')).toBe(3338908027751811);
    expect(hash53('19901DE=7|ROSE|LN')).toBe(8509168905733653);
    expect(hash53('19901DE=7|ROSE|LN', 1)).toBe(3965092447875280);
  });

  it('is the same when computed under two seeds at once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, seed, other) => {
        expect(hash53Twice(text, seed, other)).toEqual([hash53(text, seed), hash53(text, other)]);
      }),
    );
  });
});

it('a property has the same digest, whether its key was compared or its address', () => {
  const address = parseAddress({ address: '12 Oak St Apt 4B', city: 'Dayton', state: 'OH', zip: '45402' });
  const sealed = sealedAddress(address);
  expect(sealed && sealedDigests(sealed)).toEqual(propertyDigests([address], address));
});

describe('the stored form of an address', () => {
  const refused = (address: string) => {
    const stored = storedProperty({ address, city: 'Dayton', state: 'OH', zip: '45402' });
    return 'refused' in stored ? stored.refused : null;
  };

  it.each([
    ...['6053', '6053 LN', '6053 LN, DAYTON', '6053 N', '6053 NW', '6053 ST', '6053 St.'],
    ...['6053 Ave', '6053 BLVD', '6053 CIR', '6053 PL', '6053 RD APT 4', '6053 UNIT 4'],
    ...['6053 APT B', '6053 # 4', '6053-6055 DR'],
  ])('is refused without the name of a street: %s', (address) => {
    expect(refused(address)).toBe('it has no street name');
  });

  it.each([
    ...['1200 N St', '1200 N NW', '12 E Ave', '12 Avenue A', '680 Boulevard', '12 Broadway'],
    ...['12 Park', '100 North', '12 Unity', '12 5', '12 Lane Ave'],
  ])('is stored with a name that looks like a type or a direction: %s', (address) => {
    expect(refused(address)).toBeNull();
  });
});
