import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importOwners } from '../owners/index.js';
import { runCommand } from '../testing/process.js';
import { engineOfTests } from '../testing/engines.js';
import { temporaryServer, type TemporaryServer } from '../testing/server.js';

const HEADER =
  'Address,City,State,Zip,First Name,Last Name,Phone 1,Phone 1 Type,Phone 1 DNC,Phone 2,Phone 2 Type,Phone 2 DNC,Email';
const OWNERS = `${HEADER}
14 Oak St,Dayton,OH,45402,Xenia,Lone,9375550103,Mobile,No,6145550103,Landline,No,x@example.com
16 Oak St,Dayton,OH,45402,Wílla,Kept,9375550104,Mobile,,6145550104,Landline,Yes,
18 Oak St,Dayton,OH,45402,Zelda,Third,9375550105,Mobile,,,,,
`;
const at = (address: string) => ({ address, city: 'Dayton', state: 'OH', zip: '45402' });
const LEADS =
  'Address,City,State,Zip\n14 Oak St,Dayton,OH,45402\n16 Oak St,Dayton,OH,45402\n18 Oak St,Dayton,OH,45402\n';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
  await writeFile(beside('owners.csv'), OWNERS);
  const { ownerStores: stores, ids } = server.service;
  await importOwners({ stores, ids }, beside('owners.csv'), { source: 'county' });
  await server.service.startWorker();
});
afterEach(() => server.close());

const beside = (name: string) => path.join(path.dirname(server.dataDir), name);
const today = () => new Date(server.clock.now()).toISOString().slice(0, 10);

async function run(...words: readonly string[]) {
  const settings = await engineOfTests.settings(server.dataDir);
  return runCommand({ ...settings, DATA_DIR: server.dataDir }, ['dnc', ...words]);
}
async function load(content: string, ...flags: readonly string[]): Promise<void> {
  await writeFile(beside('list.txt'), content);
  const { code, err } = await run('import', beside('list.txt'), ...flags, '--date', today());
  expect([code, err]).toEqual([0, '']);
}
/** Phones as `number dnc`, with `?` for unchecked ones. */
const said = (phones: unknown): string[] =>
  (phones as { number: string; dnc: boolean; dncChecked?: boolean }[]).map(
    ({ number, dnc, dncChecked }) => `${number} ${dnc ? 'listed' : 'free'}${dncChecked === false ? '?' : ''}`,
  );
const phones = async (address: string, key?: string) => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return said((await server.call('skipTraceSingle', { json: at(address), headers })).json['phones']);
};

async function job(): Promise<{ jobId: string; preview: Record<string, unknown> }> {
  const jobId = await server.complete(await server.preview(LEADS));
  return { jobId, preview: await server.until(jobId, 'completed') };
}

describe('Do Not Call lists', () => {
  it('mark listed and unlisted numbers in every answer, and leave the others to the owner file', async () => {
    expect(await phones('14 Oak St', 'one')).toEqual(['9375550103 free', '6145550103 free']);
    expect(await phones('16 Oak St')).toEqual(['9375550104 listed?', '6145550104 listed']);
    const before = await job();
    await load('9375550103\n', '--area-codes');
    expect(await phones('14 Oak St')).toEqual(['9375550103 listed', '6145550103 free']);
    // A repeated request gets the current marks.
    expect(await phones('14 Oak St', 'one')).toEqual(['9375550103 listed', '6145550103 free']);
    expect(await phones('16 Oak St')).toEqual(['9375550104 free', '6145550104 listed']);
    const bulk = await server.call('skipTraceBulk', {
      json: { addresses: [at('14 Oak St'), at('18 Oak St')] },
    });
    expect((bulk.json['results'] as { phones: unknown }[]).map((one) => said(one.phones))).toEqual([
      ['9375550103 listed', '6145550103 free'],
      ['9375550105 free'],
    ]);

    const { jobId, preview } = await job();
    const result = await server.download(jobId);
    expect(result).toMatch(/9375550103,Mobile,Yes,6145550103,Landline,No/);
    expect(result).toMatch(/9375550104,Mobile,No,6145550104,Landline,Yes/);
    expect(result).toMatch(/9375550105,Mobile,No/);
    // The preview counts callable phones as the result marks them: two of the mobiles.
    expect(preview['resultSummary']).toMatchObject({ callableRows: 3, mobileRows: 2 });
    // An earlier result has the new marks when it is next fetched.
    expect(await server.download(before.jobId)).toMatch(/9375550103,Mobile,Yes,6145550103,Landline,No/);

    await load('614-555-0103\n', '--internal');
    expect(await phones('14 Oak St')).toEqual(['9375550103 listed', '6145550103 listed']);
    // This list covers all area codes, so a number missing from it counts as not listed, whatever the owner file says.
    await load('2025550101\n', '--full');
    expect(await phones('16 Oak St')).toEqual(['9375550104 free', '6145550104 free']);
    await load('937,5550104,A\n', '--change');
    expect(await phones('16 Oak St')).toEqual(['9375550104 listed', '6145550104 free']);
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.fileFindings()).toEqual([]);
  });

  it('leave the numbers of litigators out of every answer and result', async () => {
    await load('9375550103\n9375550105\n', '--litigator');
    expect(await phones('14 Oak St')).toEqual(['6145550103 free']);
    expect(await phones('18 Oak St')).toEqual([]);
    const result = await server.download((await job()).jobId);
    expect(result).not.toMatch(/9375550103|9375550105/);
    expect(result).toMatch(/6145550103,Landline,No/);
    expect(result).toContain('x@example.com');
  });

  it('are shown with their age, and doctor says when one is too old', async () => {
    expect((await run('status')).out).toBe('(none)\n');
    await load('9375550103\n', '--area-codes');
    const { out } = await run('status', '--json');
    expect(JSON.parse(out)).toEqual([
      {
        kind: 'national',
        areaCode: '937',
        dated: today(),
        numbers: 1,
        ageDays: 0,
        importedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await server.service.examine()).findings).toEqual([]);
    expect((await server.metrics.expose()).text).toContain('skiptrace_dnc_age_days{kind="national"} 0');
    server.clock.shiftMs += 33 * 86_400_000;
    expect(await server.service.dncFindings()).toEqual([expect.stringContaining('list of 937')]);
  });

  it('are imported only with their kind and date', async () => {
    await writeFile(beside('list.txt'), '9375550103\n');
    for (const words of [['--date', today()], ['--full'], ['--full', '--change', '--date', today()]])
      expect((await run('import', beside('list.txt'), ...words)).code, words.join(' ')).toBe(2);
    expect((await run('import', beside('list.txt'), '--full', '--date', '2026-02-30')).code).toBe(2);
    const missing = await run('import', beside('nowhere.txt'), '--full', '--date', today());
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('Nothing was imported')]);
  });

  it('are read with any line ending, and refused without lines', async () => {
    await load('9375550103\r\n\r\n9375550104\r9375550105\n2025550101', '--internal');
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject([{ numbers: 4 }]);
    await writeFile(beside('list.txt'), '9375550103\n' + '9375550104,'.repeat(20_000));
    const refused = await run('import', beside('list.txt'), '--internal', '--date', today());
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/line 2 of .* has more than 65536/),
    ]);
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject([{ numbers: 4 }]);
  });
});
