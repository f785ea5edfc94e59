import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteSource, isErased, recordsAt, setPriority, type OwnerRecord } from '../../directory/index.js';
import { matchLeads } from '../../directory/match/index.js';
import { fileLocks } from '../../platform/database/sqlite/index.js';
import { randomIds } from '../../platform/ids.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { ownerEngines, temporaryOwners } from '../../testing/owners.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { Corrections } from '../corrections/corrections.js';
import { leadAt, ListRules } from './rules.js';
import { OwnerScreening } from './screening.js';
import { SuppressionList } from './suppression-list.js';
import { SuppressionLog } from './suppression-log.js';
import type { Request } from './suppression.js';
import { Suppressions } from './suppressions.js';

// Lists, files and corrections arrive in any order, and the work is killed anywhere: each record is shown as the entries in force say,
// judged from the beginning.

const HEADER =
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1,Email';
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const LIFT = { reason: 'a mistake', by: 'test', actor: 'command:test' };

const line = fc.constantFrom(
  ...['14 Maple Ave', '14 N Maple Ave', '14 S Maple Ave', '14 Mapel Ave', '14-18 Maple Ave', '16 Maple Ave'],
  ...['14 Maple Ave Apt 2', '5 Elm Ct', '5 Elm Court'],
);
const firstName = fc.constantFrom('Jane', 'John', 'J');
const phone = fc.constantFrom('5552010101', '5552010102');
const email = fc.constantFrom('jane@example.com', 'john@example.com');
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: '' });
const row = fc
  .tuple(line, firstName, maybe(line), maybe(phone), maybe(email))
  .map(([property, first, mail, number, address]) => {
    const mailing = mail === '' ? ',,,' : `${mail},Dayton,OH,45402`;
    return `${property},Dayton,OH,45402,${first},Doe,${mailing},${number},${address}`;
  });
const address = line.map((one) => ({ address: one, city: 'Dayton', state: 'OH', zip: '45402' }));
const name = firstName.map((first) => `${first} Doe`);
const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ kind: fc.constant('person' as const), name, address }),
  fc.record({ kind: fc.constant('property' as const), address }),
  fc.record({ kind: fc.constant('zip' as const), name, zip: fc.constantFrom('45402', '97301') }),
  fc.record({ kind: fc.constant('phone' as const), phone }),
  fc.record({ kind: fc.constant('email' as const), email }),
);
const SOURCES = ['county', 'vendor', 'roll'] as const;
const source = fc.constantFrom(...SOURCES);
const enters = fc.record({
  do: fc.constant('enter' as const),
  requests: fc.array(request, { minLength: 1, maxLength: 2 }),
});
const imports = fc.record({
  do: fc.constant('import' as const),
  source,
  rows: fc.array(row, { minLength: 1, maxLength: 4 }),
  replace: fc.boolean(),
});
const step = fc.oneof(
  { weight: 3, arbitrary: enters },
  { weight: 3, arbitrary: imports },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lift' as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), source }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), at: fc.nat(5), name, phone }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rank' as const), source, priority: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), of: imports, after: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('at once' as const), enters, imports }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), of: enters, after: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

class Killed extends Error {}

describe.each(ownerEngines)('the shown contact of owners on $name', (engine) => {
  it('is what the entries in force, and the corrections, say of them', async () => {
    const parts = await temporaryBilling(0);
    const owners = await temporaryOwners(engine);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
          const world = worldOf(parts, owners);
          await world.clear();
          for (const one of steps) {
            await world.take(one);
            await world.check();
          }
        }),
        // The engines share the code above their statements: SQLite, the fastest, tries more of it.
        { numRuns: engine.name === 'SQLite' ? 20 : 6 },
      );
    } finally {
      await owners.remove();
      await parts.remove();
    }
  }, 240_000);
});

function worldOf(
  {
    suppressions: store,
    drops,
    database,
    clock,
    folder,
    audit,
  }: Awaited<ReturnType<typeof temporaryBilling>>,
  owners: Awaited<ReturnType<typeof temporaryOwners>>,
) {
  const { stores } = owners;
  const { index, holdings, shown } = stores;
  const atAddresses = (
    addresses: Parameters<NonNullable<ConstructorParameters<typeof ListRules>[1]>['recordsAt'] & object>[0],
  ) => recordsAt(index, addresses.map(leadAt));
  const rulesNow = () => new ListRules(new SuppressionList(store), { recordsAt: atAddresses });
  let left = Infinity;
  const killed: typeof shown = {
    state: () => shown.state(),
    setScreened: (...given) => shown.setScreened(...given),
    settled: () => shown.settled(),
    replayed: () => shown.replayed(),
    doubtful: (among) => shown.doubtful(among),
    changed: (ids) => shown.changed(ids),
    parents: (ids) => shown.parents(ids),
    change: (...given) => {
      if (left-- <= 0) throw new Killed();
      return shown.change(...given);
    },
  };
  const list = new SuppressionList(store);
  const screening = new OwnerScreening({
    ...{ store, list, rules: new ListRules(list, { recordsAt: atAddresses }) },
    owners: { ...stores, shown: killed },
  });
  stores.screening = screening;
  const log = new SuppressionLog(folder, fileLocks(folder));
  const parts = { store, screening, drops, log, database, clock, ids: randomIds, audit };
  const suppressions = new Suppressions({ ...parts, recordsAt: atAddresses });
  const corrections = new Corrections({
    ...{ database, store, index, shown, rules: rulesNow(), screening, clock, ids: randomIds, audit },
  });

  const stored = async (): Promise<OwnerRecord[]> => {
    const all: OwnerRecord[] = [];
    for await (const page of holdings.pages('stored'))
      all.push(...page.map(({ id, contact }) => ({ id, ...contact })));
    return all;
  };
  const enter = async ({ requests }: { requests: readonly Request[] }) => {
    await suppressions.add(requests, WHY);
  };
  const load = async ({
    source,
    rows,
    replace,
  }: {
    source: string;
    rows: readonly string[];
    replace: boolean;
  }) => {
    await owners.load([HEADER, ...rows].join('\n'), { source, replace, sameProperty: true });
  };
  const inForce = () => suppressions.list({ inForce: true, limit: 100 });

  return {
    async clear() {
      for (const { id } of await inForce()) await suppressions.lift(id, LIFT);
      for (const { id } of await corrections.list()) await corrections.remove(id, 'command:test');
      for (const one of SOURCES) await deleteSource(stores, one).catch(() => undefined);
    },

    async take(one: Step): Promise<void> {
      if (one.do === 'enter') await enter(one);
      else if (one.do === 'import') await load(one);
      else if (one.do === 'at once') await Promise.all([enter(one.enters), load(one.imports)]);
      else if (one.do === 'delete') await deleteSource(stores, one.source).catch(() => undefined);
      else if (one.do === 'lift') {
        const all = await inForce();
        if (all.length > 0) await suppressions.lift(itemAt(all, one.at % all.length).id, LIFT);
      } else if (one.do === 'correct') {
        const all = await stored();
        const typed = {
          name: one.name,
          phones: [{ number: one.phone, type: 'mobile', doNotCall: 'no' }],
        } as const;
        const why = { reason: 'returned mail', by: 'test', actor: 'command:test' };
        const record = all[one.at % all.length];
        // The owner may be hidden.
        if (record !== undefined) await corrections.add(record.id, typed, why).catch(() => undefined);
      } else if (one.do === 'undo') {
        const all = await corrections.list();
        if (all.length > 0) await corrections.remove(itemAt(all, one.at % all.length).id, 'command:test');
      } else if (one.do === 'erase') {
        const all = await stored();
        const record = all[one.at % all.length];
        if (record !== undefined) await corrections.erasedWith(stores.erasures).erase([record.id]);
      } else if (one.do === 'rank')
        await setPriority(stores, one.source, one.priority).catch(() => undefined);
      else {
        left = one.after;
        await (one.of.do === 'enter' ? enter(one.of) : load(one.of)).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        left = Infinity;
        // Records of an import that was killed were never visible.
        await owners.directory.purgeRetired(1);
        // The next start.
        await screening.catchUp();
      }
    },

    async check(): Promise<void> {
      const all = await stored();
      const rules = rulesNow();
      const corrected = await corrections.owners();
      const passed = await rules.pass(all);
      const again = await rules.pass(all.map((owner) => corrected.of(owner)));
      const read = await index.records(all.map(({ id }) => id));
      const seen = all.map(({ id }) => {
        const record = read.get(id);
        return record === undefined || isErased(record) ? null : tellable(record);
      });
      const parents = await shown.parents(all.map(({ id }) => id));
      const leftOut = new Set(all.flatMap(({ id }, at) => (passed[at] && again[at] ? [] : [id])));
      const isShown = ({ id }: OwnerRecord): boolean =>
        !leftOut.has(id) && !(parents.get(id) ?? []).some((parent) => leftOut.has(parent));
      expect(seen).toEqual(all.map((owner, at) => (isShown(owner) ? tellable(again[at] ?? null) : null)));
      // No lookup chooses a hidden one, and what it counts is what it hands out.
      const addresses = [...new Set(all.map(({ propertyAddress }) => propertyAddress ?? ''))];
      const leads = addresses.map((one) => ({ address: one, city: 'Dayton', state: 'OH', zip: '45402' }));
      for (const decision of await matchLeads(index, leads)) {
        if (!('record' in decision)) continue;
        const { id, phoneCount, emailCount } = decision.record;
        const record = (await index.records([id])).get(id);
        expect(record && [isErased(record), record.phones.length, record.emails.length]).toEqual([
          false,
          phoneCount,
          emailCount,
        ]);
      }
    },
  };
}

/** Compared details of an owner. */
const tellable = (owner: OwnerRecord | null) =>
  owner && [
    owner.firstName,
    owner.lastName,
    owner.fullName,
    owner.mailingAddress,
    owner.phones,
    owner.emails,
  ];
