// Engines: SQLite, PostgreSQL at a release

import type { AppSchemas } from '@skiptrace/contract/app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../directory/index.js';
import type { TestBrowser } from '../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

type Property = { answer: AppSchemas['SavedLookup']['match'] } & Pick<AppSchemas['SavedLookup'], 'coOwners'>;

const HEADER = [
  'Address,City,State,Zip,First Name,Last Name',
  'Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1,Email',
].join(',');
const HOME = { address: '12 Oak St, Dayton, OH 45402' };
const row = (name: string, phone: string, mail = ',,,', address = '12 Oak St') =>
  `${address},Dayton,OH,45402,${name},Quick,${mail},${phone},${name.toLowerCase()}@example.com`;
const COUPLE = [row('Yorick', '5552010101'), row('Zelda', '5552010102', '5 Elm Ct,Salem,OR,97301')];
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };

let server: TemporaryServer;
let page: TestBrowser;
beforeEach(async () => {
  server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
  page = await server.signedIn();
  await load(COUPLE);
});
afterEach(() => server.close());

const load = (rows: readonly string[], options: ImportOptions = { source: 'county' }) =>
  server.importOwners([HEADER, ...rows].join('\n'), options);

async function lookUp(asked = HOME, idempotencyKey: string = crypto.randomUUID()) {
  const { json, headers, status } = await page.ask('/app/api/lookups', { json: asked, idempotencyKey });
  return { ...(json as unknown as Property), status, id: headers.get('x-request-id'), headers };
}
const namesIn = ({ answer, coOwners }: Property) =>
  [answer?.contact ?? null, ...coOwners.map(({ contact }) => contact)].map(
    (contact) => contact?.firstName ?? null,
  );
const balance = () => server.service.billing.balanceCents(server.account.accountId);
async function saved(search = '') {
  const { json } = await page.ask('/app/api/saved-lookups/search', { json: { search } });
  return json['lookups'] as AppSchemas['SavedLookup'][];
}
const savedNames = async (search?: string) =>
  (await saved(search)).map(({ match, coOwners }) => namesIn({ answer: match, coOwners }));
/** Records noted as disclosed, by request. */
async function disclosed() {
  const entries = await server.service.auditStore.entries(server.account.accountId, 0, 100);
  return entries
    .filter(({ kind }) => kind === 'lookup')
    .map(({ reference, cents, details }) => {
      const { records } = JSON.parse(details) as { records: [number, string][] };
      return { reference, cents, records: records.map(([recordId]) => recordId) };
    });
}

describe('the owners of a property on the lookup page', () => {
  it('all come back with their phones for the price of one, noted one by one', async () => {
    const found = await lookUp();
    expect(namesIn(found)).toEqual(['Yorick', 'Zelda']);
    expect(found.coOwners).toMatchObject([
      { phones: [{ number: '5552010102' }], emails: ['zelda@example.com'] },
    ]);
    expect(await balance()).toBe(996);
    const [noted] = await disclosed();
    expect(noted).toMatchObject({ reference: found.id, cents: 4 });
    const records = noted?.records ?? [];
    expect(new Set(records).size).toBe(2);
    const ids = await server.service.owners.read(records);
    expect([...ids.values()].map((owner) => owner?.firstName)).toEqual(['Yorick', 'Zelda']);
  });

  it('are saved with the lookup, and found by the name of any of them', async () => {
    await lookUp();
    expect(await savedNames()).toEqual([['Yorick', 'Zelda']]);
    expect(await savedNames('zelda')).toHaveLength(1);
    const { json } = await page.ask('/app/api/saved-lookups/find', { json: HOME });
    expect((json['lookup'] as AppSchemas['SavedLookup']).coOwners).toHaveLength(1);
    // Owners who came later are not part of what was paid for.
    await load([...COUPLE, row('Xaver', '5552010103')], { source: 'county', replace: true });
    expect((await savedNames())[0]).not.toContain('Xaver');
    expect(await disclosed()).toHaveLength(1);
  });

  it('leave the answer of the contract as it is, which is the same lookup with the same key', async () => {
    const keyed = { headers: { 'idempotency-key': 'app-00000000-0000-0000-0000-000000000000' } };
    const one = await server.call('skipTraceSingle', { json: HOME, ...keyed });
    expect(one.json).not.toHaveProperty('coOwners');
    expect((await disclosed())[0]?.records).toHaveLength(1);
    const again = await lookUp(HOME, keyed.headers['idempotency-key']);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(namesIn(again)).toEqual(['Yorick']);
    expect(await balance()).toBe(996);
  });

  it('come back again with a repeated request, charged once', async () => {
    const key = crypto.randomUUID();
    const [first, second] = [await lookUp(HOME, key), await lookUp(HOME, key)];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect([second.answer, second.coOwners]).toEqual([first.answer, first.coOwners]);
    expect(await balance()).toBe(996);
    expect(await disclosed()).toHaveLength(1);
  });

  it('are one owner where one asked to be left out, by home, mailing address or phone', async () => {
    const key = crypto.randomUUID();
    await lookUp(HOME, key);
    const { suppressions } = server.service;
    for (const request of [
      { kind: 'person', name: 'Zelda Quick', address: HOME },
      { kind: 'person', name: 'Zelda Quick', address: { address: '5 Elm Ct', zip: '97301' } },
      { kind: 'zip', name: 'Zelda Quick', zip: '97301' },
    ] as const) {
      const { ids } = await suppressions.add([request], WHY);
      for (const answer of [await lookUp(), await lookUp(HOME, key)])
        expect(namesIn(answer), request.kind).toEqual(['Yorick']);
      expect((await savedNames()).every((names) => !names.includes('Zelda'))).toBe(true);
      expect((await disclosed()).at(-1)?.records).toHaveLength(1);
      await suppressions.lift(ids[0] ?? '', { reason: 'a mistake', by: 'test', actor: 'command:test' });
    }
    await suppressions.add([{ kind: 'phone', phone: '555-201-0102' }], WHY);
    const { coOwners } = await lookUp();
    expect(coOwners).toMatchObject([{ phones: [], emails: ['zelda@example.com'] }]);
    await suppressions.add([{ kind: 'person', name: 'Yorick Quick', address: HOME }], WHY);
    expect(namesIn(await lookUp())).toEqual(['Zelda']);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('are left out by the spelling that was asked for, too', async () => {
    await load([
      row('Ann', '5552010104', ',,,', '26-28 Oak St'),
      row('Ben', '5552010105', ',,,', '26-28 Oak St'),
    ]);
    const asked = { address: '26 Oak St, Dayton, OH 45402' };
    expect(namesIn(await lookUp(asked))).toEqual(['Ann', 'Ben']);
    await server.service.suppressions.add([{ kind: 'person', name: 'Ben Quick', address: asked }], WHY);
    expect(namesIn(await lookUp(asked))).toEqual(['Ann']);
  });

  it('have the contacts of all sources that name them, and none of a source that loses', async () => {
    await load([row('Zelda', '5552010109'), row('Wanda', '5552010108')], { source: 'vendor', priority: -1 });
    const found = await lookUp();
    expect(namesIn(found)).toEqual(['Yorick', 'Zelda']);
    expect(found.coOwners[0]?.phones.map(({ number }) => number)).toEqual(['5552010102', '5552010109']);
  });

  it('are one where more than ten are on file, as in a building without units', async () => {
    const crowd = (count: number) =>
      Array.from({ length: count }, (_, n) => row(`N${n}`, `55520102${10 + n}`, ',,,', '40 Oak St'));
    await load(crowd(10), { source: 'county', sameProperty: true });
    const asked = { address: '40 Oak St, Dayton, OH 45402' };
    expect(namesIn(await lookUp(asked))).toHaveLength(10);
    await load(crowd(11), { source: 'county', replace: true, sameProperty: true });
    expect(namesIn(await lookUp(asked))).toHaveLength(1);
  });

  it('are found with a deleted person’s request, and gone after it', async () => {
    await lookUp();
    const zelda = (await disclosed())[0]?.records[1] ?? 0;
    const { saved: lookups, replays, erasures } = server.service;
    expect(await lookups.concerning([zelda], () => false)).toHaveLength(1);
    expect(await replays.referringTo([zelda])).toHaveLength(1);
    await erasures.erase([zelda]);
    expect(await savedNames()).toEqual([['Yorick']]);
    expect(namesIn(await lookUp())).toEqual(['Yorick']);
  });

  it('are refused as the contract refuses them where the balance is short', async () => {
    const poor = await server.createAccount(3);
    await page.signIn({ apiKey: poor.apiKey });
    const { status, json } = await page.ask('/app/api/lookups', { json: HOME });
    expect([status, json['balanceRequired']]).toEqual([402, 4]);
  });

  it('count as a single lookup in the limits of the account', async () => {
    const { accountId } = server.account;
    await server.service.accounts.change(accountId, { terms: { singlePerMinute: 1 } });
    expect((await lookUp()).status).toBe(200);
    expect((await lookUp()).status).toBe(429);
    expect((await server.call('skipTraceSingle', { json: HOME })).status).toBe(429);
    expect(await balance()).toBe(996);
  });

  it('are made-up people with a test key, for nothing', async () => {
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, server.account.accountId, { mode: 'test' }),
    );
    await page.signIn({ apiKey });
    const couple = { address: '600 Sandbox Couple Ct, Denver, CO 80202' };
    expect(namesIn(await lookUp(couple))).toEqual(['Alex', 'Sam']);
    expect(namesIn(await lookUp())).toEqual([null]);
    expect(await balance()).toBe(1_000);
  });
});
