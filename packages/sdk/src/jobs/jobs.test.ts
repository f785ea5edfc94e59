import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { setup, temporaryFolder, csv, request } from '../testing/harness.js';

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
