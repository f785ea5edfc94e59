import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as csv from '@skiptrace/csv';
import type * as csvLeads from '@skiptrace/csv/leads';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ConfigurationError } from '../errors.js';
import { isSkipTraceError } from '../index.js';
import { failure, setup, temporaryFolder, sha256 } from '../testing/harness.js';
import type { CsvCompanion, LeadsCompanion } from './csv-companion.js';
import { checkColumns } from './prepare.js';

const leads = 'Lead,Property Address,Property City,Property State,Property Zip\n';
const row = 'A-1,100 Sandbox Match St,Austin,TX,78701\n';
const mapping = {
  address: 'Property Address',
  city: 'Property City',
  state: 'Property State',
  zip: 'Property Zip',
};
const options = { filename: 'leads.csv', onPreview: () => 'confirm' as const };
const bytes = (text: string) => new TextEncoder().encode(text);

const absent = () => Promise.reject(new ConfigurationError('npm install @skiptrace/csv'));

it("the companion's interface matches @skiptrace/csv", () => {
  expectTypeOf<typeof csv>().toExtend<CsvCompanion>();
  expectTypeOf<ReturnType<typeof csvLeads.paidOnce>['columnMapping']>().toExtend<
    ReturnType<LeadsCompanion['paidOnce']>['columnMapping']
  >();
});

describe("columnMapping: 'auto'", () => {
  it('finds the columns and sends them with the file', async () => {
    const { client, server } = await setup();
    const folder = await temporaryFolder();
    const path = join(folder, 'leads.csv');
    await writeFile(path, leads + row.repeat(20_000));
    for (const file of [path, bytes(leads + row), new Blob([leads, row])]) {
      const run = client.jobs.run(file, { ...options, columnMapping: 'auto', dedupe: false });
      expect((await run).outcome).toBe('completed');
    }
    for (const { body } of server.seen('createSkipTraceJob'))
      expect(JSON.parse(body)).toMatchObject({ filename: 'leads.csv', columnMapping: mapping });
    expect(server.seen('uploadSkipTraceJobFile')[0]?.file?.bytes).toBe(leads.length + 20_000 * row.length);
  });

  it.each([
    ['two addresses could be meant', 'Name,Mailing Address,City,State,Zip\nA,1 A St,Austin,TX,78701\n'],
    ['nothing looks like an address', 'a,b\n1,2\n'],
  ])('is refused with the reasons, and nothing is sent, where %s', async (_why, text) => {
    const { client, server } = await setup();
    const error = await failure(client.jobs.run(bytes(text), { ...options, columnMapping: 'auto' }));
    expect(error).toMatchObject({ code: 'column_mapping', mayHaveBeenCharged: false });
    expect(error.message).toMatch(/Nothing was uploaded\. Pass the columns yourself: columnMapping: \{/);
    expect(isSkipTraceError(error, 'column_mapping') && error.reasons.length).toBeGreaterThan(0);
    expect(server.requests).toEqual([]);
  });

  it('refuses rows of one address that a column tells apart, unless they are the same property', async () => {
    const { client, server } = await setup();
    const list = bytes(
      'Address,XQ,Note,City,State,Zip\n1 A St,,a,Austin,TX,78701\n1 A St,1/2,b,Austin,TX,78701\n',
    );
    const named = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
    const ways = (['auto', named] as const).flatMap((columnMapping) =>
      [true, false].map((dedupe) => ({ ...options, columnMapping, dedupe })),
    );
    for (const way of ways) {
      const error = await failure(client.jobs.run(list, way));
      expect(error.message).toContain('they differ in "XQ" (1/2)');
      expect(error).toMatchObject({ code: 'column_mapping', mayHaveBeenCharged: false });
    }
    expect(server.requests).toEqual([]);
    for (const way of ways)
      expect((await client.jobs.run(list, { ...way, sameProperty: true })).outcome).toBe('completed');
  });

  it('takes a list without a header, which is refused if it is sent unchanged', async () => {
    const { client, server } = await setup();
    const list = bytes('1 A St,Austin,TX,78701\n2 A St,Austin,TX,78701\n');
    const run = client.jobs.run(list, { ...options, columnMapping: 'auto' });
    expect((await run).outcome).toBe('completed');
    const sent = server.requests.length;
    const asItIs = client.jobs.run(list, { ...options, columnMapping: 'auto', dedupe: false });
    expect(await failure(asItIs)).toMatchObject({ code: 'column_mapping', mayHaveBeenCharged: false });
    expect(server.requests).toHaveLength(sent);
  });

  it('says what to install if @skiptrace/csv is missing', async () => {
    const check = checkColumns(bytes(leads + row), 'auto', absent);
    expect(await failure(check)).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('npm install @skiptrace/csv') as string,
    });
  });

  it('continues a job with its own columns', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    let resumeToken = '';
    const crash = new Error('crash');
    const columnMapping = 'auto';
    const first = client.jobs.run(bytes(leads + row), {
      ...options,
      columnMapping,
      onResumeToken: (token) => {
        resumeToken = token;
        throw crash;
      },
    });
    await expect(first).rejects.toBe(crash);
    const again = client.jobs.run(bytes(leads + row), { ...options, columnMapping, resumeToken });
    expect(await again).toMatchObject({ outcome: 'completed' });
    expect(server.service.jobs.size).toBe(1);
  });
});

it.each([
  ['adress', 'Did you mean address?'],
  ['phone', 'Fields: address, city, state, zip, firstName, lastName.'],
])('a misspelled field of columnMapping, %s, is found before anything is sent', async (field, advice) => {
  const { client, server } = await setup();
  const columnMapping = { ...mapping, [field]: 'Property Address' };
  for (const dedupe of [true, false]) {
    const run = client.jobs.run(bytes(leads + row), { ...options, dedupe, columnMapping });
    expect(await failure(run)).toMatchObject({
      code: 'configuration',
      message: `columnMapping has no field "${field}". ${advice} Nothing was uploaded.`,
    });
  }
  expect(server.requests).toEqual([]);
});

describe('a misspelled column', () => {
  const wrong = { ...mapping, address: 'Property Adress' };

  it('is found before anything is sent', async () => {
    const { client, server } = await setup();
    const error = await failure(client.jobs.run(bytes(leads + row), { ...options, columnMapping: wrong }));
    expect(error.message).toMatch(/^The file has no column "Property Adress"\. Its header is: Lead, /);
    expect(error.message).toMatch(/Nothing was uploaded\.$/);
    expect(server.requests).toEqual([]);
  });

  it('is found in UTF-16, with semicolons and in quotes', async () => {
    const utf16 = Buffer.from(`\ufeff${leads}${row}`.replaceAll(',', ';'), 'utf16le');
    expect(await failure(checkColumns(utf16, wrong))).toMatchObject({ code: 'column_mapping' });
    expect(await checkColumns(utf16, mapping)).toBe(mapping);
    const quoted = bytes(`"Property ""A"" Address";City;State;Zip\n1 A St;Austin;TX;78701\n`);
    const columns = { address: 'Property "A" Address', city: 'City', state: 'State', zip: 'Zip' };
    expect(await checkColumns(quoted, columns)).toBe(columns);
  });

  it('is found without @skiptrace/csv if nothing else can explain it, and never wrongly', async () => {
    expect(await failure(checkColumns(bytes(leads + row), wrong, absent))).toMatchObject({
      code: 'column_mapping',
      message: 'The file has no column "Property Adress". Nothing was uploaded.',
    });
    for (const file of [
      bytes(leads + row),
      bytes(`sep=;\r\n${leads}`.replaceAll(',', ';')),
      Buffer.from(`\ufeff${leads}`, 'utf16le'),
      bytes(leads.replaceAll('Property ', 'property  ').replaceAll(',', '\t')),
    ])
      expect(await checkColumns(file, mapping, absent)).toBe(mapping);
    const accents = bytes('Dirección,City,State,Zip\n');
    const columns = { address: 'Dirección', city: 'City', state: 'State', zip: 'Zip' };
    expect(await checkColumns(accents, columns, absent)).toBe(columns);
  });
});

describe('a stream', () => {
  it('is opened again after its beginning was read', async () => {
    const { client, server } = await setup();
    const text = leads + row.repeat(30_000);
    const stream = async function* () {
      for (let at = 0; at < text.length; at += 50_000) {
        await Promise.resolve();
        yield bytes(text.slice(at, at + 50_000));
      }
    };
    await client.jobs.run({ size: text.length, stream }, { ...options, columnMapping: 'auto' });
    expect(server.seen('uploadSkipTraceJobFile')[0]?.file).toEqual({
      bytes: text.length,
      sha256: sha256(bytes(text)),
    });
    const begun = stream();
    const twice = client.jobs.run(
      { size: text.length, stream: () => begun },
      { ...options, columnMapping: 'auto' },
    );
    expect((await failure(twice)).message).toContain('stream()');
  });

  it('is closed after its beginning was read', async () => {
    let isReleased = false;
    const stream = async function* () {
      try {
        yield bytes('a,b\n'.repeat(100_000));
        await Promise.resolve();
        yield bytes('c,d\n');
      } finally {
        isReleased = true;
      }
    };
    await failure(checkColumns({ size: 400_004, stream }, 'auto'));
    expect(isReleased).toBe(true);
  });
});
