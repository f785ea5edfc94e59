// Engines: SQLite, PostgreSQL at a release

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { TestBrowser } from '../../testing/browser.js';
import { engineOfTests } from '../../testing/engines.js';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { KINDS, pointAfter, SERVICE_CHAIN, START, type LogEntry, type Kind } from './entry.js';

// Performs every kind of action on a whole server, through its public interfaces, and checks the log.

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1,Email',
  '14 Oak St,Dayton,OH,45402,Xenia,Lone,5552010103,xenia@example.com',
  '16 Oak St,Dayton,OH,45402,Willa,Kept,5552010104,willa@example.com',
  '18 Oak St,Dayton,OH,45402,Ursa,Third,5552010105,ursa@example.com',
].join('\n');
const HERS = { address: '14 Oak St, Dayton, OH 45402' };
const OTHER = { address: '16 Oak St, Dayton, OH 45402' };
const LEADS = 'Address,City,State,Zip\n14 Oak St,Dayton,OH,45402\n1 Nowhere Ln,Dayton,OH,45402\n';
const PERSON = ['--name', 'Xenia Lone', '--address', HERS.address];

let server: TemporaryServer;
let browser: TestBrowser;
let jobId = '';

const command = async (...argv: string[]) => {
  const env = { ...(await engineOfTests.settings(server.dataDir)), DATA_DIR: server.dataDir, USER: 'alex' };
  return runCommand(env, argv);
};
const operator = (url: string, json: object, method = 'POST') =>
  browser.ask(`/operator/api/${url}`, { method, json });
const entriesOf = (chain: string): Promise<LogEntry[]> => server.service.auditStore.entries(chain, 0, 1_000);
const all = async () => [...(await entriesOf(server.account.accountId)), ...(await entriesOf(SERVICE_CHAIN))];
const last = async (kind: Kind) => (await all()).filter((entry) => entry.kind === kind).at(-1);
const faults = async () => (await server.service.verifyAudit()).faults;

/** The action that writes each kind. `Record<Kind, …>` makes a kind without an action a type error. */
const DEEDS: Readonly<Record<Kind, () => Promise<unknown>>> = {
  lookup: () => server.call('skipTraceSingle', { json: HERS, headers: { 'idempotency-key': 'one' } }),
  bulk: () =>
    server.call('skipTraceBulk', { json: { addresses: [OTHER, { address: '9 No St, Dayton, OH' }] } }),
  'job.confirm': async () => (jobId = await server.complete(await server.preview(LEADS))),
  'job.result': () => Promise.resolve(),
  'job.download': () => server.download(jobId),
  refund: async () => {
    const records = await server.service.billing.records(server.account.accountId, 100);
    const charge = records.find(({ type }) => type === 'lookup_charge');
    return command('refund', charge?.id ?? '', '--reason', 'wrong owner');
  },
  credit: () => operator(`accounts/${server.account.accountId}/credits`, { cents: 500, note: 'thanks' }),
  price: () => operator(`accounts/${server.account.accountId}`, { terms: { priceCents: 7 } }, 'PATCH'),
  account: () => command('accounts', 'suspend', server.account.accountId),
  'key.create': () => command('keys', 'create', server.account.accountId, '--label', 'second'),
  'key.revoke': async () => command('keys', 'revoke', (await last('key.create'))?.reference ?? ''),
  sign_in: async () => {
    const { token } = await server.service.sessions.links.createForOperator('Sam');
    return new TestBrowser(server.url).ask('/operator/api/session', { json: { token } });
  },
  suppression: () => command('suppress', 'add', '--phone', '5552010105', '--reason', 'asked'),
  'people.delete': () =>
    command(
      ...['people', 'delete', '--phone', '5552010105', '--address', '18 Oak St, Dayton, OH 45402'],
      ...['--reason', 'asked', '--yes'],
    ),
  correction: () =>
    command('owners', 'correct', OTHER.address, '--name', 'Willa Other', '--no-phones', '--reason', 'asked'),
  command: () => command('people', 'find', ...PERSON),
};

describe('the log of disclosures', () => {
  beforeAll(async () => {
    server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
    browser = await server.signedInOperator();
    await server.importOwners(OWNERS);
    await server.service.startWorker();
  });
  afterAll(() => server.close());

  it.each(KINDS)('logs an action as %s', async (kind) => {
    const before = kind === 'job.result' ? 0 : (await all()).filter((entry) => entry.kind === kind).length;
    await DEEDS[kind]();
    expect((await all()).filter((entry) => entry.kind === kind).length).toBeGreaterThan(before);
    expect(await faults()).toEqual([]);
    // Later actions need an active account.
    if (kind === 'account') await command('accounts', 'activate', server.account.accountId);
  });

  it('names the actor, the subject and the amount', async () => {
    const { accountId, keyId } = server.account;
    const key = `key:${keyId}`;
    expect(await last('lookup')).toMatchObject({ chain: accountId, actor: key, cents: 4 });
    expect(await last('bulk')).toMatchObject({ actor: key, cents: 4 });
    // The property was paid for by the lookup.
    expect(await last('job.confirm')).toMatchObject({ actor: key, reference: jobId });
    expect(await last('job.result')).toMatchObject({ actor: 'service', reference: jobId });
    expect(await last('job.download')).toMatchObject({ actor: key, reference: jobId });
    expect(await last('refund')).toMatchObject({
      actor: 'command:alex',
      cents: -4,
      reference: (await last('lookup'))?.reference,
    });
    expect(await last('credit')).toMatchObject({ actor: 'operator:Alex', cents: -500 });
    expect(await last('price')).toMatchObject({
      actor: 'operator:Alex',
      details: '{"priceCents":7,"was":{"priceCents":null}}',
    });
    expect(await last('suppression')).toMatchObject({ chain: SERVICE_CHAIN, actor: 'command:alex' });
    expect(JSON.parse((await last('command'))?.details ?? '')).toEqual({ command: 'people find' });
  });

  it('contains nothing personal, and no hash to test addresses against', async () => {
    const text = JSON.stringify(await all());
    expect(text).not.toMatch(/xenia|lone|willa|oak|45402|555201|dayton|thanks|wrong owner|leads\.csv/i);
  });

  it('logs an answered request once, though it is repeated', async () => {
    const before = await entriesOf(server.account.accountId);
    await DEEDS.lookup();
    expect(await entriesOf(server.account.accountId)).toEqual(before);
  });

  it('has no entry of a lookup that took no money, and takes no money without an entry', async () => {
    const { database, billing } = server.service;
    const { accountId } = server.account;
    const before = { balance: await billing.balanceCents(accountId) };
    const lookup = () =>
      server.call('skipTraceSingle', { json: OTHER, headers: { 'idempotency-key': 'again' } });
    // Without free repeats the account pays for the property again.
    await command('accounts', 'set', accountId, '--free-repeat-days', '0');
    const set = await entriesOf(accountId);
    const blockedAfter = set.at(-1)?.number ?? 0;
    await database.write(async (tx) => {
      await tx.query(`CREATE UNIQUE INDEX blocked ON audit_entries (kind) WHERE number > ${blockedAfter}`);
      await tx.query(
        `INSERT INTO audit_entries (number, chain, at, actor, kind, cents, details)
         VALUES (${Number.MAX_SAFE_INTEGER}, '', 0, '', 'lookup', 0, '{}')`,
      );
    });
    expect((await lookup()).status).toBe(500);
    expect(await billing.balanceCents(accountId)).toBe(before.balance);
    await database.write(async (tx) => {
      await tx.query('DROP INDEX blocked');
      await tx.query(`DELETE FROM audit_entries WHERE number = ${Number.MAX_SAFE_INTEGER}`);
    });
    await command('balance', 'deduct', accountId, '--cents', String(before.balance));
    const dear = await entriesOf(accountId);
    expect((await lookup()).status).toBe(402);
    expect(await entriesOf(accountId)).toEqual(dear);
    await command('balance', 'add', accountId, '--cents', String(before.balance));
    const paid = await entriesOf(accountId);
    expect((await lookup()).json).toMatchObject({ found: true });
    expect(await entriesOf(accountId)).toHaveLength(paid.length + 1);
    expect(await faults()).toEqual([]);
  });

  it('answers who received a record', async () => {
    const asked = await command('audit', 'who', ...PERSON, '--json');
    expect(asked).toMatchObject({ code: 0, err: '' });
    const found = JSON.parse(asked.out) as Record<string, unknown>[];
    const { accountId, keyId } = server.account;
    const common = { accountId, actor: `key:${keyId}`, by: 'record' };
    expect(found).toMatchObject([
      { ...common, operation: 'lookup', cents: 4, downloadedAt: [] },
      { ...common, operation: 'job', reference: jobId, downloadedAt: [expect.any(String)] },
    ]);
    expect(found).toHaveLength(2);
    const text = await command('audit', 'who', '--email', 'willa@example.com');
    expect(text.out.split('\n').filter((line) => / (bulk|lookup) /.test(line))).toHaveLength(2);
    const { out: theirs } = await command('people', 'find', ...PERSON, '--json');
    const [record] = (JSON.parse(theirs) as { ownerRecords: { recordId: number }[] }).ownerRecords;
    const id = String(record?.recordId);
    expect(JSON.parse((await command('audit', 'who', '--record', id, '--json')).out)).toEqual(found);
    expect((await command('audit', 'who', '--record', 'one')).code).toBe(2);
  });

  it('still does after the record was deleted, by its property', async () => {
    await command('people', 'delete', ...PERSON, '--reason', 'asked', '--yes');
    const { out } = await command('audit', 'who', '--address', HERS.address, '--json');
    expect(JSON.parse(out)).toMatchObject([{ operation: 'lookup', by: 'property' }, { operation: 'job' }]);
  });

  it('is exported as lines with hashes that can be made again, and a kept head fits it', async () => {
    const { out } = await command('audit', 'export', '--account', server.account.accountId);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LogEntry);
    expect(lines).toMatchObject(await entriesOf(server.account.accountId));
    const exported = (await command('audit', 'export')).out.trim().split('\n');
    let point = START;
    for (const line of exported) {
      const { hash, ...entry } = JSON.parse(line) as LogEntry & { hash: string };
      point = pointAfter(point, entry);
      expect(hash).toBe(point.hash);
    }
    await server.service.sealing.seal();
    expect(point).toEqual((await server.service.auditStore.lastSeal())?.to);
    const tomorrow = new Date(Date.now() + MS_PER_DAY).toISOString();
    expect((await command('audit', 'export', '--since', tomorrow)).out).toBe('');
    const file = path.join(server.dataDir, '..', 'head.json');
    await writeFile(file, (await command('audit', 'head')).out);
    const whole = await command('audit', 'verify', '--head', file);
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toMatch(/^The log is whole \(\d+ entries and \d+ seals? checked\)\.\n$/);
    await server.service.database.write((tx) =>
      tx.query("UPDATE audit_entries SET cents = 1 WHERE kind = 'lookup'"),
    );
    const changed = await command('audit', 'verify', '--head', file);
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(/were changed: seal \d+ was made of/);
    expect((await command('doctor')).out).toContain('The log of disclosures is not whole.');
  });
});
