/** Made-up addresses and random lists of words, for the property tests. */
import fc from 'fast-check';
import type { AddressInput } from './types.js';

export const numbers = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map(String),
  fc.constantFrom('88 1/2', '31A', '210-214', '40-17', 'N52W16590', '1'),
);
const directions = fc.constantFrom('', 'N', 'South', 'E.', 'West', 'NW', 'Southeast');
export const names = fc.oneof(
  fc.constantFrom(
    'Oak',
    'Main',
    '4th',
    'Fourth',
    'Twenty-Third',
    'St Louis',
    'Lake Shore',
    "O'Dell",
    'Avenue C',
    'Calle Luna',
    'Chestnut Hill',
  ),
  fc.constantFrom(
    'County Road 43',
    'SR 9',
    'US-20',
    'I-70',
    'Highway 62',
    'FM 471',
    'MLK',
    'Broadway',
    'Mc Carroll',
    'Park Place',
    '300',
  ),
  // A unit designator is not a street name: `12 Aaa Apt Court`.
  fc
    .stringMatching(/^[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9})?$/)
    .filter(
      (name) =>
        !/\b(?:apt|bsmt|dept|key|lot|lower|ofc|pier|pmb|rear|room|side|slip|spc|ste|stop|unit|upper)\b/i.test(
          name,
        ),
    ),
);
export const suffixWords = fc.constantFrom('', 'St', 'Ave', 'Road', 'Ln', 'Blvd.', 'Court', 'Ext', 'Hill');
export const units = fc.constantFrom(
  '',
  'Apt 4',
  '#4B',
  'Unit 4-B',
  'Bldg 2 Apt 1',
  'Rear',
  '3rd Floor',
  'Ste 200',
  'PH 2',
);
const places = fc.constantFrom(
  { city: 'Dover', state: 'DE', zip: '19901' },
  { city: 'St. Louis', state: 'Missouri', zip: '' },
  { city: '', state: '', zip: '46052-1234' },
  { city: 'Bayside', state: 'NY', zip: '11361' },
  { city: 'San Juan', state: 'PR', zip: '00926' },
  { city: 'Cambridge', state: 'MA', zip: '2139' },
);
export const addresses: fc.Arbitrary<AddressInput> = fc
  .tuple(numbers, directions, names, suffixWords, directions, units, places)
  .map(([number, pre, name, suffix, post, unit, place]) => ({
    address: [number, pre, name, suffix, post, unit].filter((part) => part !== '').join(' '),
    ...place,
  }));

export const WORDS =
  '12 N Oak St Ave , . ; # - & Apt Unit 4B Dover DE 19901 Box PO RR 2 County Road US I 9 1/2 ½ é ( ) Saint Louis Urb Calle Floor 3rd One ' +
  "Hundred Twenty Third near at MLK W 5000 Hwy E40 31-A 210-214 Bldg Rear USA NE CT LA St. O'Dell C/ FM Lane Park Avenue C SW";
/** States and ZIPs, which may also be part of a street or a city. */
const PLACES =
  'NY New York Connecticut Virginia Indiana IN DE CT LA NE PA 06390 10001 2139 19901-1234 19901.0 Dover Troy , ,';
export const soupOf = (vocabulary: string, placeWeight: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...vocabulary.split(' ')) },
        { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
        { weight: placeWeight, arbitrary: fc.constantFrom(...PLACES.split(' ')) },
      ),
      { maxLength: 14 },
    )
    .map((words) => words.join(' '));
export const soups = soupOf(WORDS, 0);
