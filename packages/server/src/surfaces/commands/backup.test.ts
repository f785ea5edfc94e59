import { access, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
let root: string;
beforeEach(async () => {
  server = await temporaryServer({ balanceCents: 1_000 });
  root = path.dirname(server.dataDir);
});
afterEach(() => server.close());

async function run(...words: readonly string[]) {
  return runCommand({ DATA_DIR: server.dataDir }, words);
}
const beside = (name: string) => path.join(root, name);

describe('a backup', () => {
  it.each(['.', 'files', 'backups/today'])('never goes into the data directory: %s', async (name) => {
    const { code, err } = await run('backup', path.join(server.dataDir, name));
    expect([code, err]).toEqual([2, expect.stringContaining('is in the data directory')]);
  });

  it('never goes there through a symbolic link either', async () => {
    await symlink(server.dataDir, beside('link'));
    const { code } = await run('backup', beside('link/backups/today'));
    expect(code).toBe(2);
    expect(await readdir(server.dataDir)).not.toContain('backups');
  });

  it('with --keep deletes only older backups that it made of this data directory itself', async () => {
    const folder = beside('backups');
    const other = await temporaryServer();
    const keep = async (dataDir: string, n: number) => {
      const { code, out } = await run('backup', folder, '--keep', String(n), '--json', '--data-dir', dataDir);
      expect(code).toBe(0);
      return JSON.parse(out) as { folder: string; deleted: string[] };
    };
    const made = await keep(server.dataDir, 2);
    expect(path.basename(made.folder)).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z$/);
    // An old backup of this server, one of another server, and a folder that only has such a name.
    const old = path.join(folder, '2001-01-01T000000Z');
    await rename(made.folder, old);
    const foreign = path.join(folder, '2001-01-02T000000Z');
    await rename((await keep(other.dataDir, 1)).folder, foreign);
    await other.close();
    const photos = path.join(folder, '2001-01-03T000000Z');
    await mkdir(photos);
    await writeFile(path.join(photos, 'photo.jpg'), '');
    expect((await keep(server.dataDir, 1)).deleted).toEqual([old]);
    const left = await readdir(folder);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([path.basename(foreign), path.basename(photos)]));
  });
});

describe('a restored backup', () => {
  const restoreTo = (dataDir: string, folder = beside('backup')) =>
    run('restore', folder, '--data-dir', dataDir);

  it('is the whole service again, in a new or an empty folder', async () => {
    expect((await run('backup', beside('backup'))).code).toBe(0);
    await mkdir(beside('empty'));
    for (const name of ['new/data', 'empty']) {
      const { code, out, err } = await restoreTo(beside(name));
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`Restored ${beside('backup')} to ${beside(name)} (0 customer files).`);
      const restored = await temporaryServer({ dataDir: beside(name) });
      const { accountId } = server.account;
      expect(await restored.service.billing.balanceCents(accountId)).toBe(1_000);
      await restored.close();
    }
  });

  it('needs SIGNING_SECRET where the server had it set, and no file of the secret', async () => {
    const secret = 'a secret of the environment, made up for this test';
    const env = { DATA_DIR: beside('with-setting'), SIGNING_SECRET: secret };
    await runCommand(env, ['accounts', 'create', '--name', 'Acme']);
    expect(await readdir(beside('with-setting'))).not.toContain('signing-secret');
    expect(await runCommand(env, ['backup', beside('backup')])).toMatchObject({ code: 0, err: '' });
    const restore = (settings: object) =>
      runCommand({ ...settings, DATA_DIR: beside('new') }, ['restore', beside('backup')]);
    expect(await restore({})).toMatchObject({
      code: 2,
      err: expect.stringContaining('Set SIGNING_SECRET as that server had it') as unknown,
    });
    await expect(access(beside('new'))).rejects.toThrow('ENOENT');
    expect(await restore({ SIGNING_SECRET: secret })).toMatchObject({ code: 0, err: '' });
    expect(await readdir(beside('new'))).not.toContain('signing-secret');
    const verified = await runCommand({ ...env, DATA_DIR: beside('new') }, ['audit', 'verify']);
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('is whole') as unknown });
  });

  it('is refused when it lacks the signing secret that it had', async () => {
    await run('backup', beside('backup'));
    await rm(beside('backup/signing-secret'));
    expect(await restoreTo(beside('new'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('the backup lacks signing-secret, which it had') as unknown,
    });
    await expect(access(beside('new'))).rejects.toThrow('ENOENT');
  });

  it('has its log of disclosures whole up to the backup, and goes on with it', async () => {
    const head = await run('audit', 'head');
    await writeFile(beside('head.json'), head.out);
    expect((await run('backup', beside('backup'))).code).toBe(0);
    await restoreTo(beside('new'));
    const there = async (...words: string[]) => run('audit', ...words, '--data-dir', beside('new'));
    const verified = () => there('verify', '--head', beside('head.json'));
    expect(await verified()).toMatchObject({ code: 0, out: expect.stringContaining('is whole') as unknown });
    await run('accounts', 'create', '--name', 'Later', '--data-dir', beside('new'));
    expect((await there('head')).code).toBe(0);
    expect(await verified()).toMatchObject({ code: 0, out: expect.stringContaining('is whole') as unknown });
    // A head from after the backup names what the restore lost.
    await run('accounts', 'create', '--name', 'Lost');
    await writeFile(beside('head.json'), (await run('audit', 'head')).out);
    expect(await verified()).toMatchObject({
      code: 1,
      out: expect.stringContaining('the given head') as unknown,
    });
  });

  it('never replaces a data directory', async () => {
    await run('backup', beside('backup'));
    const { code, err } = await restoreTo(server.dataDir);
    expect([code, err]).toEqual([2, expect.stringContaining("isn't empty")]);
  });

  it('leaves nothing behind if the folder is not a backup or is damaged', async () => {
    await mkdir(beside('photos'));
    expect(await restoreTo(beside('new'), beside('photos'))).toMatchObject({
      code: 2,
      err: expect.stringContaining("isn't a backup") as unknown,
    });
    await run('backup', beside('backup'));
    await writeFile(beside('backup/owners.sqlite'), 'This was a database.'.repeat(100));
    expect(await restoreTo(beside('new'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was restored: owners.sqlite is damaged') as unknown,
    });
    await expect(access(beside('new'))).rejects.toThrow('ENOENT');
    await rm(beside('photos'), { recursive: true });
  });

  it('is named where the folder holds several', async () => {
    await run('backup', beside('backups'), '--keep', '2');
    const { code, err } = await restoreTo(beside('new'), beside('backups'));
    expect(code).toBe(2);
    expect(err).toMatch(/backups holds several backups\. Name one of them, such as .*Z\./);
  });

  it('is refused when it lacks a database that it had', async () => {
    await run('backup', beside('backup'));
    await rm(beside('backup/owners.sqlite'));
    expect(await restoreTo(beside('new'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('the backup lacks owners.sqlite') as unknown,
    });
    await expect(access(beside('new'))).rejects.toThrow('ENOENT');
  });

  it('is refused with a sentence if its manifest lacks the number of files', async () => {
    await run('backup', beside('backup'));
    await writeFile(beside('backup/backup.json'), '{"madeBy":"skiptrace-ser');
    const { code, err } = await restoreTo(beside('new'));
    expect([code, err]).toEqual([1, expect.stringContaining('backup.json in')]);
    expect(err).toContain('remove that file to restore what is there');
    await expect(access(beside('new'))).rejects.toThrow('ENOENT');
    await rm(beside('backup/backup.json'));
    expect((await restoreTo(beside('new'))).code).toBe(0);
  });

  it('is refused when customer files are missing', async () => {
    await run('backup', beside('backup'));
    const manifest = {
      madeBy: 'skiptrace-server',
      version: '0.1.0',
      createdAt: '',
      dataDir: server.dataDir,
      databases: ['service.sqlite'],
      files: 3,
    };
    await writeFile(beside('backup/backup.json'), JSON.stringify(manifest));
    const { code, err } = await restoreTo(beside('new'));
    expect([code, err]).toEqual([1, expect.stringContaining('0 of its 3 customer files')]);
  });
});
