import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomIds } from '../../platform/ids.js';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import type { ImportOptions } from './import-owners.js';
import { setPhoneTypeDefault } from './sources.js';

describe.each(ownerEngines)('on $name, the columns chosen for a source', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const roll = (street: string, header = 'Situs,Ort,Nr') =>
    `${header},State,Owner\n${street},Dayton,5125550101,OH,Jane Doe\n`;
  const load = (content: string, options: ImportOptions = {}) =>
    world.load(content, { source: 'county', columnsAsBefore: true, phoneTypeDefault: 'mobile', ...options });
  const CHOSEN = { address: ['Situs'], city: ['Ort'], phone: ['Nr'] };
  const phonesAt = async (address: string) =>
    (await world.directory.find([{ address, city: 'Dayton', state: 'OH', zip: '' }]))[0]?.owner.phones.map(
      ({ number }) => number,
    );
  const told = ({ warnings }: Awaited<ReturnType<typeof load>>) => warnings.map(({ text }) => text);

  it('are read from its next file, too, which says where they come from', async () => {
    await load(roll('1 Elm St'), { overrides: CHOSEN });
    expect(told(await load(roll('2 Elm St')))).toEqual([
      'Read as at the last import of "county": address from "Situs", city from "Ort", phone from "Nr".',
    ]);
    expect(await phonesAt('2 Elm St')).toEqual(['5125550101']);
    expect(await load(roll('1 Elm St'))).toMatchObject({ status: 'unchanged' });
    expect(told(await load(roll('3 Elm St'), { dryRun: true }))).toHaveLength(1);
  });

  it('give way to what the operator chooses now, field by field', async () => {
    await load(roll('1 Elm St'), { overrides: CHOSEN });
    const header = 'Situs,Ort,Nr,Rufnr';
    const content = (street: string) => roll(street, header).replace('5125550101', '5125550101,5125550102');
    const summary = await load(content('2 Elm St'), { overrides: { phone: ['Rufnr'] } });
    expect(told(summary)[0]).toBe(
      'Read as at the last import of "county": address from "Situs", city from "Ort".',
    );
    expect(await phonesAt('2 Elm St')).toEqual(['5125550102']);
    await load(content('3 Elm St'));
    expect(await phonesAt('3 Elm St')).toEqual(['5125550102']);
    const none = await load(content('4 Elm St'), { overrides: { phone: [''] } });
    expect(none.phones.stored).toBe(0);
    expect(told(await load(content('5 Elm St')))[0]).toContain('phone from no column');
  });

  it('are used as far as another file has them; the others are named, and kept for later files', async () => {
    await load(roll('1 Elm St'), { overrides: CHOSEN });
    const other = roll('2 Elm St', 'Situs,City,Telephone Number');
    expect(told(await load(other))).toEqual([
      'Read as at the last import of "county": address from "Situs".',
      'The last import of "county" had columns that this file doesn\'t have: city from "Ort", phone from "Nr".',
    ]);
    await load(roll('3 Elm St'));
    expect(await phonesAt('3 Elm St')).toEqual(['5125550101']);
  });

  it('stay when phones are written again, belong to this source only, and go with it', async () => {
    await load(roll('1 Elm St'), { overrides: CHOSEN, phoneTypeDefault: null });
    const needs = { stores: world.stores, ids: randomIds };
    await setPhoneTypeDefault(needs, 'county', 'mobile');
    expect(told(await load(roll('2 Elm St'), { dryRun: true }))).toHaveLength(1);
    await expect(load(roll('2 Elm St'), { source: 'vendor' })).rejects.toMatchObject({
      code: 'unusable_columns',
    });
    await world.stores.store.retire('county');
    await expect(load(roll('2 Elm St'))).rejects.toMatchObject({ code: 'unusable_columns' });
  });

  it('are not lost by corrected rows, imported with each column named, nor by an import that leaves them out', async () => {
    await load(roll('1 Elm St'), { overrides: CHOSEN });
    const corrected = roll('2 Elm St', 'Line,Reason,Situs,Ort,Nr').replace('2 Elm St', '2,none,2 Elm St');
    await load(corrected, { overrides: { ...CHOSEN, state: ['State'], fullName: ['Owner'] } });
    expect(told(await load(roll('3 Elm St')))[0]).not.toContain('fullName');
    // The web app shows the columns of each file, and asks for none as before.
    const shown = { columnsAsBefore: false, overrides: { address: ['Situs'], city: ['Ort'] } };
    await load(roll('4 Elm St'), shown);
    expect(told(await load(roll('5 Elm St')))[0]).toContain('phone from "Nr"');
  });
});
