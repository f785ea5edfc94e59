// Engines: SQLite, PostgreSQL at a release

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { AppSchemas } from '@skiptrace/contract/app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, utcDay } from '../../platform/clock.js';
import type { TestBrowser } from '../../testing/browser.js';
import { engineOfTests } from '../../testing/engines.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

type Saved = AppSchemas['SavedLookup'];

const HEADER = 'Address,City,State,Zip,First Name,Last Name,Mobile-1,Email';
const OWNERS = `${HEADER}
2663 Catalpa Pl,Dayton,OH,45402,Xenia,Lone,5552010103,xenia@example.com
16 Oak St,Dayton,OH,45402,Willa,Kept,5552010104,willa@example.com
`;
const CATALPA = { address: '2663 Catalpa Pl, Dayton, OH 45402' };
const OAK = { address: '16 Oak St, Dayton, OH 45402' };
const MISS = { address: '18 Oak St, Dayton, OH 45402' };
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const MISTAKE = { reason: 'a mistake', by: 'test', actor: 'command:test' };

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
  await load(OWNERS);
});
afterEach(() => server.close());

const load = (content: string, replace = false) => server.importOwners(content, { replace });

async function browser(apiKey = server.account.apiKey) {
  const one = await server.signedIn(apiKey);
  const ask = (where: string, call?: Parameters<TestBrowser['ask']>[1]) => one.ask(`/app/api/${where}`, call);
  return {
    ask,
    list: async (search = '', query = '') => {
      const { json } = await ask(`saved-lookups/search${query}`, { json: { search } });
      return json as { lookups: Saved[]; nextCursor: string | null };
    },
    find: async (address: string) =>
      (await ask('saved-lookups/find', { json: { address } })).json['lookup'] as Saved | null,
    lookUp: (lead: object) => one.ask('/api/v1/skip-trace', { json: lead }),
    keepFor: (savedLookupDays: number) => ask('preferences', { method: 'PATCH', json: { savedLookupDays } }),
  };
}
const lookUp = (lead: object, key?: string) =>
  server.call('skipTraceSingle', {
    json: lead,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const balance = () => server.service.billing.balanceCents(server.account.accountId);

/** Charges of lookups in all ledgers, and saved lookups, by request id. */
async function chargedAndSaved() {
  const { read } = server.service.database;
  const charged = await read.query<{ id: string }[]>(
    "SELECT reference AS id FROM ledger_records WHERE type = 'lookup_charge' ORDER BY 1",
  );
  const saved = await read.query<{ id: string }[]>('SELECT id FROM saved_lookups ORDER BY 1');
  return { charged: charged.map(({ id }) => id), saved: saved.map(({ id }) => id) };
}

describe('a saved lookup', () => {
  it('is available on every device of the account, from pages and keys, and to no other account', async () => {
    const here = await browser();
    await here.lookUp(CATALPA);
    await lookUp(OAK);
    await lookUp(MISS);
    const there = await browser();
    const { lookups, nextCursor } = await there.list();
    expect(nextCursor).toBeNull();
    expect(lookups).toMatchObject([
      { address: '16 OAK ST, DAYTON OH 45402', chargedCents: 4, match: { contact: { lastName: 'Kept' } } },
      { chargedCents: 4, match: { charged: 4, phones: [{ number: '5552010103' }] } },
    ]);
    const { charged, saved } = await chargedAndSaved();
    expect(saved).toEqual(charged);
    const stranger = await browser((await server.createAccount(0)).apiKey);
    expect((await stranger.list()).lookups).toEqual([]);
    await stranger.ask(`saved-lookups/${lookups[0]?.id ?? ''}`, { method: 'DELETE' });
    expect((await there.list()).lookups).toHaveLength(2);
  });

  it('is saved once for a repeated request', async () => {
    await lookUp(CATALPA, 'one');
    await lookUp(CATALPA, 'one');
    expect((await chargedAndSaved()).saved).toHaveLength(1);
    expect(await balance()).toBe(996);
  });

  it('is found free of charge by any spelling of its property, and reveals nothing about other properties', async () => {
    await lookUp({ address: '2663 Catapla Pl, Dayton, OH 45402' });
    const { find } = await browser();
    for (const spelling of ['2663 catalpa place dayton oh', '2663 Catapla Pl 45402', CATALPA.address])
      expect(await find(spelling), spelling).toMatchObject({
        address: '2663 CATAPLA PL, DAYTON OH 45402',
        match: { contact: { propertyAddress: '2663 Catalpa Pl' } },
      });
    for (const other of [OAK.address, MISS.address, '2663 Catalpa Pl', 'nothing'])
      expect(await find(other), other).toBeNull();
    expect(await balance()).toBe(996);
  });

  it('has the newest answer if the account paid for the property twice', async () => {
    const { find, list } = await browser();
    await lookUp(OAK);
    const second = await lookUp(OAK);
    expect(second.json['charged']).toBe(4);
    const newest = await find(OAK.address);
    expect(newest?.id).toBe(second.headers.get('x-request-id'));
    expect((await list()).lookups).toHaveLength(2);
  });

  it('is the only one of its property while repeats are free, and says until when they are', async () => {
    const { accounts, clock } = server.service;
    await accounts.change(server.account.accountId, { terms: { freeRepeatDays: 30 } });
    const { find, list } = await browser();
    await lookUp({ address: '2663 Catapla Pl, Dayton, OH 45402' });
    const freeUntil = utcDay(clock.now() + 30 * MS_PER_DAY);
    expect(await find(CATALPA.address)).toMatchObject({ chargedCents: 4, freeUntil });
    expect((await lookUp(CATALPA)).json).toMatchObject({ charged: 0, repeat: true });
    expect((await list()).lookups).toMatchObject([
      { address: '2663 CATAPLA PL, DAYTON OH 45402', freeUntil },
    ]);
    // Deleted, it is saved again by the next lookup, which is still free.
    await (await browser()).ask('saved-lookups', { method: 'DELETE' });
    await lookUp(CATALPA);
    expect((await list()).lookups).toMatchObject([{ chargedCents: 0, freeUntil }]);
    await accounts.change(server.account.accountId, { terms: { freeRepeatDays: 0 } });
    expect(await find(CATALPA.address)).toMatchObject({ freeUntil: null });
    expect(await balance()).toBe(996);
  });

  it('says what came back of its price: refunded by the operator, in part or in full', async () => {
    await lookUp(CATALPA);
    const { list, ask, find } = await browser();
    const { database } = server.service;
    const [{ id: chargeId } = { id: '' }] = await database.read.query<{ id: string }[]>(
      "SELECT id FROM ledger_records WHERE type = 'lookup_charge'",
    );
    const { accountId } = server.account;
    const refund = (cents: number | undefined, key: string) =>
      server.service.refund({ accountId, chargeId, cents, reason: 'a mistake' }, key);
    expect((await list()).lookups).toMatchObject([{ chargedCents: 4, refundedCents: 0 }]);
    await refund(1, 'first');
    expect(await find(CATALPA.address)).toMatchObject({ chargedCents: 4, refundedCents: 1 });
    await refund(undefined, 'second');
    expect((await list()).lookups).toMatchObject([{ chargedCents: 4, refundedCents: 4 }]);
    expect((await ask('saved-lookups.csv')).text).toMatch(/^"?2663 CATALPA[^\n]*,0\.00,/m);
  });

  it('says that its price came back, where a repeat found that the owner asked to be left out', async () => {
    await lookUp(CATALPA, 'one');
    const wish = { kind: 'person', name: 'Xenia Lone', address: CATALPA } as const;
    const { ids } = await server.service.suppressions.add([wish], WHY);
    expect((await lookUp(CATALPA, 'one')).json).toMatchObject({ found: false });
    const { ask, find, list } = await browser();
    const refunded = { chargedCents: 4, refundedCents: 4, match: null };
    expect((await list()).lookups).toMatchObject([refunded]);
    // The price came back, so what it was paid for doesn't when the entry is lifted.
    await server.service.suppressions.lift(ids[0] ?? '', MISTAKE);
    expect((await list()).lookups).toMatchObject([refunded]);
    expect(await find(CATALPA.address)).toBeNull();
    expect((await ask('saved-lookups.csv')).text).not.toMatch(/Lone|5552010103/);
    expect((await lookUp(CATALPA, 'one')).json).toMatchObject({ found: false });
    expect((await lookUp(CATALPA, 'two')).json).toMatchObject({ found: true });
    expect((await list()).lookups).toMatchObject([
      { chargedCents: 4, refundedCents: 0, match: {} },
      refunded,
    ]);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('hides owners who asked to be left out, were deleted, or have no record any more', async () => {
    await lookUp(CATALPA);
    const { ask, find, list } = await browser();
    const owners = async () => (await list()).lookups.map(({ match }) => match?.contact.lastName ?? null);
    const { ids } = await server.service.suppressions.add(
      [{ kind: 'person', name: 'Xenia Lone', address: CATALPA }],
      WHY,
    );
    expect(await owners()).toEqual([null]);
    expect(await find(CATALPA.address)).toBeNull();
    expect((await ask('saved-lookups.csv')).text).not.toMatch(/Lone|5552010103/);
    await server.service.suppressions.lift(ids[0] ?? '', MISTAKE);
    expect(await owners()).toEqual(['Lone']);

    const { erasures } = server.service;
    const { recordId } = (
      await server.service.database.read.query<{ recordId: string }[]>(
        'SELECT record_id AS "recordId" FROM saved_lookups',
      )
    )[0] ?? { recordId: '0' };
    await server.service.database.write((tx) => tx.query("UPDATE saved_lookups SET record_mark = 'another'"));
    expect(await owners()).toEqual([null]);
    await erasures.erase([Number(recordId)]);
    expect(await owners()).toEqual([null]);

    await lookUp(OAK);
    await load(`${HEADER}\n16 Oak St,Dayton,OH,45402,Zelda,New,,\n`, true);
    expect(await owners()).toEqual(['Kept', null]);
    server.clock.shiftMs = 2 * MS_PER_DAY;
    await server.service.sweepJobs();
    expect(await owners()).toEqual([null, null]);
  });

  it('is found by prefixes of words in its address and its owner, page by page', async () => {
    await lookUp({ address: '2663 Catapla Pl, Dayton, OH 45402' });
    for (let n = 0; n < 4; n++) await lookUp(OAK);
    const { list } = await browser();
    for (const [search, count] of [
      ['', 5],
      ['catalpa', 1],
      ['CATAPLA pl', 1],
      ['16 oak', 4],
      ['kep wil', 4],
      ['ak', 0],
      ['16 catalpa', 0],
      ['%', 5],
    ] as const)
      expect((await list(search)).lookups, search).toHaveLength(count);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list('oak', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.lookups.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([4, 4]);
  });

  it('is exported with its owner, one line each, safe in a spreadsheet', async () => {
    await load(`${HEADER}\n16 Oak St,Dayton,OH,45402,=Willa,Kept,5552010104,willa@example.com\n`, true);
    await lookUp(OAK);
    const { ask } = await browser();
    const { text, headers } = await ask('saved-lookups.csv');
    expect(headers.get('content-disposition')).toContain('lookups.csv');
    const [header, line, ...more] = text.split('\r\n');
    expect(header).toMatch(/^Looked Up,Date,Paid,First Name,Last Name,Property Address,/);
    expect(line).toMatch(
      /^"16 OAK ST, DAYTON OH 45402",\d{4}-.*Z,0\.04,'=Willa,Kept,16 Oak St,Dayton,OH,45402,/,
    );
    expect(line).toContain('5552010104,Yes,not checked');
    expect(more).toEqual(['']);
  });

  it('can be deleted by its account, alone or with all others; the charges stay', async () => {
    for (const lead of [CATALPA, OAK, OAK]) await lookUp(lead);
    const { ask, list } = await browser();
    const [first] = (await list()).lookups;
    for (let n = 0; n < 2; n++)
      expect((await ask(`saved-lookups/${first?.id ?? ''}`, { method: 'DELETE' })).status).toBe(204);
    expect((await list()).lookups).toHaveLength(2);
    expect((await ask('saved-lookups', { method: 'DELETE' })).status).toBe(204);
    expect((await list()).lookups).toEqual([]);
    expect((await chargedAndSaved()).charged).toHaveLength(3);
  });
});

describe('how long lookups are saved', () => {
  it('is 30 days unless the account chooses; older lookups are deleted at the choice and by the sweep', async () => {
    const { ask, keepFor } = await browser();
    expect((await ask('preferences')).json).toEqual({
      savedLookupDays: 30,
      namePurchases: true,
      mailLists: false,
    });
    const { database, saved, retentionFindings } = server.service;
    const age = (days: number) =>
      database.write((tx) =>
        tx.query(`UPDATE saved_lookups SET created_at = created_at - ${days * MS_PER_DAY}`),
      );
    await lookUp(CATALPA);
    await age(20);
    await lookUp(OAK);
    expect(await saved.sweep()).toBe(0);
    await age(10);
    expect(await saved.sweep()).toBe(1);
    await lookUp(CATALPA);
    expect((await keepFor(10)).json).toMatchObject({ savedLookupDays: 10 });
    expect((await chargedAndSaved()).saved).toHaveLength(1);
    await age(10);
    expect(await retentionFindings()).toEqual([]);
    await age(1);
    expect(await retentionFindings()).toEqual([expect.stringContaining('saved lookups should have been')]);
    expect(await saved.sweep()).toBe(1);
    expect((await keepFor(366)).status).toBe(400);
  });

  it('can be zero, so that nothing is saved; lookups of a test key are never saved', async () => {
    await lookUp(OAK);
    const { keepFor, list } = await browser();
    await keepFor(0);
    await lookUp(OAK);
    expect((await list()).lookups).toEqual([]);
    const { accountId } = server.account;
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { mode: 'test' }),
    );
    await keepFor(30);
    const test = await browser(apiKey);
    await test.lookUp({ address: '100 Sandbox Match St, Austin, TX 78701' });
    expect((await chargedAndSaved()).saved).toEqual([]);
    for (const [where, call] of [
      ['preferences'],
      ['preferences', { method: 'PATCH', json: { savedLookupDays: 1 } }],
      ['saved-lookups/search', { json: { search: '' } }],
      ['saved-lookups/find', { json: OAK }],
      ['saved-lookups.csv'],
      ['saved-lookups', { method: 'DELETE' }],
      ['saved-lookups/x', { method: 'DELETE' }],
    ] as const)
      expect((await test.ask(where, call)).status, where).toBe(403);
  });

  it('is limited by number too: the newest 10,000 of an account stay', async () => {
    await lookUp(OAK);
    await server.service.database.write((tx) =>
      tx.query(`
        INSERT INTO saved_lookups (id, account_id, address, asked, property, record_id, record_mark, charged_cents, created_at)
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10002)
        SELECT 'old ' || n, account_id, address, asked, property, record_id, record_mark, charged_cents, created_at - n
          FROM saved_lookups CROSS JOIN n`),
    );
    expect(await server.service.saved.sweep()).toBe(3);
    const { saved } = await chargedAndSaved();
    expect(saved).toHaveLength(10_000);
    expect(saved).toContain('old 1');
    expect(saved).not.toContain('old 10000');
  });
});

const BUILT = path.resolve(import.meta.dirname, '../../../dist/testing.js');

/** Program of a second server on the same data: it runs many lookups at once, and is killed when some of them are committed. */
const KILLED = `
  const [authorization, times] = process.argv.slice(1);
  const { lookUpSingle, openService, randomIds, readConfig, silentLogger, systemClock } = await import('${BUILT}');
  const needs = { clock: systemClock, ids: randomIds, logger: silentLogger };
  const service = await openService(readConfig(process.env), needs);
  const caller = await service.authenticator.authenticate(authorization);
  let answered = 0;
  const one = async () => {
    for (;;) {
      const requestId = randomIds.uuid();
      await lookUpSingle(service.lookups.live, { caller, requestId }, ${JSON.stringify(OAK)});
      if (++answered >= Number(times)) process.kill(process.pid, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
`;

describe('a server that is killed', () => {
  it.each([1, 30])('after %i answers has saved every lookup that it charged, and no other', async (times) => {
    const { apiKey } = await server.createAccount(100_000);
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', KILLED, `Bearer ${apiKey}`, String(times)],
      {
        env: {
          ...process.env,
          DATA_DIR: server.dataDir,
          ...(await engineOfTests.settings(server.dataDir)),
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const { charged, saved } = await chargedAndSaved();
    expect(charged.length).toBeGreaterThanOrEqual(times);
    expect(saved).toEqual(charged);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});
