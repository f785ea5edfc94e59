import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../platform/config.js';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { noteSettings } from '../service/notes.js';

const SECRET = 's'.repeat(32);
const OF_SERVER = {
  SIGNING_SECRET: SECRET,
  PUBLIC_URL: 'https://trace.example.com',
  WEBHOOKS: 'on',
  OPT_OUT: 'on',
  SMTP_URL: 'smtp://u:p@mail.example.com',
};

/** A server with its settings in its process alone, not in the shell of a command. */
let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ env: OF_SERVER });
  const { notes, config, engine } = server.service;
  await noteSettings(notes, config, engine.signingSecret);
});
afterEach(() => server.close());

const run = (env: Environment, ...words: readonly string[]) =>
  runCommand({ DATA_DIR: server.dataDir, ...env }, words);
const inFile = (settings: Record<string, string>) =>
  writeFile(
    path.join(server.dataDir, 'skiptrace.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );

describe('a command in a shell with other settings than the server', () => {
  it("prints the server's links, adds its webhooks, and says which settings count", async () => {
    const { accountId } = server.account;
    const link = await run({}, 'accounts', 'sign-in-link', accountId);
    expect(link.out).toContain('https://trace.example.com/app/sign-in#token=');
    expect(link.out).not.toContain('127.0.0.1');
    expect(link.err).toContain('PUBLIC_URL is https://trace.example.com (this shell: not set)');
    expect((await run({}, 'accounts', 'create', '--name', 'New')).out).not.toContain('127.0.0.1');
    const added = await run({}, 'webhooks', 'add', accountId, '--url', 'https://example.com/hook');
    expect([added.code, added.out]).toEqual([0, expect.stringContaining('Added https://example.com/hook')]);
    const other = await run({ PUBLIC_URL: 'https://old.example.com' }, 'accounts', 'sign-in-link', accountId);
    expect(other.out).toContain('https://trace.example.com/app');
    expect(other.err).toContain('(this shell: https://old.example.com)');
  });

  it('blames skiptrace.conf for what was changed in it since the start, and says to restart', async () => {
    await inFile({ ...OF_SERVER, PUBLIC_URL: 'https://new.example.com' });
    const { err } = await run({}, 'accounts', 'list');
    expect(err).toContain(
      'skiptrace.conf has changed since the server started: PUBLIC_URL is https://trace.example.com (skiptrace.conf: https://new.example.com). Restart the server',
    );
    expect(err).not.toContain('this shell');
  });

  it('neither writes a dead code nor takes the log for forged with another SIGNING_SECRET', async () => {
    await server.service.sealing.seal();
    for (const env of [{}, { SIGNING_SECRET: 'x'.repeat(40) }])
      for (const words of ['audit verify', 'audit head', 'purge --now', 'people requests letter NOSUCH']) {
        const { code, out, err } = await run(env, ...words.split(' '));
        expect([code, out]).toEqual([2, '']);
        expect(err).toContain('The SIGNING_SECRET of this shell is not the one of the server');
      }
    expect(await server.service.notes.find('audit verify')).toBeNull();
    const { out, code } = await run({ SIGNING_SECRET: SECRET }, 'audit', 'verify');
    expect([code, out]).toEqual([0, expect.stringContaining('The log is whole')]);
  });

  it('does all of it, and says nothing, when skiptrace.conf has what the server has', async () => {
    await inFile(OF_SERVER);
    for (const words of [
      'audit verify',
      'audit head',
      'purge --now',
      `accounts sign-in-link ${server.account.accountId}`,
    ]) {
      const { code, err } = await run({}, ...words.split(' '));
      expect([words, code, err]).toEqual([words, 0, '']);
    }
  });
});

describe('settings', () => {
  it('are named in full by a command, where the file has one that does not exist', async () => {
    await inFile({ PRIC: '5' });
    const { code, err } = await run({}, 'accounts', 'list');
    expect([code, err]).toEqual([2, expect.stringContaining('"skiptrace-server settings" then lists all')]);
  });

  it('shows each value and where it comes from, and hides secrets', async () => {
    await inFile({ PUBLIC_URL: 'https://trace.example.com', SMTP_URL: 'smtp://user:hush@mail.example.com' });
    const { code, out, err } = await run({ SIGNING_SECRET: SECRET, WEBHOOKS: 'on' }, 'settings');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^PUBLIC_URL +https:\/\/trace\.example\.com +skiptrace\.conf$/m);
    expect(out).toMatch(/^SMTP_URL +\(hidden\) +skiptrace\.conf$/m);
    expect(out).toMatch(/^SIGNING_SECRET +\(hidden\) +environment$/m);
    expect(out).toMatch(/^TERMS_URL +not set +default$/m);
    expect(out).toMatch(/^RETENTION_DAYS +30 +default$/m);
    expect(out).not.toMatch(/hush|ssss/);
    expect(out).toContain('OPT_OUT is on (this shell: off), SMTP_URL is another one');
  });

  it('works where no data directory is yet, and with --json', async () => {
    const none = path.join(server.dataDir, 'none');
    const { code, out } = await runCommand({ PORT: '4000' }, ['settings', '--data-dir', none, '--json']);
    expect(code).toBe(0);
    const { settings, ...rest } = JSON.parse(out) as { settings: { setting: string }[] };
    expect(rest).toEqual({ file: path.join(none, 'skiptrace.conf'), exists: false });
    const of = (name: string) => settings.find(({ setting }) => setting === name);
    expect(of('PORT')).toEqual({ setting: 'PORT', value: 4000, from: 'environment' });
    expect(of('DATA_DIR')).toEqual({ setting: 'DATA_DIR', value: none, from: '--data-dir' });
    expect(of('PUBLIC_URL')).toEqual({ setting: 'PUBLIC_URL', value: null, from: 'default' });
  });
});
