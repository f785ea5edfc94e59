// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR } from '../../platform/clock.js';
import { randomIds } from '../../platform/ids.js';
import { TaskEntity } from '../../platform/queue/index.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../testing/job-pipeline.js';
import { JobEntity, jobFindings, JobSweep, retentionFindings } from './index.js';

let world: TemporaryJobs;
let sweep: JobSweep;
const purgeRetired = vi.fn((_beforeMs: number) => Promise.resolve(0));
beforeEach(async () => {
  world = await temporaryJobs();
  const { database, jobStore, clock, store, queue } = world;
  sweep = new JobSweep({
    database,
    jobStore,
    clock,
    store,
    queue,
    directory: { purgeRetired },
    config: { retentionDays: 30, discardedDays: 1, previewDays: 10, jobNamesDays: 40 },
  });
});
afterEach(() => world.remove());

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n';
const status = async (jobId: string) => (await world.jobs.get(world.caller, jobId)).status;
const finished = async (last: 'preview' | 'completed') => {
  const worker = world.startWorker(new StreetDirectory().add('1 Elm St'));
  const jobId = await world.upload(FILE);
  await world.until(jobId, 'preview');
  if (last === 'completed') {
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
  }
  await worker.stop();
  return jobId;
};

describe('the sweep', () => {
  it('cancels a job without a file after a day', async () => {
    const jobId = await world.create();
    world.clock.ms += MS_PER_DAY - 1;
    await sweep.run();
    expect(await status(jobId)).toBe('pending');
    world.clock.ms += 1;
    await sweep.run();
    expect(await status(jobId)).toBe('cancelled');
  });

  it('cancels a preview that was not confirmed in time', async () => {
    const jobId = await finished('preview');
    world.clock.ms += 10 * MS_PER_DAY - 1;
    await sweep.run();
    expect(await status(jobId)).toBe('preview');
    world.clock.ms += 1;
    await sweep.run();
    expect(await status(jobId)).toBe('cancelled');
  });

  it('removes the files of an ended job after the retention; a completed job stays completed', async () => {
    const jobId = await finished('completed');
    world.clock.ms += 30 * MS_PER_DAY - 1;
    await sweep.run();
    expect((await world.jobs.get(world.caller, jobId)).downloadUrl).not.toBeNull();
    world.clock.ms += 1;
    await sweep.run();
    expect(await world.jobs.get(world.caller, jobId)).toMatchObject({
      status: 'completed',
      downloadUrl: null,
    });
    expect(await world.store.folders()).toEqual([]);
  });

  it('deletes the name of an ended job, and what was wrong with its file', async () => {
    const { database, clock } = world;
    const config = { retentionDays: 30, discardedDays: 1, previewDays: 10, jobNamesDays: 40 };
    const completed = await finished('completed');
    await database.write((tx) =>
      tx.update(JobEntity, { id: completed }, { filename: 'Jane Doe.csv', errorMessage: 'no "Jane Doe"' }),
    );
    clock.ms += 40 * MS_PER_DAY - 1;
    await sweep.run();
    expect((await world.jobs.get(world.caller, completed)).filename).toBe('Jane Doe.csv');
    clock.ms += MS_PER_HOUR;
    expect((await sweep.swept()).jobsWithoutNames).toBe(1);
    expect(await world.jobs.get(world.caller, completed)).toMatchObject({
      status: 'completed',
      filename: 'deleted.csv',
      errorMessage: 'The reason is no longer stored.',
    });
    expect(JSON.stringify(await database.read.find(JobEntity))).not.toMatch(/Jane|"Address"|"City"/);
    clock.ms += MS_PER_HOUR;
    expect((await sweep.swept()).jobsWithoutNames).toBe(0);
    expect(await retentionFindings(database, clock, config)).toEqual([]);
  });

  it('is reported missing if no server does it', async () => {
    const config = { retentionDays: 30, discardedDays: 1, previewDays: 10, jobNamesDays: 40 };
    await finished('completed');
    world.clock.ms += 31 * MS_PER_DAY - 1;
    expect(await retentionFindings(world.database, world.clock, config)).toEqual([]);
    world.clock.ms += 1;
    expect(await retentionFindings(world.database, world.clock, config)).toEqual([
      expect.stringMatching(/^the file of 1 job should have been deleted/),
    ]);
    world.clock.ms += 10 * MS_PER_DAY;
    expect(await retentionFindings(world.database, world.clock, config)).toHaveLength(2);
  });

  it('removes the files of cancelled and failed jobs after a day', async () => {
    const cancelled = await world.upload(FILE);
    await world.jobs.cancel(world.caller, cancelled);
    const worker = world.startWorker(new StreetDirectory());
    const failed = await world.upload('no such column\n1\n');
    await world.until(failed, 'failed');
    await worker.stop();
    world.clock.ms += MS_PER_DAY - 1;
    await sweep.run();
    expect((await world.store.folders()).sort()).toEqual([cancelled, failed].sort());
    world.clock.ms += 1;
    await sweep.run();
    expect(await world.store.folders()).toEqual([]);
    expect([await status(cancelled), await status(failed)]).toEqual(['cancelled', 'failed']);
  });

  it('deletes jobs that ended without a charge after the retention, and no others', async () => {
    const completed = await finished('completed');
    const refunded = await finished('preview');
    await world.jobs.confirm(world.caller, refunded);
    await world.store.removeFolder(refunded);
    const worker = world.startWorker(new StreetDirectory());
    await world.until(refunded, 'failed');
    await worker.stop();
    const unsent = await world.create();
    const sent = await finished('preview');
    for (const jobId of [unsent, sent]) await world.jobs.cancel(world.caller, jobId);
    const ledger = await world.ledger();

    world.clock.ms += 30 * MS_PER_DAY - 1;
    await sweep.run();
    expect((await world.jobs.list(world.caller)).jobs).toHaveLength(4);
    world.clock.ms += MS_PER_HOUR;
    await sweep.run();
    const left = (await world.jobs.list(world.caller)).jobs.map(({ id }) => id);
    expect(left).toEqual([refunded, completed]);
    expect(await world.ledger()).toEqual(ledger);
    expect(await jobFindings(world.jobStore)).toEqual([]);
    expect(await world.store.folders()).toEqual([]);
  });

  it('keeps only the newest thousand cancelled jobs, but each for a day', async () => {
    const { database, accountId, clock } = world;
    const made = Array.from({ length: 1_200 }, () => ({
      id: randomIds.uuid(),
      accountId,
      status: 'cancelled' as const,
      filename: 'a.csv',
      mode: 'live' as const,
      columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' },
      origin: 'api' as const,
      createdAt: clock.ms,
      updatedAt: clock.ms,
    }));
    await database.write(async (tx) => {
      for (const job of made) await tx.insert(JobEntity, job);
    });
    clock.ms += MS_PER_HOUR;
    const pending = await world.create();
    await sweep.run();
    expect(await database.read.count(JobEntity)).toBe(1_201);
    clock.ms += MS_PER_DAY - MS_PER_HOUR;
    await sweep.run();
    expect(await database.read.count(JobEntity)).toBe(1_001);
    expect(await status(pending)).toBe('pending');
    expect(await database.read.existsBy(JobEntity, { id: made[199]?.id ?? '' })).toBe(false);
    expect(await database.read.existsBy(JobEntity, { id: made[200]?.id ?? '' })).toBe(true);
  });

  it('requeues a missing task that a job waits for', async () => {
    const jobId = await world.upload(FILE);
    await world.database.write((tx) => tx.delete(TaskEntity, { subject: jobId }));
    await sweep.run();
    expect(await world.database.read.findBy(TaskEntity, { subject: jobId })).toMatchObject([
      { kind: 'match' },
    ]);
  });

  it('removes uploads that no job refers to, and no others', async () => {
    const jobId = await finished('preview');
    const bytes = async function* () {
      yield await Promise.resolve(Buffer.from('x'));
    };
    await world.store.write(`${jobId}/upload-refused`, bytes(), { maxBytes: 1 });
    const before = (await world.store.list(jobId)).length;
    // Files carry the system's time, not the test clock's.
    world.clock.ms = Date.now() + 2 * MS_PER_DAY;
    await sweep.run();
    const left = (await world.store.list(jobId)).map(({ name }) => name);
    expect(left).toHaveLength(before - 1);
    expect(left).not.toContain(`${jobId}/upload-refused`);
  });

  it('keeps a folder without an id as its name: a bucket may be shared', async () => {
    const bytes = async function* () {
      yield await Promise.resolve(Buffer.from('theirs'));
    };
    const gone = randomIds.uuid();
    for (const folder of ['backups', gone])
      await world.store.write(`${folder}/2024-01-01`, bytes(), { maxBytes: 10 });
    world.clock.ms = Date.now() + 2 * MS_PER_DAY;
    await sweep.run();
    expect(await world.store.folders()).toEqual(['backups']);
    expect(await world.store.size('backups/2024-01-01')).toBe(6);
  });

  it('keeps the owner records that an unfinished job may refer to', async () => {
    await finished('preview');
    const started = world.clock.ms;
    world.clock.ms += 3 * MS_PER_DAY;
    await sweep.run();
    expect(purgeRetired).toHaveBeenLastCalledWith(started);
    world.clock.ms += 7 * MS_PER_DAY + MS_PER_HOUR;
    await sweep.run();
    expect(purgeRetired).toHaveBeenLastCalledWith(world.clock.ms - MS_PER_DAY);
  });
});
