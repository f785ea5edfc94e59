import { describe, expect, it } from 'vitest';
import { joinStreet, withUnit } from './street-line.js';

describe('a street line', () => {
  it('is joined from the parts that are there', () => {
    expect(joinStreet(['1380', 'SW', 'OLD  WINDMILL', 'TER', ''])).toBe('1380 SW OLD WINDMILL TER');
    expect(joinStreet(['="1380"', ' ', 'Oak', 'St', ''])).toBe('1380 Oak St');
    expect(joinStreet(['1380.0', '-', 'Oak', 'St', ''])).toBe('1380 Oak St');
    expect(joinStreet(['', '', '', '', ''])).toBe('');
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
