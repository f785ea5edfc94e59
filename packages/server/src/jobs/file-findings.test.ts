import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../clock.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../testing/job-pipeline.js';
import { fileFindings } from './index.js';

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n';

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

const findings = () => fileFindings(world.database, world.store, world.clock);
const at = (...names: string[]) => path.join(world.folder, 'files', ...names);

describe('the doctor of files', () => {
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
