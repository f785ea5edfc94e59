import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedIo, runCommand } from '../../testing/process.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { main } from './main.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer();
});
afterEach(() => server.close());

const beside = (name: string) => path.join(path.dirname(server.dataDir), name);
async function run(...words: readonly string[]) {
  return runCommand({ DATA_DIR: server.dataDir, USER: 'ana' }, words);
}
async function json(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(...words, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}
const isFound = async () => (await server.call('skipTraceSingle', { json: MATCH })).json['found'];

describe('the commands of the suppression list', () => {
  it('leave people out from the next lookup on, and never show them', async () => {
    expect(await isFound()).toBe(true);
    const added = await json(
      ...['suppress', 'add', '--name', 'Avery Jordan', '--address', oneLine(MATCH)],
      ...['--reason', 'asked by mail'],
    );
    expect(added).toMatchObject({ added: 1, known: 0 });
    expect(await isFound()).toBe(false);
    const explained = await run('owners', 'explain', oneLine(MATCH));
    expect(explained.out.trim()).toBe('suppressed');
    const list = await run('suppress', 'list', '--json');
    const id = (added['ids'] as string[])[0] ?? '';
    expect(JSON.parse(list.out)).toEqual([
      {
        id,
        kind: 'person',
        reason: 'asked by mail',
        source: 'operator',
        enteredBy: 'ana',
        createdAt: expect.stringMatching(/Z$/),
        liftedAt: null,
        liftedBy: null,
        liftReason: null,
        erasedAt: null,
        erasedBy: null,
      },
    ]);
    expect(list.out).not.toMatch(/avery|jordan|sandbox/i);
    expect((await run('suppress', 'lift', id, '--reason', 'a mistake')).out).toBe(`Lifted ${id}.\n`);
    expect(await isFound()).toBe(true);
    expect((await run('suppress', 'lift', id, '--reason', 'again')).code).toBe(2);
    expect((await run('suppress', 'list')).out).toBe('(none)\n');
    expect((await run('suppress', 'list', '--all')).out).toContain('by ana: a mistake');
  });

  it('accept a file, and name the rows they could not read', async () => {
    const file = beside('people.csv');
    const rows = ['Name,Address,City,State,ZIP,Phone,Email,Notes', ',,,,,(555) 201-0101,a@example.com,x'];
    await writeFile(
      file,
      [
        ...rows,
        'Jane Doe,,,,45402,,,',
        'Jane Doe,12 Oak St,,,,,,',
        ',,,,,,,nobody',
        'J\u0430ne Doe,,,,45402,,,',
        'Jane Doe,,Dayton,OH,,,,',
      ].join('\n'),
    );
    const words = ['--reason', 'opt-outs of May', '--source', 'desk', '--json'];
    const { code, out } = await run('suppress', 'import', file, ...words);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      added: 3,
      known: 0,
      rejected: [
        { row: 4, why: 'An address needs a house number, a street and a ZIP.' },
        { row: 5, why: 'It names no person, property, phone or email.' },
        { row: 6, why: expect.stringContaining('in Latin letters') },
        { row: 7, why: 'Say where: an address with its ZIP, or a ZIP.' },
      ],
    });
    expect(out).not.toMatch(/jane|oak|0101/i);
    expect(await json('suppress', 'add', '--phone', '+1 555 201 0101', '--reason', 'twice')).toMatchObject({
      known: 1,
    });
  });

  it('count and name the rows of a file with --dry-run, and add nothing', async () => {
    const file = beside('people.csv');
    const rows = [',5552010101,', ',(555) 201-0101,', ',,a@example.com', '45402,,', ',5552010102,'];
    await writeFile(file, ['Zip,Phone,Email,Name', ...rows.map((row) => `${row},`)].join('\n'));
    await json('suppress', 'add', '--phone', '5552010102', '--reason', 'before');
    const words = ['suppress', 'import', file, '--reason', 'opt-outs of May'];
    const planned = await run(...words, '--dry-run', '--json');
    const counts = { added: 2, known: 2, rejected: [{ row: 5, why: expect.any(String) as unknown }] };
    expect([planned.code, JSON.parse(planned.out)]).toEqual([
      1,
      expect.objectContaining({ ...counts, dryRun: true }),
    ]);
    expect((await run(...words, '--dry-run')).out).toMatch(
      /^Would add 2, on the list already: 2\..*^Line 5 would not be added\. .*^Dry run: nothing was added\.$/ms,
    );
    expect(JSON.parse((await run('suppress', 'list', '--json')).out)).toHaveLength(1);
    expect(JSON.parse((await run(...words, '--json')).out)).toMatchObject(counts);

    const elsewhere = beside('elsewhere');
    const first = await run(...words, '--dry-run', '--data-dir', elsewhere);
    expect(first.out).toContain('Would add 3, on the list already: 1.');
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('say which columns a file has and which it needs', async () => {
    const file = beside('names.csv');
    await writeFile(file, 'Full Name,Notes\nJane Doe,x\n');
    const { code, err } = await run('suppress', 'import', file, '--reason', 'x');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        'as you have: name, address, city, state, zip, phone, email. Its first row has "Full Name", "Notes".',
      ),
    ]);
    await writeFile(file, `${Array.from({ length: 30 }, (_, at) => `Column ${at}`).join(',')}\nx\n`);
    expect((await run('suppress', 'import', file, '--reason', 'x')).err).toContain(
      '"Column 19" and 10 more.',
    );
  });

  it('stop between two steps of a long file when they are told to, and add the rest at the next run', async () => {
    const file = beside('phones.csv');
    const phones = Array.from({ length: 2_200 }, (_, at) => String(5_552_010_000 + at));
    await writeFile(file, ['phone', ...phones].join('\n'));
    const words = ['suppress', 'import', file, '--reason', 'opt-outs of May', '--json'];
    const { io, said } = capturedIo({ DATA_DIR: server.dataDir });
    expect(await main(words, { ...io, stopRequested: () => Promise.resolve() })).toBe(1);
    expect(JSON.parse(said.out)).toMatchObject({ added: 2_000, known: 0, stopped: true });
    expect(await json(...words.slice(0, -1))).toMatchObject({
      added: 200,
      known: 2_000,
      rejected: [],
      kinds: { phone: 2_200, property: 0 },
    });
  });

  it('refuse an entry that names no person, or several', async () => {
    const refusals = [
      [[], 'Name one of: --phone'],
      [['--phone', '5552010101', '--email', 'a@example.com'], 'Name one of: --phone'],
      [['--name', 'Jane Doe'], 'Say where: --address with its ZIP, or --zip.'],
    ] as const;
    for (const [words, message] of refusals) {
      const { code, err } = await run('suppress', 'add', '--reason', 'x', ...words);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect((await run('suppress', 'add', '--phone', '5552010101')).code).toBe(2);
    expect((await run('suppress', 'import', beside('nowhere.csv'), '--reason', 'x')).code).toBe(2);
  });
});

describe('a restored backup', () => {
  /** Starts a server on a folder as `start` does, and ends it at once. */
  const start = async (dataDir: string, ...flags: readonly string[]) => {
    return runCommand(
      { DATA_DIR: dataDir, PORT: '0', DISK_RESERVE_BYTES: '0' },
      ['start', '--json', ...flags],
      { stopRequested: () => Promise.resolve() },
    );
  };
  const kinds = async (dataDir: string) => {
    const { out } = await run('suppress', 'list', '--json', '--data-dir', dataDir);
    return (JSON.parse(out) as { kind: string }[]).map(({ kind }) => kind).sort();
  };

  it('does not start without the log of later entries, and then shows no one who is on it', async () => {
    await json('suppress', 'add', '--phone', '5552010101', '--reason', 'before');
    const { ids } = await json('suppress', 'add', '--phone', '5552010102', '--reason', 'a mistake');
    expect((await run('backup', beside('backup'))).code).toBe(0);
    await json('suppress', 'add', '--email', 'a@example.com', '--reason', 'after');
    await run('suppress', 'lift', (ids as string[])[0] ?? '', '--reason', 'after');

    const dataDir = beside('restored');
    const restored = await run('restore', beside('backup'), '--data-dir', dataDir);
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('suppressions.log')]);
    expect(await kinds(dataDir)).toEqual(['phone', 'phone']);
    const refused = await start(dataDir);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('--accept-missing-suppressions'),
    ]);
    // An entry at this point would begin another log, which would be mistaken for the lost one.
    const entry = ['--phone', '5552010103', '--reason', 'x'];
    const early = await run('suppress', 'add', ...entry, '--data-dir', dataDir);
    expect([early.code, early.err]).toEqual([2, expect.stringContaining('Start the server once')]);

    // The last line was cut off by a power loss: that entry was never confirmed.
    await copyFile(path.join(server.dataDir, 'suppressions.log'), path.join(dataDir, 'suppressions.log'));
    await writeFile(path.join(dataDir, 'suppressions.log'), '{"add":{"id":', { flag: 'a' });
    expect((await start(dataDir)).code).toBe(0);
    expect(await kinds(dataDir)).toEqual(['email', 'phone']);
    expect((await start(dataDir)).code).toBe(0);
    expect(await readFile(path.join(dataDir, 'suppressions.log'), 'utf8')).not.toMatch(/example|555201/);
  });

  it('starts without them if the operator accepts their loss', async () => {
    expect((await run('backup', beside('backup'))).code).toBe(0);
    await run('restore', beside('backup'), '--data-dir', beside('restored'));
    expect((await start(beside('restored'))).code).toBe(2);
    expect((await start(beside('restored'), '--accept-missing-suppressions')).code).toBe(0);
    expect((await start(beside('restored'))).code).toBe(0);
  });
});
