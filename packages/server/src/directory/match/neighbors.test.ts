// Engines: SQLite, PostgreSQL

import { createMatcher, type AddressInput } from '@skiptrace/address';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directedHouses } from '../../../../address/src/testing/directed-towns.js';
import { houses, inputOf, neighborLeads, type House } from '../../../../address/src/testing/neighbors.js';
import { temporaryOwners, type TemporaryOwners, ownerEnginesOfTests } from '../../testing/owners.js';
import { deleteSource } from '../import/sources.js';
import type { Lead, MatchResult } from './match-leads.js';

const HEADER = 'address,city,state,zip,First Name,Last Name';
const csvOf = (some: readonly House[]): string =>
  [
    HEADER,
    ...some.map(({ parts }) => {
      const { address, city, state, zip } = inputOf(parts);
      return [address, city, state, zip, 'Ann', 'Reed'].join(',');
    }),
    '',
  ].join('\n');

const onFile = houses.filter(({ isOnFile }) => isOnFile);
const leads = neighborLeads.map(({ input }): Lead => {
  const { address, city, state, zip } = input;
  return { address, city: city ?? '', state: state ?? '', zip: zip ?? '' };
});

describe.each(ownerEnginesOfTests)('on $name', (engine) => {
  let world: TemporaryOwners;
  beforeAll(async () => {
    world = await temporaryOwners(engine);
    // Two sources; some houses are in both, and all of the second are in its file twice.
    await world.load(csvOf(onFile.filter((_, at) => at % 2 === 0 || at % 5 === 0)), { source: 'county' });
    const others = onFile.filter((_, at) => at % 2 === 1);
    await world.load(csvOf([...others, ...others]), { source: 'vendor' });
  });
  afterAll(() => world.remove());

  async function housesFound(results: readonly MatchResult[]): Promise<(string | undefined)[]> {
    const ids = results.flatMap((one) => (one.matched ? [one.ownerRecordId] : []));
    const owners = await world.directory.read(ids);
    return results.map((one) => {
      const owner = one.matched ? owners.get(one.ownerRecordId) : undefined;
      if (owner === undefined || owner === null) return undefined;
      return `${owner.propertyAddress}, ${owner.propertyCity} ${owner.propertyZip}`;
    });
  }

  describe('a town full of neighbors', () => {
    it('is matched as in memory, so no lead gets the owner of another house', async () => {
      const matcher = createMatcher(onFile.map(({ id, parts }) => ({ ...inputOf(parts), ownerId: id })));
      const results = await world.directory.match(leads);
      expect(await housesFound(results)).toEqual(
        leads.map((lead) => {
          const result = matcher.match(lead);
          return result.matched ? result.record.ownerId : undefined;
        }),
      );
    });
  });

  it('finds, in a town that begins with a direction, the owner there and none in the town without it', async () => {
    const rowOf = (address: AddressInput): string => `"${Object.values(address).join('","')}",Ann,Reed`;
    const rows = directedHouses.flatMap(({ address, others }) => [address, ...others].map(rowOf));
    await world.load([HEADER, ...rows, ''].join('\n'), { source: 'towns' });
    const asked = directedHouses.flatMap(({ address, leads }) => leads.map((lead) => ({ lead, address })));
    const results = await world.directory.match(asked.map(({ lead }) => lead));
    const found = await housesFound(results);
    const wrong = asked.filter(({ lead, address }, at) => {
      const expected = `${address.address}, ${address.city} ${address.zip}`;
      return found[at] !== expected && !(found[at] === undefined && lead.mayMiss);
    });
    expect(wrong).toEqual([]);
  });

  it('takes two names of the city in one ZIP for two towns where both have records there', async () => {
    const at = (address: string, city: string): Lead => ({ address, city, state: 'NY', zip: '13753' });
    const file = (...all: Lead[]): string =>
      [HEADER, ...all.map((one) => `${Object.values(one).join(',')},Ann,Reed`), ''].join('\n');
    const [delhi, hamden] = [at('77 Lake Rd', 'Delhi'), at('77 Lake Rd', 'Hamden')];
    await world.load(file(hamden), { source: 'hamden' });
    const answer = async (lead: Lead) => {
      const [result] = await world.directory.match([lead]);
      return result;
    };
    expect(await answer(delhi)).toMatchObject({ matched: true });
    await world.load(file(at('5 Elm St', 'Delhi')), { source: 'delhi' });
    expect(await answer(delhi)).toEqual({ matched: false, reason: 'another_city' });
    expect(await answer(hamden)).toMatchObject({ matched: true });
    expect((await world.directory.explain(delhi)).outcome).toBe(
      'the city as written, DELHI, exists in 13753, so the nearest record is in another city',
    );
    await deleteSource(world.stores, 'delhi');
    expect(await answer(delhi)).toMatchObject({ matched: true });
    await deleteSource(world.stores, 'hamden');
  });

  describe('units of one building', () => {
    const oak = (unit: string) => ({
      address: `31 Oak St ${unit}`,
      city: 'Springfield',
      state: 'OH',
      zip: '45504',
    });
    const units = ['Rear', 'Apt R', 'Apt 1', 'Lot 2', 'Ste 7', 'Unit 5213', 'Unit 52.14'];

    it.each([
      ['R', 'ambiguous'],
      ['Apt R', '31 Oak St Apt R'],
      ['Rear', '31 Oak St Rear'],
      ['Apt 2', 'unit'],
      ['Lot 2', '31 Oak St Lot 2'],
      ['Trlr 2', '31 Oak St Lot 2'],
      ['Bldg 7', 'unit'],
      ['Unit 52.13', 'unit'],
      ['2ND', 'unit'],
      ['2', 'unit'],
      ['Bldg 7 VACANT', 'unit'],
    ])('are told apart by all that is on file there: %s', async (unit, expected) => {
      const csv = units.map((one) => Object.values(oak(one)).join(',') + ',Ann,Reed');
      await world.load([HEADER, ...csv, ''].join('\n'), { source: 'building' });
      const [result] = await world.directory.match([oak(unit)]);
      const owners =
        result?.matched === true ? await world.directory.read([result.ownerRecordId]) : new Map();
      const [owner] = owners.values();
      expect(result?.matched === true ? owner?.propertyAddress : result?.reason).toBe(expected);
    });
  });

  describe('the streets on file', () => {
    const highland = { address: '2 Highland Ave', city: 'Springfield', state: 'OH', zip: '45503' };
    const file = (address: string): string => `${HEADER}\n${address},Springfield,OH,45503,Ann,Reed\n`;

    it('include every active source, and no other', async () => {
      await world.load(file('2 N Highland Ave'), { source: 'one' });
      expect(await world.directory.match([highland])).toMatchObject([{ matched: true }]);
      await world.load(file('98 Highland Ave'), { source: 'other' });
      expect(await world.directory.match([highland])).toEqual([{ matched: false, reason: 'another_street' }]);
      expect((await world.directory.explain(highland)).outcome).toBe(
        'the street as written exists in 45503 with other numbers (HIGHLAND AVE), so the nearest record is on another street',
      );
      await deleteSource(world.stores, 'other');
      expect(await world.directory.match([highland])).toMatchObject([{ matched: true }]);
      expect((await world.directory.explain(highland)).outcome).toBe(
        'a close match: the direction "N" is missing. Exactly one property fits',
      );
    });

    it('are deleted when their import is purged', async () => {
      const kept = () => world.kept('streets', (table) => `SELECT 1 FROM ${table}`);
      const before = await kept();
      await world.load(file('4 Nowhere Else Ln'), { source: 'short' });
      expect((await kept()).length).toBe(before.length + 3);
      await deleteSource(world.stores, 'short');
      world.clock.ms += 1_000;
      await world.directory.purgeRetired(world.clock.now());
      expect((await kept()).length).toBeLessThanOrEqual(before.length);
    });
  });
});
