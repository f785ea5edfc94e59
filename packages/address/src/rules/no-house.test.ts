import { describe, expect, test } from 'vitest';
import { compare, createMatcher, parseAddress, propertyKey, standardize } from '../index.js';
import { table } from '../testing/table.js';

const at = (address: string) => ({ address, city: 'Dover', state: 'DE', zip: '19901' });

describe('a number that is no house', () => {
  test.each(
    (
      '-9|-9999|-1|−9|–12|-12A|99999|099999|999999|9999999|99999A|99999-99999|99999 1/2|23XX|23X|2XXX|1XX|23xx|0|00|0000|0A|-0|' +
      '1200-1299|1200 - 1299|1200–1299|1200 to 1299|1201-1299|1200-1298|1200-1399|100-199|1-99|1200-1300|1210-1350|1000-9999'
    ).split('|'),
  )('%s matches nothing, not even itself', (number) => {
    const address = at(`${number} Sumac Rd`);
    const ends = number.split(/\D+/).filter((one) => one !== '');
    const records = [number, ...ends].map((one) => at(`${one} Sumac Rd`));
    for (const record of records) {
      expect(createMatcher([record]).match(address).matched).toBe(false);
      expect(compare(address, record).verdict).toBe('undecided');
    }
    expect(propertyKey(address)).toBe('');
    const { line } = standardize(address);
    expect(standardize({ ...address, address: line }).line).toBe(line);
  });

  test('has a reason of its own', () => {
    for (const number of ['-9', '99999', '1200-1299'])
      expect(createMatcher([at('9 Sumac Rd')]).match(at(`${number} Sumac Rd`))).toMatchObject({
        reason: 'no_house',
      });
    expect(parseAddress(at('1200-1299 Market St')).number).toBe('1200-1299');
  });
});

describe('numbers of real houses', () => {
  table(
    `
    9999 Sumac Rd = 9999 Sumac Road
    9 Sumac Rd <> 9999 Sumac Rd
    1210-1214 Sumac Rd = 1214 Sumac Rd
    1200-1210 Sumac Rd = 1200 Sumac Rd
    1250-1298 Sumac Rd = 1298 Sumac Rd
    98-102 Sumac Rd = 102 Sumac Rd
    12-1404 Sumac Rd = 12-1404 Sumac Road
    12-1404 Sumac Rd <> 12 Sumac Rd
    12-404 Sumac Rd <> 404 Sumac Rd
    12W Sumac Rd = 12-W Sumac Rd
    PO Box 277 - 2200 Sumac Rd = 2200 Sumac Rd
  `,
    ' | Dover | DE | 19901',
  );
  table(`
    100-199 Bell Blvd | Bayside | NY | 11361 = 100-199 Bell Blvd | Bayside | NY | 11361
    40-99 Bell Blvd | Bayside | NY | 11361 = 4099 Bell Blvd | Bayside | NY | 11361
    91-1199 Keaunui Dr | Ewa Beach | HI | 96706 = 911199 Keaunui Dr | Ewa Beach | HI | 96706
    1-99 Fair Lawn Ave | Fair Lawn | NJ | 07410 = 1-99 Fair Lawn Ave | Fair Lawn | NJ | 07410
  `);
});

describe('a number or letter behind a lettered or numbered road', () => {
  table(
    `
    90 W Avenue K 6 = 90 W Avenue K-6
    90 W Avenue K 6 = 90 West Avenue K6
    90 Avenue K 6 = 90 Ave K6
    90 W Avenue K6 Apt 2 = 90 W Avenue K-6 #2
    90 W Avenue K 6 <> 90 W Avenue K
    90 W Avenue K 6 <> 90 W Avenue K 8
    90 W Avenue K6 <> 90 W Avenue # K6
    45 Route 17 M = 45 Route 17M
    45 Route 17 M = 45 Route 17-M
    45 County Road 5 B = 45 County Road 5B
    45 FM 1960 A = 45 FM 1960A
    45 Highway 9 W = 45 Highway 9W
    90 West Ave Apt 6 = 90 West Ave # 6
  `,
    ' | Lancaster | CA | 93536',
  );
  table(`
    90 W Avenue K 6 Lancaster CA 93536 | | | = 90 W Avenue K-6 | Lancaster | CA | 93536
    90 W Avenue K6, Lancaster, CA 93536 | | | = 90 W Avenue K 6 | Lancaster | CA | 93536
  `);

  test.each([
    ['90 W Avenue K 6', '90 W Avenue K Apt 6'],
    ['90 Avenue K B', '90 Avenue K Apt B'],
    ['45 Route 17 M', '45 Route 17 Unit M'],
    ['45 County Road 5 B', '45 County Road 5 Apt B'],
    ['45 CR K 6', '45 CR K # 6'],
    ['45 State Route 9 C', '45 SR 9 Lot C'],
    ['45 Highway 9 W', '45 Highway 9 Apt W'],
    ['45 FM 1960 A', '45 FM 1960 Ste A'],
    ['45 US 71 B', '45 US Hwy 71 # B'],
  ])('%s is at most compatible with %s', (road, flat) => {
    expect(compare(at(road), at(flat)).verdict).not.toBe('same');
    expect(compare(at(flat), at(road)).verdict).not.toBe('same');
  });

  test('is not a flat where the road is on file', () => {
    const records = [at('45 Route 17 Unit M'), at('200 Route 17M')];
    expect(createMatcher(records).match(at('45 Route 17 M')).matched).toBe(false);
    expect(createMatcher([at('45 Route 17 Unit M')]).match(at('45 Route 17 M')).matched).toBe(true);
  });
});
