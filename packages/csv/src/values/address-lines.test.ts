import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinStreet,
  splitCityState,
  splitOneLine,
  splitStateZip,
  withUnit,
  type StreetCells,
} from './address-lines.js';

describe('a one-line address is cut from the right', () => {
  it.each([
    ['235 N Marigold Bend Ct, Mesa, AZ 85204', '235 N Marigold Bend Ct', 'Mesa', 'AZ', '85204'],
    [
      '1260 SW Blue Heron Ct Apt 26, Atlanta, GA 30310',
      '1260 SW Blue Heron Ct Apt 26',
      'Atlanta',
      'GA',
      '30310',
    ],
    ['12 Oak St, Apt 4, Reno, NV 89501-1234', '12 Oak St, Apt 4', 'Reno', 'NV', '89501'],
    ['12 Oak St,Reno,NV,89501', '12 Oak St', 'Reno', 'NV', '89501'],
    ['12 Oak St, Reno, NV 89501, USA', '12 Oak St', 'Reno', 'NV', '89501'],
    ['12 Oak St, Reno, Nevada 89501.', '12 Oak St', 'Reno', 'NV', '89501'],
    ['12 Oak St, Charleston, West Virginia 25301', '12 Oak St', 'Charleston', 'WV', '25301'],
    ['11111 Oak St, Reno, NV 111111111', '11111 Oak St', 'Reno', 'NV', '11111'],
    ['12 Oak St, Reno, NV', '12 Oak St', 'Reno', 'NV', ''],
    ['12 Oak St\u00a0, Reno NV  89501', '12 Oak St', 'Reno', 'NV', '89501'],
    ['31 Cedar St\nEast Lansing, MI 48823', '31 Cedar St', 'East Lansing', 'MI', '48823'],
    ['31 Cedar St,\r\n East Lansing\r\nMI\r\n48823\r\n', '31 Cedar St', 'East Lansing', 'MI', '48823'],
    ['31 Cedar St\tEast Lansing\tMI\t48823', '31 Cedar St', 'East Lansing', 'MI', '48823'],
  ])('%j', (line, address, city, state, zip) => {
    expect(splitOneLine(line)).toEqual({ address, city, state, zip });
  });

  it.each([
    ['17 Rose Lane Dover DE 19901', { state: 'DE', zip: '19901' }],
    ['12 Oak St, Apt 4', {}],
    ['12 Oak St', {}],
    ['9 County Road 12345', {}],
    ['', {}],
  ])('%j stays whole: nothing says where its city begins', (line, found) => {
    expect(splitOneLine(line)).toEqual({ address: line, city: '', state: '', zip: '', ...found });
  });

  it('and a city with the name of a state is not taken for it when the ZIP says otherwise', () => {
    expect(splitOneLine('5 K St NW, Washington 20001')).toEqual({
      address: '5 K St NW',
      city: 'Washington',
      state: '',
      zip: '20001',
    });
  });

  it('any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(() => splitOneLine(text)).not.toThrow()));
  });

  // Time is not measured: quadratic work on a text of this length would take longer than a test may.
  it.each([', ', ' ', ',', ' ,', '. ', '1', '1 ', 'a '])(
    'in time that grows with its length: %j again and again',
    { timeout: 20_000 },
    (unit) => {
      const text = unit.repeat(200_000 / unit.length);
      for (const end of ['', 'x', ' 78701']) expect(() => splitOneLine(text + end)).not.toThrow();
    },
  );
});

describe('two things in one cell', () => {
  it('are a city with its state', () => {
    expect(splitCityState('Austin, TX')).toEqual({ city: 'Austin', state: 'TX' });
    expect(splitCityState('New York New York')).toEqual({ city: 'New York', state: 'NY' });
    expect(splitCityState('Austin')).toEqual({ city: 'Austin', state: '' });
  });

  it('are a state with its ZIP', () => {
    expect(splitStateZip('TX 75201')).toEqual({ state: 'TX', zip: '75201' });
    expect(splitStateZip('Texas, 75201-1234')).toEqual({ state: 'TX', zip: '75201' });
    expect(splitStateZip('75201')).toEqual({ state: '', zip: '75201' });
  });
});

describe('a street line', () => {
  it('is joined from the parts that are there', () => {
    const joined = (houseNumber: string, preDirection: string, streetName: string, streetSuffix: string) =>
      joinStreet({ houseNumber, preDirection, streetName, streetSuffix, postDirection: '' });
    expect(joined('1380', 'SW', 'OLD  WINDMILL', 'TER')).toBe('1380 SW OLD WINDMILL TER');
    expect(joined('="1380"', ' ', 'Oak', 'St')).toBe('1380 Oak St');
    expect(joined('1380.0', '-', 'Oak', 'St')).toBe('1380 Oak St');
    expect(joined('12,450', '', 'Oak', 'St')).toBe('12450 Oak St');
    expect(joined('60', 'None', 'Plum', '<Null>')).toBe('60 Plum');
    expect(joined('60', 'NULL', 'Plum', 'nan')).toBe('60 Plum');
    expect(joined('', '', '', '')).toBe('');
  });

  it.each<[StreetCells, string]>([
    [{ houseNumber: '1420', numberSuffix: '1/2', streetName: 'Oak', streetSuffix: 'St' }, '1420 1/2 Oak St'],
    [{ houseNumber: '1420', numberSuffix: '½', streetName: 'Oak' }, '1420 1/2 Oak'],
    [{ houseNumber: '1420 1/2', numberSuffix: '1/2', streetName: 'Oak' }, '1420 1/2 Oak'],
    [{ houseNumber: '1420', numberSuffix: 'A', streetName: 'Oak' }, '1420A Oak'],
    [{ houseNumber: '1420A', numberSuffix: 'A', streetName: 'Oak' }, '1420A Oak'],
    [{ houseNumber: '194', numberSuffix: '03', streetName: '50th', streetSuffix: 'Ave' }, '194-03 50th Ave'],
    [{ houseNumber: '1202', numberSuffix: '2', streetName: 'Oak' }, '1202-2 Oak'],
    [
      { houseNumber: '1420', numberSuffix: 'REAR', streetName: 'Oak', streetSuffix: 'St' },
      '1420 Oak St REAR',
    ],
    [{ numberPrefix: 'N', houseNumber: '7715', streetName: 'Osage' }, 'N7715 Osage'],
    [{ numberPrefix: 'N', houseNumber: 'N7715', streetName: 'Osage' }, 'N7715 Osage'],
    [{ numberPrefix: 'W180N', houseNumber: '8085', streetName: 'Town Hall' }, 'W180N8085 Town Hall'],
    [{ numberPrefix: '86', houseNumber: '345', streetName: 'Farrington' }, '86-345 Farrington'],
    [{ numberPrefix: '86-', houseNumber: '345', streetName: 'Farrington' }, '86-345 Farrington'],
    [{ numberPrefix: '86', houseNumber: '86-345', streetName: 'Farrington' }, '86-345 Farrington'],
    [{ numberPrefix: '86', houseNumber: '8612', streetName: 'Farrington' }, '86-8612 Farrington'],
    [{ houseNumber: '4410', preType: 'County Road', streetName: '200' }, '4410 County Road 200'],
    [{ houseNumber: '4410', preType: 'County Road', streetName: 'County Road 200' }, '4410 County Road 200'],
    [
      { houseNumber: '1', preType: 'Avenue', preSeparator: 'of the', streetName: 'Americas' },
      '1 Avenue of the Americas',
    ],
    [
      {
        houseNumber: '1',
        preModifier: 'Old',
        preDirection: 'N',
        streetName: 'Church',
        postModifier: 'Bypass',
      },
      '1 Old N Church Bypass',
    ],
    [{ line: '640 Alder St', building: 'B', unit: '101' }, '640 Alder St BLDG B # 101'],
    [
      { line: '640 Alder St', building: 'Bldg 2', floor: '3', unitType: 'APT', unit: '4' },
      '640 Alder St Bldg 2 FL 3 APT 4',
    ],
    [{ line: '640 Alder St', unitType: 'REAR', unit: '' }, '640 Alder St REAR'],
    [{ line: '640 Alder St', numberSuffix: '1/2' }, '640 1/2 Alder St'],
    [{ line: '640 1/2 Alder St', numberSuffix: '1/2' }, '640 1/2 Alder St'],
    [{ line: '640 Alder St', numberSuffix: 'None', unit: '<Null>' }, '640 Alder St'],
    [{ line: '7715 Osage Ave', numberPrefix: 'N' }, 'N7715 Osage Ave'],
    [{ line: 'Oak Lodge', numberSuffix: 'A' }, 'Oak Lodge A'],
  ])('%j is joined to %j', (cells, line) => {
    expect(joinStreet(cells)).toBe(line);
  });

  it.each([
    ['12 Oak St', '4', '12 Oak St # 4'],
    ['12 Oak St', '30.0', '12 Oak St # 30'],
    ['12 Oak St', '4B', '12 Oak St # 4B'],
    ['12 Oak St', 'Apt 26', '12 Oak St Apt 26'],
    ['12 Oak St', 'unit 4-B', '12 Oak St unit 4-B'],
    ['12 Oak St', '#4', '12 Oak St #4'],
    ['12 Oak St', 'REAR', '12 Oak St REAR'],
    ['12 Oak St', '', '12 Oak St'],
    ['12 Oak St', 'N/A', '12 Oak St'],
    ['12 Oak St Apt 26', '26', '12 Oak St Apt 26'],
    ['12 Oak St Apt 26', 'Apt 26', '12 Oak St Apt 26'],
    ['12 Oak St #26', '26', '12 Oak St #26'],
    ['12 Oak St, Unit 26', '#26', '12 Oak St, Unit 26'],
    ['100 Highway 26', '26', '100 Highway 26 # 26'],
    ['', '4', ''],
  ])('%j with unit %j is %j', (line, unit, expected) => {
    expect(withUnit(line, unit)).toBe(expected);
  });
});
