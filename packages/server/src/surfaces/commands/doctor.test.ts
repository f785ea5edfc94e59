// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { engineOfTests } from '../../testing/engines.js';
import { runCommand } from '../../testing/process.js';
import { MATCH } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { JobEntity } from '../../work/jobs/index.js';
import { noteSettings } from '../service/notes.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer();
});
afterEach(() => server.close());

async function run(env: Record<string, string>, ...words: readonly string[]) {
  const settings = await engineOfTests.settings(server.dataDir);
  return runCommand({ DISK_RESERVE_BYTES: '0', ...settings, DATA_DIR: server.dataDir, ...env }, words);
}
/** Makes all data older, because the command uses the real clock. */
async function age(days: number): Promise<void> {
  const { database, supportDatabase } = server.service;
  const ms = days * MS_PER_DAY;
  await database.write(async (tx) => {
    await tx.query(`UPDATE jobs SET updated_at = updated_at - ${ms}`);
    await tx.query(`UPDATE replays SET created_at = created_at - ${ms}`);
  });
  await supportDatabase.write((tx) =>
    tx.query(`UPDATE support_messages SET created_at = created_at - ${ms}`),
  );
}

describe('purging', () => {
  it('deletes expired data at once, lists it, and leaves nothing personal in jobs and the ledger', async () => {
    const created = await server.call('createSkipTraceJob', {
      json: {
        filename: 'Jane Doe.csv',
        columnMapping: { address: 'Where Jane lives', city: 'City', state: 'State', zip: 'Zip' },
      },
    });
    await server.call('cancelSkipTraceJob', { jobId: String(created.json['jobId']) });
    await server.call('skipTraceSingle', { json: MATCH, headers: { 'idempotency-key': 'one' } });
    await server.service.messages.send(
      { fullName: 'Jane Doe', email: 'j@example.com', phone: '', reason: 'Other', message: 'Hello.' },
      '10.0.0.1',
    );
    const early = await run({}, 'purge', '--now', '--json');
    expect([early.code, early.err]).toEqual([0, '']);
    expect(new Set(Object.values((JSON.parse(early.out) as { removed: object }).removed))).toEqual(
      new Set([0]),
    );
    await age(8);
    const overdue = await run({ JOB_NAMES_DAYS: '6' }, 'doctor');
    expect([overdue.code, overdue.out]).toEqual([1, expect.stringContaining('the name of 1 job should')]);
    const { out } = await run(
      { JOB_NAMES_DAYS: '7', SUPPORT_RETENTION_DAYS: '7' },
      ...['purge', '--now', '--json'],
    );
    expect(JSON.parse(out)).toMatchObject({
      removed: { jobsWithoutNames: 1, supportMessages: 1, replays: 1, jobsWithoutFiles: 1, jobs: 0 },
      retention: expect.arrayContaining([
        { what: 'file names and errors of jobs', days: 7, setting: 'JOB_NAMES_DAYS' },
      ]),
    });
    const { database, messages } = server.service;
    const kept = [
      await database.read.find(JobEntity),
      await database.read.query('SELECT * FROM ledger_records'),
      await messages.list(),
    ];
    expect(JSON.stringify(kept)).not.toMatch(/Jane/);
    await age(31);
    const last = await run({}, 'purge', '--now');
    expect(last.out).toContain('1 jobs that ended without a charge were deleted');
    expect(await database.read.count(JobEntity)).toBe(0);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it("goes by the server's settings, not by the shell's, and says so", async () => {
    await server.service.messages.send(
      { fullName: 'Jane Doe', email: 'j@example.com', phone: '', reason: 'Other', message: 'Hello.' },
      '10.0.0.1',
    );
    await age(400);
    const { config, notes } = server.service;
    const { signingSecret } = server.service.engine;
    await noteSettings(notes, { ...config, supportRetentionDays: 500, savedLookupDays: 7 }, signingSecret);
    const said = 'SUPPORT_RETENTION_DAYS is 500 (this shell: 365), SAVED_LOOKUP_DAYS is 7 (this shell: 30)';
    expect((await run({}, 'doctor')).out).toMatch(/support messages +500 +SUPPORT_RETENTION_DAYS/);
    expect((await run({}, 'doctor')).out).toContain(said);
    const kept = await run({}, 'purge', '--now');
    expect(kept.out).toContain('0 support messages were deleted');
    expect(kept.out).toContain(said);
    const same = { SUPPORT_RETENTION_DAYS: '500', SAVED_LOOKUP_DAYS: '7' };
    expect((await run(same, 'purge', '--now')).out).not.toContain('this shell');
    expect(JSON.parse((await run({}, 'purge', '--now', '--json')).out)).toMatchObject({
      ignoredSettings: said.split(', '),
    });
    await noteSettings(notes, config, signingSecret);
    expect((await run({ SUPPORT_RETENTION_DAYS: '500' }, 'purge', '--now')).out).toContain(
      '1 support messages were deleted',
    );
  });

  it('does nothing without --now, and doctor shows how long things are kept', async () => {
    const refused = await run({}, 'purge');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Nothing was deleted')]);
    const { out } = await run({ RETENTION_DAYS: '20' }, 'doctor');
    expect(out).toMatch(/files of completed jobs +20 +RETENTION_DAYS/);
    expect(out).toMatch(/file names and errors of jobs +20 +JOB_NAMES_DAYS/);
    expect(out).toMatch(/answers for repeated requests +1 +\(fixed\)/);
  });
});
