import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import sqlite3 from 'sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../../testing/server.js';
import { temporaryFolder, type Temporary } from '../../../testing/temporary.js';

/**
 * A data directory of an earlier version, as SQL and files: an account with its key, a lookup kept for replay, a bulk, a
 * support message, and jobs that are completed, in preview and pending. `npm run record` replaces it with one of this
 * version.
 */
const FIXTURE = path.join(import.meta.dirname, '../../../testing/fixtures/data-directory');
const made = JSON.parse(await readFile(path.join(FIXTURE, 'made.json'), 'utf8')) as {
  madeAt: number;
  accountId: string;
  apiKey: string;
  kept: string;
  jobs: Record<'completed' | 'preview' | 'pending', string>;
};
const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };

let folder: Temporary<string>;
let server: TemporaryServer;
beforeAll(async () => {
  folder = await temporaryFolder();
  for (const name of ['service', 'owners', 'support']) {
    const sql = await readFile(path.join(FIXTURE, `${name}.sql`), 'utf8');
    await withFile(path.join(folder.value, `${name}.sqlite`), (file) => {
      return new Promise((resolve, reject) => {
        file.exec(sql, (error) => (error === null ? resolve(undefined) : reject(error)));
      });
    });
  }
  await cp(path.join(FIXTURE, 'files'), path.join(folder.value, 'files'), { recursive: true });
  server = await temporaryServer({ dataDir: folder.value, sandbox: false });
  server.clock.shiftMs = made.madeAt - Date.now();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function withFile<T>(file: string, use: (database: sqlite3.Database) => Promise<T>): Promise<T> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error === null ? resolve(opened) : reject(error)));
  });
  try {
    return await use(database);
  } finally {
    await new Promise<void>((resolve) => database.close(() => resolve()));
  }
}

/** Every table and index with its definition, without comments and extra whitespace. */
const schema = (file: string) =>
  withFile(file, (database) => {
    return new Promise<string[]>((resolve, reject) => {
      database.all<{ sql: string }>(
        'SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name',
        (error, rows) =>
          error === null
            ? resolve(rows.map(({ sql }) => sql.replace(/--.*/g, '').replace(/\s+/g, ' ')))
            : reject(error),
      );
    });
  });
const call: TemporaryServer['call'] = (id, sent) => server.call(id, { key: made.apiKey, ...sent });

describe('a recorded data directory', () => {
  it('has the schema of a new one when it is opened', async () => {
    const fresh = await temporaryServer({ sandbox: false });
    try {
      for (const name of ['service.sqlite', 'owners.sqlite', 'support.sqlite']) {
        expect(await schema(path.join(folder.value, name))).toEqual(
          await schema(path.join(fresh.dataDir, name)),
        );
      }
    } finally {
      await fresh.close();
    }
  });

  it('keeps its accounts, keys, money, owners, messages and replays', async () => {
    const { service } = server;
    expect(await service.billing.balanceCents(made.accountId)).toBe(988);
    expect(await service.ledgerFindings()).toEqual([]);
    expect((await service.messages.list()).map(({ fullName }) => fullName)).toEqual(['Robin Example']);
    const headers = { 'idempotency-key': made.kept };
    const replayed = await call('skipTraceSingle', { json: MATCH, headers });
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.json).toMatchObject({ found: true, contact: { fullName: 'Jordan Avery' } });
    expect(await service.billing.balanceCents(made.accountId)).toBe(988);
    expect((await call('skipTraceSingle', { json: MATCH })).json).toEqual(replayed.json);
  });

  it('keeps its jobs, serves their files and continues their work', async () => {
    const download = async (jobId: string) => {
      const { json } = await call('getSkipTraceJob', { jobId });
      const answer = await fetch(String(json.downloadUrl));
      return answer.text();
    };
    const result = await download(made.jobs.completed);
    expect(result).toContain('100 Sandbox Match St,Austin,TX,78701,Matched,Jordan,Avery');
    await server.service.startWorker();
    expect((await call('confirmSkipTraceJob', { jobId: made.jobs.preview })).json.totalChargeCents).toBe(4);
    await expect
      .poll(async () => (await call('getSkipTraceJob', { jobId: made.jobs.preview })).json.status, {
        timeout: 15_000,
      })
      .toBe('completed');
    expect(await download(made.jobs.preview)).toBe(result);
    expect((await call('cancelSkipTraceJob', { jobId: made.jobs.pending })).json.status).toBe('cancelled');
    expect(await server.service.fileFindings()).toEqual([]);
  });
});

describe('a data directory of a newer version', () => {
  it('is refused in a sentence and left as it is', async () => {
    const newer = await temporaryServer({ sandbox: false });
    await newer.service.database.write((tx) =>
      tx.query(
        "INSERT INTO schema_migrations (timestamp, name) VALUES (9790000000000, 'Later9790000000000')",
      ),
    );
    const opened = temporaryServer({ sandbox: false, dataDir: newer.dataDir });
    await expect(opened).rejects.toThrow('service.sqlite was written by a newer skiptrace-server');
    await newer.close();
  });
});

describe('a data directory of a commit before the first release', () => {
  it('is refused as an earlier one, not as a newer one', async () => {
    const earlier = await temporaryServer({ sandbox: false });
    await earlier.service.database.write((tx) =>
      tx.query("INSERT INTO schema_migrations (timestamp, name) VALUES (1795000000035, 'Drop1795000000035')"),
    );
    const opened = temporaryServer({ sandbox: false, dataDir: earlier.dataDir });
    await expect(opened).rejects.toThrow(
      'service.sqlite was written by an earlier skiptrace-server, from before the first release',
    );
    await earlier.close();
  });
});
