import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AddressRecord,
  createMatcher,
  decide,
  matchKeys,
  parseAddress,
  streetEntries,
} from '../index.js';

const PLACE = { city: 'Dover', state: 'DE', zip: '19901' };
const at = (address: string, more: Partial<AddressRecord> = {}): AddressRecord => ({
  address,
  ...PLACE,
  ...more,
});

/** The address of the record that a lead matches, or the reason for a miss. */
function found(records: readonly AddressRecord[], lead: string | AddressRecord): string {
  const input = typeof lead === 'string' ? at(lead) : lead;
  const answers = [records, [...records].reverse()].map((order) => {
    const result = createMatcher(order).match(input);
    return result.matched ? result.record.address : result.reason;
  });
  expect(answers[1], 'the order of the records').toBe(answers[0]);
  return answers[0] ?? '';
}

describe('one record that fits', () => {
  test('a missing suffix or direction is forgiven', () => {
    expect(found([at('5 N High St')], '5 High')).toBe('5 N High St');
    expect(found([at('8 Chestnut Hill Rd')], '8 Chestnut Hill')).toBe('8 Chestnut Hill Rd');
  });
  test('one slip in the name is forgiven, with nothing else missing', () => {
    expect(found([at('9 Newport Ave')], '9 Newprot Ave')).toBe('9 Newport Ave');
    expect(found([at('9 Newport Ave')], '9 Newprot')).toBe('street');
  });
  test('a point within the number of a unit is forgiven, with nothing else missing', () => {
    const pointed = '9 Oak St BLDG 14.03';
    expect(found([at(pointed)], '9 Oak St BLDG 1403')).toBe(pointed);
    expect(found([at('9 Oak St BLDG 1403')], pointed)).toBe('9 Oak St BLDG 1403');
    expect(found([at('9 Oak St BLDG 14.03 APT 2')], '9 Oak St BLDG 1403 APT 2')).toBe(
      '9 Oak St BLDG 14.03 APT 2',
    );
    expect(found([at(pointed), at('9 Oak St BLDG 14'), at('9 Oak St')], '9 Oak St # 1403')).toBe(pointed);
    expect(found([at(pointed), at('9 Oak St BLDG 1403')], '9 Oak St BLDG 1403')).toBe('9 Oak St BLDG 1403');
    expect(found([at(pointed)], '9 Oak BLDG 1403')).toBe('unit');
    expect(found([at(pointed)], '9 Oak St BLDG 140.3')).toBe('unit');
    // A spreadsheet writes 5 as `5.0`.
    expect(found([at('9 Oak St APT 50')], '9 Oak St APT 5.0')).toBe('unit');
  });
  test('a suffix that a narrow field cut is forgiven, where no unit can have been cut with it', () => {
    const whole = '42-10 Francis Lewis Boulevard';
    expect(found([at(whole)], '42-10 FRANCIS LEWIS BOULEV')).toBe(whole);
    expect(found([at(whole), at(`${whole} Apt 4`)], '42-10 FRANCIS LEWIS BOULEV')).toBe('ambiguous');
    expect(found([at(whole), at(`${whole} Apt 4`)], '42-10 Francis Lewis Blvd')).toBe(whole);
  });
  test('a range stands for both its ends', () => {
    expect(found([at('210-214 Oak St')], '214 Oak St')).toBe('210-214 Oak St');
    expect(found([at('210 Oak St')], '210-214 Oak St')).toBe('210 Oak St');
    expect(found([at('210-214 Oak St')], '212 Oak St')).toBe('no_candidates');
  });
});

describe('a record that agrees in every part', () => {
  test('beats those that are merely compatible', () => {
    expect(found([at('5 High St'), at('5 N High St'), at('5 S High St')], '5 High St')).toBe('5 High St');
    expect(found([at('12 E Oak St'), at('12 Oak St E')], '12 Oak St E')).toBe('12 Oak St E');
    expect(found([at('9 US Hwy 9'), at('9 State Route 9'), at('9 Highway 9')], '9 Hwy 9')).toBe(
      '9 Highway 9',
    );
    expect(found([at('9 Newport Ave'), at('9 Newprot Ave')], '9 Newprot Ave')).toBe('9 Newprot Ave');
    expect(found([at('210-214 Oak St'), at('214 Oak St')], '214 Oak St')).toBe('214 Oak St');
  });
});

describe('a record as the lead is written', () => {
  test.each([
    ['620 Michigan Ave NE', ['620 Michigan Ave NE - McGivney Hall', '620 Michigan Ave NE']],
    ['620 Michigan Ave NE - McGivney Hall', ['620 Michigan Ave NE - McGivney Hall', '620 Michigan Ave NE']],
    ['9 Oak St Apt 4', ['9 Oak St Apt 4 (Cottage)', '9 Oak St Apt 4', '9 Oak St']],
    ['9 Oak St', ['9 Oak St, Cottage', '9 Oak St', '9 Oak St Apt 4']],
  ])('beats others of the same building: %s', (lead, records) => {
    expect(
      found(
        records.map((address) => at(address)),
        lead,
      ),
    ).toBe(lead);
  });
});

describe('two properties that fit equally', () => {
  test.each([
    ['5 High St', ['5 N High St', '5 S High St']],
    ['5 Fir', ['5 Fir St', '5 Fir Ct']],
    ['9 Highway 9', ['9 US Hwy 9', '9 State Route 9']],
    ['9 Newpord Ave', ['9 Newport Ave', '9 Newford Ave']],
    ['5 High', ['5 N High St', '5 High Ave']],
    ['210-214 Oak St', ['210 Oak St', '214 Oak St']],
    ['9 Oak St BLDG 1403', ['9 Oak St BLDG 14.03', '9 Oak St BLDG 140.3']],
    ['9 Park Ave', ['9 N Park Ave', '9 North Park Ave W']],
  ])('are a miss: %s', (lead, records) => {
    expect(
      found(
        records.map((address) => at(address)),
        lead,
      ),
    ).toBe('ambiguous');
  });
  test('are a miss where a lead without ZIP fits two cities, or one city with two ZIPs', () => {
    const records = [at('9 Oak St', { zip: '19901' }), at('9 Oak St', { zip: '19904' })];
    expect(found(records, { address: '9 Oak St', city: 'Dover', state: 'DE' })).toBe('ambiguous');
    expect(found(records, at('9 Oak St', { zip: '19904' }))).toBe('9 Oak St');
  });
});

describe('a record that lacks a part another record contradicts', () => {
  test('is not taken for what the lead says', () => {
    expect(found([at('5 N Fir St'), at('5 Fir St')], '5 S Fir St')).toBe('several_streets');
    expect(found([at('5 Fir St'), at('5 Fir')], '5 Fir Ct')).toBe('several_streets');
    expect(found([at('5 Fir St')], '5 S Fir St')).toBe('5 Fir St');
  });
});

describe('a tail that a field or a line leaves unclear', () => {
  const line = (address: string): AddressRecord => ({ address, city: '', state: '', zip: '' });
  test.each([
    ['5 Elm St D Dover DE', 'unit_missing'],
    ['5 Elm St L Dover DE', 'unit_missing'],
    ['5 Elm St O Dover DE', 'unit_missing'],
    ['5 Elm Hwy B Dover DE', 'unit_missing'],
    ['5 Elm St THIRD 19901', 'unit_missing'],
    ['5 Elm St UPR 19901', 'unit_missing'],
    ['5 Elm St, FRT 19901', 'unit_missing'],
    ['5 Elm St, BLK 2 19901', 'city_unconfirmed'],
    ['5 Elm Hwy A & B 19901', 'city_unconfirmed'],
    ['5 Elm St Bldg 7 VACANT 19901', 'unit_missing'],
  ])('is not the house: %s', (lead, reason) => {
    const house = lead.includes('Hwy') ? '5 Elm Hwy' : '5 Elm St';
    expect(found([at(house)], line(lead))).toBe(reason);
    expect(found([line(lead)], house)).toBe(reason);
  });

  test.each([
    ['5 Elm Ave 2ND', '5 Elm Ave', '5 Elm Ave 3RD'],
    ['5 Elm Ave, THIRD', '5 Elm Ave', '5 Elm Ave 2ND'],
    ['5 Elm Blvd ONE', '5 Elm Blvd', '5 Elm Blvd TWO'],
    ['5 Elm St No. 20300', '5 Elm St', '5 Elm St No. 20301'],
    ['5 Elm St Bldg 7 VACANT', '5 Elm St Bldg 7', '5 Elm St Bldg 7 TOWER'],
    ['5 Elm St FRT', '5 Elm St', '5 Elm St Rear'],
    ['5 Elm St Apt 1A-2', '5 Elm St', '5 Elm St Apt 1-A2'],
    ['5 Elm St Apt 1.2', '5 Elm St', '5 Elm St Apt 12'],
  ])('is a unit: %s', (lead, house, other) => {
    expect(found([at(house), at(other)], lead)).toMatch(/^unit/);
    expect(found([at(lead)], house)).toMatch(/^unit/);
    expect(found([at(lead)], other)).toBe('unit');
    expect(found([at(house), at(other), at(lead)], lead)).toBe(lead);
  });

  test('is a floor, also where a ZIP in Florida makes a state of its last word', () => {
    const record = { address: '5 Gulf Pkwy Fl 2', city: 'Tampa', state: 'FL', zip: '33601' };
    for (const city of ['Tampa', ''])
      expect(found([record], { address: '5 Gulf Pkwy 2ND FL', city, state: '', zip: '33601' })).toBe(
        record.address,
      );
    expect(found([at('5 Elm Ave Fl 2')], '5 Elm Ave 2ND')).toBe('5 Elm Ave Fl 2');
    expect(found([at('5 Elm St Frnt')], '5 Elm St FRT')).toBe('5 Elm St Frnt');
  });
});

describe('units of another kind with the same value', () => {
  test.each(['Bldg 2', 'Fl 2', 'Lot 2', 'Ste 2'])('%s is no flat 2 of a building with flats', (unit) => {
    const other = `5 Elm St ${unit}`;
    expect(found([at(other)], '5 Elm St Apt 2')).toBe(other);
    expect(found([at(other), at('5 Elm St Apt 1')], '5 Elm St Apt 2')).toBe('unit');
    expect(found([at(other), at('5 Elm St # 1')], '5 Elm St # 2')).toBe('unit');
    expect(found([at('5 Elm St Apt 2'), at(other.replace('2', '1'))], other)).toBe('unit');
    expect(found([at(other), at('5 Elm St Apt 2')], '5 Elm St Apt 2')).toBe('5 Elm St Apt 2');
    expect(found([at(other), at('5 Elm St Apt 2')], other)).toBe(other);
  });
  test.each(['Lot 4', 'Fl 4', 'Trlr 4', 'Ste 4', 'Room 4', 'Apt 4', '# 4', '4'])(
    '%s is no building 4 where several kinds are on file, and may be it where they are not',
    (unit) => {
      const buildings = [at('5 Elm St Bldg 4'), at('5 Elm St Bldg 3')];
      for (const other of ['Apt 9', 'Lot 9', 'Ste 9', 'Fl 9'])
        expect(found([...buildings, at(`5 Elm St ${other}`)], `5 Elm St ${unit}`)).toBe('unit');
      expect(found(buildings, `5 Elm St ${unit}`)).toBe('5 Elm St Bldg 4');
      expect(found([at('5 Elm St Apt 4'), at('5 Elm St Bldg 3')], '5 Elm St 4')).toBe('5 Elm St Apt 4');
    },
  );
  test('are ambiguous for a lead that names no kind', () => {
    expect(found([at('5 Elm St Bldg 2'), at('5 Elm St Lot 2')], '5 Elm St # 2')).toBe('ambiguous');
    expect(found([at('5 Elm St Lot 2')], '5 Elm St # 2')).toBe('5 Elm St Lot 2');
    expect(found([at('5 Elm St Bldg 1 Lot 2'), at('5 Elm St Bldg 1 Apt 3')], '5 Elm St Bldg 1 Apt 2')).toBe(
      'unit',
    );
  });
  test('with points are told from those without', () => {
    const others = [at('5 Elm St Unit 52.11'), at('5 Elm St Unit 52.12')];
    expect(found([at('5 Elm St Unit 5213')], '5 Elm St Unit 52.13')).toBe('5 Elm St Unit 5213');
    expect(found([at('5 Elm St Unit 5213'), ...others], '5 Elm St Unit 52.13')).toBe('unit');
    expect(found([at('5 Elm St Unit 52.13'), at('5 Elm St Unit 5212')], '5 Elm St Unit 5213')).toBe('unit');
    expect(found([at('5 Elm St Unit 52'), at('5 Elm St Unit 5.1')], '5 Elm St Unit 5.2')).toBe('unit');
  });
  test('a letter is short for a word where both are on file', () => {
    expect(found([at('31 Oak St Rear'), at('31 Oak St Apt R')], '31 Oak St R')).toBe('ambiguous');
    expect(found([at('31 Oak St Rear'), at('31 Oak St Apt R')], '31 Oak St Apt R')).toBe('31 Oak St Apt R');
    expect(found([at('31 Oak St Apt R')], '31 Oak St R')).toBe('31 Oak St Apt R');
    expect(found([at('31 Oak St Rear')], '31 Oak St R')).toBe('unit');
  });
});

describe('another street on file', () => {
  test.each([
    ['5 High St', ['5 N High St', '9 High St'], 'another_street'],
    ['5 High St', ['5 N High St', '9 S High St'], 'several_streets'],
    ['5 E Oak St', ['5 Oak St E', '9 E Oak St'], 'another_street'],
    ['5 Fir', ['5 Fir St', '9 Fir Ct'], 'several_streets'],
    ['5 S Fir St', ['5 Fir St', '9 N Fir St'], 'several_streets'],
    ['5 Hwy 9', ['5 US Hwy 9', '9 State Route 9'], 'several_streets'],
    ['5 Newprot Ave', ['5 Newport Ave', '9 Newprot Ave'], 'another_street'],
    // The name is on file as a court's, so it is not a typing error.
    ['5 Newprot Ave', ['5 Newport Ave', '9 Newprot Ct'], 'another_street'],
    // The same street on file, read differently: its direction or its end is all or part of its name.
    ['5 South Lake', ['5 S Lake Ave', '9 S Lake'], 'several_streets'],
    ['5 S Lake Ave', ['5 S Lake', '9 Lake Ave S'], 'several_streets'],
    ['5 Broadway', ['5 Broad Way', '9 Broadway'], 'another_street'],
    ['5 Oak Park Park', ['5 Oak Park', '9 Oak Park Park'], 'another_street'],
    ['5 Lakeshore', ['5 Lakeshore Dr', '9 Lake Shore'], 'several_streets'],
    ['5 Northshore', ['5 Northshore Dr', '9 North Shore'], 'several_streets'],
    ['5 Ashway', ['5 Ash Way', '9 Ashway Dr'], 'several_streets'],
    ['5 Ashway', ['5 Ashway Dr', '9 Ash Way'], 'several_streets'],
    ['5 Oakhill', ['5 Oak Hill', '9 Oakhill Dr'], 'several_streets'],
    ['5 SR', ['5 State Rd', '9 State Rte'], 'another_street'],
    ['5 S Avenue N', ['5 South Ave N', '9 S Avenue N'], 'another_street'],
    ['5 South Avenue N', ['5 S Avenue N', '9 South Ave N'], 'another_street'],
    ['5 Dixie Hwy 21', ['5 Dixie Hwy Apt 21', '9 Dixie Hwy 21'], 'another_street'],
    ['5 Northbrook Ave', ['5 Northbrook', '9 N Brook Ave'], 'another_street'],
  ])('is a miss: %s', (lead, records, reason) => {
    expect(
      found(
        records.map((address) => at(address)),
        lead,
      ),
    ).toBe(reason);
  });
  test('does not count if it is not a rival', () => {
    expect(found([at('5 N High St'), at('9 N High St'), at('9 High Ct')], '5 High St')).toBe('5 N High St');
    expect(found([at('5 N Fir St'), at('9 Fir St')], '5 N Fir')).toBe('5 N Fir St');
    expect(found([at('5 N High St'), at('9 S High St', { zip: '19904' })], '5 High St')).toBe('5 N High St');
  });
  test('counts in the whole city if it is the very one', () => {
    expect(found([at('5 N High St'), at('9 High St', { zip: '19904' })], '5 High St')).toBe('another_street');
  });
});

describe('two towns of one ZIP that both have the address', () => {
  const dover = at('9 Oak St', { ownerId: 1 });
  const camden = at('9 Oak Street', { city: 'Camden', ownerId: 2 });
  const owner = (records: readonly AddressRecord[], city: string) => {
    const result = createMatcher(records).match(at('9 OAK ST', { city }));
    return result.matched ? result.record.ownerId : result.reason;
  };
  test('are told apart by the city', () => {
    expect(owner([dover, camden], 'Dover')).toBe(1);
    expect(owner([dover, camden], 'Camden')).toBe(2);
    expect(owner([dover, camden], 'Woodside')).toBe('ambiguous');
    expect(owner([dover, camden], '')).toBe('ambiguous');
  });
  test('are one town where one record has no city, or the city is mistyped', () => {
    expect(owner([dover, { ...camden, city: '' }], 'Woodside')).toBe(1);
    expect(owner([dover, { ...camden, city: 'Dovre' }], 'Woodside')).toBe(1);
    expect(owner([dover, { ...camden, city: 'Rover' }], 'Woodside')).toBe('ambiguous');
  });
  test('only one of which is on file, are one town under two names', () => {
    expect(owner([dover], 'Camden')).toBe(1);
  });
  test('are two where both have records there, whatever these are', () => {
    const elm = at('200 Elm St', { city: 'Camden', ownerId: 3 });
    expect(owner([dover, elm], 'Camden')).toBe('another_city');
    expect(owner([dover, elm], 'Dover')).toBe(1);
    expect(owner([dover, elm], 'Woodside')).toBe(1);
    expect(owner([dover, elm], '')).toBe(1);
    expect(owner([dover, { ...elm, zip: '19904' }], 'Camden')).toBe(1);
    expect(found([at('9 N Oak St'), elm], at('9 Oak St', { city: 'Camden' }))).toBe('another_city');
    expect(found([dover, elm], { address: '9 Oak St, Camden, DE 19901' })).toBe('another_city');
  });
});

/** `town of the record, other town on file | names of the other | names of the town itself, or of neither` */
const TOWNS = `
Wyckoff, Midland Park | Midlnd Park, MidIand Park, Mdlnd Pk, Mid Park, Midland, Midlnd, Midland Park Borough, Midland Park Boro, Midland Park Twp, Midland Park Village, Midland Park Bergen County, Midland Park USA, W Midland Park, Borough of Midland Park, Park Midland | Wyckoff, Wycoff, Wyckoff Twp, Township of Wyckoff, Sicomac
Lansing, East Lansing | East Lansng, Est Lansing, ELansing, Lansing East, Lansing (East), Lansng East, East Lansing City, East Lansing Charter Township | Lansing, Lansng, Lansing Township, Okemos
Boston, South Boston | South Bostn, SBoston, Sth Boston, Boston South, Boston S, Suth Bostn | Boston, Bostn, Boston City, Dorchester
Saint Paul, North Saint Paul | North St. Pual, Noth St. Pual, NSP | St Paul, St. Pual
Las Vegas, North Las Vegas | NLV, N LV, Nrth Las Vegas | Las Vegas, Las Vegs
Mount Vernon, Fleetwood | Fletwood, Fleetwood Village, Fleet Wood | Mt Vernon, Mt Vrnon
Burton, Barton | Barton, Berton | Burton, Burtn`;

describe.each(
  TOWNS.trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.split(',').map((name) => name.trim()))),
)('a town with another on file in its ZIP: %s', ([own = '', other = ''], others = [], names = []) => {
  const records = [at('9 Oak St', { city: own }), at('11 Oak St', { city: other })];
  test.each(others)('gives no record to %s, which may be the other', (city) => {
    expect(found(records, at('9 Oak St', { city }))).toBe('another_city');
    expect(found([records[0] ?? at('')], at('9 Oak St', { city }))).toBe('9 Oak St');
  });
  test.each(names)('gives its records to %s', (city) => {
    expect(found(records, at('9 Oak St', { city }))).toBe('9 Oak St');
  });
});

test('a record in the town of the lead still needs that no street contradicts it, where a better one is in another town', () => {
  const records = [
    at('9 Oak St', { city: 'Wyckoff' }),
    at('9 N Oak St', { city: 'Camden' }),
    at('7 Oak St', { city: 'Camden' }),
  ];
  const lead = parseAddress(at('9 Oak St', { city: 'Camden' }));
  const near = records.slice(0, 2).map((record) => ({ address: parseAddress(record), record }));
  const first = decide(lead, near);
  const asked = first.matched ? [] : (first.questions ?? []);
  const entries = records.flatMap((record) => streetEntries(parseAddress(record)));
  const answers = new Map(
    asked.map((key) => [key, entries.filter((entry) => entry.key === key).map(({ street }) => street)]),
  );
  expect(decide(lead, near, answers)).toMatchObject({ matched: false, reason: 'another_street' });
  expect(found(records, at('9 Oak St', { city: 'Camden' }))).toBe('another_street');
});

describe('a line that is of two towns on file in its ZIP', () => {
  const line = (address: string, more: Partial<AddressRecord> = {}): AddressRecord =>
    at(address, { city: '', ...more });
  const north = [at('9 Oak St N'), at('11 Oak St', { city: 'North Dover' })];
  test.each([
    '9 Oak St North Dover DE 19901',
    '9 Oak St No Dover DE 19901',
    '9 Oak St N Dover DE 19901',
    '9 Oak St. N. Dover, DE 19901',
    '9 Oak North Dover DE 19901',
    '9 Oak St North Dover 19901',
  ])('is a miss: %s', (address) => {
    expect(found(north, { address })).toBe('another_city');
    expect(found(north, { address, zip: '19901' })).toBe('another_city');
    expect(found(north.slice(0, 1), { address })).toBe('9 Oak St N');
  });
  test('is a miss with the town or the state in its own field', () => {
    expect(found(north, line('9 Oak St North Dover'))).toBe('another_city');
    expect(found(north, at('9 Oak St North Dover'))).toBe('another_city');
    expect(found(north, at('9 Oak St N'))).toBe('9 Oak St N');
  });
  test('finds the longer town where no such street of the shorter is on file', () => {
    const towns = [at('11 Oak St'), at('9 Oak St', { city: 'North Dover' })];
    expect(found(towns, { address: '9 Oak St North Dover DE 19901' })).toBe('9 Oak St');
    expect(found([...towns, at('7 Oak St N')], { address: '9 Oak St North Dover DE 19901' })).toBe(
      'another_city',
    );
  });
});

test('a city one letter away is another city, without a ZIP in common', () => {
  for (const zip of ['', '44021']) {
    const barton = at('12 Elm St', { city: 'Barton', state: 'OH', zip });
    expect(found([barton], at('12 Elm St', { city: 'Burton', state: 'OH', zip: '' }))).toBe('city');
  }
  expect(found([at('12 Elm St')], at('12 Elm St', { city: 'Dovre' }))).toBe('12 Elm St');
});

test('a placeholder ZIP does not make two cities one', () => {
  for (const zip of ['00000', '11111', '77777', '88888', '99999', '99999-9999']) {
    expect(found([at('9 Oak St', { zip })], at('9 Oak St', { city: 'Camden', zip }))).toBe('city');
    expect(found([at('9 Oak St', { zip })], at('9 Oak St'))).toBe('9 Oak St');
  }
});

describe('a direction that may be an apartment', () => {
  test.each(['N', 'N.'])('belongs to the city that a comma divides from the street: %s', (direction) => {
    const lead: AddressRecord = { address: `20 Elm St, ${direction} Dover DE 19901` };
    for (const other of ['20 Elm St', '20 Elm St #N', '20 Elm St N'])
      expect(found([at(other)], lead)).toBe('city_unconfirmed');
    expect(found([at('20 Elm St', { city: 'North Dover' })], lead)).toBe('20 Elm St');
  });
  test.each([
    ['20 Elm St, N', '20 Elm St', 'unit_missing'],
    ['20 Elm St, North', '20 Elm St', 'unit_missing'],
    ['20 Elm, N', '20 Elm', 'unit_missing'],
    ['20 Elm St, N', '20 N Elm St', 'unit_missing'],
    ['20 W Elm St, N', '20 W Elm St', 'unit_missing'],
    ['20 W Elm St N', '20 W Elm St', 'street'],
    ['20 W Elm St NE', '20 Elm St', 'street'],
    ['20 Elm St N', '20 Elm St, N', '20 Elm St, N'],
    ['20 Elm St, N', '20 Elm St N', '20 Elm St N'],
    ['20 Elm St, N', '20 Elm St #N', '20 Elm St #N'],
    ['20 Elm St, NW', '20 Elm St', '20 Elm St'],
    ['20 W Elm St NE', '20 W Elm St', '20 W Elm St'],
  ])('%s beside %s', (lead, record, expected) => {
    expect(found([at(record)], lead)).toBe(expected);
    expect(found([at(lead)], record)).toBe(expected === record ? lead : expected);
  });
  test('is a miss where both are on file', () => {
    expect(found([at('20 Elm St N'), at('20 Elm St #N')], '20 Elm St, N')).toBe('ambiguous');
  });
  test('keeps a doubt', () => {
    expect(found([at('20 N Elm St'), at('20 N Elm St W')], '20 Elm St')).toBe('ambiguous');
  });
});

describe('of a bare highway', () => {
  test.each([
    ['9 Highway 9', '9 US Hwy 9', '9 US Hwy 9'],
    ['9 Highway 9', '9 E US Hwy 9', 'street'],
    ['9 Highway 9', '9 US Hwy 9 Byp', 'suffix'],
    ['9 N State Route 9', '9 Route 9', 'street'],
  ])('the class is all that may be missing: %s beside %s', (lead, record, expected) => {
    expect(found([at(record)], lead)).toBe(expected);
  });
  test('another that has a direction keeps a doubt', () => {
    expect(found([at('9 US Hwy 9'), at('9 E State Route 9')], '9 Highway 9')).toBe('ambiguous');
  });
});

describe('units', () => {
  const units = [at('20 Elm St Apt 1'), at('20 Elm St Apt 2')];
  test('a lead without one matches only the record that has no unit', () => {
    expect(found(units, '20 Elm St')).toBe('unit_missing');
    expect(found([at('20 Elm St Apt 1')], '20 Elm St')).toBe('unit_missing');
    expect(found([...units, at('20 Elm St')], '20 Elm St')).toBe('20 Elm St');
  });
  test('a lead with one matches only the record with the same unit', () => {
    expect(found([...units, at('20 Elm St')], '20 Elm St #2')).toBe('20 Elm St Apt 2');
    expect(found(units, '20 Elm St #3')).toBe('unit');
    expect(found([at('20 Elm St')], '20 Elm St #3')).toBe('unit_missing');
  });
});

describe('an address that is near but another property', () => {
  test.each([
    ['712 Oak St', '714 Oak St'],
    ['712 Oak St', '7120 Oak St'],
    ['712 Oak St', '712 1/2 Oak St'],
    ['712A Oak St', '712 Oak St'],
    ['712 N Oak St', '712 S Oak St'],
    ['712 Oak Ct', '712 Oak Cir'],
    ['712 4th St', '712 5th St'],
    ['712 CR 9', '712 SR 9'],
    ['712 Avenue C', '712 Avenue D'],
    ['712 Old Mill Rd', '712 Mill Rd'],
    ['712 Oak Rd Ext', '712 Oak Rd'],
    ['712 Elm St', '712 Elk St'],
  ])('%s is not %s', (record, lead) => {
    expect(createMatcher([at(record)]).match(at(lead)).matched).toBe(false);
  });
  test('a street of the same name in another ZIP or state', () => {
    expect(found([at('9 Oak St')], at('9 Oak St', { zip: '19904' }))).toBe('no_candidates');
    expect(found([at('9 Oak St')], at('9 Oak St', { state: 'MD' }))).toBe('state');
  });
});

describe('misses tell their reason', () => {
  test.each([
    ['PO Box 9', 'not_a_property'],
    ['N/A', 'not_an_address'],
    ['Oak St', 'no_number'],
    ['5 Oak St', 'no_candidates'],
    ['9 Birch Ln', 'street'],
    ['9 Oak Ct', 'suffix'],
  ])('%s: %s', (lead, reason) => {
    expect(found([at('9 Oak St')], lead)).toBe(reason);
  });
});

describe('owners of one property', () => {
  const jane = at('9 Oak St', { ownerId: 2, firstName: 'Jane', lastName: 'Doe' });
  const john = at('9 Oak Street', { ownerId: 1, firstName: 'John', lastName: 'Doe' });
  const matcher = createMatcher([jane, john]);
  const chosen = (hint?: { firstName?: string; lastName?: string }) => {
    const result = matcher.match(at('9 OAK ST.'), hint);
    return result.matched ? result.record.ownerId : result.reason;
  };
  test('the name of the lead chooses, in any case, order and with initials', () => {
    expect(chosen({ firstName: 'JANE', lastName: 'doe' })).toBe(2);
    expect(chosen({ firstName: 'Doe', lastName: 'Jane' })).toBe(2);
    expect(chosen({ firstName: 'Jané' })).toBe(2);
  });
  test.each(["Ka'iu", 'Kaʻiu', 'Kaʼiu', 'Ka‘iu', 'Ka’iu', 'Ka`iu', 'Kaiu'])(
    'the name is found with any apostrophe: %s',
    (lastName) => {
      const owners = ["KA'IU", 'KAʻIU', 'KA`IU', 'KAIU'].map((name) =>
        at('9 Oak St', { ownerId: 2, lastName: name }),
      );
      for (const owner of owners) {
        const result = createMatcher([john, owner]).match(at('9 Oak St'), { lastName });
        expect(result.matched && result.record.ownerId).toBe(2);
      }
    },
  );
  test('without a deciding name the first owner is returned', () => {
    expect(chosen()).toBe(1);
    expect(chosen({ lastName: 'Doe' })).toBe(1);
    expect(chosen({ firstName: 'Ann', lastName: 'Poe' })).toBe(1);
  });
  test('the first is the one with the smallest number of owner, else the smallest id', () => {
    const first = (...owners: Partial<AddressRecord>[]) =>
      owners
        .map((owner) => at('9 Oak St', owner))
        .map((_, i, all) => {
          const result = createMatcher([...all.slice(i), ...all.slice(0, i)]).match(at('9 Oak St'));
          return result.matched ? result.record.ownerId : undefined;
        });
    expect(first({ ownerId: '10' }, { ownerId: '9' })).toEqual(['9', '9']);
    expect(first({ ownerId: 10 }, { ownerId: 9 })).toEqual([9, 9]);
    expect(first({ ownerId: 'D2' }, { ownerId: 'D1' })).toEqual(['D1', 'D1']);
    expect(first({ ownerId: 1, ownerNumber: 2 }, { ownerId: 2, ownerNumber: 1 })).toEqual([2, 2]);
  });
  test('a name never makes a match and never prevents one', () => {
    const result = matcher.match(at('11 Oak St'), { firstName: 'Jane', lastName: 'Doe' });
    expect(result.matched).toBe(false);
    const only = createMatcher([jane]).match(at('9 Oak St'), { firstName: 'Ann', lastName: 'Poe' });
    expect(only.matched).toBe(true);
  });
});

test('the index finds what a lookup by keys finds', () => {
  const lines = fc
    .tuple(
      fc.constantFrom('1', '2', '1-3', '1 1/2'),
      fc.constantFrom('', 'N ', 'S '),
      fc.constantFrom('Newport', 'Newprot', 'Oak', '4th', 'Highway 9', 'US 9', 'Lake Shore', 'Lakeshore'),
      fc.constantFrom('', ' St', ' Ave'),
      fc.constantFrom('', ' N', ' Apt 2'),
    )
    .map((parts) => parts.join(''));
  const places = fc.constantFrom(
    PLACE,
    { ...PLACE, zip: '' },
    { ...PLACE, city: '' },
    { ...PLACE, city: 'Dovr', zip: '' },
    { city: '', state: '', zip: '19901' },
  );
  const records = fc.tuple(lines, places).map(([address, place]) => ({ address, ...place }));
  fc.assert(
    fc.property(fc.array(records, { minLength: 1, maxLength: 8 }), records, (directory, lead) => {
      const address = parseAddress(lead);
      const wanted = new Set(matchKeys(address).map(({ key }) => key));
      const near = directory
        .map((record) => ({ address: parseAddress(record), record }))
        .filter((candidate) => matchKeys(candidate.address).some(({ key }) => wanted.has(key)));
      const streets = new Map<string, string[]>();
      for (const record of directory) {
        for (const { key, street } of streetEntries(parseAddress(record)))
          streets.set(key, [...(streets.get(key) ?? []), street]);
      }
      const first = decide(address, near);
      const asked = first.matched ? [] : (first.questions ?? []);
      const byKeys =
        asked.length === 0
          ? first
          : decide(address, near, new Map(asked.map((key) => [key, streets.get(key) ?? []])));
      const result = createMatcher(directory).match(lead);
      expect(result.matched).toBe(byKeys.matched);
      if (result.matched && byKeys.matched) expect(new Set(result.records)).toEqual(new Set(byKeys.records));
    }),
    { numRuns: 2_000 },
  );
});
