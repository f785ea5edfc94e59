import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunOptions } from '../index.js';
import { failure, columnMapping, fileOf } from '../testing/harness.js';
import { match, mockSkipTrace } from '../testing/index.js';

const header = 'Lead,Address,City,State,Zip\r\n';
const list = Buffer.from(
  `${header}A-1,100 Main St,Austin,TX,78701\r\n"A,2",1 Elm St,Reno,NV,89501\r\nA-3,100 MAIN STREET,Austin,TX,78701\r\n`,
);
const owner = match({ fullName: 'Robin Example', phones: ['5125550100'] });
const mock = () => mockSkipTrace({ '100 Main St, Austin, TX 78701': owner });
const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  columnMapping: 'auto',
  onPreview: () => 'confirm',
  ...more,
});

it.each(['auto', columnMapping] as const)(
  'a run pays once for a property, and gives every row its owner (%j)',
  async (mapping) => {
    const { path, folder } = await fileOf(list);
    const output = join(folder, 'out.csv');
    const client = mock();
    const result = await client.jobs.run(path, options({ columnMapping: mapping, output }));
    expect(result).toMatchObject({ outcome: 'completed', chargedCents: 4 });
    expect((await client.account()).balanceCents).toBe(100_000 - 4);
    const lines = (await readFile(output, 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/^Lead,Address,City,State,Zip,Skip Trace Status,/);
    expect(lines[1]).toMatch(/^A-1,100 Main St,.*Robin Example/);
    expect(lines[2]).toMatch(/^"A,2",1 Elm St,Reno,NV,89501,,/);
    expect(lines[3]).toMatch(/^A-3,100 MAIN STREET,.*Robin Example/);
    // Nothing of the service's own file remains.
    expect(await readdir(folder)).toEqual(['leads.csv', 'out.csv']);
  },
);

it('a run with dedupe: false pays for each row and sends the file unchanged', async () => {
  const { path } = await fileOf(list);
  const result = await mock().jobs.run(path, options({ dedupe: false }));
  expect(result).toMatchObject({ chargedCents: 8 });
});

it('a run with dedupe: false refuses a list with the unit in a column of its own, which would find other owners', async () => {
  const lines = 'Address,Unit,City,State,Zip\r\n100 Main St,Apt 9,Austin,TX,78701\r\n';
  const { path } = await fileOf(Buffer.from(lines));
  const client = mock();
  const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
  const run = client.jobs.run(path, options({ columnMapping, dedupe: false }));
  await expect(run).rejects.toThrow(/several columns: "Address", "Unit".*Nothing was uploaded/);
  expect((await client.account()).balanceCents).toBe(100_000);
  expect(await client.jobs.run(path, options({ columnMapping }))).toMatchObject({ outcome: 'completed' });
});

it('a list that another program sorts after it was checked is not uploaded: rows would get the owners of others', async () => {
  const { path } = await fileOf(list);
  const client = mock();
  const [first = '', ...rows] = list.toString().split(/(?<=\r\n)/);
  const sort = () => writeFile(path, first + rows.reverse().join(''));
  const run = client.jobs.run(path, options({ onResumeToken: sort }));
  await expect(run).rejects.toThrow('changed after it was checked');
  expect((await client.account()).balanceCents).toBe(100_000);
  const orders = [list, list, list, Buffer.from(first + rows.join(''))];
  const stream = () => slices(orders.shift() ?? list);
  const query = client.jobs.run({ size: list.length, stream }, options({ dedupe: true, filename: 'q.csv' }));
  await expect(query).rejects.toThrow('changed after it was checked');
});

async function* slices(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

it('a list without a state column is accepted, as by the command line', async () => {
  const lines = 'Address,City,Zip\r\n100 Main St,Austin,78701\r\n1 Elm St,Reno,89501\r\n';
  const { path, folder } = await fileOf(Buffer.from(lines));
  const output = join(folder, 'out.csv');
  expect(await mock().jobs.run(path, options({ output }))).toMatchObject({ outcome: 'completed' });
  expect((await readFile(output, 'utf8')).split('\r\n')[0]).toMatch(/^Address,City,Zip,Skip Trace Status/);
});

it('the result goes completely to a stream, and from a run that was resumed after its file was removed', async () => {
  const { path, folder } = await fileOf(list);
  const client = mock();
  const stream = new PassThrough();
  const written = text(stream);
  let resumeToken = '';
  await client.jobs.run(
    path,
    options({
      output: stream,
      onResumeToken: (token) => {
        resumeToken = token;
      },
    }),
  );
  stream.end();
  const whole = await written;
  expect(whole.match(/Robin Example/g)).toHaveLength(2);
  await unlink(path);
  const output = join(folder, 'again.csv');
  await client.jobs.run(path, options({ resumeToken, output }));
  expect(await readFile(output, 'utf8')).toBe(whole);
});

it('a resumed run sends the same copy, and other columns are refused', async () => {
  const { path, folder } = await fileOf(list);
  const client = mock();
  let resumeToken = '';
  const killed = client.jobs.run(path, {
    ...options(),
    onResumeToken: (token) => {
      resumeToken = token;
      throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  const other = { ...columnMapping, city: 'Lead' };
  expect(await failure(client.jobs.run(path, options({ resumeToken, columnMapping: other })))).toMatchObject({
    code: 'configuration',
  });
  const output = join(folder, 'out.csv');
  expect(await client.jobs.run(path, options({ resumeToken, output }))).toMatchObject({ chargedCents: 4 });
  expect((await readFile(output, 'utf8')).match(/Robin Example/g)).toHaveLength(2);
});

it('a workbook is refused with advice', async () => {
  const { path } = await fileOf(Buffer.from('PK\u0003\u0004 and so on'), 'leads.xlsx');
  const error = await failure(mock().jobs.run(path, options({ filename: 'leads.csv' })));
  expect(error).toMatchObject({ code: 'input_file' });
  expect(error.message).toContain('readWorkbook of @skiptrace/csv/workbook');
});

it("names a missing @skiptrace/csv once for columnMapping: 'auto', which dedupe: false can't do without either", async () => {
  // Test files share their modules: those that were loaded with the mock would stay for the files after this one.
  onTestFinished(() => {
    vi.doUnmock('./load.esm.js');
    vi.resetModules();
  });
  vi.resetModules();
  vi.doMock('./load.esm.js', () => ({
    load: () => Promise.reject(Object.assign(new Error('absent'), { code: 'ERR_MODULE_NOT_FOUND' })),
  }));
  const { prepare } = await import('./prepare.js');
  await expect(prepare(new Uint8Array(), 'auto', { digest: undefined })).rejects.toThrow(
    /^columnMapping: 'auto' needs @skiptrace\/csv\. Run: npm install @skiptrace\/csv\.$/,
  );
});
