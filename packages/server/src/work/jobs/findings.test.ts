// Engines: SQLite, PostgreSQL at a release

import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isIntakeFolder } from '../../directory/index.js';
import { MS_PER_DAY } from '../../platform/clock.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../testing/job-pipeline.js';
import { fileFindings, jobFindings } from './index.js';

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n';

describe('the doctor of jobs', () => {
  let world: TemporaryJobs;
  let completed: string;
  let previewed: string;
  beforeAll(async () => {
    world = await temporaryJobs();
    const worker = world.startWorker(new StreetDirectory().add('1 Elm St'));
    completed = await world.upload(FILE);
    previewed = await world.upload(FILE);
    for (const jobId of [completed, previewed]) await world.until(jobId, 'preview');
    await world.jobs.confirm(world.caller, completed);
    await world.until(completed, 'completed');
    await worker.stop();
  });
  afterAll(() => world.remove());

  const findings = async () => (await jobFindings(world.jobStore)).join('\n');
  /** The doctor's findings while the data is damaged; it is repaired afterwards. */
  async function findingsWhile(damage: string, repair: string): Promise<string> {
    await world.database.write((tx) => tx.query(damage));
    const found = await findings();
    await world.database.write((tx) => tx.query(repair));
    return found;
  }

  it('finds nothing when every job paid its total, or nothing', async () => {
    expect(await findings()).toBe('');
  });

  it('finds a charge that is not the previewed total', async () => {
    const set = (cents: number) => `UPDATE jobs SET total_charge_cents = ${cents} WHERE id = '${completed}'`;
    expect(await findingsWhile(set(8), set(4))).toContain(completed);
  });

  it('finds a job that was paid for but never confirmed, and one that was confirmed but never paid for', async () => {
    const move = (from: string, to: string) =>
      `UPDATE ledger_records SET reference = '${to}' WHERE reference = '${from}'`;
    const found = await findingsWhile(move(completed, previewed), move(previewed, completed));
    expect(found).toContain(`${completed} (completed)`);
    expect(found).toContain(`${previewed} (preview)`);
  });

  it('finds a charge without its job', async () => {
    const move = (from: string, to: string) =>
      `UPDATE ledger_records SET reference = '${to}' WHERE reference = '${from}'`;
    expect(await findingsWhile(move(completed, 'lost'), move('lost', completed))).toContain('lost (missing)');
  });

  it('finds a job that failed after it was paid for, without the refund', async () => {
    const set = (status: string) => `UPDATE jobs SET status = '${status}' WHERE id = '${completed}'`;
    expect(await findingsWhile(set('failed'), set('completed'))).toContain('4 cents are charged');
  });

  it('finds a job that waits for a task that was never queued', async () => {
    const set = (status: string) => `UPDATE jobs SET status = '${status}' WHERE id = '${previewed}'`;
    expect(await findingsWhile(set('processing'), set('preview'))).toContain('no task of it is queued');
  });
});

describe('the doctor of files', () => {
  let world: TemporaryJobs;
  let completed: string;
  beforeEach(async () => {
    world = await temporaryJobs();
    const worker = world.startWorker(new StreetDirectory().add('1 Elm St'));
    completed = await world.upload(FILE);
    await world.until(completed, 'preview');
    await world.jobs.confirm(world.caller, completed);
    await world.until(completed, 'completed');
    await worker.stop();
  });
  afterEach(() => world.remove());

  const findings = () => fileFindings(world.database, world.store, world.clock, isIntakeFolder);
  const at = (...names: string[]) => path.join(world.folder, 'files', ...names);

  it('finds nothing when each file has its job and each job its files', async () => {
    await world.create();
    expect(await findings()).toEqual([]);
  });

  it('finds a folder without a job', async () => {
    await mkdir(at('gone'));
    expect(await findings()).toEqual(['the files in files/gone belong to no job']);
  });

  it('finds an upload that is not its job’s, once it is too old to be still arriving', async () => {
    await writeFile(at(completed, 'upload-left'), 'x');
    // Files carry the system's time, not the test clock's.
    world.clock.ms = Date.now();
    expect(await findings()).toEqual([]);
    world.clock.ms = Date.now() + 2 * MS_PER_DAY;
    expect(await findings()).toEqual([`files/${completed}/upload-left is not the upload of its job`]);
  });

  it('finds a result that was cut short, and one that is gone', async () => {
    await truncate(at(completed, 'result'), 7);
    expect((await findings()).join()).toMatch(/its result has 7 bytes instead of \d+/);
    await rm(at(completed, 'result'));
    expect(await findings()).toEqual([`job ${completed} is completed, but its result is gone`]);
  });
});
