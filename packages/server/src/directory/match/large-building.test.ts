import { createMatcher, decide, matchKeys } from '@skiptrace/address';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { keyHash } from '../property.js';

vi.mock('@skiptrace/address', async (original) => {
  const functions: { decide: typeof decide } = await original();
  return { ...functions, decide: vi.fn(functions.decide) };
});

const UNITS = 3_000;
const PLACE = { city: 'Dover', state: 'DE', zip: '19901' };
const units = Array.from(
  { length: UNITS },
  (_, at) => `100 Beach Rd ${at % 3 === 0 ? '#' : 'Apt'} ${at + 1}`,
);
const addresses = [...units, '100 Beach Rd Lot 9000', '100 Elm St', '102 Beach Rd'];

describe.each(ownerEngines)('a building with very many units on $name', (engine) => {
  let world: TemporaryOwners;
  beforeAll(async () => {
    world = await temporaryOwners(engine);
    const rows = addresses.map((address) => `${address},Dover,DE,19901,Ann,Reed`);
    await world.load(['address,city,state,zip,First Name,Last Name', ...rows, ''].join('\n'));
  });
  afterAll(() => world.remove());

  it('is read once, though each of its records has several keys', async () => {
    const { index } = world.stores;
    const keys = matchKeys({ ...PLACE, address: '100 Beach Rd' }).map(keyHash);
    const found = await index.candidates(await index.visibleImports(), new Set(keys));
    const rows = [...found.values()].flat();
    expect(rows.length).toBeGreaterThan(2 * UNITS);
    expect(new Set(rows).size).toBe(UNITS + 2);
  });

  it('is compared as often for a hundred leads with its address as for one', async () => {
    const lead = { ...PLACE, address: '100 Beach Rd' };
    const comparisons = async (leads: number): Promise<number> => {
      vi.mocked(decide).mockClear();
      await world.directory.match(Array.from({ length: leads }, () => ({ ...lead })));
      return vi.mocked(decide).mock.calls.length;
    };
    expect(await comparisons(100)).toBe(await comparisons(1));
  });

  it('is matched as in memory', async () => {
    const matcher = createMatcher(addresses.map((address) => ({ ...PLACE, address })));
    const leads = [
      ...['Apt 77', 'Unit 77', 'Lot 77', 'Apt 9000', 'Lot 9000', 'Apt 99999'],
      '',
      '77',
      'Apt 7.7',
    ].flatMap((unit) => [
      { ...PLACE, address: `100 Beach Rd ${unit}` },
      { ...PLACE, address: `100 Beach ${unit}` },
      { ...PLACE, address: `100 Beach Rd ${unit}`, zip: '' },
      { ...PLACE, address: `100 Elm St ${unit}` },
    ]);
    const results = await world.directory.match(leads);
    const owners = await world.directory.read(
      results.flatMap((one) => (one.matched ? [one.ownerRecordId] : [])),
    );
    const answers = results.map((one) =>
      one.matched ? owners.get(one.ownerRecordId)?.propertyAddress : one.reason,
    );
    const expected = leads.map((lead) => {
      const result = matcher.match(lead);
      return result.matched ? result.record.address : result.reason;
    });
    expect(answers).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(5);
  });
});
