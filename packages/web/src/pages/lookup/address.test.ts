import { describe, expect, it } from 'vitest';
import { corrected, isSameProperty, missingParts, withUnit } from './address.js';

describe('a unit that a building has on file', () => {
  it.each([
    ['12 Oak St, Dover, DE 19901', '12 OAK ST APT 2, DOVER, DE 19901'],
    ['12 oak street unit 9 dover de 19901', '12 OAK ST APT 2, DOVER, DE 19901'],
    ['12 Oak St # 7, Dover, DE', '12 OAK ST APT 2, DOVER, DE'],
    ['12 Oak St 19901', '12 OAK ST APT 2, 19901'],
  ])('is put into %s', (line, whole) => {
    const asked = withUnit(line, 'APT 2');
    expect(asked).toMatch(/^12 OAK ST APT 2\b.*/);
    expect(asked).toBe(whole);
    expect(missingParts(asked)).toBeNull();
  });
});

describe('a line that is about to be looked up', () => {
  it.each([
    '100 Sandbox Match St, Austin, TX 78701',
    '12 oak st dover de',
    '12 Oak St 19901',
    '4 Oak St E Troy WI',
    'N52W16590 Oak Rd, Menomonee Falls, WI 53051',
  ])('has no missing part: %s', (line) => {
    expect(missingParts(line)).toBeNull();
  });

  it.each([
    ['12 Oak St', 'Add the city and state (or a ZIP code).'],
    ['12 Oak St, Austin', 'Add the state (or a ZIP code).'],
    ['12 Oak St TX', 'Add the city (or a ZIP code).'],
    ['Oak St, Dover, DE 19901', 'Add the house number.'],
    ['Oak St', 'Add the house number and the city and state (or a ZIP code).'],
    ['', 'Enter a street address with its city and state, or its ZIP code.'],
  ])('says which part is missing: %s', (line, words) => {
    expect(missingParts(line)).toBe(words);
  });

  it.each(['PO Box 9, Dover, DE 19901', 'RR 2 Box 14, Dover, DE 19901', 'Oak St and Elm St, Dover, DE'])(
    'says why it is no property: %s',
    (line) => {
      expect(missingParts(line)).toMatch(/property|house/);
    },
  );
});

describe('two typed addresses', () => {
  it.each([
    ['12 Oak St, Dover, DE 19901', '12 OAK STREET DOVER DE 19901'],
    ['12 oak st 19901', '12 Oak Street, Dover, DE 19901-1234'],
    ['4 Oak St E Troy WI', '4 oak street e troy wi'],
  ])('name one property in two ways: %s', (one, other) => {
    expect(isSameProperty(one, other)).toBe(true);
  });

  it.each([
    ['12 Oak St, Dover, DE 19901', '14 Oak St, Dover, DE 19901'],
    ['12 Oak St, Dover, DE 19901', '12 Oak St Unit 2, Dover, DE 19901'],
    ['12 Oak St, Dover, DE 19901', '12 Oak Ave, Dover, DE 19901'],
  ])('name two properties: %s', (one, other) => {
    expect(isSameProperty(one, other)).toBe(false);
  });
});

describe('a correction', () => {
  const contact = {
    firstName: null,
    lastName: null,
    fullName: null,
    propertyAddress: '2663 Catalpa Pl',
    propertyCity: 'Dayton',
    propertyState: 'OH',
    propertyZip: '45402',
    mailingAddress: null,
    mailingCity: null,
    mailingState: null,
    mailingZip: null,
  };

  it('is named beside the address it was matched to', () => {
    expect(corrected('2663 catapla place dayton oh', contact)).toEqual({
      matched: '2663 Catalpa Pl',
      typed: 'catapla',
    });
    expect(corrected('2663 catalpa pl dayton oh', contact)).toBeNull();
  });

  it('is null if the record has no address', () => {
    expect(corrected('2663 Catapla Pl', { ...contact, propertyAddress: null })).toBeNull();
  });
});
