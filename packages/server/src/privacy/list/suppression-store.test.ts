import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileLocks } from '../../platform/database/sqlite/index.js';
import { randomIds } from '../../platform/ids.js';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { SuppressionList } from './suppression-list.js';
import { SuppressionLog } from './suppression-log.js';
import { listOf, type SuppressionReads } from './suppression-store.js';
import type { Request, Value } from './suppression.js';
import { Suppressions } from './suppressions.js';

const PHONE: Request = { kind: 'phone', phone: '(555) 201-0101' };
const VALUE: Value = { kind: 'phone', text: '5552010101' };
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };

/** The list as if it had many more keys, of which the marks come when told. */
function withManyKeys(store: SuppressionReads, times = 1_000_000) {
  let go = (): void => undefined;
  const told = new Promise<void>((resolve) => (go = resolve));
  const reads = {
    begun: 0,
    go: () => go(),
    state: async () => {
      const state = await store.state();
      return { ...state, keys: state.keys * times };
    },
    async *marks() {
      reads.begun++;
      await told;
      yield* store.marks();
    },
    held: (keys: readonly string[]) => store.held(keys),
    addresses: store.addresses.bind(store),
    changes: store.changes.bind(store),
    corrections: () => store.corrections(),
  };
  return reads;
}

describe.each(engines)('the suppression list on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let suppressions: Suppressions;
  let list: SuppressionList;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
    const { suppressions: store, drops, database, clock, folder } = parts;
    const log = new SuppressionLog(folder, fileLocks(folder));
    suppressions = new Suppressions({
      store,
      screening: { catchUp: () => Promise.resolve() },
      drops,
      log,
      database,
      clock,
      ids: randomIds,
      audit: parts.audit,
      recordsAt: (leads) => Promise.resolve(leads.map(() => [])),
    });
    list = new SuppressionList(store);
  });
  afterEach(() => parts.remove());

  const isHeld = async (...values: Value[]) => {
    const held = await (await list.view())?.held(values);
    return values.map((value) => held?.has(`${value.kind}\t${value.text}`) ?? false);
  };

  it('is empty at first, and says so with one question', async () => {
    expect(await list.view()).toBeNull();
    expect(await isHeld(VALUE)).toEqual([false]);
  });

  it('holds what was added, from the next question on, for every process', async () => {
    const other = new SuppressionList(parts.suppressions);
    expect(await other.view()).toBeNull();
    expect(await suppressions.add([PHONE], WHY)).toMatchObject({ added: 1, known: 0 });
    expect(await isHeld(VALUE, { kind: 'phone', text: '5552010102' })).toEqual([true, false]);
    const seen = await other.view();
    expect(seen?.mayHave('phone', '5552010101')).toBe(true);
  });

  it('reads only the marks that changes add, and all of them after more changes than are kept', async () => {
    const reads = withManyKeys(parts.suppressions, 1);
    reads.go();
    const one = new SuppressionList(reads);
    const phone = (at: number) => String(5_552_010_000 + at);
    const has = async (at: number) => (await one.view())?.mayHave('phone', phone(at));
    const add = (at: number) => suppressions.add([{ kind: 'phone', phone: phone(at) }], WHY);
    await add(0);
    expect([await has(0), await has(1), reads.begun]).toEqual([true, false, 1]);
    const { ids } = await add(1);
    await add(2);
    expect([await has(1), await has(2), await has(3), reads.begun]).toEqual([true, true, false, 1]);
    await suppressions.lift(ids[0] ?? '', { reason: 'a mistake', by: 'test', actor: 'command:test' });
    const lifted = { kind: 'phone', text: phone(1) } as const;
    expect(await (await one.view())?.held([lifted])).toEqual(new Set());
    expect([await has(0), await has(2), reads.begun]).toEqual([true, true, 1]);
    for (let at = 3; at < 70; at++) await add(at);
    expect([await has(69), await has(70), reads.begun]).toEqual([true, false, 2]);
    const kept = await parts.database.read.query<unknown[]>('SELECT version FROM suppression_changes');
    expect(kept).toHaveLength(64);
  });

  it('begins again where a change is missing, as after an import of DROP', async () => {
    const reads = withManyKeys(parts.suppressions, 1);
    reads.go();
    const one = new SuppressionList(reads);
    await suppressions.add([PHONE], WHY);
    await one.view();
    await parts.database.write((tx) => parts.drops.publish(tx));
    await suppressions.add([{ kind: 'phone', phone: '5552010102' }], WHY);
    expect((await one.view())?.mayHave('phone', '5552010102')).toBe(true);
    expect(reads.begun).toBe(2);
  });

  it('keeps hashes only, with the reason, source, time and who entered them', async () => {
    await suppressions.add([{ kind: 'email', email: ' Jane@Example.com ' }], WHY);
    const kept = await suppressions.list({ inForce: true, limit: 10 });
    const { actor: _, ...why } = WHY;
    expect(kept).toEqual([
      {
        id: expect.any(String),
        kind: 'email',
        identity: expect.stringMatching(/^[\w-]{22}$/),
        ...why,
        createdAt: parts.clock.now(),
        liftedAt: null,
        liftedBy: null,
        liftReason: null,
        erasedAt: null,
        erasedBy: null,
      },
    ]);
    const keys = await parts.database.read.query('SELECT * FROM suppression_keys');
    expect(JSON.stringify([kept, keys]).toLowerCase()).not.toContain('jane');
    expect(await isHeld({ kind: 'email', text: 'jane@example.com' })).toEqual([true]);
  });

  it('has each request once, however it is written', async () => {
    const address = { address: '12 Oak Street #4', city: 'Dayton', state: 'OH', zip: '45402' };
    const again = { address: '12 OAK ST APT 4, Dayton, OH 45402-1234' };
    await suppressions.add([{ kind: 'person', name: 'Jane Q. Doe', address }], WHY);
    const second = await suppressions.add(
      [
        { kind: 'person', name: 'DOE, JANE JR', address: again },
        PHONE,
        { ...PHONE, phone: '+1 555 201 0101' },
      ],
      WHY,
    );
    expect(second).toMatchObject({ added: 1, known: 2 });
  });

  it('takes what was lifted out of force, and still knows that it was there', async () => {
    const { ids } = await suppressions.add([PHONE], WHY);
    const id = ids[0] ?? '';
    const lift = { reason: 'asked to be put back', by: 'test', actor: 'command:test' };
    expect(await suppressions.lift(id, lift)).toBe(true);
    expect(await suppressions.lift(id, lift)).toBe(false);
    expect(await suppressions.lift('unknown', lift)).toBe(false);
    expect(await list.view()).toBeNull();
    expect(await suppressions.list({ inForce: true, limit: 10 })).toEqual([]);
    expect(await suppressions.list({ inForce: false, limit: 10 })).toMatchObject([
      { id, liftedBy: 'test', liftReason: 'asked to be put back', liftedAt: parts.clock.now() },
    ]);
    expect(await suppressions.add([PHONE], WHY)).toMatchObject({ added: 1 });
    expect(await isHeld(VALUE)).toEqual([true]);
  });

  it('knows which entries are about people who were deleted, until they are lifted', async () => {
    const email: Request = { kind: 'email', email: 'jane@example.com' };
    const { suppressions: store } = parts;
    const erased = async () =>
      new SuppressionList(listOf((await store.state()).secret, await store.erased())).view();
    await suppressions.add([PHONE, email], WHY);
    expect(await erased()).toBeNull();
    await suppressions.markErased([PHONE], { enteredBy: 'ana', actor: 'command:ana' });
    await suppressions.markErased([PHONE], { enteredBy: 'another', actor: 'command:another' });
    const other: Value = { kind: 'email', text: 'jane@example.com' };
    expect(await (await erased())?.held([VALUE, other])).toEqual(new Set(['phone\t5552010101']));
    const listed = await suppressions.list({ inForce: true, limit: 10 });
    const phone = listed.find(({ kind }) => kind === 'phone');
    expect(phone).toMatchObject({ erasedAt: parts.clock.now(), erasedBy: 'ana' });
    await suppressions.lift(phone?.id ?? '', { reason: 'a mistake', by: 'test', actor: 'command:test' });
    expect(await erased()).toBeNull();
  });

  it('adds none of a list with a request that can not be read', async () => {
    for (const wrong of [
      { kind: 'phone', phone: '555-0101' },
      { kind: 'email', email: 'jane' },
      { kind: 'zip', name: 'Jane Doe', zip: '4540' },
      { kind: 'person', name: '---', address: { address: '12 Oak St', zip: '45402' } },
      { kind: 'property', address: { address: '12 Oak St', city: 'Dayton', state: 'OH' } },
    ] satisfies Request[])
      await expect(suppressions.add([PHONE, wrong], WHY)).rejects.toMatchObject({ code: 'suppression' });
    expect(await list.view()).toBeNull();
  });
});
