// Engines: SQLite, PostgreSQL at a release

import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../../testing/job-pipeline.js';
import type { Directory } from '../index.js';

let world: TemporaryJobs;
beforeEach(async () => {
  world = await temporaryJobs();
});
afterEach(() => world.remove());

const ROWS = ['1 Elm St,Austin,TX,78701', '9 Nowhere Rd,Reno,NV,89501', '2 Oak Ave,Dayton,OH,45402'];
const FILE = `Address,City,State,Zip\n${ROWS.join('\n')}\n`;
const owners = () =>
  new StreetDirectory()
    .add('1 Elm St', { firstName: 'Vera' })
    .add('2 Oak Ave', { firstName: 'Ana', emails: ['ana@example.com'] });

// With a racing clock, another lane would see the first one's lease expire.
const ONE_LANE = { queue: { laneMaxWeights: [Number.MAX_SAFE_INTEGER] } };

const ended = (jobId: string, ...statuses: string[]) =>
  world.whileTimePasses(() => world.until(jobId, ...statuses));

const fileOf = (jobId: string, name: string) => path.join(world.folder, 'files', jobId, name);
/** A file of which only the beginning of the name is known. */
async function startingWith(jobId: string, beginning: string): Promise<string> {
  const names = await readdir(path.join(world.folder, 'files', jobId));
  return fileOf(jobId, names.find((name) => name.startsWith(beginning)) ?? '');
}
const uploadOf = (jobId: string) => startingWith(jobId, 'upload-');
const matchesOf = (jobId: string) => startingWith(jobId, 'matches-0');

const removed = (file: string) => rm(file);
const cutShort = async (file: string) => truncate(file, (await readFile(file)).length - 5);
/** Clears the first row's owner, which would make it a row without a match. */
async function flipped(file: string) {
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, 0, 6));
}

async function previewed(): Promise<string> {
  const worker = world.startWorker(owners(), ONE_LANE);
  const jobId = await world.upload(FILE);
  expect(await world.until(jobId, 'preview')).toMatchObject({ matchedRows: 2, totalChargeCents: 8 });
  await worker.stop();
  return jobId;
}

describe('a file that is damaged after the preview', () => {
  it.each<[string, (jobId: string) => Promise<void>]>([
    ['the record of matches is gone', async (jobId) => removed(await matchesOf(jobId))],
    ['the record of matches is cut short', async (jobId) => truncate(await matchesOf(jobId), 10)],
    ['the record of matches is empty', async (jobId) => truncate(await matchesOf(jobId), 0)],
    ['a match in it has become none', async (jobId) => flipped(await matchesOf(jobId))],
    ['the upload is gone', async (jobId) => removed(await uploadOf(jobId))],
    ['the upload is cut short', async (jobId) => cutShort(await uploadOf(jobId))],
  ])('fails the job and gives the charge back: %s', async (_, damage) => {
    const jobId = await previewed();
    await world.jobs.confirm(world.caller, jobId);
    await damage(jobId);
    world.startWorker(owners(), ONE_LANE);
    expect(await ended(jobId, 'failed', 'completed')).toMatchObject({
      status: 'failed',
      refundCents: 8,
      downloadUrl: null,
    });
    expect(await world.ledger()).toEqual([
      ['job_refund', 8],
      ['job_charge', -8],
      ['top_up', 1_000_000],
    ]);
  });

  it.each<[string, (jobId: string) => Promise<void>]>([
    ['gone', (jobId) => removed(fileOf(jobId, 'survey'))],
    ['cut short', (jobId) => truncate(fileOf(jobId, 'survey'), 40)],
    [
      'changed',
      async (jobId) => {
        const text = await readFile(fileOf(jobId, 'survey'), 'utf8');
        await writeFile(fileOf(jobId, 'survey'), text.replace('"rows":3', '"rows":2'));
      },
    ],
  ])('is made again where the upload says it all: the survey is %s', async (_, damage) => {
    const whole = await previewed();
    const jobId = await previewed();
    await damage(jobId);
    world.startWorker(owners(), ONE_LANE);
    for (const id of [whole, jobId]) {
      await world.jobs.confirm(world.caller, id);
      await ended(id, 'completed', 'failed');
    }
    expect(await world.result(jobId)).toBe(await world.result(whole));
  });

  it('fails the job and refunds the charge when an owner’s record is missing', async () => {
    const jobId = await previewed();
    await world.jobs.confirm(world.caller, jobId);
    const known = owners();
    const forgetful: Directory = {
      match: (leads) => known.match(leads),
      read: async (ids) => new Map([...(await known.read(ids))].slice(1)),
    };
    world.startWorker(forgetful, ONE_LANE);
    expect(await ended(jobId, 'failed', 'completed')).toMatchObject({ status: 'failed', refundCents: 8 });
  });

  it('recreates a part of the result that is missing when the parts are joined', async () => {
    const jobId = await previewed();
    await world.jobs.confirm(world.caller, jobId);
    let joins = 0;
    const files = new Proxy(world.store, {
      get(target, name: keyof TemporaryJobs['store']) {
        if (name !== 'join') return target[name].bind(target);
        return async (...args: Parameters<TemporaryJobs['store']['join']>) => {
          if (joins++ === 0) await removed(fileOf(jobId, 'result-0'));
          return target.join(...args);
        };
      },
    });
    world.startWorker(owners(), { ...ONE_LANE, files });
    expect(await ended(jobId, 'failed', 'completed')).toMatchObject({ status: 'completed' });
    expect(joins).toBe(2);
    expect((await world.result(jobId)).match(/Matched/g)).toHaveLength(2);
  });

  it.each<[string, (part: Buffer) => Buffer]>([
    ['cut short', (part) => part.subarray(0, part.length - 20)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (part) => Buffer.from(part.toString().replace('Vera', 'Nora'))],
    ['whole', (part) => part],
  ])('is made again when a killed worker left it: a part of the result is %s', async (what, damage) => {
    const [whole, jobId] = [await previewed(), await previewed()];
    await world.jobs.confirm(world.caller, whole);
    let part = Buffer.alloc(0);
    let writes = 0;
    const files = new Proxy(world.store, {
      get(target, name: keyof TemporaryJobs['store']) {
        if (name === 'join') {
          return async (...args: Parameters<TemporaryJobs['store']['join']>) => {
            if (part.length === 0) part = await readFile(fileOf(whole, 'result-0'));
            return target.join(...args);
          };
        }
        if (name !== 'write') return target[name].bind(target);
        return (...args: Parameters<TemporaryJobs['store']['write']>) => {
          writes += 1;
          return target.write(...args);
        };
      },
    });
    const worker = world.startWorker(owners(), { ...ONE_LANE, files });
    await world.until(whole, 'completed');
    expect(part.toString()).toContain('Vera');
    await writeFile(fileOf(jobId, 'result-0'), damage(part));
    writes = 0;
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed', 'failed');
    await worker.stop();
    expect(await world.result(jobId)).toBe(await world.result(whole));
    expect(writes).toBe(what === 'whole' ? 0 : 1);
  });

  it('is not served when it is the result', async () => {
    const jobId = await previewed();
    await world.jobs.confirm(world.caller, jobId);
    world.startWorker(owners(), ONE_LANE);
    const { downloadUrl } = await world.until(jobId, 'completed');
    const claim = Object.fromEntries(new URL(String(downloadUrl)).searchParams);
    await expect(world.downloads.open(jobId, claim)).resolves.toBeDefined();
    await cutShort(fileOf(jobId, 'result'));
    await expect(world.downloads.open(jobId, claim)).rejects.toMatchObject({ code: 'file_gone' });
  });
});

describe('before the preview', () => {
  it('a row without an answer fails the job: it is not a free miss', async () => {
    const known = owners();
    const silent: Directory = {
      match: async (leads) => (await known.match(leads)).slice(1),
      read: (ids) => known.read(ids),
    };
    const jobId = await world.upload(FILE);
    world.startWorker(silent, ONE_LANE);
    const job = await ended(jobId, 'failed', 'preview');
    expect(job).toMatchObject({ status: 'failed', matchedRows: null });
    expect(job.errorMessage).toMatch(/Server error.*Nothing was charged/);
  });

  it('a truncated upload fails the job: its last rows are not lost', async () => {
    const jobId = await world.upload(FILE);
    const upload = await uploadOf(jobId);
    await truncate(upload, FILE.indexOf('2 Oak'));
    world.startWorker(owners(), ONE_LANE);
    expect(await ended(jobId, 'failed', 'preview')).toMatchObject({ status: 'failed', totalRows: null });
  });

  it('a file that a killed worker left damaged is recreated', async () => {
    const whole = await previewed();
    const jobId = await world.upload(FILE);
    for (const name of ['survey', 'matches-0']) {
      await writeFile(fileOf(jobId, name), (await readFile(await startingWith(whole, name))).subarray(0, 30));
    }
    world.startWorker(owners(), ONE_LANE);
    expect(await ended(jobId, 'failed', 'preview')).toMatchObject({ status: 'preview', matchedRows: 2 });
  });
});
