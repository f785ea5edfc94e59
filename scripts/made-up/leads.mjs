// Made-up leads as people type them: most are made from a made-up owner's address in another spelling, some have no match.
import { seededRandom } from './random.mjs';

const LONG_SUFFIX = {
  Ave: 'Avenue',
  Blvd: 'Boulevard',
  Cir: 'Circle',
  Ct: 'Court',
  Dr: 'Drive',
  Ln: 'Lane',
  Pl: 'Place',
  Rd: 'Road',
  St: 'Street',
  Ter: 'Terrace',
  Trl: 'Trail',
  Way: 'Way',
};
const LONG_DIRECTION = { N: 'North', S: 'South', E: 'East', W: 'West' };

export const LEAD_HEADER = ['Lead', 'Address', 'City', 'State', 'Zip', 'Notes'];

const SPELLINGS = [
  ({ number, direction, street, suffix }) => [number, direction, street, suffix],
  ({ number, direction, street, suffix }) => [
    number,
    LONG_DIRECTION[direction] ?? '',
    street,
    LONG_SUFFIX[suffix],
  ],
  ({ number, direction, street, suffix }) => [number, direction && `${direction}.`, street, `${suffix}.`],
  ({ number, direction, street, suffix }) =>
    [number, direction, street, suffix].map((part) => String(part).toUpperCase()),
  ({ number, direction, street, suffix }) => [
    '',
    number,
    direction.toLowerCase(),
    ` ${street.toLowerCase()}`,
    LONG_SUFFIX[suffix].toLowerCase(),
  ],
];

const NOTES = [
  '',
  '',
  '',
  'called twice',
  'vacant, ask the neighbour',
  'said "maybe in spring"',
  'gate code\nsee file',
  '=needs review',
];

/**
 * `{ cells, owner }` a lead; `owner` is null where there is no match. Every owner is used at most once.
 * @param {object[]} owners
 */
export function* madeUpLeads(owners, count, seed = 2) {
  const random = seededRandom(seed);
  const step = Math.max(1, Math.floor(owners.length / count));
  for (let index = 0; index < count; index += 1) {
    const owner = owners[(index * step) % owners.length];
    const kind = random.next();
    const id = `L${String(index + 1).padStart(6, '0')}`;
    const notes = random.pick(NOTES);
    if (kind < 0.02)
      yield {
        cells: [id, random.chance(0.5) ? '' : '   ', owner.city, owner.state, owner.zip, notes],
        owner: null,
        blank: true,
      };
    // No owner has a number above 90000.
    else if (kind < 0.12)
      yield {
        cells: [
          id,
          `${90000 + index} ${owner.street} ${owner.suffix}`,
          owner.city,
          owner.state,
          owner.zip,
          notes,
        ],
        owner: null,
        blank: false,
      };
    else {
      const line = random
        .pick(SPELLINGS)(owner)
        .filter((part, at) => part !== '' || at === 0)
        .join(' ');
      const zip = random.chance(0.1) ? `${owner.zip}-1234` : owner.zip;
      yield { cells: [id, line, owner.city, owner.state, zip, notes], owner, blank: false };
    }
  }
}
