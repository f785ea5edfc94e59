import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  mailingColumns,
  mapHeaders,
  propertyColumns,
  type HeaderMapping,
  type SplitAddress,
} from './index.js';

/** A made-up lead with its owner; every layout shows some of it. */
interface Person {
  readonly no: string;
  readonly dir: string;
  readonly name: string;
  readonly suf: string;
  readonly city: string;
  readonly st: string;
  readonly zip: string;
  readonly first: string;
  readonly last: string;
  readonly mail: {
    readonly street: string;
    readonly city: string;
    readonly st: string;
    readonly zip: string;
  };
}

const PLACES = [
  ['Reno', 'NV', '89501'],
  ['Mesa', 'AZ', '85204'],
  ['Dayton', 'OH', '45402'],
  ['Newark', 'NJ', '07104'],
  ['Tampa', 'FL', '33604'],
  ['Austin', 'TX', '78704'],
] as const;
const FLORIDA = [
  ['Tampa', 'FL', '33604'],
  ['Orlando', 'FL', '32810'],
] as const;
const STREETS = ['Oak', 'Marigold Bend', 'Wren Meadow', 'Saddle Ridge', 'Elm', 'Larkspur'];
const DIRECTIONS = ['N', 'SW', 'E', 'S', 'NE', 'W'];
const SUFFIXES = ['St', 'Ave', 'Ln', 'Ct', 'Blvd', 'Rd'];
const FIRST = ['Vera', 'Tamika', 'Olga', 'Jamal', 'Mina', 'Boris'];
const LAST = ['Drumlin', 'Fennimore', 'Quillfeather', 'Ashgrove', 'Corvane', 'Tamarind'];
const STATE_NAMES = ['Nevada', 'Arizona', 'Ohio', 'New Jersey', 'Florida', 'Texas'];
const at = (list: readonly string[], row: number): string => list[row % list.length] ?? '';

function personOf(row: number, isFlorida: boolean): Person {
  const places = isFlorida ? FLORIDA : PLACES;
  const [city, st, zip] = places[row % places.length] ?? PLACES[0];
  const isLocal = row % 2 === 0;
  const [mailCity, mailSt, mailZip] = isLocal
    ? [city, st, zip]
    : (PLACES[(row + 1) % PLACES.length] ?? PLACES[0]);
  return {
    no: String(1203 + ((row * 7919) % 8000)),
    dir: at(DIRECTIONS, row),
    name: at(STREETS, row),
    suf: at(SUFFIXES, row + 1),
    city,
    st,
    zip,
    first: at(FIRST, row),
    last: at(LAST, row + 2),
    mail: {
      street: isLocal
        ? `${1203 + ((row * 7919) % 8000)} ${at(STREETS, row)} St`
        : `${88 + row} Harvest Moon Ter`,
      city: mailCity,
      st: mailSt,
      zip: mailZip,
    },
  };
}

const lineOf = ({ no, dir, name, suf }: Person): string => `${no} ${dir} ${name} ${suf}`;

/** Cell in a column of a kind. */
const CELLS: Readonly<Record<string, (person: Person, row: number) => string>> = {
  street: lineOf,
  line: (p) => `${lineOf(p)}, ${p.city}, ${p.st} ${p.zip}`,
  no: (p) => p.no,
  dir: (p) => p.dir,
  name: (p) => p.name.toUpperCase(),
  namefull: (p) => `${p.dir} ${p.name} ${p.suf}`,
  suf: (p) => p.suf.toUpperCase(),
  unit: (_, row) => String(row + 1),
  city: (p) => p.city,
  st: (p) => p.st,
  state: (p) => STATE_NAMES[PLACES.findIndex(([, st]) => st === p.st)] ?? '',
  zip: (p) => p.zip,
  sz: (p) => `${p.st} ${p.zip}`,
  csz: (p) => `${p.city}, ${p.st} ${p.zip}`,
  'm.street': ({ mail }) => mail.street,
  'm.city': ({ mail }) => mail.city,
  'm.st': ({ mail }) => mail.st,
  'm.zip': ({ mail }) => mail.zip,
  'm.cs': ({ mail }) => `${mail.city}, ${mail.st}`,
  'm.csz': ({ mail }) => `${mail.city}, ${mail.st} ${mail.zip}`,
  'm.line': ({ mail }) => `${mail.street}, ${mail.city}, ${mail.st} ${mail.zip}`,
  first: (p) => p.first,
  last: (p) => p.last,
  full: (p) => `${p.first} ${p.last}`,
  'full x': (p) => `${p.first} ${p.last}`,
  first2: (_, row) => at(FIRST, row + 3),
  last2: (p) => p.last,
  full2: (p, row) => `${at(FIRST, row + 3)} ${p.last}`,
  skip: (p) => `${p.last} ${p.first}`,
  jr: (_, row) => (row % 4 === 0 ? 'Jr' : ''),
  phone: (_, row) => `(775) 555-01${String(row + 10)}`,
  ptype: () => 'Mobile',
  email: (p) => `${p.first.toLowerCase()}@example.com`,
  'other state': (_, row) => PLACES[(row + 2) % PLACES.length]?.[1] ?? '',
  ne: () => 'NE',
  id: (_, row) => String(row + 1),
  acct: (_, row) => String(10_045 + ((row * 4_447) % 80_000)),
  apn: (_, row) => `0${row}-123-${String(456 + row)}`,
  county: () => 'Washoe',
  'county no': () => '58',
  code: (_, row) => `R${row}`,
  'code no': (_, row) => String(310 + row),
  use: (_, row) => at(['SFR', 'MFR', 'CND'], row),
  status: (_, row) => at(['Active', 'Pending', 'Sold'], row),
  val: (_, row) => String(250_000 + row * 1_234),
  small: (_, row) => String(2 + (row % 4)),
  acres: (_, row) => `0.${String(12 + row)}`,
  year: (_, row) => String(1950 + row * 3),
  date: (_, row) => `11/${String(row + 10)}/2026`,
  flag: (_, row) => (row % 3 === 0 ? 'Y' : 'N'),
  bit: (_, row) => String(row % 2),
  lat: (_, row) => `39.5${row}`,
  lng: (_, row) => `-119.8${row}`,
  url: (_, row) => `https://example.com/${row}`,
  note: (_, row) => at(['call back', 'web form', 'driving'], row),
  plus4: (_, row) => String(6_903 + row),
  blank: () => '',
};

const ROWS = 12;

interface Layout {
  readonly name: string;
  /** True if only a person can say which column is meant. */
  readonly isAsked: boolean;
  /** Fields that the file has and the mapping leaves out. */
  readonly missing: readonly string[];
  readonly header: readonly string[];
  readonly kinds: readonly string[];
}

const layouts: Layout[] = readFileSync(new URL('../fixtures/header-layouts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [title = '', columns = ''] = line.split(' | ');
    const pairs = columns.split(';').map((column) => {
      const at = column.lastIndexOf('=');
      return [column.slice(0, at).trim(), column.slice(at + 1).trim()] as const;
    });
    return {
      name: title.trim(),
      isAsked: title.startsWith('ask:'),
      missing: title
        .split(' ')
        .filter((word) => /^-[a-z]+$/.test(word))
        .map((word) => word.slice(1)),
      header: pairs.map(([name]) => name),
      kinds: pairs.map(([, kind]) => kind),
    };
  });

const isFlorida = ({ kinds }: Layout): boolean => kinds.some((kind) => kind.startsWith('fl.'));
const people = (layout: Layout): Person[] =>
  Array.from({ length: ROWS }, (_, row) => personOf(row, isFlorida(layout)));
const rowsOf = (layout: Layout): string[][] =>
  people(layout).map((person, row) =>
    layout.kinds.map((kind) => {
      const cell = CELLS[kind.replace(/^fl\./, '')];
      if (cell === undefined) throw new Error(`${layout.name}: no kind "${kind}"`);
      return cell(person, row);
    }),
  );

/** The addresses that the columns of a layout may be read as. */
function truthsOf({ kinds, missing }: Layout, person: Person, row: number): string[] {
  const has = (kind: string): boolean => kinds.includes(kind) || kinds.includes(`fl.${kind}`);
  const unit = has('unit') ? ` # ${String(row + 1)}` : '';
  const streetName = has('namefull')
    ? [CELLS['namefull']?.(person, row)]
    : [has('dir') ? person.dir : '', person.name, has('suf') ? person.suf : ''];
  const parts = [missing.includes('address') ? '' : person.no, ...streetName]
    .filter((part) => part !== '')
    .join(' ');
  const isSplit = (has('name') || has('namefull')) && (has('no') || missing.includes('address'));
  const truths = [...(has('street') || has('line') ? [lineOf(person)] : []), ...(isSplit ? [parts] : [])];
  // A whole address with city, state and ZIP in other columns is cut where it is read.
  const whole = has('line') ? [`${lineOf(person)}, ${person.city}, ${person.st} ${person.zip}`] : [];
  return [...truths, ...whole].map((truth) => `${truth}${unit}`.toUpperCase());
}

const read = (
  layout: Layout,
  columns: { headers: readonly string[]; read(cells: readonly string[]): SplitAddress },
) =>
  rowsOf(layout).map((row) =>
    columns.read(columns.headers.map((name) => row[layout.header.indexOf(name)] ?? '')),
  );

describe.each(['leads', 'owners'] as const)('layouts as people have them, read as %s', (purpose) => {
  const mappings = new Map<Layout, HeaderMapping>();
  const mapped = (layout: Layout): HeaderMapping => {
    const mapping = mappings.get(layout) ?? mapHeaders(layout.header, { samples: rowsOf(layout), purpose });
    mappings.set(layout, mapping);
    return mapping;
  };
  const kindOf = ({ header, kinds }: Layout, name: string): string => kinds[header.indexOf(name)] ?? '';

  it('are many', () => {
    expect(layouts.length).toBeGreaterThanOrEqual(150);
  });

  it.each(layouts.filter(({ isAsked }) => isAsked))('$name', (layout) => {
    expect(mapped(layout).errors).not.toEqual([]);
  });

  it.each(layouts.filter(({ isAsked }) => !isAsked))('$name', (layout) => {
    const mapping = mapped(layout);
    expect(mapping.errors).toEqual([]);
    const { kinds, missing } = layout;
    const has = (field: string, ...of: readonly string[]): boolean =>
      of.some((kind) => kinds.includes(kind) || kinds.includes(`fl.${kind}`)) && !missing.includes(field);
    read(layout, propertyColumns(mapping)).forEach((found, row) => {
      const person = personOf(row, isFlorida(layout));
      expect(truthsOf(layout, person, row)).toContain(found.address.toUpperCase());
      expect(found).toMatchObject({
        city: has('city', 'city', 'csz', 'line') ? person.city : '',
        zip: has('zip', 'zip', 'sz', 'csz', 'line') ? person.zip : '',
      });
      expect(['', person.st, CELLS['state']?.(person, row)]).toContain(found.state);
      if (has('state', 'st', 'state', 'sz', 'csz', 'line', 'zip')) expect(found.state).not.toBe('');
    });
  });

  it.each(layouts)('$name: no owner, phone or mail from another column', (layout) => {
    const mapping = mapped(layout);
    const { also, phones } = mapping;
    const { firstName, lastName } = mapping.mapping;
    const named: readonly (readonly [string | undefined, string])[] = [
      [firstName, 'first'],
      [lastName, 'last'],
      [also.fullName, 'full'],
      [also.owner2FullName, 'full2'],
      ...phones.map(({ number }) => [number, 'phone'] as const),
      ...phones.map(({ type }) => [type, 'ptype'] as const),
      ...(also.email ?? []).map((name) => [name, 'email'] as const),
    ];
    for (const [name, kind] of named)
      if (name !== undefined) expect([name, kindOf(layout, name)]).toEqual([name, kind]);
    const mailing = mailingColumns(mapping);
    const isMail = layout.kinds.some((kind) => kind.startsWith('m.'));
    if (mailing === undefined) return;
    expect(isMail).toBe(true);
    read(layout, mailing).forEach((found, row) => {
      const { mail } = personOf(row, isFlorida(layout));
      expect(['', mail.street]).toContain(found.address);
      expect(['', mail.city]).toContain(found.city);
      expect(['', mail.st]).toContain(found.state);
      expect(['', mail.zip]).toContain(found.zip);
    });
  });
});
