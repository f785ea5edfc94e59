import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobSource } from '@skiptrace/csv';
import { contentDigest, inspectLeads } from '@skiptrace/csv/leads';
import { expect, it } from 'vitest';
import type { RunOptions } from '../index.js';
import { failure, setup, columnMapping, csv, fileOf } from '../testing/harness.js';
import { match, mockSkipTrace, reply, type ServiceOptions } from '../testing/index.js';

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  columnMapping,
  onPreview: () => 'confirm',
  ...more,
});

/** A server that honors idempotency keys, and clients of one account as on two machines. */
async function machines(service: ServiceOptions = {}) {
  const { client, server, clock } = await setup({}, { honorsKeys: true, ...service });
  const elsewhere = client.withOptions({});
  const spent = () => 100_000 - server.service.balanceCents;
  return { client, elsewhere, server, clock, spent };
}

it.each([true, false])(
  'a list that was paid is brought again, on any machine (dedupe: %s)',
  async (dedupe) => {
    const { client, elsewhere, server, spent } = await machines();
    const { path, folder } = await fileOf(csv);
    const first = await client.jobs.run(path, options({ dedupe }));
    expect(first).toMatchObject({ chargedCents: 8, paidBefore: false });
    const copy = join(folder, 'renamed.csv');
    await writeFile(copy, csv);
    const output = join(folder, 'out.csv');
    const onPreview = () => Promise.reject(new Error('asked although it was paid'));
    const tokens: string[] = [];
    const onResumeToken = (token: string) => void tokens.push(token);
    const again = await elsewhere.jobs.run(copy, options({ dedupe, output, onPreview, onResumeToken }));
    expect(again).toMatchObject({ outcome: 'completed', chargedCents: 0, paidBefore: true });
    expect(again.job).toMatchObject({ id: first.job.id, totalChargeCents: 8 });
    expect(await readFile(output)).toEqual(Buffer.from(server.service.enriched));
    expect([server.service.jobs.size, spent()]).toEqual([1, 8]);
    const [resumeToken = ''] = tokens;
    const resumed = await client.jobs.run(copy, options({ dedupe, output, force: true, resumeToken }));
    expect(resumed).toMatchObject({ chargedCents: 0, paidBefore: true });
  },
);

it('startOver makes and pays for a new job', async () => {
  const { client, server, spent } = await machines();
  const { path } = await fileOf(csv);
  await client.jobs.run(path, options());
  const again = await client.jobs.run(path, options({ startOver: true }));
  expect(again).toMatchObject({ chargedCents: 8, paidBefore: false });
  expect([server.service.jobs.size, spent()]).toEqual([2, 16]);
});

it('a job that waits for a decision is continued, and one that was cancelled is replaced', async () => {
  const { client, elsewhere, server, spent } = await machines();
  const { path } = await fileOf(csv);
  const died = client.jobs.run(path, options({ onPreview: () => Promise.reject(new Error('died')) }));
  await expect(died).rejects.toThrow('died');
  const cancelled = await elsewhere.jobs.run(path, options({ onPreview: () => 'cancel' }));
  expect(cancelled).toMatchObject({ outcome: 'cancelled', chargedCents: 0, paidBefore: false });
  expect(server.service.jobs.size).toBe(1);
  expect(await client.jobs.run(path, options())).toMatchObject({ outcome: 'completed', chargedCents: 8 });
  expect([server.service.jobs.size, spent()]).toEqual([2, 8]);
});

it('a cancelled job that is no longer in the list of jobs is replaced as well', async () => {
  const { client, server, spent } = await machines();
  const { path } = await fileOf(csv);
  await client.jobs.run(path, options({ onPreview: () => 'cancel' }));
  server.script('listSkipTraceJobs', reply(200, { jobs: [] }));
  expect(await client.jobs.run(path, options())).toMatchObject({ outcome: 'completed' });
  expect([server.service.jobs.size, spent()]).toEqual([2, 8]);
});

it('a list that requires a phone is another one', async () => {
  const { client, elsewhere, server, spent } = await machines();
  const { path } = await fileOf(csv);
  const all = await client.jobs.run(path, options());
  const some = await client.jobs.run(path, options({ requirePhone: true }));
  expect(some).toMatchObject({ chargedCents: 8, paidBefore: false, job: { requirePhone: true } });
  expect(some.job.id).not.toBe(all.job.id);
  const again = await elsewhere.jobs.run(path, options({ requirePhone: true }));
  expect([again.job.id, again.chargedCents]).toEqual([some.job.id, 0]);
  expect([server.service.jobs.size, spent()]).toEqual([2, 16]);
});

it('a job that counts matches without a phone is not paid for if the run requires a phone', async () => {
  const { client, spent } = await machines({ knowsRequirePhone: false });
  const { path } = await fileOf(csv);
  const run = client.jobs.run(path, options({ requirePhone: true }));
  expect(await failure(run)).toMatchObject({ code: 'not_offered' });
  expect(spent()).toBe(0);
});

it('two runs that start at the same time share one job and one charge', async () => {
  const { client, elsewhere, server, spent } = await machines();
  const { path } = await fileOf(csv);
  const both = await Promise.all([client.jobs.run(path, options()), elsewhere.jobs.run(path, options())]);
  expect(both.map(({ chargedCents, paidBefore }) => [chargedCents, paidBefore]).sort()).toEqual([
    [0, true],
    [8, false],
  ]);
  expect([server.service.jobs.size, spent()]).toEqual([1, 8]);
});

it('a changed file, other columns and another dedupe are other lists; so is a stream, which is read once', async () => {
  const { client, server } = await machines();
  const { path } = await fileOf(csv);
  await client.jobs.run(path, options());
  const changed = Buffer.from(csv.toString().replace('100', '200'));
  await client.jobs.run(changed, options({ filename: 'leads.csv' }));
  await client.jobs.run(path, options({ columnMapping: { ...columnMapping, city: 'Zip' } }));
  const repeats = Buffer.concat([csv, csv.subarray(csv.indexOf('100'))]);
  for (const dedupe of [true, false])
    await client.jobs.run(repeats, options({ dedupe, filename: 'leads.csv' }));
  const stream = { size: csv.length, stream: () => new Blob([new Uint8Array(csv)]).stream() as never };
  for (let run = 0; run < 2; run++) await client.jobs.run(stream, options({ filename: 'leads.csv' }));
  expect(server.service.jobs.size).toBe(7);
});

it('the digest is the one of @skiptrace/csv, which the command line and the web app search for', async () => {
  const { client, server } = await machines();
  await client.jobs.run(csv, options({ columnMapping: 'auto', filename: 'leads.csv' }));
  const leads = await inspectLeads(blobSource(new Blob([new Uint8Array(csv)])), {
    overrides: {},
    maxRows: 10,
  });
  const made: unknown = JSON.parse(server.seen('createSkipTraceJob')[0]?.body ?? '');
  expect(made).toMatchObject({ contentDigest: await contentDigest(leads) });
});

it('a job that another program made with a copy has its result restored, also with dedupe: false', async () => {
  const client = mockSkipTrace({ '100 Main St, Austin, TX 78701': match({ fullName: 'Robin Example' }) });
  const list = Buffer.from(
    'Address,City,State,Zip\r\n100 Main St,Austin,TX,78701\r\nPO Box 5,Austin,TX,78701\r\n',
  );
  const { folder } = await fileOf(list);
  const run = (name: string, more: Partial<RunOptions>) =>
    client.jobs.run(list, {
      ...options(more),
      columnMapping: 'auto',
      filename: 'a.csv',
      output: join(folder, name),
    });
  await run('first.csv', {});
  expect(await run('second.csv', { dedupe: false })).toMatchObject({ paidBefore: true, chargedCents: 0 });
  const [first, second] = await Promise.all(
    ['first.csv', 'second.csv'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(second).toBe(first);
  expect(first).toMatch(/^Address,City,State,Zip,Skip Trace Status/);
});

it('at a service that does not know digests each run is a job of its own', async () => {
  const { client, server } = await machines();
  await client.jobs.run(csv, options({ filename: 'leads.csv' }));
  const jobs = [...server.service.jobs.values()];
  server.script('listSkipTraceJobs', reply(200, { jobs }));
  server.service.jobs.clear();
  await client.jobs.run(csv, options({ filename: 'other.csv' }));
  expect(server.service.jobs.size).toBe(1);
});

it('a paid job without its file is not paid again, and the error says so', async () => {
  const { client, server, spent } = await machines();
  const { path, folder } = await fileOf(csv);
  const { job } = await client.jobs.run(path, options());
  server.service.put(job.id, { downloadUrl: null });
  const error = await failure(client.jobs.run(path, options({ output: join(folder, 'out.csv') })));
  expect(error).toMatchObject({ code: 'download', retryable: false });
  expect(error.message).toContain('startOver: true');
  expect(error.message).not.toContain('resumeToken');
  expect(spent()).toBe(8);
});
