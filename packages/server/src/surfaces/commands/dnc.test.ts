// Engines: SQLite, PostgreSQL at a release

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../../../csv/src/testing/zip.js';
import { numbersOf } from '../../directory/dnc/dnc-file.js';
import { engineOfTests } from '../../testing/engines.js';
import { capturedIo, runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { main } from './main.js';

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
  await server.importOwners(OWNERS, { source: 'county' });
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
  const { code, err } = await run('import', beside('list.txt'), ...flags, '--yes', '--date', today());
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
    expect(result).toMatch(/9375550103,Mobile,Yes,listed,6145550103,Landline,No,not listed/);
    expect(result).toMatch(/9375550104,Mobile,No,not listed,6145550104,Landline,Yes,listed/);
    expect(result).toMatch(/9375550105,Mobile,No/);
    // The preview counts callable phones as the result marks them: two of the mobiles.
    expect(preview['resultSummary']).toMatchObject({ callableRows: 3, mobileRows: 2 });
    // An earlier result has the new marks when it is next fetched.
    expect(await server.download(before.jobId)).toMatch(
      /9375550103,Mobile,Yes,listed,6145550103,Landline,No,not listed/,
    );

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
    const { jobId, preview } = await job();
    // The owner of 18 Oak St has no other number.
    expect(preview['resultSummary']).toMatchObject({ phoneRows: 2, dncOnlyRows: 0 });
    const result = await server.download(jobId);
    expect(result).not.toMatch(/9375550103|9375550105/);
    expect(result).toMatch(/6145550103,Landline,No/);
    expect(result).toContain('x@example.com');
  });

  it('are shown with their age, and doctor says when one is too old', async () => {
    expect((await run('status')).out).toMatch(/^No list was imported/);
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

  const attempt = async (content: string | Uint8Array, ...flags: readonly string[]) => {
    await writeFile(beside('list.txt'), content);
    return run('import', beside('list.txt'), ...flags, '--date', today());
  };
  const inForce = async (): Promise<number[]> =>
    (JSON.parse((await run('status', '--json')).out) as { numbers: number }[]).map(({ numbers }) => numbers);
  const numbers = (count: number, first = 9_370_000_000) =>
    Array.from({ length: count }, (_, at) => `${first + at}\n`).join('');

  it('come into force only with --yes when they look cut off, and nothing changes before', async () => {
    for (const [content, flag, why] of [
      [numbers(20), '--area-codes', 'fewer than 1,000 numbers of area code 937 (20)'],
      [numbers(1_500), '--full', 'The list has 1 area codes; the full national list has more than 300'],
    ] as const) {
      const { code, out, err } = await attempt(content, flag);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(`Nothing was imported. The list has ${why.replace('The list has ', '')}`);
      expect(err).toContain('If the list is whole, add --yes.');
      expect(await inForce()).toEqual([]);
    }
    expect((await attempt(numbers(3_000), '--area-codes')).code).toBe(0);
    const half = await attempt(numbers(1_400), '--area-codes');
    expect([half.code, half.err]).toEqual([
      1,
      expect.stringContaining('fewer than half of the 3,000 that it replaces'),
    ]);
    expect(await inForce()).toEqual([3_000]);
    await load(numbers(9), '--internal');
    const internal = await attempt(numbers(4), '--internal');
    expect([internal.code, internal.err]).toEqual([1, expect.stringContaining('are no longer on this list')]);
    expect((await attempt(numbers(4), '--internal', '--yes')).code).toBe(0);
  });

  it('ask on a terminal before such a list comes into force', async () => {
    await writeFile(beside('list.txt'), numbers(20));
    const words = ['dnc', 'import', beside('list.txt'), '--area-codes', '--date', today()];
    const settings = await engineOfTests.settings(server.dataDir);
    for (const [answer, code, expected] of [
      [false, 1, []],
      [true, 0, [20]],
    ] as const) {
      const { io, said } = capturedIo({ ...settings, DATA_DIR: server.dataDir });
      expect(await main(words, { ...io, confirm: () => Promise.resolve(answer) })).toBe(code);
      expect(said.err).toContain('area code 937 (20)');
      expect(await inForce()).toEqual(expected);
    }
  });

  it('are read as zip, XML and UTF-16, and with a final Ctrl-Z', async () => {
    const list = '9375550103\r\n614,5550103\r\n';
    const xml = `<?xml version="1.0"?>\n<list type="full" val="2026-11-01"><ac val="937"><ph val="5550103"/></ac>\n<ac val='614'><ph val='5550103'></ph></ac></list>\n`;
    const texts =
      '<?xml version="1.0"?><r><p><AreaCode>937</AreaCode><Phone>555-0103</Phone></p><p><Phone>6145550103</Phone></p></r>';
    const utf16 = Buffer.from(`\uFEFF${list}`, 'utf16le');
    for (const content of [
      `${list}\u001A`,
      `9375550103\r\n6145550103\u001A`,
      `\uFEFF${list}`,
      utf16,
      utf16.subarray(2),
      Buffer.from(utf16).swap16(),
      xml,
      Buffer.from(`\uFEFF${xml}`, 'utf16le'),
      texts,
      await zipOf({ 'list.txt': list }),
      await zipOf({
        '937.xml': '<list><ac val="937"><ph val="5550103"/></ac></list>',
        '__MACOSX/._937.xml': 'not a list',
        '614.txt': '6145550103',
      }),
    ]) {
      const { code, err } = await attempt(content, '--litigator', '--yes');
      expect([code, err]).toEqual([0, '']);
      expect(await inForce()).toEqual([2]);
      expect(await phones('14 Oak St')).toEqual([]);
      expect((await attempt('2025550101', '--litigator', '--yes')).code).toBe(0);
    }
    await load('6145550103\n2025550101\n', '--full');
    const change =
      '<list type="change"><ac val="937"><ph val="5550103" chg="A"/></ac><ac val="614"><ph val="5550103" chg="D"/></ac></list>';
    await load(change, '--change');
    expect(await phones('14 Oak St')).toEqual(['9375550103 listed', '6145550103 free']);
  });

  it('are refused with what the file is, and nothing changes', async () => {
    const zip = await zipOf({ 'list.txt': numbers(50) });
    const xml = '<list><ac val="937"><ph val="5550103"/><ph val="5550104"/></ac></list>';
    for (const [content, why] of [
      ['<!DOCTYPE html><html><body>Sign in</body></html>', 'is a web page, not a list'],
      [Buffer.from('1f8b0800', 'hex'), 'is packed with gzip'],
      ['%PDF-1.7', 'is a PDF'],
      [await zipOf({ 'xl/workbook.xml': '<a/>' }), 'is an Excel workbook: save it as CSV'],
      [zip.subarray(0, zip.length - 40), 'is not a whole zip archive'],
      [xml.slice(0, -7), 'is cut off: it ends before </list>'],
      [xml.slice(0, 50), 'is cut off'],
      ['<list><ac val="937"><ph val="55501"/></ac></list>', 'number 1 of'],
      ['<rows><row>1</row></rows>', 'has no phone number'],
      ['9375550103\n\u001A9375550104\nx', 'line 2 of'],
      ['{"numbers":["9375550103"]}', 'line 1 of'],
    ] as const) {
      const { code, err } = await attempt(content, '--internal', '--yes');
      expect([content, code, err]).toEqual([content, 1, expect.stringContaining(why)]);
      expect(err).toContain('Nothing was imported');
    }
    const missing = await run('import', beside('nofile'), '--internal', '--date', today());
    expect(missing.err).toContain(`Nothing was imported: there is no file ${beside('nofile')}`);
    expect((await run('import', path.dirname(beside('x')), '--internal', '--date', today())).err).toContain(
      'is a folder',
    );
    expect(await inForce()).toEqual([]);
  });

  it('are refused from a browser beyond a size unpacked: a small zip can hold gigabytes', async () => {
    const file = beside('large.zip');
    await writeFile(file, await zipOf({ 'list.txt': numbers(150_000) }));
    const read = async () => {
      for await (const lines of numbersOf(file, false, 2 ** 20)) expect(lines).not.toContain(undefined);
    };
    await expect(read()).rejects.toThrow('has more than 1 MB unpacked');
  });
});
