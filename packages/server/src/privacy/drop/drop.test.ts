// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EraseStore, OwnerContact, TypedOwner } from '../../directory/index.js';
import { MS_PER_DAY } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { fileLocks } from '../../platform/database/sqlite/index.js';
import { randomIds } from '../../platform/ids.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { LocalFileStore, type FileStore } from '../../platform/storage/index.js';
import { startDrop, type DropServer } from '../../testing/drop-server.js';
import { engineOfTests } from '../../testing/engines.js';
import { ownerEnginesOfTests, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { Corrections } from '../corrections/corrections.js';
import { ListRules } from '../list/rules.js';
import { OwnerScreening } from '../list/screening.js';
import { SuppressionList } from '../list/suppression-list.js';
import { SuppressionLog } from '../list/suppression-log.js';
import type { DropBatch, DropStore } from '../list/suppression-store.js';
import { emailHash, phoneHash } from '../list/suppression.js';
import { suppressionPage, Suppressions } from '../list/suppressions.js';
import { deadlinesOf, Drop, dropFindings, type DropNeeds } from './drop.js';
import type { MatchOptions } from './matching.js';
import { DropPlatform } from './platform.js';

const OWNERS = `Address,City,State,Zip,First Name,Last Name,Mobile-1,Email
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010101,jane@example.com
14 Oak St,Dayton,OH,45402,Ann,Reed,5552010102,
16 Oak St,Dayton,OH,45402,Bob,Moss,5552010102,
18 Oak St,Dayton,OH,45402,Willa,Kept,5552010104,
`;
const OPTIONS = {
  service: 'production',
  exempt: new Set<string>(),
  isDeleting: true,
  by: 'test',
  actor: 'command:test',
} as const;
const TOLD = { jane: 3, janes: 3, shared: 4, nora: 5, willa: 3 };

/** Simulated kill of the process, before a step or after it but before its result is known. */
class Killed extends Error {}

/** Throws `Killed` at a given one of the steps with side effects. */
class Killer {
  #steps = 0;

  constructor(
    private readonly at: number,
    private readonly isDone: boolean,
  ) {}

  async step<T>(work: () => Promise<T>): Promise<T> {
    this.#steps += 1;
    if (this.#steps !== this.at) return work();
    if (this.isDone) await work();
    throw new Killed();
  }
}

describe.each([engineOfTests])('drop, on $name', (engine) => {
  let service: Awaited<ReturnType<typeof temporaryBilling>>;
  let owners: TemporaryOwners;
  let server: DropServer;
  let files: FileStore;
  beforeEach(async () => {
    service = await temporaryBilling(0, engine);
    owners = await temporaryOwners(itemAt(ownerEnginesOfTests, 0));
    await owners.load(OWNERS, { source: 'roll' });
    server = await startDrop();
    files = await LocalFileStore.open(`${service.folder}/files`, randomIds, 0);
  });
  afterEach(async () => {
    await server.close();
    await owners.remove();
    await service.remove();
  });

  const held = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const page of owners.stores.holdings.pages())
      names.push(...page.map(({ contact }) => contact.firstName ?? ''));
    return names.sort();
  };

  /** Runs until killed at a step. @returns false when it was killed */
  async function run(at: number, isDone: boolean, options: MatchOptions = OPTIONS): Promise<boolean> {
    const killer = new Killer(at, isDone);
    const database: Database = Object.assign(Object.create(service.database) as Database, {
      write: ((work) => killer.step(() => service.database.write(work))) satisfies Database['write'],
    });
    const { holdings, index } = owners.stores;
    const erasures: Pick<EraseStore, 'erase'> = {
      erase: (ids) => killer.step(() => owners.stores.erasures.erase(ids)),
    };
    const killedFiles: FileStore = Object.assign(Object.create(files) as FileStore, {
      // DROP hands out an archive only once, so a kill before it is stored loses it, and it must be requested again.
      write: ((...given) =>
        !isDone && given[0].endsWith('/source-1')
          ? files.write(...given)
          : killer.step(() => files.write(...given))) satisfies FileStore['write'],
      size: (name: string) => files.size(name),
      read: ((...given) => files.read(...given)) satisfies FileStore['read'],
      removeFolder: (folder: string) => files.removeFolder(folder),
    });
    const { drops, suppressions: list, clock, folder } = service;
    const log = new SuppressionLog(folder, fileLocks(folder));
    const entries = new SuppressionList(list);
    const rules = new ListRules(entries);
    const screening = new OwnerScreening({ store: list, list: entries, rules, owners: owners.stores });
    const killed = {
      catchUp: () => killer.step(() => screening.catchUp()),
    };
    const suppressions = new Suppressions({
      store: list,
      screening: killed,
      drops,
      log,
      database,
      clock,
      ids: randomIds,
      audit: service.audit,
      recordsAt: (leads) => Promise.resolve(leads.map(() => [])),
    });
    const platform = new DropPlatform({
      baseUrl: server.url,
      apiKey: server.apiKey,
      pause: () => Promise.resolve(),
    });
    const needs: DropNeeds = {
      drops,
      list,
      log,
      suppressions,
      screening: killed,
      holdings,
      index,
      erasures,
      database,
      clock,
      ids: randomIds,
      files: killedFiles,
    };
    const send = platform.send.bind(platform);
    platform.send = async (operation, name, content) => {
      // A person is reported as deleted only after the deletion.
      if (options.exempt.size === 0 && /,3$/m.test(content)) expect(await held()).not.toContain('Jane');
      return killer.step(() => send(operation, name, content));
    };
    try {
      await new Drop(needs).sync(platform, options);
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return false;
    }
  }

  it.each([
    ['before', false],
    ['after', true],
  ] as const)('ends in the same place when each run is killed %s another step', async (_, isDone) => {
    server.waiting.push({
      files: {
        Email: [['jane', emailHash('Jane@example.com')]],
        Phone: [
          ['janes', phoneHash('555-201-0101')],
          ['shared', phoneHash('5552010102')],
          ['nora', phoneHash('5552010999')],
          ['willa', phoneHash('5552010104')],
        ],
        Removed: [['gone', phoneHash('5552010997'), 'Phone']],
      },
    });
    let killed = 0;
    // Kills each run one step later; the first step is the note that a download begins.
    while (!(await run(killed + 1, isDone))) killed += 1;
    expect(killed).toBeGreaterThanOrEqual(10);
    expect(Object.fromEntries(server.statuses)).toEqual(TOLD);
    expect([server.isOpen(), await held()]).toEqual([false, ['Ann', 'Bob']]);
    const archives = (await Promise.all((await files.folders()).map((folder) => files.list(folder)))).flat();
    expect(archives.filter(({ name }) => name.endsWith('/source-1'))).toHaveLength(1);

    // After a withdrawal, owners hidden only by it are visible again, and no others.
    server.waiting.push({
      files: {
        Email: [],
        Removed: [['shared', phoneHash('5552010102'), 'Phone']],
      },
    });
    while (!(await run(killed + 1, isDone))) killed += 1;
    for (let at = 1; !(await run(at, isDone));) at += 1;
    const { rows: entries } = await suppressionPage(service.database, { all: false, limit: 100 });
    expect(entries).toHaveLength(2);
    expect(await service.suppressions.state()).toMatchObject({ drops: 4 });
  });

  it('reports only real changes: not a match that waits, nor a deletion again', async () => {
    const whole = (options?: Partial<MatchOptions>) => run(Infinity, true, { ...OPTIONS, ...options });
    const statuses = async () =>
      (await service.drops.counts('production')).map(({ list, status, reported, items }) =>
        [list, status, reported, items].join(' '),
      );
    server.waiting.push({
      files: {
        Email: [['jane', emailHash('Jane@example.com')]],
        Phone: [['nora', phoneHash('5552010999')]],
        CTVID: [['device', emailHash('a device')]],
      },
    });
    await whole({ isDeleting: false });
    expect(await statuses()).toEqual(['CTVID 5 5 1', 'Email 1  1', 'Phone 5 5 1']);
    await whole();
    expect(await statuses()).toEqual(['CTVID 5 5 1', 'Email 3 3 1', 'Phone 5 5 1']);
    await owners.load(`${OWNERS}20 Oak St,Dayton,OH,45402,Nora,Body,5552010999,\n`, { source: 'later' });
    await whole({ isDeleting: false });
    // Jane was imported again: she is left out, and her reported status stays "deleted", which is still true of the old record.
    expect(await statuses()).toEqual(['CTVID 5 5 1', 'Email 3 3 1', 'Phone 1 5 1']);
    await whole();
    expect([await statuses(), await held()]).toEqual([
      ['CTVID 5 5 1', 'Email 3 3 1', 'Phone 3 3 1'],
      ['Ann', 'Ann', 'Bob', 'Bob', 'Willa', 'Willa'],
    ]);
    expect(Object.fromEntries(server.statuses)).toEqual({ jane: 3, nora: 3, device: 5 });
  });

  it('leaves out and deletes an owner who is named on file, or as corrected', async () => {
    const { index } = owners.stores;
    const corrections = new Corrections({
      ...{ database: service.database, clock: service.clock, audit: service.audit, ids: randomIds },
      ...{ store: service.suppressions, index, shown: owners.stores.shown },
      rules: { pass: (all) => Promise.resolve([...all]) },
      screening: { catchUp: () => Promise.resolve() },
    });
    const holdings: { id: number; contact: OwnerContact }[] = [];
    for await (const page of owners.stores.holdings.pages()) holdings.push(...page);
    const idOf = (name: string) => holdings.find(({ contact }) => contact.firstName === name)?.id ?? 0;
    const why = { reason: 'returned mail', by: 'Alex', actor: 'operator:Alex' };
    const phones: TypedOwner['phones'] = [{ number: '5552020201', type: 'mobile', doNotCall: 'no' }];
    await corrections.add(idOf('Jane'), { name: 'Zoe Roe', phones, emails: [] }, why);
    await corrections.add(idOf('Willa'), { emails: ['willa@example.com'] }, why);
    server.waiting.push({
      files: {
        Email: [
          ['willa', emailHash('willa@example.com')],
          ['unknown', emailHash('zoe@example.com')],
        ],
        Phone: [
          ['former', phoneHash('5552010101')],
          ['corrected', phoneHash('5552020201')],
        ],
      },
    });
    await run(Infinity, true, { ...OPTIONS, isDeleting: false });
    // A run that deletes nothing only adds entries: two for Jane's record (as on file, and as corrected), one for Willa's.
    const { rows } = await suppressionPage(service.database, { all: false, limit: 100 });
    expect(rows).toHaveLength(3);
    await run(Infinity, true);
    expect(Object.fromEntries(server.statuses)).toEqual({ former: 3, corrected: 3, willa: 3, unknown: 5 });
    expect(await held()).toEqual(['Ann', 'Bob']);
  });

  it('deletes records that are not exempt, with their joined records, and keeps exempt ones', async () => {
    await owners.load(
      'Address,City,State,Zip,First Name,Last Name,Mobile-1\n12 Oak St,Dayton,OH,45402,Jane,Doe,5552010101\n',
      {
        source: 'vendor',
      },
    );
    server.waiting.push({
      files: {
        Email: [['jane', emailHash('Jane@example.com')]],
        Phone: [['janes', phoneHash('555-201-0101')]],
      },
    });
    expect(await held()).toEqual(['Ann', 'Bob', 'Jane', 'Jane', 'Jane', 'Willa']);
    await run(Infinity, true, { ...OPTIONS, exempt: new Set(['roll']) });
    // The email is only in the roll, the phone in both sources.
    expect(Object.fromEntries(server.statuses)).toEqual({ jane: 2, janes: 3 });
    expect(await held()).toEqual(['Ann', 'Bob', 'Jane', 'Willa']);
  });
});

const AUGUST = Date.UTC(2026, 7, 1);
const day = (days: number): number => AUGUST + days * MS_PER_DAY;
const batchOf = (takenDay: number | null, state: DropBatch['state']): DropBatch => ({
  id: `batch ${takenDay ?? ''}`,
  service: 'production',
  way: 'api',
  state,
  createdAt: AUGUST,
  takenAt: takenDay === null ? null : day(takenDay),
  answeredAt: null,
});

const findings = (batches: readonly DropBatch[], nowDay: number, set: number | null = null) =>
  dropFindings(
    { batches: () => Promise.resolve([...batches]) } as unknown as DropStore,
    { now: () => day(nowDay) },
    set,
  );

describe('the deadlines of DROP', () => {
  it('are 45 days, and 30 from 2027 on, unless the operator sets another number', () => {
    const days = (nowMs: number, set: number | null = null) => deadlinesOf([], nowMs, set).periodDays;
    expect([days(AUGUST), days(Date.UTC(2026, 11, 31, 23)), days(Date.UTC(2027, 0, 1))]).toEqual([
      45, 45, 30,
    ]);
    expect(days(AUGUST, 20)).toBe(20);
  });

  it('warn a week before the lists have to be fetched again, except operators who never used DROP', async () => {
    expect(await findings([], 1_000)).toEqual([]);
    const batches = [batchOf(10, 'answered'), batchOf(3, 'answered')];
    expect(await findings(batches, 48)).toEqual([]);
    expect(await findings(batches, 49)).toEqual([
      expect.stringContaining('have to be fetched by 2026-09-25'),
    ]);
    expect(await findings(batches, 20, 15)).toEqual([expect.stringContaining('every 15 days')]);
  });

  it('warn a week before statuses are due, even after later downloads that failed', async () => {
    expect(await findings([batchOf(10, 'listed'), batchOf(3, 'answered')], 47)).toEqual([]);
    expect(await findings([batchOf(10, 'listed'), batchOf(3, 'answered')], 49)).toEqual([
      expect.stringContaining('statuses that DROP waits for are due 2026-09-25'),
    ]);
    expect(await findings([batchOf(null, 'asked'), batchOf(3, 'answered')], 49)).toEqual([
      expect.stringContaining('have to be fetched by 2026-09-18'),
    ]);
  });
});
