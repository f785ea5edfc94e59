import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../../../csv/src/testing/zip.js';
import { emailHash, phoneHash } from '../../privacy/list/suppression.js';
import { startDrop, type DropServer } from '../../testing/drop-server.js';
import { engineOfTests, fillFolder } from '../../testing/engines.js';
import { capturedIo, runCommand } from '../../testing/process.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { main } from './main.js';

// Jane has a phone and an email, and another record of hers at the same address has neither. Ann and Bob share a phone.
const OWNERS = `Address,City,State,Zip,First Name,Last Name,Mobile-1,Email
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010101,Jane@Example.com
14 Oak St,Dayton,OH,45402,Ann,Reed,5552010102,
16 Oak St,Dayton,OH,45402,Bob,Moss,5552010102,bob@example.com
18 Oak St,Dayton,OH,45402,Willa,Kept,5552010104,willa@example.com
`;
const OTHERS = `Address,City,State,Zip,First Name,Last Name,Mobile-1
12 Oak St,Dayton,OH,45402,Jane,Doe,5552010199
`;
const ID = { jane: 'JaneEmail001', shared: 'SharedPhone1', unknown: 'NobodyPhone1', date: 'NdzDanielle1' };
const NDZ = 'PQOfn1RffEKmqMmNAzDKKaoZCwxWbQZkQzPWmQo9REA=';
const FIRST = {
  Email: [[ID.jane, emailHash('jane@example.com')]],
  Phone: [
    [ID.shared, phoneHash('(555) 201-0102')],
    [ID.unknown, phoneHash('5552010999')],
  ],
};

/** Output of `owners explain` if no record is on file. */
const DELETED = /outcome +miss: no record/;

describe('drop', () => {
  let folder: Temporary<string>;
  let platform: DropServer;
  let env: Record<string, string | undefined>;
  beforeEach(async () => {
    folder = await temporaryFolder();
    platform = await startDrop();
    const dataDir = beside('data');
    await mkdir(dataDir);
    if (engineOfTests.name === 'SQLite') await fillFolder(dataDir);
    env = {
      ...(await engineOfTests.settings(dataDir)),
      DATA_DIR: dataDir,
      DISK_RESERVE_BYTES: '0',
      USER: 'ana',
      LOG_LEVEL: 'silent',
      DROP_URL: platform.url,
      DROP_API_KEY: platform.apiKey,
    };
    await load('roll.csv', OWNERS);
  });
  afterEach(async () => {
    expect(platform.errors).toEqual([]);
    await platform.close();
    await folder.remove();
  });

  const beside = (name: string) => path.join(folder.value, name);
  async function run(...words: readonly string[]) {
    return runCommand(env, words);
  }
  async function load(name: string, csv: string) {
    await writeFile(beside(name), csv);
    const { code, err } = await run('owners', 'import', beside(name), '--source', path.parse(name).name);
    expect([code, err]).toEqual([0, '']);
  }
  const explain = async (address: string) => (await run('owners', 'explain', address)).out.trim();
  const house = (number: number) => explain(`${number} Oak St, Dayton, OH 45402`);
  const told = () => Object.fromEntries(platform.statuses);

  it('leaves out people on the lists, deletes a person who is the only one with an identifier, and reports each status', async () => {
    await load('vendor.csv', OTHERS);
    platform.waiting.push({ files: { ...FIRST, NDZ: [[ID.date, NDZ]], MAID: [] } });
    const { code, out } = await run('drop', 'sync', '--delete', '--json');
    expect([code, platform.isOpen()]).toEqual([0, false]);
    expect(JSON.parse(out)).toMatchObject({ state: 'answered', matches: 2 });
    expect(told()).toEqual({ [ID.jane]: 3, [ID.shared]: 4, [ID.unknown]: 5, [ID.date]: 5 });
    expect(await house(12)).toMatch(DELETED);
    for (const left of [14, 16]) expect(await house(left), String(left)).toBe('suppressed');
    expect(await house(18)).toContain('Willa');
    // The directory has nothing about Jane any more, and everything about the people who share a phone.
    expect(out).not.toMatch(/jane|5552010101/i);
    expect((await run('drop', 'match', '--json')).out).toContain('"owners": 3');
    expect((await run('doctor')).out).toContain('Everything is fine');
  });

  it('never reports a person as deleted too early: without --delete the list waits, and the people are left out at once', async () => {
    platform.waiting.push({ files: FIRST });
    const first = await run('drop', 'sync');
    expect([first.code, first.err, first.out]).toEqual([
      1,
      '',
      expect.stringContaining('Run the command again with --delete'),
    ]);
    expect(told()).toEqual({ [ID.shared]: 4, [ID.unknown]: 5 });
    expect([await house(12), platform.isOpen()]).toEqual(['suppressed', true]);
    expect((await run('drop', 'status')).out).toContain('waits for --delete');
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    expect(told()).toMatchObject({ [ID.jane]: 3 });
    expect(platform.isOpen()).toBe(false);
  });

  it('reports people as exempt if they are only in sources that the operator names as exempt', async () => {
    platform.waiting.push({ files: { Email: FIRST.Email } });
    expect((await run('drop', 'sync', '--delete', '--exempt-source', 'rol')).err).toContain(
      'no source "rol"',
    );
    expect((await run('drop', 'sync', '--delete', '--exempt-source', 'roll')).code).toBe(0);
    expect(told()).toEqual({ [ID.jane]: 2 });
    expect(await house(12)).toBe('suppressed');
    expect((await run('drop', 'match', '--json')).out).toContain('"owners": 4');
  });

  it('finds people imported later, leaves them out from the first lookup on, and amends their status', async () => {
    platform.waiting.push({ files: FIRST });
    await run('drop', 'sync', '--delete');
    expect(told()).toMatchObject({ [ID.unknown]: 5, [ID.jane]: 3 });
    await load('later.csv', `${OTHERS}20 Oak St,Dayton,OH,45402,Nora,Body,5552010999\n`);
    expect(await house(20)).toBe('suppressed');
    // DROP temporarily accepts no changes.
    platform.faults.push({ status: 200, text: '{"message":"nothing"}' }, { status: 409 });
    expect((await run('drop', 'sync', '--delete')).out).toContain('the next run tries again');
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    expect(told()).toMatchObject({ [ID.unknown]: 3, [ID.jane]: 3, [ID.shared]: 4 });
    expect((await run('drop', 'sync', '--delete', '--json')).out).toContain('"reports": []');
  });

  it('shows people again who withdraw the request, unless they are left out for another reason', async () => {
    platform.waiting.push(
      { files: FIRST },
      { files: { Email: [], Removed: [[ID.shared, phoneHash('5552010102'), 'Phone']] } },
    );
    await run('drop', 'sync', '--delete');
    expect([await house(14), await house(16)]).toEqual(['suppressed', 'suppressed']);
    await run(
      ...['suppress', 'add', '--name', 'Bob Moss', '--address', '16 Oak St, Dayton, OH 45402'],
      ...['--reason', 'x'],
    );
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    expect(await house(14)).toContain('Ann');
    expect(await house(12)).toMatch(DELETED);
    expect(await house(16)).toBe('suppressed');
  });

  it('waits while the package is built, and reads archives of any size with names in any case', async () => {
    platform.waiting.push({ files: { EMAIL: FIRST.Email, phone: FIRST.Phone }, isLarge: true });
    platform.faults.push({ status: 202, retryAfter: '0.001' }, { status: 429, retryAfter: '0.001' });
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    expect(told()).toEqual({ [ID.jane]: 3, [ID.shared]: 4, [ID.unknown]: 5 });
    expect((await run('drop', 'sync')).out).toContain('No new lists.');
  });

  it('continues after a lost response of each operation', async () => {
    platform.waiting.push({ files: FIRST });
    const isLost = async (...faults: typeof platform.faults) => {
      platform.faults.push(...faults);
      const { code, err } = await run('drop', 'sync', '--delete');
      expect([code, err]).toEqual([1, expect.stringContaining('again')]);
    };
    await isLost('cut');
    await isLost('none', 'lose answer');
    // DROP reports that it has the first file, but not that the second one completed the batch.
    await isLost('none', 'lose answer');
    expect([told(), platform.isOpen()]).toEqual([{ [ID.jane]: 3, [ID.shared]: 4, [ID.unknown]: 5 }, false]);
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    await load('later.csv', `${OTHERS}20 Oak St,Dayton,OH,45402,Nora,Body,5552010999\n`);
    await isLost('none', 'lose answer');
    expect(told()).toMatchObject({ [ID.unknown]: 3 });
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    const { out } = await run('drop', 'sync', '--delete', '--json');
    expect(JSON.parse(out)).toMatchObject({ reports: [], state: null });
    const uploads = platform.asked.filter((line) => line.startsWith('POST'));
    expect(uploads.map((line) => line.slice('POST /data/'.length))).toEqual([
      ...['upload', 'upload', 'upload', 'upload', 'amend', 'amend'],
    ]);
  });

  it('keeps accepted files when another one is rejected, and sends that one again', async () => {
    platform.waiting.push({ files: FIRST });
    const rejection = { fileName: '20260802_4821_Email.csv', message: 'Not readable as UTF-8.' };
    const text = JSON.stringify({
      message: '',
      acceptedCount: 0,
      rejectedCount: 1,
      accepted: [],
      rejected: [rejection],
    });
    await run('drop', 'sync');
    platform.faults.push({ status: 400, text });
    const { code, out } = await run('drop', 'sync', '--delete');
    expect([code, out]).toEqual([1, expect.stringContaining('Email.csv: rejected: Not readable as UTF-8.')]);
    expect((await run('drop', 'sync', '--delete')).code).toBe(0);
    expect(told()).toEqual({ [ID.jane]: 3, [ID.shared]: 4, [ID.unknown]: 5 });
  });

  it('says what to do about a wrong key, an unanswered batch and an unreadable list', async () => {
    env['DROP_API_KEY'] = 'another';
    expect((await run('drop', 'sync')).err).toContain('DROP answered 401: Unauthorized Check the API key');
    env['DROP_API_KEY'] = '';
    expect((await run('drop', 'sync')).err).toContain('Set DROP_API_KEY');
    env['DROP_API_KEY'] = platform.apiKey;
    platform.faults.push({ status: 409 });
    expect((await run('drop', 'sync')).err).toContain('use "drop match --files"');
    platform.waiting.push({ files: { Email: [['only-an-id', 'no hash']] } });
    const { code, err } = await run('drop', 'sync');
    expect([code, err]).toEqual([1, expect.stringContaining('in line 2')]);
    env['DROP_URL'] = 'http://drop.example.com';
    expect((await run('drop', 'sync')).err).toContain('must begin with https');
  });

  it('works by hand: archive or lists in, files of statuses out', async () => {
    const lists = beside('lists');
    const zip = beside('20260801_4821_DROP.zip');
    const rows = (list: readonly (readonly string[])[]) =>
      ['ID,Hash', ...list.map((row) => row.join(','))].join('\r\n');
    await writeFile(zip, await zipOf({ 'a/20260801_4821_Email.csv': rows(FIRST.Email) }));
    const phones = beside('20260801_4821_Phone.csv');
    await writeFile(phones, `\uFEFF${rows(FIRST.Phone)}`);
    const words = ['drop', 'match', '--files', zip, phones, '--out', lists];
    expect((await run(...words)).code).toBe(1);
    expect((await run('drop', 'match', '--out', lists, '--delete')).code).toBe(0);
    expect((await readdir(lists)).sort()).toEqual(['20260801_4821_Email.csv', '20260801_4821_Phone.csv']);
    expect(await readFile(path.join(lists, '20260801_4821_Email.csv'), 'utf8')).toBe(
      `Id,Status\n${ID.jane},3\n`,
    );
    expect(await readFile(path.join(lists, '20260801_4821_Phone.csv'), 'utf8')).toBe(
      `Id,Status\n${ID.unknown},5\n${ID.shared},4\n`,
    );
    expect(await house(12)).toMatch(DELETED);
    expect((await run('drop', 'match', '--files', phones, '--out', folder.value)).err).toContain(
      'another folder',
    );
    expect((await run('drop', 'match', '--files', beside('roll.csv'), '--out', lists)).err).toContain(
      'no file of DROP',
    );
    expect(platform.asked).toEqual([]);
  });

  it('stores no unreadable file, so that it cannot block later ones', async () => {
    const list = beside('20260801_4821_Email.csv');
    await writeFile(list, 'ID,Hash\r\nonly-an-id,no hash\r\n');
    const words = ['drop', 'match', '--files', list, '--out', beside('statuses')];
    expect((await run(...words)).err).toContain('in line 2');
    await writeFile(list, `ID,Hash\r\n${ID.jane},${emailHash('jane@example.com')}\r\n`);
    expect((await run(...words, '--delete')).code).toBe(0);
    expect(await house(12)).toMatch(DELETED);
  });

  it('names the files it did not read because earlier lists are not answered yet', async () => {
    const first = beside('20260801_4821_Email.csv');
    const later = beside('20260901_5000_Phone.csv');
    await writeFile(first, `ID,Hash\r\n${ID.jane},${emailHash('jane@example.com')}\r\n`);
    await writeFile(later, `ID,Hash\r\n${FIRST.Phone.map((row) => row.join(',')).join('\r\n')}\r\n`);
    const words = (file: string) => ['drop', 'match', '--files', file, '--out', beside('statuses')];
    expect((await run(...words(first))).code).toBe(1);
    const { code, out } = await run(...words(later));
    expect([code, out]).toEqual([1, expect.stringContaining('Not read: 20260901_5000_Phone.csv.')]);
    expect((await run(...words(later), '--delete')).code).toBe(0);
    expect(await house(14)).toBe('suppressed');
  });

  it('leaves no one out for the sandbox', async () => {
    env['DROP_SANDBOX_API_KEY'] = platform.apiKey;
    platform.waiting.push({ files: FIRST });
    expect((await run('drop', 'sync', '--sandbox')).code).toBe(0);
    expect(platform.asked.every((line) => line.includes('/sandbox/data/'))).toBe(true);
    expect(told()).toEqual({ [ID.jane]: 3, [ID.shared]: 4, [ID.unknown]: 5 });
    for (const number of [12, 14, 16]) expect(await house(number)).not.toBe('suppressed');
  });
});

describe('a restored backup', () => {
  it('has the lists of DROP from the log: people on them stay left out, and no status is owed', async () => {
    const folder = await temporaryFolder();
    const platform = await startDrop();
    const at = (name: string) => path.join(folder.value, name);
    const run = async (dataDir: string, ...words: readonly string[]) => {
      const { io, said } = capturedIo({
        DATA_DIR: at(dataDir),
        DISK_RESERVE_BYTES: '0',
        LOG_LEVEL: 'silent',
        PORT: '0',
        DROP_URL: platform.url,
        DROP_API_KEY: platform.apiKey,
      });
      const isServer = words[0] === 'start';
      const code = await main(words, { ...io, ...(isServer && { stopRequested: () => Promise.resolve() }) });
      return { code, ...said };
    };
    await writeFile(at('roll.csv'), OWNERS);
    await run('data', 'owners', 'import', at('roll.csv'));
    expect((await run('data', 'backup', at('backup'))).code).toBe(0);
    platform.waiting.push(
      { files: FIRST },
      { files: { Removed: [[ID.shared, phoneHash('5552010102'), 'Phone']] } },
    );
    for (let time = 0; time < 2; time++)
      expect((await run('data', 'drop', 'sync', '--delete')).code, String(time)).toBe(0);

    await run('restored', 'restore', at('backup'));
    await copyFile(at('data/suppressions.log'), at('restored/suppressions.log'));
    expect((await run('restored', 'start')).code).toBe(0);
    const house = async (number: number) =>
      (await run('restored', 'owners', 'explain', `${number} Oak St, Dayton, OH 45402`)).out.trim();
    expect([await house(12), await house(14)]).toEqual(['suppressed', expect.stringContaining('Ann')]);
    const again = await run('restored', 'drop', 'sync', '--delete', '--json');
    expect([again.code, JSON.parse(again.out)]).toEqual([
      0,
      expect.objectContaining({ erased: 1, reports: [] }),
    ]);
    await platform.close();
    await folder.remove();
  });
});
