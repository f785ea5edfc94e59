// Engines: SQLite, PostgreSQL at a release

import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedLinks, type FileStore } from '../../platform/storage/index.js';
import {
  arrivalOf,
  MAPPING,
  StreetDirectory,
  temporaryJobs,
  type TemporaryJobs,
} from '../../testing/job-pipeline.js';
import { startS3, S3_CREDENTIALS } from '../../testing/s3-server.js';
import { openS3 } from '../../testing/s3-store.js';
import { JobEntity } from './entities.js';
import { uploadName } from './files.js';
import { Downloads, JobLinks, Jobs, Uploads } from './index.js';

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n';
const ROOMY = { maxBytes: 1_000_000 };

/** A test's store that behaves like one with URLs of its own. */
const elsewhere = (store: FileStore): FileStore =>
  new Proxy(store, {
    get: (target, name: keyof FileStore) =>
      name === 'link' || name === 'uploadLink'
        ? (file: string) => Promise.resolve(new URL(`https://store.test/${file}`))
        : target[name].bind(target),
  });
const nameIn = (url: string) => new URL(url).pathname.slice(1);

let world: TemporaryJobs;
let jobs: Jobs;
let links: JobLinks;
beforeEach(async () => {
  world = await temporaryJobs({ uploadMethod: 'presigned' });
  const { clock } = world;
  const store = elsewhere(world.store);
  links = new JobLinks({
    signed: new SignedLinks(Buffer.alloc(32, 1), clock),
    store,
    config: { uploadMethod: 'presigned', uploadTtlSeconds: 3_600, downloadTtlSeconds: 900 },
    isInForce: () => Promise.resolve(true),
    baseUrl: () => 'http://server.test',
  });
  jobs = new Jobs({ ...world, links, store });
});
afterEach(() => world.remove());

describe('files in a store that clients reach themselves', () => {
  it('are sent to a URL that is fixed with the job, and the job has them once they are marked', async () => {
    const body = { filename: 'leads.csv', columnMapping: MAPPING };
    const { value } = await jobs.create(world.caller, body, 'key');
    const again = await jobs.create(world.caller, body, 'key');
    expect(again.value).toEqual(value);
    await expect(jobs.markUploaded(world.caller, value.jobId)).rejects.toThrow('not been uploaded');
    await world.store.write(nameIn(value.uploadUrl), Readable.from([Buffer.from(FILE)]), ROOMY);
    await jobs.markUploaded(world.caller, value.jobId);
    world.startWorker(new StreetDirectory().add('1 Elm St'));
    expect(await world.until(value.jobId, 'preview', 'failed')).toMatchObject({ matchedRows: 1 });
  });

  it('are fetched from there, by a link of the server that checks the key first', async () => {
    const { database, clock, audit, store, caller, results } = world;
    const owners = {
      read: () => Promise.resolve(new Map<number, null>()),
      addresses: () => Promise.resolve(new Map<number, null>()),
      at: () => Promise.resolve([]),
    };
    world.startWorker(new StreetDirectory().add('1 Elm St'));
    const jobId = await world.upload(FILE);
    await world.until(jobId, 'preview');
    await world.jobs.confirm(caller, jobId);
    const { downloadUrl } = await world.until(jobId, 'completed');
    const query = Object.fromEntries(new URL(downloadUrl ?? '').searchParams);
    const downloads = new Downloads({
      database,
      clock,
      audit,
      links,
      results,
      owners,
      store: elsewhere(store),
    });
    expect((await downloads.open(jobId, query)).url?.href).toBe(`https://store.test/${jobId}/result`);
  });
});

describe('a file that is marked a second time, with another one sent between', () => {
  it('is the one that was marked first', async () => {
    const { database, caller } = world;
    const s3 = await startS3();
    const inBucket = await openS3(s3.storageUrl('files'), S3_CREDENTIALS);
    let goOn: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (goOn = resolve));
    const slow = new Proxy(inBucket, {
      get: (target, name: keyof FileStore) =>
        name === 'seal'
          ? async (...given: Parameters<FileStore['seal']>) => {
              await late;
              return target.seal(...given);
            }
          : target[name].bind(target),
    });
    const jobsOn = (store: FileStore) => new Jobs({ ...world, links, store });
    const jobId = await world.create();
    const job = await database.read.findOneByOrFail(JobEntity, { id: jobId });
    const link = String(await inBucket.uploadLink(uploadName(jobId, String(job.uploadVersion)), 60));
    await fetch(link, { method: 'PUT', body: FILE });
    const second = jobsOn(slow).markUploaded(caller, jobId);
    await jobsOn(inBucket).markUploaded(caller, jobId);
    await fetch(link, { method: 'PUT', body: 'Address,City,State,Zip\n' });
    goOn();
    await expect(second).rejects.toMatchObject({ code: 'job_status_conflict', currentStatus: 'uploaded' });
    world.startWorker(new StreetDirectory().add('1 Elm St'), { files: inBucket });
    expect(await world.until(jobId, 'preview', 'failed')).toMatchObject({ totalRows: 1 });
    await s3.close();
  });
});

describe('files in a bucket that does not answer', () => {
  it('are waited for longer than all attempts of a task take', async () => {
    const s3 = await startS3();
    const inBucket = await openS3(s3.storageUrl('files'), S3_CREDENTIALS);
    const jobId = await world.upload(FILE);
    for (const { name } of await world.store.list(jobId))
      await inBucket.write(name, await world.store.read(name), ROOMY);
    s3.faults.push(...Array.from({ length: 30 }, () => ({ status: 503, code: 'SlowDown' })));
    const worker = world.startWorker(new StreetDirectory().add('1 Elm St'), { files: inBucket });
    await world.whileTimePasses(async () => {
      await vi.waitFor(() => expect(s3.faults).toEqual([]), { timeout: 30_000 });
      expect(await world.until(jobId, 'preview', 'failed')).toMatchObject({ matchedRows: 1 });
    });
    await worker.stop();
    await s3.close();
  });
});

describe('an upload that replaces another', () => {
  it('is the job’s even if the store cannot remove the previous one', async () => {
    const { caller } = world;
    const jobId = await world.create();
    // Only the first removal fails, of the previous file: a removal of the job's own file would succeed.
    let keeps = true;
    const store = new Proxy(world.store, {
      get: (target, name: keyof FileStore) =>
        name === 'remove' && keeps
          ? () => {
              keeps = false;
              return Promise.reject(new Error('EIO'));
            }
          : target[name].bind(target),
    });
    await new Uploads({ ...world, links, store }).direct(caller, jobId, arrivalOf(FILE));
    world.startWorker(new StreetDirectory().add('1 Elm St'));
    expect(await world.until(jobId, 'preview', 'failed')).toMatchObject({ matchedRows: 1 });
  });
});
