import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock.js';
import { isSkipTraceError, type RunOptions } from '../index.js';
import { apiKey, failure, setup, csv, columnMapping, request, fileOf } from '../testing/harness.js';

describe('a run', () => {
  const options = (more: Partial<RunOptions> = {}): RunOptions => ({
    columnMapping,
    onPreview: () => 'confirm',
    ...more,
  });

  it('takes a file through all steps once onPreview returns confirm', async () => {
    const { client, server } = await setup();
    const { path, folder } = await fileOf(csv);
    const output = join(folder, 'out.csv');
    const asked: (number | null | undefined)[] = [];
    const result = await client.jobs.run(path, {
      ...options({ output }),
      headers: { 'x-tenant': 'west' },
      onPreview: (preview) => {
        asked.push(preview.totalChargeCents);
        return 'confirm';
      },
    });
    expect(result).toMatchObject({ outcome: 'completed', chargedCents: 8, job: { status: 'completed' } });
    expect(asked).toEqual([8]);
    expect(await readFile(output)).toEqual(Buffer.from(server.service.enriched));
    expect(JSON.parse(server.seen('createSkipTraceJob')[0]?.body ?? '')).toMatchObject(request);
    const untold = server.requests.filter(({ headers }) => headers['x-tenant'] !== 'west');
    expect(untold.map(({ target }) => target)).toEqual(['signed-download']);
  });

  it('ends at its deadline although a stream never gives its first bytes', async () => {
    const { client, server } = await setup({ clock: systemClock });
    const stream = () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) });
    const run = client.jobs.run({ size: 9, stream }, options({ deadlineMs: 20, filename: 'a.csv' }));
    expect(await failure(run)).toMatchObject({ code: 'timeout' });
    expect(server.requests).toEqual([]);
  });

  it('cancels if onPreview says so', async () => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    const result = await client.jobs.run(path, options({ onPreview: () => 'cancel' }));
    expect(result).toMatchObject({ outcome: 'cancelled', chargedCents: 0, job: { status: 'cancelled' } });
    expect(server.service.balanceCents).toBe(100_000);
  });

  it.each([undefined, true, 'yes', null])('confirms nothing when onPreview answers %s', async (answer) => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    const run = client.jobs.run(path, options({ onPreview: () => answer as never }));
    expect(await failure(run)).toMatchObject({ code: 'configuration' });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(0);
  });

  it('above maxCostCents does not call onPreview', async () => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    let asked = false;
    const onPreview = () => ((asked = true), 'confirm' as const);
    const error = await failure(client.jobs.run(path, options({ maxCostCents: 7, onPreview })));
    expect(error).toMatchObject({ code: 'cost_limit', totalChargeCents: 8, limitCents: 7 });
    expect(asked).toBe(false);
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(0);
    expect(isSkipTraceError(error, 'cost_limit') && error.jobId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('creates nothing for a missing file or an existing output', async () => {
    const { client, server } = await setup();
    const { path, folder } = await fileOf(csv);
    expect(await failure(client.jobs.run(join(folder, 'no.csv'), options()))).toMatchObject({
      code: 'input_file',
    });
    expect(await failure(client.jobs.run(path, options({ output: path })))).toMatchObject({
      code: 'output_exists',
    });
    expect(await failure(client.jobs.run(csv, options()))).toMatchObject({ code: 'configuration' });
    expect(server.requests).toHaveLength(0);
  });

  it.each(['direct', 'presigned'] as const)(
    'goes on in another process from its token (%s)',
    async (uploadMethod) => {
      const { client, server } = await setup({}, { uploadMethod, honorsKeys: true });
      const { path, folder } = await fileOf(csv);
      let token = '';
      const crash = new Error('the process died');
      const first = client.jobs.run(path, {
        ...options(),
        onResumeToken: (given) => {
          token = given;
          throw crash;
        },
      });
      await expect(first).rejects.toBe(crash);
      expect(token).not.toContain(apiKey);
      expect(Buffer.from(token, 'base64url').toString()).not.toMatch(/signature|pc_/);
      const output = join(folder, 'out.csv');
      const result = await client.jobs.run(path, options({ resumeToken: token, output }));
      expect(result.outcome).toBe('completed');
      expect(server.service.jobs.size).toBe(1);
      // Runs again: the job is paid for and complete, so only the file is downloaded.
      await client.jobs.run(
        path,
        options({ resumeToken: token, output, force: true, onPreview: () => 'cancel' }),
      );
      expect(server.service.balanceCents).toBe(99_992);
    },
  );

  it('is not resumed for a file that has changed under its name, paid or not', async () => {
    const { client, server } = await setup();
    const { path } = await fileOf(csv);
    const tokens: string[] = [];
    const run = client.jobs.run(path, {
      ...options(),
      onResumeToken: (token) => {
        tokens.push(token);
        return Promise.reject(new Error('killed'));
      },
    });
    await expect(run).rejects.toThrow('killed');
    const [resumeToken = ''] = tokens;
    // Equal length, so that only the digest differs.
    await writeFile(path, Buffer.from(csv.toString().replace('100', '200')));
    expect(await failure(client.jobs.run(path, options({ resumeToken })))).toMatchObject({
      code: 'input_file',
      message: expect.stringContaining('leads.csv has changed') as string,
    });
    expect(server.seen('uploadSkipTraceJobFile')).toHaveLength(0);
    await writeFile(path, csv);
    expect(await client.jobs.run(path, options({ resumeToken }))).toMatchObject({ outcome: 'completed' });
    await writeFile(path, Buffer.concat([csv, csv]));
    expect(await failure(client.jobs.run(path, options({ resumeToken })))).toMatchObject({
      code: 'input_file',
    });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(1);
  });

  it('is not resumed for another file or other columns: that job would be paid for by mistake', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    const { path } = await fileOf(csv);
    const resumeToken = (await client.jobs.create(request)).resumeToken();
    const other = (await fileOf(csv, 'other.csv')).path;
    expect(await failure(client.jobs.run(other, options({ resumeToken })))).toMatchObject({
      code: 'configuration',
    });
    const columns = { ...columnMapping, address: 'Notes' };
    const run = client.jobs.run(path, options({ resumeToken, columnMapping: columns }));
    expect(await failure(run)).toMatchObject({ code: 'configuration' });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(0);
    expect(await client.jobs.run(path, options({ resumeToken }))).toMatchObject({ outcome: 'completed' });
  });

  it.each([
    '',
    'nonsense',
    Buffer.from('{"v":2}').toString('base64url'),
    Buffer.from('{"v":1}').toString('base64url'),
  ])('refuses the token %j', async (token) => {
    const { client } = await setup();
    expect(() => client.jobs.resume(token)).toThrow(expect.objectContaining({ code: 'configuration' }));
  });
});
