import { readFileSync } from 'node:fs';
import { compare, createMatcher } from '@skiptrace/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitAddress } from '../values/address-lines.js';
import { propertyKeyOf, whyNoMatch, leadZip } from './property-key.js';

const lead = (address: string, city = 'Austin', state = 'TX', zip = '78701'): SplitAddress => ({
  address,
  city,
  state,
  zip,
});

describe('the same property', () => {
  it.each([
    ['100 Sandbox Match St', '100 SANDBOX MATCH STREET'],
    ['12 N Oak Ave', '12 north oak avenue'],
    ['12 Oak St Apt 4', '12 Oak Street, Apartment 4'],
    ['12 Oak St # 4', '12 Oak St Apt 4'],
  ])('%s is %s', (one, other) => {
    expect(propertyKeyOf(lead(one))).toBe(propertyKeyOf(lead(other)));
  });

  it('is the same with a damaged ZIP, a ZIP+4 and the state by name', () => {
    const one = lead('12 Oak St', 'Hoboken', 'NJ', '07030');
    expect(propertyKeyOf(lead('12 Oak St', 'Hoboken', 'New Jersey', '7030'))).toBe(propertyKeyOf(one));
    expect(propertyKeyOf(lead('12 Oak St', 'Hoboken', 'NJ', '07030-1234'))).toBe(propertyKeyOf(one));
  });

  it.each([
    ['another unit', lead('12 Oak St Apt 4'), lead('12 Oak St Apt 5')],
    ['a unit and none', lead('12 Oak St Apt 4'), lead('12 Oak St')],
    ['another kind of unit', lead('12 Oak St Apt 4'), lead('12 Oak St Lot 4')],
    ['a letter that may be short for REAR', lead('12 Oak St R'), lead('12 Oak St Apt R')],
    ['another number', lead('12 Oak St'), lead('14 Oak St')],
    ['another suffix', lead('12 Oak St'), lead('12 Oak Ct')],
    ['a suffix and none', lead('12 Oak St'), lead('12 Oak')],
    ['another direction', lead('12 N Oak St'), lead('12 S Oak St')],
    ['a direction elsewhere', lead('12 E Oak St'), lead('12 Oak St E')],
    ['another ZIP', lead('12 Oak St'), lead('12 Oak St', 'Austin', 'TX', '78702')],
    ['a ZIP and none', lead('12 Oak St'), lead('12 Oak St', 'Austin', 'TX', '')],
    ['another city in one ZIP', lead('12 Oak St'), lead('12 Oak St', 'Dallas')],
    ['one letter', lead('12 Oakwood St'), lead('12 Oakwod St')],
    ['a range and its end', lead('12-16 Oak St'), lead('12 Oak St')],
  ])('is not: %s', (_, one, other) => {
    expect(propertyKeyOf(one)).not.toBe(propertyKeyOf(other));
  });
});

/** Spellings that people mix in one list, some of the same address and many of neighbors. */
const street = fc.record({
  number: fc.constantFrom('12', '12A', '14', '12-14', '12 1/2', '120'),
  before: fc.constantFrom('', 'N ', 'North ', 'S ', 'E '),
  name: fc.constantFrom(
    ...['Oak', 'oak', 'OAK HILL', 'Oakhill', '4th', 'Fourth', 'St Johns', 'County Road 5'],
    'Avenue C',
  ),
  suffix: fc.constantFrom('', ' St', ' STREET', ' St.', ' Ave', ' Ct', ' Hwy'),
  after: fc.constantFrom('', ' E', ' North', ' NW'),
  unit: fc.constantFrom(
    '',
    ...[' Apt 4', ' #4', ', Unit 4', ' Apt 4B', ' 4', ' Ste 4', ' Apt R', ' R', ' Rear'],
    ' Bldg 2 Apt 4',
  ),
});
const place = fc.record({
  city: fc.constantFrom('', 'Troy', 'TROY', 'East Troy', 'St Louis', 'Saint Louis'),
  state: fc.constantFrom('', 'WI', 'Wisconsin', 'MO'),
  zip: fc.constantFrom('', '53120', '53120-1234', '53120.0', '63101'),
});
const leads = fc.record({ street, place }).map(({ street: s, place: p }) => ({
  address: `${s.number} ${s.before}${s.name}${s.suffix}${s.after}${s.unit}`,
  ...p,
}));

describe('rows that are merged', () => {
  it('never differ for the matcher: each finds the same owner as the others, in any directory', () => {
    fc.assert(
      fc.property(
        fc.array(leads, { minLength: 2, maxLength: 12 }),
        fc.array(leads, { maxLength: 12 }),
        (rows, owners) => {
          const directory = createMatcher([...owners, ...rows].map((owner, id) => ({ ...owner, id })));
          const groups = grouped(rows);
          for (const group of groups) {
            const found = group.map((row) => directory.match(row));
            for (const other of found.slice(1)) expect(other).toEqual(found[0]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('are never called different', () => {
    fc.assert(
      fc.property(leads, leads, (one, other) => {
        if (propertyKeyOf(one) !== propertyKeyOf(other) || whyNoMatch(one) !== undefined) return;
        expect(compare(one, other).verdict).not.toBe('different');
      }),
      { numRuns: 5000 },
    );
  });

  it('in real files are few, and no two of them are different to the matcher', () => {
    const file = new URL('../../../address/fixtures/pairs.jsonl', import.meta.url);
    const pairs = readFileSync(file, 'utf8').trim().split('\n');
    let merged = 0;
    for (const line of pairs) {
      const { a, b, same } = JSON.parse(line) as { a: unknown; b: unknown; same?: boolean; verdict?: string };
      const [one, other] = [a, b].map((address) =>
        typeof address === 'string'
          ? lead(address, '', '', '')
          : { ...lead('', '', '', ''), ...(address as SplitAddress) },
      );
      if (one === undefined || other === undefined || propertyKeyOf(one) !== propertyKeyOf(other)) continue;
      merged++;
      expect(compare(one, other).verdict, line).not.toBe('different');
      expect(same, line).not.toBe(false);
    }
    expect(merged).toBeGreaterThan(0);
  });
});

function grouped(rows: readonly SplitAddress[]): SplitAddress[][] {
  const groups = new Map<string, SplitAddress[]>();
  for (const row of rows) {
    const key = propertyKeyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

describe('an address that can never match', () => {
  it.each([
    ['blank address', lead('  ')],
    ['PO box', lead('PO Box 9')],
    ['PO box', lead('P.O. BOX 12')],
    ['intersection', lead('Main St & 4th Ave')],
    ['mail route', lead('RR 2 Box 15')],
    ['no house number', lead('Oak St')],
    ['no address', lead('N/A')],
    ['no place', lead('12 Rue X', 'Toronto', 'ON', 'M5V 2T6')],
    ['no place', lead('12 Oak St', '', '', '')],
  ])('%s: %j', (reason, row) => {
    expect(whyNoMatch(row)).toBe(reason);
  });

  it.each([lead('12 Oak St'), lead('12 Oak St', '', '', '78701'), lead('12 Oak St, Austin, TX', '', '', '')])(
    'is not %j',
    (row) => {
      expect(whyNoMatch(row)).toBeUndefined();
    },
  );
});

const zipped = (address: string, zip: string, city = '', state = '') => ({ address, city, state, zip });

describe('the ZIP of a lead', () => {
  it('has its zeros back if nothing else says where the address lies', () => {
    expect(leadZip(zipped('9 Oak St', '7030'))).toEqual({ zip: '07030', reported: false });
    expect(leadZip(zipped('9 Oak St Apt 4', '907'))).toEqual({ zip: '00907', reported: false });
    expect(leadZip(zipped('9 Oak St', '7030', '', 'NJ'))).toEqual({ zip: '07030', reported: false });
  });

  it('is reported unchanged if something else does', () => {
    for (const found of [
      zipped('9 Oak St', '7870', '', 'TX'),
      zipped('9 Oak St', '7870', 'Austin'),
      zipped('9 Oak St, Austin', '7870'),
      zipped('9 Oak St, Austin TX', '7870'),
      zipped('9 Oak St', '7870', '', 'Texass'),
      zipped('', '7870'),
      zipped('9 Oak St', '78'),
    ])
      expect(leadZip(found)).toEqual({ zip: found.zip, reported: true });
  });
});
