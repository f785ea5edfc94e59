import { describe, expect, it } from 'vitest';
import { differencesOf } from './explain.js';
import { parseAddress } from './parse/parse.js';

const at = (address: string) => parseAddress({ address, city: 'Dayton', state: 'OH', zip: '45402' });

describe('a difference between two addresses', () => {
  it.each([
    [
      '2663 Catapla Pl',
      '2663 Catalpa Pl',
      ['"CATAPLA" for "CATALPA", two letters changed places: PL for LP'],
    ],
    ['1 Absente Ave', '1 Absentee Ave', ['"ABSENTE" for "ABSENTEE", one letter less: E']],
    ['1 Catalpas Ave', '1 Catalpa Ave', ['"CATALPAS" for "CATALPA", one letter more: S']],
    ['1 Patersen Ave', '1 Paterson Ave', ['"PATERSEN" for "PATERSON", one letter differs: E for O']],
    ['12 Oak St', '12 N Oak St', ['the direction "N" is missing']],
    ['12 N Oak St', '12 Oak St', ['the direction "N" is not on file']],
    ['12 Oak', '12 Oak St', ['the suffix "ST" is missing']],
    ['12 Oak St Apt 4', '12 Oak St', ['the unit "APT 4" is not on file']],
    ['210 Oak St', '210-214 Oak St', ['"210" for "210-214"']],
    ['12 Oak Street', '12 OAK ST', []],
  ])('between %s and %s is named by its letters', (lead, record, words) => {
    expect(differencesOf(at(lead), at(record))).toEqual(words);
  });

  it('may be in the city only where the ZIP is missing', () => {
    const [dovre, dover] = ['Dovre', 'Dover'].map((city) =>
      parseAddress({ address: '1 Elm St', city, state: 'DE' }),
    );
    if (dovre === undefined || dover === undefined) throw new Error('no address');
    expect(differencesOf(dovre, dover)).toEqual([
      '"DOVRE" for "DOVER", two letters changed places: RE for ER',
    ]);
    const zip = (city: string) => parseAddress({ address: '1 Elm St', city, state: 'DE', zip: '19901' });
    expect(differencesOf(zip('Dovre'), zip('Dover'))).toEqual([]);
  });
});
