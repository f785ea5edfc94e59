import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { temporaryOwners, type TemporaryOwners, ownerEngines } from '../../testing/owners.js';
import { isListed, NumberSet, prefixOf } from './dnc-store.js';
import { dncFindings, importDnc, type DncFile } from './import-dnc.js';

describe.each(ownerEngines)('Do Not Call lists on $name', (engine) => {
  let world: TemporaryOwners;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
  });
  afterEach(() => world.remove());

  const day = (ago: number) => new Date(world.clock.now() - ago * MS_PER_DAY).toISOString().slice(0, 10);
  const load = async (content: string, file: DncFile, ago = 0) => {
    const name = path.join(world.folder, 'dnc.txt');
    await writeFile(name, content);
    const { dnc: store, index } = world.stores;
    return importDnc(
      { store, reads: index.doNotCall, clock: world.clock, isMeant: () => Promise.resolve(true) },
      [name],
      file,
      day(ago),
    );
  };
  const listed = async (...numbers: number[]) =>
    (await world.stores.index.doNotCall.blocks([...new Set(numbers.map(prefixOf))]))
      .flatMap((block) =>
        numbers.flatMap((number) =>
          prefixOf(number) === block.prefix && isListed(number, block.bits)
            ? [`${number} ${block.kind}`]
            : [],
        ),
      )
      .sort();
  const lists = async () =>
    (await world.stores.index.doNotCall.lists())
      .map(({ kind, areaCode, numbers, dated }) => `${kind} ${areaCode}: ${numbers} of ${dated}`)
      .sort();

  it('are empty at first', async () => {
    expect(await world.stores.index.doNotCall.version()).toBe(0);
    expect(await listed(9_375_550_101)).toEqual([]);
    expect(await dncFindings(world.stores.index.doNotCall, world.clock)).toEqual([]);
  });

  it('are read as registries write them, and replaced by area code', async () => {
    await load('9375550101\n937,5550102\n"614","5550101"\r\n\r\n', 'area-codes', 3);
    expect(await lists()).toEqual([`national 614: 1 of ${day(3)}`, `national 937: 2 of ${day(3)}`]);
    expect(await listed(9_375_550_101, 9_375_550_102, 9_375_550_103, 6_145_550_101)).toEqual([
      '6145550101 national',
      '9375550101 national',
      '9375550102 national',
    ]);
    const version = await world.stores.index.doNotCall.version();
    await load('937,5550103\n', 'area-codes', 1);
    expect(await world.stores.index.doNotCall.version()).toBeGreaterThan(version);
    expect(await listed(9_375_550_101, 9_375_550_103, 6_145_550_101)).toEqual([
      '6145550101 national',
      '9375550103 national',
    ]);
    await load('2025550101\n', 'full');
    expect(await lists()).toEqual([`national 0: 1 of ${day(0)}`]);
    expect(await listed(9_375_550_103, 2_025_550_101)).toEqual(['2025550101 national']);
  });

  it('apply changes in the area codes they cover', async () => {
    await expect(load('937,5550101,A\n', 'change')).rejects.toThrow('needs a list that it changes');
    await load('9375550101\n9375550102\n', 'area-codes', 3);
    expect(
      await load('937,5550103,20270105,A\n937,5550101,20270105,D\n202,5550101,20270105,A\n', 'change', 2),
    ).toMatchObject({ numbers: 2, removed: 1 });
    // Area code 202 isn't covered, so its other numbers are unknown.
    expect(await lists()).toEqual([`national 937: 2 of ${day(2)}`]);
    expect(await listed(9_375_550_101, 9_375_550_102, 9_375_550_103, 2_025_550_101)).toEqual([
      '9375550102 national',
      '9375550103 national',
    ]);
    await load('937,5550103,20270105,A\n937,5550101,20270105,D\n', 'change', 2);
    expect(await lists()).toEqual([`national 937: 2 of ${day(2)}`]);
    await expect(load('937,5550104\n', 'change')).rejects.toThrow('line 1');
    await load('937,5550102,D\n937,5550103,D\n', 'change', 1);
    expect(await listed(9_375_550_102, 9_375_550_103)).toEqual([]);
    await load('937,5550102,A\n', 'change', 1);
    expect(await listed(9_375_550_102, 9_375_550_103)).toEqual(['9375550102 national']);
  });

  it('store few or many numbers with the same prefix', async () => {
    const many = Array.from({ length: 2_500 }, (_, at) => 9_375_550_000 + 4 * at);
    const few = [6_145_550_000, 6_145_550_255, 6_145_550_256, 6_145_559_999];
    const lines = [...many, ...few, ...few].toReversed();
    expect(await load(`${lines.join('\n')}\n`, 'area-codes', 3)).toMatchObject({ numbers: 2_504 });
    const asked = [...many, ...few, 9_375_550_001, 9_375_559_999, 6_145_550_001, 6_145_550_257];
    expect(await listed(...asked)).toEqual([...few, ...many].map((number) => `${number} national`).sort());
    const removed = many.slice(10).map((number) => `${number},D`);
    await load(`${[...removed, '9375550001,A'].join('\n')}\n`, 'change', 2);
    expect(await listed(...asked)).toEqual(
      [...few, ...many.slice(0, 10), 9_375_550_001].map((number) => `${number} national`).sort(),
    );
    // An area code without a change keeps its date.
    expect(await lists()).toEqual([`national 614: 4 of ${day(3)}`, `national 937: 11 of ${day(2)}`]);
  });

  it('ask before a list of changes long after them, because changes between may be missing', async () => {
    await load('9375550101\n', 'area-codes', 40);
    const { warnings } = await load('9375550102,A\n', 'change', 2);
    expect(warnings).toEqual([expect.stringContaining('38 days newer than one that it changes')]);
  });

  it('include internal lists and lists of litigators', async () => {
    await load('Phone,Name\n(937) 555-0101,Ann\n+1 937 555 0102,Bob\n', 'internal');
    await load('9375550102\n', 'litigator');
    expect(await listed(9_375_550_101, 9_375_550_102)).toEqual([
      '9375550101 internal',
      '9375550102 internal',
      '9375550102 litigator',
    ]);
    await load('9375550105\n', 'internal');
    expect(await listed(9_375_550_101, 9_375_550_102, 9_375_550_105)).toEqual([
      '9375550102 litigator',
      '9375550105 internal',
    ]);
  });

  it('stay unchanged if a file is unreadable or older, or its import dies', async () => {
    await load('9375550101\n', 'area-codes', 3);
    const before = [await lists(), await world.stores.index.doNotCall.version()];
    await expect(load('9375550102\nno number\n', 'area-codes', 1)).rejects.toThrow('line 2');
    await expect(load('9375550102\n', 'area-codes', 5)).rejects.toThrow('newer');
    await expect(load('9375550102\n', 'area-codes', -2)).rejects.toThrow('future');
    await expect(load('\n', 'full', 1)).rejects.toThrow('no phone number');
    const numbers = new NumberSet();
    for (let prefix = 0; prefix < 1_200; prefix++) numbers.add(9_370_000_000 + prefix * 10_000);
    const blocks = numbers.blocks();
    // The last block is never written.
    Object.defineProperty(blocks, blocks.length - 1, {
      get: () => {
        throw new Error('killed');
      },
    });
    const list = { kind: 'national', dated: day(0), importedAt: world.clock.now() } as const;
    await expect(world.stores.dnc.replace(list, null, blocks)).rejects.toThrow('killed');
    expect([await lists(), await world.stores.index.doNotCall.version()]).toEqual(before);
    expect(await listed(9_375_550_101, 9_370_000_000)).toEqual(['9375550101 national']);
  });

  it('are too old after 31 days', async () => {
    await load('9375550101\n', 'internal', 400);
    await load('9375550101\n6145550101\n', 'area-codes', 31);
    expect(await dncFindings(world.stores.index.doNotCall, world.clock)).toEqual([]);
    world.clock.ms += MS_PER_DAY;
    expect(await dncFindings(world.stores.index.doNotCall, world.clock)).toEqual([
      expect.stringMatching(/of 614, 937 is 32 days old, and 31 are the most/),
    ]);
    await load('6145550101\n', 'area-codes');
    expect(await dncFindings(world.stores.index.doNotCall, world.clock)).toEqual([
      expect.stringContaining('list of 937 is 32 days old'),
    ]);
  });
});
