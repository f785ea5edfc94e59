/**
 * Towns that begin with a direction, each beside a town of the same state without it, and every way to write an address in them. A
 * matcher that gives the direction to the street finds a stranger in the other town. Used by tests here and in packages/server.
 */
import type { AddressInput } from '../types.js';

/** `direction|its other spellings|name|state|ZIP|ZIP of the town without the direction` */
const TOWNS = `
East|E,E.,EAST|Lansing|MI|48823|48912
West|W,W.|Fargo|ND|58078|58102
North|N,No.|Providence|RI|02911|02908
South|S,So.|Salt Lake|UT|84115|84101
North|N|Las Vegas|NV|89030|89101
East|E|St. Louis|IL|62201|62220
North|No.|Andover|MA|01845|01810
North||East|MD|21901|21921
South|S|Bend|IN|46601|46544
Northwest|NW|Ithaca|NY|14850|14882`;

const STREETS = [
  '31 Cedar St',
  '8 N Harbor Rd',
  '17 Elm',
  '640 E 300 S',
  '5 Avenue C',
  '9 Highway 20',
  '3 Park Ave Apt 2',
];

const DIRECTIONS: Readonly<Record<string, string>> = {
  North: 'N',
  South: 'S',
  East: 'E',
  West: 'W',
  Northwest: 'NW',
};

type Written = Readonly<Record<keyof AddressInput, string>>;

/** One property in a town that begins with a direction. */
export interface DirectedHouse {
  readonly address: Written;
  /** Addresses in the town without the direction, which no lead means. */
  readonly others: readonly Written[];
  /** The address of the property in every way to write it. */
  readonly leads: readonly DirectedLead[];
}

export interface DirectedLead extends Written {
  /** Too little shows that the line holds a city: a miss is right as well. */
  readonly mayMiss: boolean;
}

type Entry = (street: string, city: string, state: string, zip: string) => Written;

const fields: Entry = (address, city, state, zip) => ({ address, city, state, zip });
const line = (address: string, city = '', state = '', zip = '') => ({ address, city, state, zip });

const ENTRIES: readonly Entry[] = [
  fields,
  (street, city, state, zip) => line(`${street}, ${city}, ${state} ${zip}`),
  (street, city, state, zip) => line(`${street} ${city} ${state} ${zip}`),
  (street, city, state, zip) => line(`${street}\n${city}, ${state} ${zip}`),
  (street, city, state, zip) => line(`${street}\t${city}\t${state}\t${zip}`),
  (street, city, state, zip) => line(`${street} | ${city} | ${state} | ${zip}`),
  (street, city, state, zip) => line(`${street}, ${city}`, '', state, zip),
  (street, city, state, zip) => line(street, `${city} ${state} ${zip}`, zip === '' ? state : ''),
  (street, city, state, zip) => line(`${street}, ${city}`, city, state, zip),
];
/** The state has a field of its own, so the line may be the street alone. */
const WITH_STATE_BESIDE: Entry = (street, city, state, zip) => line(`${street} ${city}`, '', state, zip);

export const directedHouses: readonly DirectedHouse[] = TOWNS.trim()
  .split('\n')
  .flatMap((row) => {
    const [direction = '', spellings = '', name = '', state = '', zip = '', otherZip = ''] = row.split('|');
    const short = DIRECTIONS[direction] ?? '';
    const cities = [direction, ...spellings.split(',').filter((one) => one !== '')].map(
      (written) => `${written} ${name}`,
    );
    return STREETS.map((street) => {
      const [number = '', rest = '', unit = ''] = /^(\S+) (.*?)( Apt .*)?$/.exec(street)?.slice(1) ?? [];
      return {
        address: fields(street, `${direction} ${name}`, state, zip),
        others: [street, `${number} ${rest} ${short}${unit}`, `${number} ${short} ${rest}${unit}`].flatMap(
          (other) => [otherZip, ''].map((its) => fields(other, name, state, its)),
        ),
        leads: cities.flatMap((city) =>
          [zip, ''].flatMap((its) => [
            ...ENTRIES.map((write) => ({ ...write(street, city, state, its), mayMiss: false })),
            { ...WITH_STATE_BESIDE(street, city, state, its), mayMiss: true },
          ]),
        ),
      };
    });
  });
