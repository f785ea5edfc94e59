// Made-up property owners: invented people at invented addresses in real cities, with 555-01xx phones and example.com
// emails. Deterministic by seed, any number; the demo, the acceptance tests and the benchmarks all draw from here.

const FIRST = (
  'Alma Boris Carla Dario Elena Farid Gloria Hector Irene Jamal Keiko Lars Mina Nestor Olga Priya ' +
  'Quentin Rosa Stefan Tamika Umberto Vera Walid Ximena Yusuf Zelda'
).split(' ');
const LAST = (
  'Ashgrove Birchwold Castellane Drumlin Elmsworth Fennimore Greystoke Hollowell Ivorsen Jasperson ' +
  'Kestrel Lindenfield Marchbanks Northcott Oakhollow Pebblecreek Quillfeather Ravensdale Silverlake ' +
  'Tamarind Underbrook Vanterpool Westerholt Yarborough'
).split(' ');
const STREETS = (
  'Blue Heron, Copper Kettle, Foxglove, Harvest Moon, Juniper Hollow, Larkspur, Marigold Bend, ' +
  'Old Windmill, Quail Lantern, Sable Oak, Saddle Ridge, Silver Thistle, Timber Crossing, ' +
  'Tumbling Brook, Wren Meadow, Amber Lantern, Briar Patch, Cinder Path, Dusty Plume, Echo Canyon, ' +
  'Fernwater, Gopher Wood, Hidden Anchor, Indigo Bunting, Jackdaw, Kingfisher, Lost Penny, ' +
  'Mossy Stone, Nettle Bed, Orchard Gate, Painted Wagon, Quiet Harbor, Rusty Hinge, Stony Ford, ' +
  'Thunder Gulch, Upland Clover, Velvet Antler, Whistling Duck, Yellow Poplar, Zephyr Cove'
).split(', ');
const SUFFIXES = ['Ave', 'Blvd', 'Cir', 'Ct', 'Dr', 'Ln', 'Pl', 'Rd', 'St', 'Ter', 'Trl', 'Way'];
const DIRECTIONS = ['N', 'S', 'E', 'W'];
const PLACES = [
  ['Austin', 'TX', '78704', '512'],
  ['Dallas', 'TX', '75206', '214'],
  ['Houston', 'TX', '77008', '713'],
  ['Tampa', 'FL', '33604', '813'],
  ['Orlando', 'FL', '32810', '407'],
  ['Atlanta', 'GA', '30310', '404'],
  ['Macon', 'GA', '31204', '478'],
  ['Columbus', 'OH', '43206', '614'],
  ['Dayton', 'OH', '45405', '937'],
  ['Mesa', 'AZ', '85204', '480'],
  ['Tucson', 'AZ', '85705', '520'],
  ['Reno', 'NV', '89509', '775'],
  ['Sparks', 'NV', '89431', '775'],
  ['Sacramento', 'CA', '95834', '916'],
  ['Fresno', 'CA', '93722', '559'],
  ['Lowell', 'MA', '01851', '978'],
  ['Boston', 'MA', '02124', '617'],
  ['Newark', 'NJ', '07104', '973'],
  ['Richmond', 'VA', '23219', '804'],
  ['Boise', 'ID', '83702', '208'],
];

/** Header of the owner file, in the order in which `ownerCells` writes. */
export const OWNER_HEADER = [
  ...['owner_id', 'property_address', 'property_city', 'property_state', 'property_zip'],
  ...[
    'Owner First Name',
    'Owner Last Name',
    'mailing_address',
    'mailing_city',
    'mailing_state',
    'mailing_zip',
  ],
  ...['Phone 1', 'Phone 1 Type', 'Phone 1 DNC', 'Phone 2', 'Phone 2 Type', 'Phone 2 DNC', 'Email 1'],
];

/** Every owner has a property of its own: numbers are dealt out street by street, so no two share an address. */
export function* madeUpOwners(count, seed = 1) {
  const random = seededRandom(seed);
  const perPlace = STREETS.length * SUFFIXES.length;
  for (let index = 0; index < count; index += 1) {
    const [city, state, zip, areaCode] = PLACES[index % PLACES.length];
    const dealt = Math.floor(index / PLACES.length);
    const street = STREETS[dealt % STREETS.length];
    const suffix = SUFFIXES[Math.floor(dealt / STREETS.length) % SUFFIXES.length];
    // A step of 7 to 13 keeps the numbers of a street apart without being regular.
    const number = 100 + Math.floor(dealt / perPlace) * 14 + random.whole(0, 6);
    const direction = random.chance(0.3) ? random.pick(DIRECTIONS) : '';
    const firstName = random.pick(FIRST);
    const lastName = random.pick(LAST);
    const absentee = random.chance(0.25);
    const [mailCity, mailState, mailZip] = absentee ? random.pick(PLACES) : [city, state, zip];
    const line = [number, direction, street, suffix].filter((part) => part !== '').join(' ');
    // Each takes one half of the fictional range, so no owner has one number as a mobile and a landline.
    const phone = (from) => `${areaCode}55501${String(random.whole(from, from + 49)).padStart(2, '0')}`;
    yield {
      id: `M-${String(index + 1).padStart(7, '0')}`,
      number,
      direction,
      street,
      suffix,
      line,
      city,
      state,
      zip,
      firstName,
      lastName,
      mailing: {
        address: absentee
          ? `${random.whole(100, 9999)} ${random.pick(STREETS)} ${random.pick(SUFFIXES)}`
          : line,
        city: mailCity,
        state: mailState,
        zip: mailZip,
      },
      phones: [
        ...(random.chance(0.8) ? [{ number: phone(0), type: 'Mobile', dnc: random.chance(0.2) }] : []),
        ...(random.chance(0.4) ? [{ number: phone(50), type: 'Landline', dnc: random.chance(0.4) }] : []),
      ],
      emails: random.chance(0.6) ? [`${firstName}.${lastName}${index + 1}@example.com`.toLowerCase()] : [],
    };
  }
}

/** The cells of one owner, in the order of OWNER_HEADER. */
export function ownerCells(owner) {
  const phone = (entry) => (entry ? [entry.number, entry.type, entry.dnc ? 'Yes' : 'No'] : ['', '', '']);
  const { id, line, city, state, zip, firstName, lastName, mailing, phones, emails } = owner;
  return [
    ...[id, line, city, state, zip, firstName, lastName],
    ...[mailing.address, mailing.city, mailing.state, mailing.zip],
    ...[...phone(phones[0]), ...phone(phones[1]), emails[0] ?? ''],
  ];
}

/** The lines of a file of `count` made-up owners. */
export function* ownerLines(count) {
  yield csvLine(OWNER_HEADER);
  for (const owner of madeUpOwners(count)) yield csvLine(ownerCells(owner));
}

/** One CSV line, quoted only where necessary. */
export const csvLine = (cells) =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))).join(',')}\n`;

// Made-up leads as people type them: most are made from a made-up owner's address in another spelling, some have no match.
const LONG_SUFFIX = Object.fromEntries(
  'Avenue Boulevard Circle Court Drive Lane Place Road Street Terrace Trail Way'
    .split(' ')
    .map((long, nth) => [SUFFIXES[nth], long]),
);

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
  ...['', '', '', 'called twice', 'vacant, ask the neighbour', 'said "maybe in spring"'],
  ...['gate code\nsee file', '=needs review'],
];

/** `{ cells, owner }` a lead; `owner` is null where there is no match. Every owner is used at most once. */
export function* madeUpLeads(owners, count, seed = 2) {
  const random = seededRandom(seed);
  const step = Math.max(1, Math.floor(owners.length / count));
  for (let index = 0; index < count; index += 1) {
    const owner = owners[(index * step) % owners.length];
    const kind = random.next();
    const id = `L${String(index + 1).padStart(6, '0')}`;
    const notes = random.pick(NOTES);
    const lead = (line, zip, found) => ({
      cells: [id, line, owner.city, owner.state, zip, notes],
      owner: found,
      blank: line.trim() === '',
    });
    if (kind < 0.02) yield lead(random.chance(0.5) ? '' : '   ', owner.zip, null);
    // No owner has a number above 90000.
    else if (kind < 0.12) yield lead(`${90000 + index} ${owner.street} ${owner.suffix}`, owner.zip, null);
    else {
      const parts = random
        .pick(SPELLINGS)(owner)
        .filter((part, at) => part !== '' || at === 0);
      yield lead(parts.join(' '), random.chance(0.1) ? `${owner.zip}-1234` : owner.zip, owner);
    }
  }
}

// A small seeded generator (mulberry32, public domain), so that made-up data is the same on every machine.

/** @param {number} seed */
export function seededRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A number from 0 up to 1. */
    next,
    /** A whole number from `min` to `max`, both included. */
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    /** One of a list. */
    pick: (list) => list[Math.floor(next() * list.length)],
    /** True in `share` of the cases. */
    chance: (share) => next() < share,
  };
}
