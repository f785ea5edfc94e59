import { describe, expect, it } from 'vitest';
import { blobSource } from '../byte-source.js';
import { inspectLeads } from './inspect.js';
import { apartText, isLookedAt, likelyField, type RowsApart } from './rows-apart.js';

const read = async (...lines: readonly string[]): Promise<RowsApart | undefined> =>
  (await inspectLeads(blobSource(new Blob([lines.join('\n')])), { overrides: {}, maxRows: 100_000 })).apart;

const PLACE = 'City,State,Zip';
const LIMA = 'Lima,OH,45801';
const house = (number: number, ...cells: readonly string[]) =>
  `${number} Heron St,${cells.join(',')},${LIMA}`;
const list = (header: string, ...cells: readonly string[]) =>
  read(`Property Address,${header},${PLACE}`, ...cells.map((cell) => house(815, cell)), house(817, ''));

describe('rows of one property that an unread column tells apart', () => {
  it.each([
    ['fractions', ['', '1/2']],
    ['letters', ['A', 'B']],
    ['words of a unit', ['REAR', 'A']],
    ['directions', ['N', 'S']],
    ['a direction or none', ['', 'N']],
    ['digits before the number', ['86', '87']],
    ['types of roads', ['County Road', '']],
    ['numbers of units beside a house without one', ['101', '102', '103']],
  ])('differ in %s', async (_, cells) => {
    const rows = [...cells, ...(cells.includes('') ? [] : [''])].map((cell, at) =>
      house(815, cell, `Visit ${at}`),
    );
    const found = await read(`Property Address,XQ,Note,${PLACE}`, ...rows);
    expect(found).toMatchObject({ kind: 'part', header: 'XQ', isMuch: true });
  });

  it('are named with examples, in two of their rows', async () => {
    const found = await read(
      `Property Address,XQ,Note,${PLACE}`,
      house(815, '', 'Call on Monday'),
      house(817, 'A', 'Nice garden'),
      house(815, '1/2', 'Call on Tuesday'),
    );
    expect(found).toEqual({
      kind: 'part',
      header: 'XQ',
      examples: ['A', '1/2'],
      example: [2, 4],
      rows: 1,
      share: 1 / 3,
      isMuch: true,
    });
    expect(found && apartText(found)).toBe(
      '1 row (33%) would be taken for the property of an earlier row, though they differ in "XQ" (A, 1/2): rows 2 and 4, for example. ' +
        'If that column is a part of the address, choose it for its field.',
    );
    expect(found && likelyField(found)).toBe('numberSuffix');
  });

  it('are not much where they are one in a thousand', async () => {
    const houses = Array.from({ length: 1_000 }, (_, at) => house(2 * at + 1, ''));
    const found = await read(`Property Address,XQ,${PLACE}`, ...houses, house(1, '1/2'));
    expect(found).toMatchObject({ kind: 'part', rows: 1, isMuch: false });
  });

  it('have parcel numbers of their own', async () => {
    const header = `Property Address,APN,${PLACE}`;
    expect(await read(header, house(815, '33-021-7'), house(815, '33-021-8'), house(817, '9'))).toMatchObject(
      {
        kind: 'parcel',
        header: 'APN',
        examples: ['33-021-7', '33-021-8'],
      },
    );
    expect(await read(header, house(815, '33-021-7'), house(815, '33-021-7'))).toBeUndefined();
  });

  it('name more owners than a house has, without a parcel number', async () => {
    const rows = (...owners: readonly string[]) =>
      read(`Property Address,Owner Name,${PLACE}`, ...owners.map((owner) => house(815, owner)));
    expect(await rows('Vera Drumlin', 'Boris Drumlin', 'Olga Drumlin')).toBeUndefined();
    expect(await rows('Vera Drumlin', 'Boris Corvane', 'Olga Ashgrove', 'Mina Tamarind')).toMatchObject({
      kind: 'owner',
      header: 'Owner Name',
      examples: [],
    });
  });
});

describe('a usual difference of rows is no reason to ask:', () => {
  it.each([
    ['phones', 'Phone 1', ['4195550111', '4195550112', '4195550113']],
    ['phones in a column without a known name', 'XQ', ['4195550111', '4195550112', '4195550113']],
    ['notes', 'XQ', ['Called twice', 'No answer', 'Wants an offer']],
    ['dates', 'XQ', ['1/2/2026', '1/3/2026', '1/4/2026']],
    ['prices', 'XQ', ['$1,200', '$1,300', '$1,400']],
    ['yes and no', 'XQ', ['Y', 'N', 'Y']],
    ['marks', 'XQ', ['X', '', 'X']],
    ['bedrooms', 'Beds', ['2', '3', '4']],
    ['years', 'Year Built', ['1950', '1960', '1970']],
    ['the lists that a lead is on', 'List Count', ['1', '2', '3']],
    ['a co-owner', 'Owner Name', ['Vera Drumlin', 'Boris Drumlin']],
    ['an id', 'Lead ID', ['A1', 'A2', 'A3']],
  ])('%s', async (_, header, cells) => {
    expect(await list(header, ...cells)).toBeUndefined();
  });

  it('the number of the row', async () => {
    const rows = [house(815, '1'), house(815, '2'), house(817, '3'), house(819, '4')];
    expect(await read(`Property Address,XQ,${PLACE}`, ...rows)).toBeUndefined();
    const unique = [house(815, '7311'), house(815, '7319'), house(817, '6204')];
    expect(await read(`Property Address,XQ,${PLACE}`, ...unique)).toBeUndefined();
  });
});

it('short codes in which rows differ that are equal in all else are the unit', async () => {
  const rows = ['1A', '2B', '3C'].map((unit) => house(815, unit));
  const source = blobSource(new Blob([[`Property Address,XQ,${PLACE}`, ...rows].join('\n')]));
  const { uniqueAddresses, mapping, apart } = await inspectLeads(source, { overrides: {}, maxRows: 9 });
  expect([uniqueAddresses, mapping.also.unit, apart]).toEqual([3, 'XQ', undefined]);
});

it('of a large file a share of its properties is looked at', () => {
  const properties = Array.from({ length: 10_000 }, (_, at) => `property\n${at} OAK ST`);
  const share = (bytes: number) =>
    properties.filter((property) => isLookedAt(property, bytes)).length / 10_000;
  expect(share(1_000_000)).toBe(1);
  expect(share(40_000_000)).toBeCloseTo(1 / 16, 2);
});
