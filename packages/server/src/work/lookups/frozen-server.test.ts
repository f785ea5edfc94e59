// Engines: SQLite, PostgreSQL

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engineOfTests } from '../../testing/engines.js';
import { MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

/** Locks accounts as a settlement does between its two round trips, reports it, and then hangs. */
const HOLDER = `
  import pg from 'pg';
  const [url, ...ids] = process.argv.slice(1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
  console.log('locked');
`;

/** Another server that freezes while it holds the locks of accounts: a process that gets SIGSTOP. */
async function frozenHolder(server: TemporaryServer, accountIds: readonly string[]) {
  const { DATABASE_URL = '' } = await engineOfTests.settings(server.dataDir);
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, DATABASE_URL, ...accountIds], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => child.kill('SIGKILL');
  onTestFinished(async () => {
    kill();
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).toBe('locked');
    break;
  }
  child.kill('SIGSTOP');
  return { kill, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}

// On SQLite one server has the data directory to itself.
describe.runIf(engineOfTests.name === 'PostgreSQL')('while another server stands still with locks', () => {
  let server: TemporaryServer;
  beforeAll(async () => {
    server = await temporaryServer();
  });
  afterAll(() => server.close());

  async function customer() {
    const { accountId, apiKey: key } = await server.createAccount(100);
    return {
      accountId,
      balanceCents: () => server.service.billing.balanceCents(accountId),
      single: () => server.call('skipTraceSingle', { key, json: MATCH }),
      bulk: () => server.call('skipTraceBulk', { key, json: { addresses: [MATCH, MISS] } }),
    };
  }
  const customers = (count: number) => Promise.all(Array.from({ length: count }, customer));

  it('lookups of other accounts are answered, together with blocked ones and after them', async () => {
    const [blocked, others] = [await customers(12), await customers(5)];
    const holder = await frozenHolder(
      server,
      blocked.map(({ accountId }) => accountId),
    );
    const ask = (all: typeof others) => Promise.all(all.flatMap(({ single, bulk }) => [single(), bulk()]));
    const waiting = ask(blocked);
    for (let round = 0; round < 3; round++)
      expect((await ask(others)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(holder.hasEnded()).toBe(false);
    for (const { balanceCents } of blocked) expect(await balanceCents()).toBe(100);

    holder.kill();
    expect((await waiting).map(({ status }) => status)).toEqual(Array(24).fill(200));
    for (const { balanceCents } of blocked) expect(await balanceCents()).toBe(92);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('waiting for blocked accounts takes no connection from others', async () => {
    const [blocked, other] = [await customers(12), await customer()];
    const holder = await frozenHolder(
      server,
      blocked.map(({ accountId }) => accountId),
    );
    const { database, billing } = server.service;
    const topUps = blocked.map(({ accountId }) =>
      database.writeFor(accountId, (tx) =>
        billing.post(tx, { accountId, type: 'top_up', amountCents: 1, reference: null }),
      ),
    );
    for (let times = 0; times < 3; times++) expect((await other.single()).status).toBe(200);
    expect(holder.hasEnded()).toBe(false);
    holder.kill();
    await Promise.all(topUps);
    for (const { balanceCents } of blocked) expect(await balanceCents()).toBe(101);
  });
});
