import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setup, temporaryFolder, csv, failure, request } from '../testing/harness.js';
import { reply } from '../testing/index.js';

describe('a job', () => {
  it('goes from creation to the enriched file', async () => {
    const context = await setup();
    const { client, server } = context;
    const folder = await temporaryFolder();
    const job = await client.jobs.create(request);
    expect(await job.upload(csv)).toMatchObject({ status: 'uploaded' });
    expect(await job.waitForPreview()).toMatchObject({
      status: 'preview',
      matchedRows: 2,
      totalChargeCents: 8,
    });
    expect(await job.confirm({ maxCostCents: 8, expectedTotalCents: 8 })).toMatchObject({
      totalChargeCents: 8,
    });
    expect(await job.waitForCompleted()).toMatchObject({ status: 'completed' });
    const output = join(folder, 'leads.enriched.csv');
    expect(await job.download(output)).toEqual({ bytes: server.service.enriched.length });
    expect(await readFile(output)).toEqual(Buffer.from(server.service.enriched));
    expect(await readdir(folder)).toEqual(['leads.enriched.csv']);
    expect((await client.jobs.list()).map(({ id }) => id)).toEqual([job.id]);
    expect(await client.jobs.get(job.id)).toMatchObject({ status: 'completed' });
  });

  it('is not thenable, so that it can be awaited for', async () => {
    const { client } = await setup();
    expect('then' in client.jobs.handle('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90')).toBe(false);
    expect(() => client.jobs.handle('')).toThrow(expect.objectContaining({ code: 'configuration' }));
  });
});

describe('the list of jobs', () => {
  /** An account with jobs, oldest first. */
  async function jobs(count: number) {
    const context = await setup();
    const made: string[] = [];
    for (let at = 0; at < count; at++) made.push((await context.client.jobs.create(request)).id);
    const iterated = async () => {
      const ids: string[] = [];
      for await (const { id } of context.client.jobs.list()) ids.push(id);
      return ids;
    };
    return { ...context, newest: made.reverse(), iterated };
  }

  it('has the 50 most recent if it is awaited, and all if it is iterated, each once', async () => {
    const { client, server, newest, iterated } = await jobs(120);
    expect((await client.jobs.list()).map(({ id }) => id)).toEqual(newest.slice(0, 50));
    expect(server.seen('listSkipTraceJobs')).toHaveLength(1);
    expect(await iterated()).toEqual(newest);
    expect(server.seen('listSkipTraceJobs')).toHaveLength(4);
    const older = await client.jobs.list({ before: newest[99] });
    expect(older.map(({ id }) => id)).toEqual(newest.slice(100));
  });

  it.each([0, 50])('of %i jobs ends', async (count) => {
    const { newest, iterated } = await jobs(count);
    expect(await iterated()).toEqual(newest);
  });

  it('ends with an error at a server that lists the most recent jobs only', async () => {
    const { server, iterated } = await jobs(60);
    const page = { jobs: [...server.service.jobs.values()].reverse().slice(0, 50) };
    server.script('listSkipTraceJobs', reply(200, page), reply(200, page));
    expect(await failure(iterated())).toMatchObject({ code: 'not_offered' });
  });

  it('refuses an id that is not a job of the account', async () => {
    const { client } = await setup();
    expect(await failure(client.jobs.list({ before: 'abc' }))).toMatchObject({ code: 'bad_request' });
  });
});
