// Engines: SQLite, PostgreSQL at a release

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importDnc } from '../../../../directory/index.js';
import { findActions } from '../../../../money/log/index.js';
import { MS_PER_DAY } from '../../../../platform/clock.js';
import { createLogger } from '../../../../platform/logger.js';
import type { TestBrowser } from '../../../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../../../testing/server.js';

const OWNERS = `Address,City,State,Zip,First Name,Last Name,Mobile-1,Email
14 Oak St,Dayton,OH,45402,Xenia,Lone,5552010103,xenia@example.com
16 Oak St,Dayton,OH,45402,Willa,Kept,5552010104,willa@example.com
`;
const at = (number: number) => ({ address: `${number} Oak St, Dayton, OH 45402` });
const XENIA = { name: 'Xenia Lone', ...at(14) };

let server: TemporaryServer;
let browser: TestBrowser;
let log: string[];
const beside = (name: string) => path.join(server.dataDir, '..', name);
beforeEach(async () => {
  log = [];
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  server = await temporaryServer({ logger, sandbox: false });
  await server.importOwners(OWNERS, { source: 'county' });
  browser = await server.signedInOperator();
});
afterEach(async () => {
  expect(log.join('')).not.toMatch(/xenia|lone|oak st|2010103/i);
  await server.close();
});

const operator = (where: string, json?: unknown) =>
  browser.ask(`/operator/api${where}`, json === undefined ? {} : { json });
const isFound = async (number: number) =>
  (await server.call('skipTraceSingle', { json: at(number) })).json['found'];

describe("one person, on the operator's page", () => {
  it('is found, exported, suppressed and deleted', async () => {
    // A form sends empty fields, too.
    expect(await isFound(14)).toBe(true);
    const form = { ...XENIA, city: '', state: '', zip: ' ', phone: '', email: '' };
    expect((await operator('/people/found', form)).json).toMatchObject({
      ownerRecords: [{ name: 'Xenia Lone', source: 'county', phones: 1, emails: 1 }],
      supportMessages: 0,
      savedLookups: 1,
    });
    expect((await operator('/people/found', { phone: '555-201-0103' })).json['ownerRecords']).toHaveLength(1);
    expect((await operator('/people/export', form)).json).toMatchObject({
      ownerRecords: [{ lastName: 'Lone', phones: [{ number: '5552010103' }] }],
    });
    const why = { person: form, reason: 'letter of May 3' };
    expect((await operator('/people/suppression', why)).json).toMatchObject({ added: 1 });
    expect([await isFound(14), await isFound(16)]).toEqual([false, true]);
    expect((await operator('/people/found', form)).json['ownerRecords']).toHaveLength(1);
    expect((await operator('/people/deletion', why)).json).toMatchObject({
      ownerRecords: 1,
      savedLookups: 1,
      waiting: [],
    });
    expect((await operator('/people/found', form)).json['ownerRecords']).toHaveLength(0);
    const [entry] = await server.service.suppressions.list({ inForce: true, limit: 9 });
    expect(entry).toMatchObject({ enteredBy: 'Alex', erasedBy: 'Alex', reason: 'letter of May 3' });
    expect((await operator(`/suppressions/${entry?.id}/lift`, { reason: 'a mistake' })).status).toBe(204);
    const kinds = ['suppression', 'people.delete'] as const;
    const { rows } = await findActions(server.service.database, { kinds, limit: 9 });
    // Added, deleted and lifted, each by the operator of the session.
    expect(rows.map(({ actor }) => actor)).toEqual(Array(3).fill('operator:Alex'));
    const done = await findActions(server.service.database, { kinds: ['command'], limit: 99 });
    const shown = done.rows.filter(({ details }) => details.includes('about a person was shown'));
    expect(shown.map(({ actor }) => actor)).toEqual(Array(4).fill('operator:Alex'));
  });

  it('has to be identified well enough', async () => {
    for (const cells of [{}, { name: 'Xenia Lone' }, { phone: '911' }, { age: 3 }])
      expect([cells, (await operator('/people/found', cells)).status]).toEqual([cells, 400]);
    expect((await operator('/people/deletion', { person: XENIA, reason: ' ' })).status).toBe(400);
    expect(await isFound(14)).toBe(true);
  });
});

describe("who received a person's data, on the operator's page", () => {
  it('is each answer with its account, time, operation and price, by the person or by the record', async () => {
    expect(await isFound(14)).toBe(true);
    expect(await isFound(16)).toBe(true);
    const { disclosures } = (await operator('/people/disclosures', { person: XENIA })).json as {
      disclosures: Record<string, unknown>[];
    };
    expect(disclosures).toEqual([
      expect.objectContaining({
        account: 'Test',
        accountId: server.account.accountId,
        operation: 'lookup',
        cents: 4,
        by: 'record',
        downloadedAt: [],
        actor: expect.stringMatching(/^key:/) as unknown,
      }),
    ]);
    expect(JSON.stringify(disclosures)).not.toContain(server.account.apiKey);
    const [record] = (await operator('/people/found', XENIA)).json['ownerRecords'] as { recordId: number }[];
    const byRecord = await operator('/people/disclosures', { recordId: record?.recordId });
    expect(byRecord.json['disclosures']).toEqual(disclosures);
    // Deleted later, the person is found by the address.
    await operator('/people/deletion', { person: XENIA, reason: 'letter' });
    expect((await operator('/people/disclosures', { person: at(14) })).json['disclosures']).toEqual(
      disclosures.map((one) => ({ ...one, by: 'property' })),
    );
    for (const body of [{}, { person: {} }, { recordId: 0 }])
      expect([body, (await operator('/people/disclosures', body)).status]).toEqual([body, 400]);
  });

  it('is looked for one search at a time', async () => {
    const { auditStore } = server.service;
    const log = auditStore.log.bind(auditStore);
    let running = 0;
    let most = 0;
    auditStore.log = async (after, limit) => {
      most = Math.max(most, ++running);
      for (let again = 0; again < 20; again++) await log(after, limit);
      running -= 1;
      return log(after, limit);
    };
    const answers = await Promise.all(
      [1, 2, 3].map((recordId) => operator('/people/disclosures', { recordId })),
    );
    expect([answers.map(({ status }) => status), most]).toEqual([[200, 200, 200], 1]);
  });

  it('stands beside the state of the log: its last seal and its last check', async () => {
    const state = async () => (await operator('/disclosure-log')).json;
    expect(await state()).toMatchObject({ lastSealAt: null, lastCheck: null });
    await isFound(14);
    await server.service.sealing.seal();
    await server.service.verifyAudit();
    const whole = await state();
    expect(whole).toMatchObject({ lastSealAt: expect.any(String), lastCheck: { faults: 0 } });
    await server.service.database.write((tx) => tx.query('DELETE FROM audit_entries'));
    await server.service.verifyAudit();
    expect(await state()).toMatchObject({ lastCheck: { faults: expect.any(Number) } });
    expect(((await state())['lastCheck'] as { faults: number }).faults).toBeGreaterThan(0);
  });
});

describe("the suppression list, on the operator's page", () => {
  it('is counted, shown page by page, added to and lifted', async () => {
    const add = (person: object) => operator('/suppressions', { person, reason: 'phone call' });
    expect((await add(XENIA)).json).toEqual({ added: 1, known: 0, notes: [] });
    expect((await add(XENIA)).json).toEqual({ added: 0, known: 1, notes: [] });
    expect((await add({ phone: '5552010104', email: 'w@example.com' })).json).toEqual({
      added: 2,
      known: 0,
      notes: [],
    });
    expect((await add({ name: 'Xenia Lone', city: 'Dayton', state: 'OH' })).status).toBe(400);
    const cyrillic = await add({ ...XENIA, name: 'Xeni\u0430 Lone' });
    expect([cyrillic.status, cyrillic.text]).toEqual([400, expect.stringContaining('in Latin letters')]);
    expect(await isFound(14)).toBe(false);
    const kinds: string[] = [];
    let more = '';
    do {
      const { json } = await operator(`/suppressions?limit=2${more}`);
      expect(json).toMatchObject({ inForce: 3, lifted: 0 });
      kinds.push(...(json['entries'] as { kind: string }[]).map(({ kind }) => kind));
      more = typeof json['nextCursor'] === 'string' ? `&cursor=${json['nextCursor']}` : '';
    } while (more !== '');
    expect(kinds.sort()).toEqual(['email', 'person', 'phone']);
    const { entries } = (await operator('/suppressions')).json as { entries: { id: string; kind: string }[] };
    const id = entries.find(({ kind }) => kind === 'person')?.id ?? '';
    const lift = () => operator(`/suppressions/${id}/lift`, { reason: 'a mistake' });
    expect((await lift()).status).toBe(204);
    expect((await lift()).status).toBe(404);
    expect(await isFound(14)).toBe(true);
    expect((await operator('/suppressions')).json).toMatchObject({ inForce: 2, lifted: 1 });
    const { json } = await operator('/suppressions?all=true');
    expect(json['entries']).toContainEqual(
      expect.objectContaining({ id, liftedBy: 'Alex', liftReason: 'a mistake' }),
    );
    expect(JSON.stringify(json)).not.toMatch(/xenia|oak|identity/i);
  });
});

describe('Do Not Call and DROP, on the pages of the operator', () => {
  it('show the age of lists, and due dates', async () => {
    expect((await operator('/dnc')).json).toEqual({ lists: [], findings: [], maxAgeDays: 31 });
    const { service, clock } = server;
    await writeFile(beside('list.txt'), '9375550101\n');
    const dated = new Date(clock.now()).toISOString().slice(0, 10);
    const { dnc: store, index } = service.ownerStores;
    await importDnc(
      { store, reads: index.doNotCall, clock, isMeant: () => Promise.resolve(true) },
      [beside('list.txt')],
      'area-codes',
      dated,
    );
    clock.shiftMs += 33 * MS_PER_DAY;
    // The session has ended in the meantime.
    const { token } = await service.sessions.links.createForOperator('Alex');
    await operator('/session', { token });
    expect((await operator('/dnc')).json).toMatchObject({
      lists: [{ kind: 'national', areaCode: '937', numbers: 1, ageDays: 33 }],
      findings: [expect.stringContaining('list of 937')],
    });
    expect((await operator('/drop')).json).toEqual({
      hasKey: false,
      // 30 days from 2027 on (privacy/drop/drop.ts).
      periodDays: clock.now() < Date.UTC(2027, 0, 1) ? 45 : 30,
      lastAccessAt: null,
      nextAccessBy: null,
      answerBy: null,
      findings: [],
      counts: [],
    });
  });
});
