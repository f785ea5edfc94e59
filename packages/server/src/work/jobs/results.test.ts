// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerRecord } from '../../directory/index.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../testing/job-pipeline.js';
import { gate } from '../../testing/waiting.js';
import { requireJob } from './job-rows.js';
import { Downloads, jobFindings, Jobs, Results } from './index.js';

const STREETS = ['1 Elm St', '2 Oak St', '3 Fir St', '4 Ash St', '5 Bay St'];
let world: TemporaryJobs;
beforeEach(async () => {
  world = await temporaryJobs();
  world.startWorker(
    STREETS.reduce((all, street) => all.add(street, { lastName: 'Quick' }), new StreetDirectory()),
  );
});
afterEach(() => world.remove());

const completed = async (streets = STREETS.slice(0, 3)): Promise<string> => {
  const lines = streets.map((street) => `${street},Austin,TX,78701`);
  const jobId = await world.upload(['Address,City,State,Zip', ...lines, ''].join('\n'));
  await world.until(jobId, 'preview');
  await world.jobs.confirm(world.caller, jobId);
  await world.until(jobId, 'completed');
  return jobId;
};

/** A server after the owner at 2 Oak St opted out, where each check of a result waits for `pass`. */
const serverWhere = (pass: () => Promise<void>, wait: () => Promise<unknown>) => {
  const needs = {
    ...world,
    listVersion: () => Promise.resolve(1),
    pass: async (owners: readonly OwnerRecord[]) => {
      await pass();
      return owners.map((owner) => (owner.propertyAddress === '2 Oak St' ? null : owner));
    },
  };
  const results = new Results(needs, wait);
  const parts = { ...needs, results };
  const jobs = new Jobs(parts);
  return {
    results,
    downloads: new Downloads(parts),
    get: (jobId: string) => jobs.get(world.caller, jobId),
    current: async (jobId: string) => results.current(await requireJob(world.database.read, { id: jobId })),
  };
};
const atOnce = () => Promise.resolve();
const never = () => new Promise<void>(() => undefined);
const BEFORE = { matchedRows: 3, refundCents: null };
const AFTER = { matchedRows: 2, refundCents: 4 };

describe('a job with a result that must be checked', () => {
  it('is answered as it was while the check takes long, and as it is afterwards', async () => {
    const jobId = await completed();
    const held = gate();
    let checks = 0;
    const server = serverWhere(() => {
      checks += 1;
      return held.opened;
    }, atOnce);
    for (const _ of ['once', 'again']) expect(await server.get(jobId)).toMatchObject(BEFORE);
    const rows = server.downloads.firstRows(world.caller, jobId);
    held.open();
    // The rows themselves waited for the check.
    expect((await rows).map(({ owner }) => owner?.lastName)).toEqual(['Quick', undefined, 'Quick']);
    expect(await server.get(jobId)).toMatchObject(AFTER);
    // The check of both requests read the result once to see what changes, and once to write it.
    expect(checks).toBe(2);
    expect(await jobFindings(world.jobStore)).toEqual([]);
  });

  it('is answered as it is if the check ends in time', async () => {
    const jobId = await completed();
    expect(await serverWhere(atOnce, never).get(jobId)).toMatchObject(AFTER);
  });

  it('is checked again if the check failed after the answer', async () => {
    const jobId = await completed();
    const held = gate();
    let isBroken = true;
    let wait: () => Promise<unknown> = atOnce;
    const server = serverWhere(
      async () => {
        await held.opened;
        if (isBroken) throw new Error('the list cannot be read');
      },
      () => wait(),
    );
    expect(await server.get(jobId)).toMatchObject(BEFORE);
    const download = server.current(jobId);
    held.open();
    await expect(download).rejects.toThrow('the list cannot be read');
    isBroken = false;
    wait = never;
    expect(await server.get(jobId)).toMatchObject(AFTER);
  });

  it('keeps its result if the server stops during the check, and the next server checks it', async () => {
    const jobId = await completed();
    const before = await world.result(jobId);
    const held = gate();
    const server = serverWhere(() => held.opened, atOnce);
    expect(await server.get(jobId)).toMatchObject(BEFORE);
    const stopped = server.results.close();
    held.open();
    await stopped;
    expect(await world.result(jobId)).toBe(before);
    expect(await server.get(jobId)).toMatchObject(BEFORE);
    await expect(server.current(jobId)).rejects.toThrow('the server stops');
    expect(await serverWhere(atOnce, never).get(jobId)).toMatchObject(AFTER);
  });
});

describe('a result that is rewritten while the list grows', () => {
  it('is refunded for each owner that it lacks, with free repeats as well', async () => {
    await world.remove();
    world = await temporaryJobs({ freeRepeatDays: 30 });
    world.startWorker(STREETS.reduce((all, street) => all.add(street), new StreetDirectory()));
    const jobId = await completed();
    let asked = 0;
    const results = new Results({
      ...world,
      listVersion: () => Promise.resolve(1),
      // The owner at 3 Fir St opts out between the look for changes and their writing.
      pass: (owners) => {
        asked += 1;
        const left = asked === 1 ? ['2 Oak St'] : ['2 Oak St', '3 Fir St'];
        return Promise.resolve(
          owners.map((owner) => (left.includes(owner.propertyAddress ?? '') ? null : owner)),
        );
      },
    });
    const job = await requireJob(world.database.read, { id: jobId });
    expect(await results.current(job)).toMatchObject({ matchedRows: 1, withheldRows: 2, refundCents: 8 });
    expect((await world.result(jobId)).split('\n').filter((row) => row.includes('Matched'))).toHaveLength(1);
    expect(await jobFindings(world.jobStore)).toEqual([]);
  });
});

describe('checks of results', () => {
  it('run one at a time for an account and two in the server, and no account waits behind all of another', async () => {
    const accounts = ['one', 'one', 'one', 'two', 'three'];
    const jobs = [];
    for (const [at, accountId] of accounts.entries()) {
      const id = await completed(STREETS.slice(0, at + 1));
      jobs.push({ ...(await requireJob(world.database.read, { id })), accountId });
    }
    const begun: string[] = [];
    const running = new Set<string>();
    const held = gate();
    let asked = 0;
    const results = new Results({
      ...world,
      listVersion: () => {
        asked += 1;
        return Promise.resolve(1);
      },
      // A job is known by its number of rows.
      pass: async (owners) => {
        const account = String(accounts[owners.length - 1]);
        expect(running).not.toContain(account);
        running.add(account);
        expect(running.size).toBeLessThanOrEqual(2);
        begun.push(account);
        await held.opened;
        running.delete(account);
        return [...owners];
      },
    });
    const checks = jobs.map((job) => results.current(job));
    // Each job reads the list's version once. The first job of each of the three accounts reads it again when it may begin, and each of
    // the two running checks once more: after that many reads, the third account waits.
    while (begun.length < 2 || asked < jobs.length + 3 + 2)
      await new Promise((resolve) => setImmediate(resolve));
    held.open();
    await Promise.all(checks);
    expect([begun.slice(0, 3).sort(), begun.slice(3)]).toEqual([
      ['one', 'three', 'two'],
      ['one', 'one'],
    ]);
  });
});

describe('rows with the same cells', () => {
  /** Matches the rows of a street to two records in turn, which are the same but for their ids. */
  class TwinDirectory extends StreetDirectory {
    override async match(leads: Parameters<StreetDirectory['match']>[0]) {
      const results = await super.match(leads);
      return results.map((result, at) =>
        result.matched ? { ...result, ownerRecordId: 1 + (at % 2) } : result,
      );
    }
  }

  it('are judged once, and refunded each', async () => {
    const jobId = await completed(
      Array.from({ length: 500 }, (_, at) => (at % 2 === 0 ? '1 Elm St' : '2 Oak St')),
    );
    const asked: (string | null)[] = [];
    const needs = {
      ...world,
      listVersion: () => Promise.resolve(1),
      pass: (owners: readonly OwnerRecord[]) => {
        asked.push(...owners.map(({ propertyAddress }) => propertyAddress));
        return Promise.resolve(owners.map((owner) => (owner.propertyAddress === '2 Oak St' ? null : owner)));
      },
    };
    const job = await requireJob(world.database.read, { id: jobId });
    expect(await new Results(needs).current(job)).toMatchObject({
      matchedRows: 250,
      withheldRows: 250,
      refundCents: 1_000,
    });
    // Once to see what changes, and once to write it.
    expect(asked).toEqual(['1 Elm St', '2 Oak St', '1 Elm St', '2 Oak St']);
    const [, ...rows] = (await world.result(jobId)).trimEnd().split('\n');
    expect(rows.map((row) => row.includes('Matched'))).toEqual(
      Array.from({ length: 500 }, (_, at) => at % 2 === 0),
    );
    expect(await jobFindings(world.jobStore)).toEqual([]);
  });

  it('are judged by the records that each of them matched', async () => {
    await world.remove();
    world = await temporaryJobs();
    const twins = new TwinDirectory();
    for (const street of ['1 Elm St', '2 Oak St']) twins.add(street, { lastName: 'Quick' });
    world.startWorker(twins);
    const jobId = await completed(Array.from({ length: 6 }, () => '1 Elm St'));
    const owners = {
      ...world.owners,
      read: async (ids: readonly number[]) =>
        new Map([...(await twins.read(ids))].map(([id, owner]) => [id, id === 2 ? null : owner])),
    };
    const results = new Results({ ...world, owners, listVersion: () => Promise.resolve(1) });
    const job = await requireJob(world.database.read, { id: jobId });
    expect(await results.current(job)).toMatchObject({ matchedRows: 3, refundCents: 12 });
    const [, ...rows] = (await world.result(jobId)).trimEnd().split('\n');
    expect(rows.map((row) => row.includes('Quick'))).toEqual([true, false, true, false, true, false]);
  });
});
