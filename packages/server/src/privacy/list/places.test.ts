import { parseAddress } from '@skiptrace/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnerRecord } from '../../directory/index.js';
import { NO_CONTACT } from '../../directory/record.js';
import { inMemory } from '../search/person-search.js';
import { housesIn, mayBeAtText } from './places.js';
import { ListRules } from './rules.js';
import { SuppressionList } from './suppression-list.js';
import {
  housesOf as housesOfAddress,
  placeOf,
  SuppressionError,
  valuesOf,
  type Request,
} from './suppression.js';

const PARTS =
  '12 012 104 05 104-05 104-5 86TH 1 ONE 10405 45402 1/2 210-214 B5 N52 W16590 29W 610 48S 400E 31A 31-A 4.5 TO A N W SO ' +
  'OAK ST AVE RD CALLE LUNA CITY HALL NO # APT 4 STE UNIT BLDG ½ É １２ , - ( ) . BROADWAY URB ALTURAS PO BOX HWY COUNTY';
const part = fc.constantFrom(...PARTS.split(' '));
const line = fc.oneof(
  fc
    .array(fc.tuple(part, fc.constantFrom(' ', ' ', ' ', '', ', ')), { minLength: 2, maxLength: 7 })
    .map((parts) => parts.flat().join('')),
  fc
    .tuple(
      fc.constantFrom('12', '104-05', '104 05', '10405', 'One', '1', '001', '31-A', '31A', '12 1/2'),
      part,
    )
    .map(([number, unit]) => `${number} Oak St ${unit}`),
  fc.string(),
);
const many = { numRuns: 300, maxSkipsPerRun: 1_000 };
/** Spellings of which many mean the same. */
const spelled = fc
  .tuple(
    fc.constantFrom(
      ...['12', '012', '104-05', '104 05', '10405', 'One', '1', '31-A', '31A', '12 1/2', '12½'],
      '# 12',
    ),
    fc.constantFrom('Oak St', 'OAK STREET', 'Oak, St', '86th St', '86 ST'),
    fc.constantFrom('', '', ' Apt 4', ' #4', ', Unit 4'),
    fc.boolean(),
  )
  .map(([number, street, unit, isFirst]) =>
    isFirst && unit !== ''
      ? `${unit.replace(/^,/, '').trim()}, ${number} ${street}`
      : `${number} ${street}${unit}`,
  );
const places = [
  { city: 'Dayton', state: 'OH', zip: '45402' },
  { city: 'Dayton', state: 'OH', zip: '45402-1234' },
  { city: 'Dayton', state: 'OH', zip: '454021234' },
  { city: 'Dayton', state: 'OH', zip: '45402 1234' },
  { city: 'Dayton', state: 'OH', zip: '99999' },
  { city: 'Dayton', state: 'OH', zip: 'n/a' },
  { city: 'Dayton 45402', state: 'OH', zip: '45403' },
  { city: 'Flushing', state: 'NY', zip: '11355' },
  { city: 'Honolulu', state: 'HI', zip: '96815' },
  { city: 'Ponce', state: 'PR', zip: '00730' },
  { city: 'Fair Lawn', state: 'NJ', zip: '07410' },
  { city: 'Wheaton', state: 'IL', zip: '60187' },
  { city: 'Boston', state: 'MA', zip: '2139' },
];
const place = fc.constantFrom(...places);
/** Any line, or one of spellings. */
const any = fc.oneof(line, spelled);

const owner = (facts: Partial<OwnerRecord>): OwnerRecord => ({
  id: 1,
  ...NO_CONTACT,
  phones: [],
  emails: [],
  firstName: 'Jane',
  lastName: 'Doe',
  ...facts,
});

describe('the houses that a line may be about', () => {
  const housesOf = housesIn;

  it('are its numbers, and those that may be one together', () => {
    expect(housesOf('12 Oak St')).toEqual([12]);
    expect(housesOf('0012 Oak St Apt 4')).toEqual([12, 124, 4]);
    expect(housesOf('104-05 Queens Blvd')).toEqual([104, 10405, 5]);
    expect(housesOf('One Main St')).toEqual([1]);
    expect(housesOf('100-106 Oak St')).toEqual([102, 104, 100, 100106, 106]);
    expect(housesOf('7 to 10 Oak St')).toEqual([8, 9, 7, 710, 10]);
    expect(housesOf('12 Oak St Apt 40')).toEqual([12, 1240, 40]);
    expect(housesOf('100-202 Oak St')).toEqual([100, 100202, 202]);
    expect(housesOf('12 Oak St, Dayton OH 45402')).toBeNull();
    expect(housesOf('12½ Oak St')).toBeNull();
    expect(housesOf('1234567890 123456 Oak St')).toBeNull();
    expect(housesOf('0 Oak St')).toEqual([]);
  });

  it('have the one that the address is read to be', () => {
    fc.assert(
      fc.property(any, place, (address, where) => {
        const read = parseAddress({ address, ...where });
        const houses = housesOf(address);
        fc.pre(placeOf(read) !== '' && houses !== null);
        for (const one of housesOfAddress(read)) if (one !== '') expect(houses?.map(String)).toContain(one);
      }),
      many,
    );
  });
});

describe('an owner at the same place as an entry', () => {
  const at = (address: string, where: { city: string; state: string; zip: string }) => ({
    address,
    ...where,
  });
  const listOf = (requests: readonly Request[]) => new SuppressionList(inMemory(requests));
  const canBeListed = (request: Request): boolean => {
    try {
      valuesOf(request);
      return true;
    } catch (error) {
      if (error instanceof SuppressionError) return false;
      throw error;
    }
  };

  it('is never passed over, however the two write it, at the property or the mailing address', async () => {
    await fc.assert(
      fc.asyncProperty(
        spelled,
        spelled,
        fc.subarray(places, { minLength: 2, maxLength: 2 }),
        fc.boolean(),
        async (entered, onFile, [one, other], isSame) => {
          const [there, where] = [one, isSame ? one : other];
          if (there === undefined || where === undefined) throw new Error('no place');
          const request: Request = { kind: 'person', name: 'Jane Doe', address: at(entered, there) };
          const read = parseAddress(at(onFile, where));
          fc.pre(canBeListed(request) && placeOf(read) !== '');
          const isThere = valuesOf(request).some(
            ({ kind, text }) => kind === 'place' && text === placeOf(read),
          );
          fc.pre(isThere);
          const view = await listOf([request]).view();
          if (view === null) throw new Error('the list is empty');
          expect(mayBeAtText(view, onFile, where.zip)).toBe(true);
        },
      ),
      many,
    );
  });

  it('is left out', async () => {
    await fc.assert(
      fc.asyncProperty(any, place, fc.boolean(), async (onFile, where, isMail) => {
        const address = onFile.replaceAll(/[\0-\x1f]/g, ' ').trim();
        const request: Request = { kind: 'person', name: 'Jane Doe', address: at(address, where) };
        fc.pre(canBeListed(request));
        const { city, state, zip } = where;
        const record = isMail
          ? owner({
              propertyAddress: '7 Elm St',
              propertyCity: 'Austin',
              propertyState: 'TX',
              propertyZip: '78704',
              mailingAddress: address,
              mailingCity: city,
              mailingState: state,
              mailingZip: zip,
            })
          : owner({ propertyAddress: address, propertyCity: city, propertyState: state, propertyZip: zip });
        const rules = new ListRules(listOf([request]));
        expect(await rules.pass([record])).toEqual([null]);
      }),
      many,
    );
  });

  it.each([
    ['104 Oak St', '100-106 Oak St', true],
    ['100-106 Oak St', '104 Oak St', true],
    ['102 - 106 Oak St', '100 TO 104 Oak St', true],
    ['104 Oak Ave', '100-106 Oak St', false],
    ['103 Oak St', '100-106 Oak St', false],
    ['103 Oak St', '100-105 Oak St', true],
    ['108 Oak St', '100-106 Oak St', false],
    ['110 Oak St', '100-202 Oak St', false],
  ])('is one in a range: %s on the list, %s on file', async (entered, address, isMeant) => {
    const where = { city: 'Dayton', state: 'OH', zip: '45402' };
    const record = owner({
      propertyAddress: address,
      propertyCity: 'Dayton',
      propertyState: 'OH',
      propertyZip: '45402',
    });
    const mailed = owner({
      mailingAddress: address,
      mailingCity: 'Dayton',
      mailingState: 'OH',
      mailingZip: '45402',
    });
    const person: Request = { kind: 'person', name: 'Jane Doe', address: at(entered, where) };
    for (const one of [record, mailed]) {
      const rules = new ListRules(listOf([person]));
      expect(await rules.pass([one])).toEqual([isMeant ? null : one]);
    }
    const rules = new ListRules(listOf([{ kind: 'property', address: at(entered, where) }]));
    expect(await rules.pass([record])).toEqual([isMeant ? null : record]);
  });

  it('is not looked at in another house', async () => {
    const request: Request = {
      kind: 'person',
      name: 'Jane Doe',
      address: { address: '12 Oak St', city: 'Dayton', state: 'OH', zip: '45402' },
    };
    const view = await listOf([request]).view();
    const isLookedAt = (text: string, zip: string) => view !== null && mayBeAtText(view, text, zip);
    expect(isLookedAt('12 Elm St', '45402')).toBe(true);
    expect(isLookedAt('14 Oak St', '45402')).toBe(false);
    expect(isLookedAt('12 Oak St', '45403')).toBe(false);
  });
});
