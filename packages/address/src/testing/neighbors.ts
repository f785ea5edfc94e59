/**
 * A made-up town where nearly every street has a neighbor: the same name with a direction, with another suffix, with another
 * letter. A third of the houses are not on file, and leads are written in every careless way, so a matcher that takes a
 * neighbor's street for a careless spelling returns a stranger's record. Used by tests here and in packages/server.
 */
import type { AddressInput } from '../types.js';

/** The parts of an address as they were written. */
interface Parts {
  readonly number: number;
  readonly pre: string;
  readonly name: string;
  readonly suffix: string;
  readonly post: string;
  readonly unit: string;
  readonly city: string;
  readonly zip: string;
}

export interface House {
  readonly id: string;
  readonly isOnFile: boolean;
  readonly parts: Parts;
}

export interface NeighborLead {
  readonly input: AddressInput;
  /** Houses that the lead may match: the one it was made from, and the one that has exactly its address. */
  readonly mayFind: ReadonlySet<string>;
}

const DAYTON = ['Dayton', '45406'] as const;
const DAYTON_NEXT = ['Dayton', '45405'] as const;
/** A city that is one letter away. */
const DALTON = ['Dalton', '44618'] as const;

/** `pre|name|suffix|post` and where. */
const STREETS: readonly (readonly [string, readonly [city: string, zip: string]])[] = [
  ['|Highland|Ave|', DAYTON],
  ['N|Highland|Ave|', DAYTON],
  ['N|High|St|', DAYTON],
  ['S|High|St|', DAYTON],
  ['|Genesee|Rd|', DAYTON],
  ['W|Genesee|Rd|', DAYTON],
  ['|Manor|Dr|', DAYTON],
  ['|Manor|Dr|S', DAYTON],
  ['E|Main|St|', DAYTON],
  ['|Main|St|E', DAYTON],
  ['|Patterson|Ave|', DAYTON],
  ['|Matterson|Ave|', DAYTON],
  ['|Tyndale|Dr|', DAYTON],
  ['|Lyndale|Dr|', DAYTON],
  ['|North|St|', DAYTON],
  ['|Worth|St|', DAYTON],
  ['|Locust|St|', DAYTON],
  ['|Locust|Ave|', DAYTON],
  ['|Broadway||', DAYTON],
  ['|Broadway|St|', DAYTON],
  ['|US Hwy 9||', DAYTON],
  ['|State Route 9||', DAYTON],
  ['|Lake Shore|Dr|', DAYTON],
  ['|Lake Shore|Dr|W', DAYTON],
  // This street has no direction in the next ZIP.
  ['N|Orchard|Ave|', DAYTON],
  ['|Orchard|Ave|', DAYTON_NEXT],
  ['|Walnut|St|', DAYTON],
  ['|Walnut|St|', DALTON],
  ['|Chapel|Ln|', DALTON],
  // This street has no neighbor: careless spellings of it are tolerated.
  ['W|Cedar|Blvd|', DAYTON],
  ['|Newport|Ave|', DAYTON_NEXT],
  // One road with this number has a direction, and the other has a class.
  ['E|Hwy 7||', DAYTON_NEXT],
  ['|US Hwy 7||', DAYTON_NEXT],
];

const NUMBERS = [2, 4, 6, 8, 10, 12];
const UNITS = ['Apt 1', 'Apt 2', 'Apt 3', 'Apt 12'];

export const houses: readonly House[] = STREETS.flatMap(([street, [city, zip]], place) => {
  const [pre = '', name = '', suffix = '', post = ''] = street.split('|');
  return NUMBERS.flatMap((number, at) =>
    // The last house of every third street has apartments.
    (at === NUMBERS.length - 1 && place % 3 === 0 ? UNITS : ['']).map((unit, flat): House => {
      const parts = { number, pre, name, suffix, post, unit, city, zip };
      return { id: written(parts), isOnFile: (place + at + flat) % 3 !== 0, parts };
    }),
  );
});

const LONG: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  Ave: 'Avenue',
  St: 'Street',
  Rd: 'Road',
  Dr: 'Drive',
  Ln: 'Lane',
  Blvd: 'Boulevard',
};
const long = (word: string): string => LONG[word] ?? word;

const OPPOSITE: Readonly<Record<string, string>> = { N: 'S', S: 'N', E: 'W', W: 'E' };

/** Careless spellings of a street. */
const CARELESS: readonly ((parts: Parts) => Parts)[] = [
  (parts) => parts,
  (parts) => ({ ...parts, pre: long(parts.pre), suffix: long(parts.suffix), post: long(parts.post) }),
  (parts) => ({ ...parts, pre: '', post: '' }),
  (parts) => ({ ...parts, pre: parts.post, post: parts.pre }),
  (parts) => ({ ...parts, pre: parts.pre === '' ? 'NE' : (OPPOSITE[parts.pre] ?? '') }),
  (parts) => ({ ...parts, post: parts.post === '' ? 'SW' : (OPPOSITE[parts.post] ?? '') }),
  (parts) => ({ ...parts, suffix: '' }),
  (parts) => ({ ...parts, suffix: parts.suffix === 'St' ? 'Ave' : 'St' }),
  (parts) => ({ ...parts, pre: '', suffix: '', post: '' }),
  (parts) => ({ ...parts, name: parts.name.replace(/^(..)(.)(.)/, '$1$3$2') }),
  (parts) => ({ ...parts, name: parts.name.replace(/^(...)./, '$1') }),
  (parts) => ({ ...parts, name: parts.name.replace(/^(...)(.)/, '$1$2$2') }),
  (parts) => ({ ...parts, name: parts.name.replace(/^Patter/, 'Matter').replace(/^Tyn/, 'Lyn') }),
  (parts) => ({ ...parts, name: parts.name.replace(/^Matter/, 'Patter').replace(/^Worth/, 'North') }),
  (parts) => ({ ...parts, name: parts.name.replace(' ', '') }),
  (parts) => ({ ...parts, name: parts.name.replace(/^US Hwy|State Route/, 'Highway') }),
  (parts) => ({ ...parts, unit: '' }),
  (parts) => ({ ...parts, unit: parts.unit === '' ? '# 1' : parts.unit.replace('Apt', '#') }),
  (parts) => ({ ...parts, unit: 'Apt 4' }),
  (parts) => ({ ...parts, suffix: `${long(parts.suffix)}A` }),
  (parts) => ({ ...parts, unit: '5TH' }),
];

/** Careless spellings of a place. */
const PLACES: readonly ((parts: Parts) => Pick<Parts, 'city' | 'zip'>)[] = [
  ({ city, zip }) => ({ city, zip }),
  ({ city }) => ({ city, zip: '' }),
  ({ zip }) => ({ city: '', zip }),
  ({ city }) => ({ city: city.replace('yt', 'ty').replace('lt', 'tl'), zip: '' }),
];

export const neighborLeads: readonly NeighborLead[] = houses.flatMap(({ id, parts }) =>
  CARELESS.flatMap((spoil) =>
    PLACES.map((spoilPlace): NeighborLead => {
      const lead = spoil(parts);
      const place = spoilPlace(parts);
      const toTheLetter = houses.filter(
        ({ parts: other }) =>
          street(other) === street(lead) &&
          other.city === lead.city &&
          (place.zip === '' || other.zip === place.zip),
      );
      return {
        input: inputOf({ ...lead, ...place }),
        mayFind: new Set([id, ...toTheLetter.map((house) => house.id)]),
      };
    }),
  ),
);

export function inputOf({ city, zip, ...line }: Parts): AddressInput {
  return { address: street(line), city, state: 'OH', zip };
}

function written({ city, zip, ...line }: Parts): string {
  return `${street(line)}, ${city} ${zip}`;
}

function street({ number, pre, name, suffix, post, unit }: Omit<Parts, 'city' | 'zip'>): string {
  return [String(number), pre, name, suffix, post, unit].filter((part) => part !== '').join(' ');
}
