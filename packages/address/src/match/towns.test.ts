import { describe, expect, it } from 'vitest';
import { createMatcher, type AddressInput } from '../index.js';

const at = (text: string): AddressInput => {
  const [address = '', city = '', state = '', zip = ''] = text.split(', ');
  return { address, city, state, zip };
};
const found = (onFile: readonly string[], lead: AddressInput): string | undefined => {
  const result = createMatcher(onFile.map(at)).match(lead);
  return result.matched ? result.record.address : undefined;
};

/** Leads for the first record of each list, with the town of the second in many spellings. */
const SPELLED: readonly (readonly [onFile: readonly string[], spellings: readonly string[]])[] = [
  [
    ['5 Main St, Wyckoff, NJ, 07432', '7 Main St, Midland Park, NJ, 07432'],
    [
      ...[
        'Midlnd Park',
        'MidIand Park',
        'Mdlnd Pk',
        'Mid Park',
        'Midland',
        'W Midland Park',
        'Midland Park USA',
      ],
      ...['Midland Park Borough', 'Midland Park Boro', 'Midland Park Twp', 'Midland Park Bergen County'],
    ],
  ],
  [
    ['12 Cliff St, Lansing, MI, 48823', '14 Cliff St, East Lansing, MI, 48823'],
    [
      ...['East Lansng', 'Est Lansing', 'ELansing', 'Lansing East', 'Lansing (East)', 'East Lansing City'],
      'East Lansing Charter Township',
    ],
  ],
  [
    ['12 Bay Ave, Boston, MA, 02127', '14 Bay Ave, South Boston, MA, 02127'],
    ['South Bostn', 'SBoston', 'Sth Boston', 'Boston South'],
  ],
];

describe('a town that may be another one on file in the ZIP', () => {
  it.each(SPELLED.flatMap(([onFile, spellings]) => spellings.map((city) => [city, onFile] as const)))(
    'is a miss: %s',
    (city, onFile) => {
      expect(found(onFile, { ...at(onFile[0] ?? ''), city })).toBeUndefined();
    },
  );

  it.each(['Wyckoff', 'Wycoff', 'Wyckof', 'Wyckoff Township'])(
    'is its own town in spite of a slip: %s',
    (city) => {
      const onFile = SPELLED[0]?.[0] ?? [];
      expect(found(onFile, { ...at(onFile[0] ?? ''), city })).toBe('5 Main St');
    },
  );

  it('stays another name of the place if it is like no town on file', () => {
    const onFile = ['5 Main St, Wyckoff, NJ, 07432', '9 Main St, Wyckoff, NJ, 07432'];
    expect(found(onFile, at('5 Main St, Sicomac, NJ, 07432'))).toBe('5 Main St');
  });
});

describe('a town that begins with a direction, behind a street without a comma', () => {
  it.each(['South Boston', 'So Boston', 'S Boston', 'S. Boston'])(
    'may be on file beside: 12 Bay St %s',
    (town) => {
      const onFile = ['12 Bay St S, Boston, MA, 02127', '14 Bay St, South Boston, MA, 02127'];
      expect(found(onFile, { address: `12 Bay St ${town} MA 02127` })).toBeUndefined();
    },
  );

  it.each(['12 Main St North Las Vegas NV 89030', '12 Main North Las Vegas NV 89030'])('%s', (address) => {
    const onFile = ['12 Main St N, Las Vegas, NV, 89030', '14 Main St, North Las Vegas, NV, 89030'];
    expect(found(onFile, { address })).toBeUndefined();
  });
});

describe('another word for the unit, where the address has several kinds on file', () => {
  const onFile = ['Bldg 4', 'Bldg 3', 'Apt 9'].map((unit) => `20 Birch Rd ${unit}, Dover, DE, 19901`);
  it.each(['Apt', 'Unit', '#', 'Lot', 'Fl', 'Trlr', 'Ste', 'Room', ''])('is no match: %s 4', (word) => {
    expect(found(onFile, at(`20 Birch Rd ${word} 4, Dover, DE, 19901`))).toBeUndefined();
  });
});
