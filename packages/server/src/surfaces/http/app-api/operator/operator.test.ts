// Engines: SQLite, PostgreSQL at a release

import { appOperations } from '@skiptrace/contract/app';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '../../../../platform/logger.js';
import { TestBrowser } from '../../../../testing/browser.js';
import { MATCH } from '../../../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../../../testing/server.js';

let server: TemporaryServer;
let browser: TestBrowser;
let log: string[] = [];
async function open(): Promise<void> {
  const logger: Logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  server = await temporaryServer({ logger });
  browser = await server.signedInOperator();
}
const close = () => server.close();
beforeEach(() => {
  log = [];
});

const operator = (path: string, call?: Parameters<TestBrowser['ask']>[1]) =>
  browser.ask(`/operator/api${path}`, call);
const send = (content: string, name = 'county.csv', where = 'owners/files', more = {}) =>
  fetch(`${server.url}/operator/api/${where}?${String(new URLSearchParams({ name, ...more }))}`, {
    method: 'POST',
    body: content,
    headers: {
      'skiptrace-app': '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      cookie: browser.cookie,
    },
  });
const lines = (what: string) =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === what);

// The tests share a server: each makes the accounts that it changes.
describe('an operator', () => {
  beforeAll(open);
  afterAll(close);

  it('is the only one who may use the operations of operators', async () => {
    const customer = new TestBrowser(server.url);
    expect((await customer.signIn({ apiKey: server.account.apiKey })).status).toBe(200);
    const stranger = new TestBrowser(server.url);
    for (const { method, path, role } of Object.values(appOperations)) {
      if (role !== 'operator') continue;
      const url = path.replace(/\{[^}]+\}/g, 'x');
      for (const who of [customer, stranger]) {
        const { status } = await who.ask(url, { method, ...(method !== 'GET' && { json: {} }) });
        expect([path, method, status]).toEqual([path, method, 401]);
      }
      const foreign = await browser.ask(url, { method, headers: { 'sec-fetch-site': 'cross-site' } });
      expect([path, method, foreign.status]).toEqual([path, method, 403]);
    }
  });

  it('opens an account with its key, and finds it', async () => {
    const json = {
      name: ' Acme Homes ',
      email: 'jo@acme.example',
      balanceCents: 700,
      terms: { priceCents: 9 },
    };
    const created = await operator('/accounts', { json });
    expect(created.status).toBe(201);
    const { account, apiKey } = created.json as { account: { id: string }; apiKey: string };
    expect(account).toMatchObject({
      name: 'Acme Homes',
      email: 'jo@acme.example',
      status: 'active',
      balanceCents: 700,
      terms: { priceCents: 9 },
      ownTerms: {
        priceCents: 9,
        dailyMisses: null,
        singlePerMinute: null,
        bulkPerMinute: null,
        freeRepeatDays: null,
      },
    });
    expect((await server.call('getAccount', { key: apiKey })).json).toMatchObject({ balanceCents: 700 });
    expect((await operator('/accounts?search=acme&limit=1')).json).toMatchObject({
      accounts: [{ id: account.id }],
      nextCursor: null,
    });
    expect(lines('account created')).toMatchObject([{ operator: 'Alex', accountId: account.id }]);
    expect(log.join('')).not.toMatch(/Acme|jo@|pc_[0-9A-Za-z]{20}/);
  });

  it('opens one account for a request that a browser sends twice, and the last answer has the valid key', async () => {
    const json = { name: 'Bolt', email: null, balanceCents: 5_000, mayShareName: true };
    const ask = (idempotencyKey: string) => operator('/accounts', { json, idempotencyKey });
    const key = '0123456789abcdef';
    const [first, again] = [await ask(key), await ask(key)];
    const idOf = ({ json }: typeof first) => (json as { account: { id: string } }).account.id;
    const keyOf = ({ json }: typeof first) => (json as { apiKey: string }).apiKey;
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(idOf(again)).toBe(idOf(first));
    expect((await server.call('getAccount', { key: keyOf(first) })).status).toBe(401);
    expect((await server.call('getAccount', { key: keyOf(again) })).json).toMatchObject({
      balanceCents: 5_000,
    });
    await server.call('skipTraceSingle', { key: keyOf(again), json: MATCH });
    await expect
      .poll(async () => (await server.service.accounts.listKeys(idOf(again)))[0]?.lastUsedAt)
      .not.toBeNull();
    // A key in use is not taken over. Reads don't count as use.
    expect((await ask(key)).status).toBe(409);
    expect((await server.call('getAccount', { key: keyOf(again) })).status).toBe(200);
    expect(lines('account created').map(({ isNew }) => isNew)).toEqual([true, false]);
    for (const change of [{ name: 'Other' }, { balanceCents: 90_000 }, { terms: { priceCents: 1 } }]) {
      const other = await operator('/accounts', { json: { ...json, ...change }, idempotencyKey: key });
      expect([other.status, other.json['error']]).toEqual([409, expect.stringContaining('Bolt')]);
    }
    expect((await operator('/accounts?search=Bolt')).json['accounts']).toHaveLength(1);
    expect(idOf(await ask(`${key}0`))).not.toBe(idOf(first));
  });

  it('is told what is wrong with the fields of an account', async () => {
    const fields = { name: 'A', email: null, balanceCents: 0 };
    for (const [wrong, message] of [
      [{ name: '' }, /name/],
      [{ name: '  ' }, /name/],
      [{ name: '\u200b' }, /name/],
      [{ email: 'no' }, /email/],
      [{ balanceCents: -1 }, /balanceCents must be at least 0/],
      [{ discount: 1 }, /discount is not a known field/],
      [{ terms: { dailyMisses: 0 } }, /dailyMisses/],
    ] as const) {
      const { status, json } = await operator('/accounts', { json: { ...fields, ...wrong } });
      expect([status, json['error']]).toEqual([400, expect.stringMatching(message)]);
    }
  });

  it('closes an account, which ends its keys and sessions and keeps its balance, and reopens it', async () => {
    const { accountId, apiKey } = await server.createAccount(250);
    const change = (json: unknown) => operator(`/accounts/${accountId}`, { method: 'PATCH', json });
    const customer = await server.signedIn(apiKey);
    const { token } = await server.service.sessions.links.createForCustomer(accountId, { isAskedFor: true });
    expect((await change({ status: 'closed' })).json).toMatchObject({ status: 'closed', balanceCents: 250 });
    // Closing it twice changes nothing.
    expect((await change({ status: 'closed' })).json).toMatchObject({ status: 'closed' });
    const refused = await server.call('getAccount', { key: apiKey });
    expect([refused.status, refused.json]).toEqual([
      401,
      { error: 'This account is closed. Contact the people who run this service.' },
    ]);
    expect(await customer.session()).toBeNull();
    expect((await new TestBrowser(server.url).signIn({ token })).status).toBe(401);
    expect((await operator(`/accounts/${accountId}`)).json).toMatchObject({ account: { status: 'closed' } });
    expect(await server.service.accountFigures()).toMatchObject({ closed: 1 });
    expect((await change({ status: 'active' })).json).toMatchObject({ status: 'active', balanceCents: 250 });
    expect((await server.call('getAccount', { key: apiKey })).status).toBe(200);
    expect(await customer.session()).toBeNull();
  });

  it('must confirm before two accounts have the same name', async () => {
    const opening = { name: 'Twin Homes', email: null, balanceCents: 0 };
    const create = (json: unknown, key: string) => operator('/accounts', { json, idempotencyKey: key });
    expect((await create(opening, 'twin-1-0000000000')).status).toBe(201);
    // A repeat doesn't count as a second account.
    expect((await create(opening, 'twin-1-0000000000')).status).toBe(201);
    const refused = await create(opening, 'twin-2-0000000000');
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([409, 'same_name']);
    const meant = await create({ ...opening, mayShareName: true }, 'twin-2-0000000000');
    expect(meant.status).toBe(201);
    const { id } = meant.json['account'] as { id: string };
    const rename = (json: unknown) => operator(`/accounts/${id}`, { method: 'PATCH', json });
    expect((await rename({ name: 'Twin Houses' })).status).toBe(200);
    expect((await rename({ name: 'Twin Homes' })).status).toBe(409);
    expect((await rename({ name: 'Twin Homes', mayShareName: true })).json).toMatchObject({
      name: 'Twin Homes',
    });
    expect((await rename({ name: 'Twin Homes' })).status).toBe(200);
  });

  it('changes name and email, and with another email ends sessions and links', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    const change = (json: unknown) => operator(`/accounts/${accountId}`, { method: 'PATCH', json });
    const customer = await server.signedIn(apiKey);
    const { token } = await server.service.sessions.links.createForCustomer(accountId, { isAskedFor: true });
    expect((await change({ name: ' Corrected Homes ', email: 'old@example.com' })).json).toMatchObject({
      name: 'Corrected Homes',
      email: 'old@example.com',
    });
    expect(await customer.session()).not.toBeNull();
    expect((await change({ email: 'new@example.com' })).json).toMatchObject({ name: 'Corrected Homes' });
    expect(await customer.session()).toBeNull();
    expect((await customer.signIn({ token })).status).toBe(401);
    expect((await customer.signIn({ apiKey })).status).toBe(200);
    for (const wrong of [{ name: ' ' }, { name: null }, { email: 'nobody' }, { email: '' }])
      expect((await change(wrong)).status).toBe(400);
    expect(lines('account changed').at(-1)).toMatchObject({ accountId, details: ['email'] });
    expect(log.join('')).not.toContain('example.com');
  });

  it('revokes no key of another account than the one it names', async () => {
    const other = await server.createAccount(0);
    const path = `/accounts/${server.account.accountId}/keys/${other.keyId}`;
    expect((await operator(path, { method: 'DELETE' })).status).toBe(404);
    expect((await server.call('getAccount', { key: other.apiKey })).status).toBe(200);
    expect(lines('key revoked')).toEqual([]);
  });

  it('sends a file of owners, tries it, imports it, and deletes its source', async () => {
    const sent = await send(
      'Address,City,State,Zip,Owner Name\n1 Elm St,Austin,TX,78701,Jane Roe\nElm St,,,,\n',
    );
    const file = (await sent.json()) as { id: string; suggested: unknown };
    expect([sent.status, file.suggested]).toMatchObject([
      201,
      { address: ['Address'], fullName: ['Owner Name'] },
    ]);
    const preview = await operator(`/owners/files/${file.id}/preview`, { json: {} });
    expect([preview.status, preview.json]).toEqual([
      200,
      {
        problem: null,
        rows: [
          {
            row: 2,
            refused: null,
            phonesLeftOut: 0,
            emailsLeftOut: 0,
            owners: [
              {
                name: 'Jane Roe',
                property: '1 ELM ST, AUSTIN TX 78701',
                mailing: null,
                phones: [],
                emails: [],
              },
            ],
          },
          {
            row: 3,
            refused: 'it has no house number',
            phonesLeftOut: 0,
            emailsLeftOut: 0,
            owners: [],
          },
        ],
      },
    ]);
    const begin = async (dryRun: boolean) => {
      const json = { dryRun, source: ' county ', replace: false, map: {} };
      const begun = await operator(`/owners/files/${file.id}/imports`, { json });
      expect(begun.status).toBe(202);
      const path = `/owners/imports/${String(begun.json['id'])}`;
      await expect.poll(async () => (await operator(path)).json['state']).not.toBe('running');
      return { path, ...(await operator(path)) };
    };
    const tried = await begin(true);
    expect(tried.json).toMatchObject({
      state: 'done',
      dryRun: true,
      fileId: file.id,
      rowsRead: 2,
      error: null,
      summary: { status: 'dry_run', source: 'county', owners: 1, rows: { refused: 1 }, hasRejects: true },
    });
    const rejects = await browser.ask(`/operator/api${tried.path}/rejects.csv`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([rejects.status, rejects.text]).toEqual([200, expect.stringContaining('Elm St')]);
    expect(rejects.headers.get('content-disposition')).toContain('attachment');
    expect((await begin(false)).json).toMatchObject({ summary: { status: 'imported' } });
    expect((await operator('/doctor', { method: 'POST' })).json).toMatchObject({ findings: [] });
    expect((await operator('/owners/sources')).json).toMatchObject({
      sources: expect.arrayContaining([expect.objectContaining({ source: 'county', records: 1 })]) as unknown,
    });
    const source = { method: 'PATCH', json: { priority: 7 } };
    expect((await operator('/owners/sources/county', source)).status).toBe(204);
    const explained = await operator('/owners/explain', { json: { address: '1 Elm St, Austin, TX 78701' } });
    expect(explained.json).toMatchObject({ reason: null, owner: { source: 'county', fullName: 'Jane Roe' } });
    expect((await operator('/owners/sources/county', { method: 'DELETE' })).status).toBe(204);
    expect((await operator('/owners/sources/county', { method: 'DELETE' })).status).toBe(404);
    expect(log.join('')).not.toMatch(/Elm|Roe/);
    expect((await operator(`/owners/files/${file.id}`, { method: 'DELETE' })).status).toBe(204);
    const later = await operator(tried.path);
    expect(later.json).toMatchObject({ fileName: 'county.csv', startedBy: 'operator:Alex', state: 'done' });
    expect(later.text).not.toMatch(/Elm|Roe/);
    expect((await operator('/owners/imports?state=done')).json['imports']).toHaveLength(2);
  });

  it('is told in a sentence why a file is not an owner file', async () => {
    const refused = await send('%PDF-1.7', 'county.pdf');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringContaining('PDF') as unknown },
    ]);
  });

  it('reads the support inbox and marks messages as done', async () => {
    const message = {
      fullName: 'Robin Example',
      email: 'robin@example.com',
      phone: '5125550142',
      reason: 'General',
    };
    await server.call('sendContactMessage', { key: null, json: { ...message, message: 'How long?' } });
    const { json } = await operator('/support');
    const [one] = json['messages'] as { id: string }[];
    expect(one).toMatchObject({ ...message, message: 'How long?', isDone: false });
    const marked = await operator(`/support/${one?.id ?? ''}`, { method: 'PATCH', json: { isDone: true } });
    expect(marked.json).toMatchObject({ isDone: true });
    expect((await operator('/support')).json['messages']).toEqual([]);
    expect((await operator('/support?state=done')).json['messages']).toHaveLength(1);
    expect((await operator('/support?state=other')).status).toBe(400);
    expect((await operator('/support/x', { method: 'PATCH', json: { isDone: true } })).status).toBe(404);
    expect(log.join('')).not.toContain('Robin');
  });

  it('finds every operation of app.yaml answered', async () => {
    for (const { method, path, role } of Object.values(appOperations)) {
      if (role !== 'operator') continue;
      const { status, json } = await browser.ask(path.replace(/\{[^}]+\}/g, 'x'), {
        method,
        ...(method !== 'GET' && method !== 'DELETE' && { json: {} }),
      });
      expect([path, method, status < 500, JSON.stringify(json)]).toEqual([
        ...[path, method, true],
        expect.not.stringContaining('Cannot ') as unknown,
      ]);
    }
  });
});

describe('an operator of a service with one account', () => {
  beforeEach(open);
  afterEach(close);

  it('imports a Do Not Call list that a browser sends, and one that looks cut off only if told that it is whole', async () => {
    const importList = async (content: string, more: object) => {
      const sent = await send(content, 'my list.txt', 'dnc', { date: '2026-01-02', ...more });
      return [sent.status, await sent.json()];
    };
    const NUMBERS = '9375550101\n9375550102\n2025550103\n';
    const refused = (error: string) => [
      400,
      expect.objectContaining({ error: expect.stringMatching(error) }),
    ];
    const areaCodes = { file: 'area-codes' };
    expect(await importList(NUMBERS, areaCodes)).toEqual(
      refused('fewer than 1,000 numbers of area code 202'),
    );
    expect(await importList(`${NUMBERS}oops\n`, areaCodes)).toEqual(refused('line 4 of my list.txt has no'));
    const SEVERAL = 'Since,Home,Mobile\n1764457200,9375550104,(937) 555-0105\n';
    expect(await importList(SEVERAL, { file: 'internal' })).toEqual([
      200,
      expect.objectContaining({ numbers: 3 }),
    ]);
    expect(await importList(SEVERAL, { file: 'change' })).toEqual(refused('line 2 of my list.txt has more'));
    expect(await importList('', areaCodes)).toEqual(refused('no phone number'));
    expect(await importList(NUMBERS, { file: 'internal', date: '2999-01-01' })).toEqual(refused('future'));
    expect(await importList(NUMBERS, { file: 'mine' })).toEqual(refused('file'));
    expect((await operator('/dnc')).json).toMatchObject({ lists: [{ kind: 'internal', numbers: 3 }] });
    const counts = { numbers: 3, removed: 0, areaCodes: 2 };
    expect(await importList(NUMBERS, { ...areaCodes, evenIfShort: true })).toEqual([200, counts]);
    expect((await operator('/dnc')).json).toMatchObject({
      lists: [
        { kind: 'internal' },
        { kind: 'national', areaCode: '202', dated: '2026-01-02', numbers: 1 },
        { kind: 'national', areaCode: '937', dated: '2026-01-02', numbers: 2 },
      ],
    });
    expect(lines('Do Not Call list imported')).toMatchObject([
      { file: 'internal' },
      { file: 'area-codes', ...counts },
    ]);
    expect(log.join()).not.toContain('937555');
  });

  it('tops an account up once for a key of the request', async () => {
    const { accountId } = server.account;
    const path = `/operator/api/accounts/${accountId}/credits`;
    const ask = (json: unknown, key?: string) =>
      browser.ask(path, {
        json,
        headers: {
          'skiptrace-app': '1',
          'sec-fetch-site': 'same-origin',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
      });
    const key = '0123456789abcdef';
    const first = await ask({ cents: 500, note: 'invoice 7' }, key);
    expect([first.status, first.json]).toMatchObject([
      201,
      { type: 'top_up', amountCents: 500, balanceCents: 100_500 },
    ]);
    expect((await ask({ cents: 500, note: 'invoice 7' }, key)).json).toEqual(first.json);
    expect((await ask({ cents: 900, note: null }, key)).status).toBe(400);
    for (const wrong of [undefined, 'short', 'x'.repeat(65), `${key}_`])
      expect((await ask({ cents: 500, note: null }, wrong)).json['error']).toContain('Idempotency-Key');
    expect((await ask({ cents: 0, note: null }, `${key}0`)).status).toBe(400);
    const { json } = await operator(`/accounts/${accountId}`);
    expect(json).toMatchObject({ account: { balanceCents: 100_500 }, usedMissesToday: 0 });
    const ledger = await operator(`/accounts/${accountId}/transactions?limit=1`);
    expect(ledger.json['transactions']).toEqual([first.json]);
    const older = `/accounts/${accountId}/transactions?cursor=${String(ledger.json['nextCursor'])}`;
    expect((await operator(older)).json).toMatchObject({
      transactions: [{ amountCents: 100_000 }],
      nextCursor: null,
    });
    expect((await operator('/accounts/unknown/transactions')).status).toBe(404);
    expect(lines('credit').map(({ isNew, amountCents }) => [isNew, amountCents])).toEqual([
      [true, 500],
      [false, 500],
    ]);
  });

  it('refunds a charge once for a key of the request', async () => {
    const { accountId } = server.account;
    const { database, billing } = server.service;
    const charge = await database.writeFor(accountId, (tx) =>
      billing.post(tx, { accountId, type: 'job_charge', amountCents: -4, reference: 'request' }),
    );
    const ask = (transactionId: string, json: unknown, key: string) =>
      browser.ask(`/operator/api/accounts/${accountId}/transactions/${transactionId}/refund`, {
        json,
        headers: { 'skiptrace-app': '1', 'sec-fetch-site': 'same-origin', 'idempotency-key': key },
      });
    const key = 'fedcba9876543210';
    const body = { cents: 3, reason: 'wrong owner' };
    const first = await ask(charge.id, body, key);
    expect([first.status, first.json]).toMatchObject([
      201,
      { type: 'refund', amountCents: 3, reference: 'request', note: 'wrong owner' },
    ]);
    expect((await ask(charge.id, body, key)).json).toEqual(first.json);
    const more = await ask(charge.id, body, `${key}0`);
    expect([more.status, more.json['error']]).toEqual([400, expect.stringContaining('at most $0.01')]);
    expect((await ask(charge.id, { cents: 1, reason: ' ' }, `${key}1`)).status).toBe(400);
    const unknown = '0d2f2e1c-7d3b-4a53-8a53-1d8c1f2f8d11';
    expect((await ask(unknown, body, `${key}2`)).status).toBe(404);
    expect(lines('refund').map(({ isNew, amountCents }) => [isNew, amountCents])).toEqual([
      [true, 3],
      [false, 3],
    ]);
  });

  it('suspends an account, activates it, and changes its terms', async () => {
    const { accountId } = server.account;
    const change = (json: unknown) => operator(`/accounts/${accountId}`, { method: 'PATCH', json });
    expect((await change({ status: 'suspended' })).json).toMatchObject({ status: 'suspended' });
    expect((await server.call('getAccount')).status).toBe(401);
    const terms = { priceCents: 0, dailyMisses: 5 };
    const back = await change({ status: 'active', terms });
    expect(back.json).toMatchObject({ status: 'active', ownTerms: terms, terms });
    expect((await change({ terms: { dailyMisses: null } })).json).toMatchObject({
      ownTerms: { dailyMisses: null },
    });
    expect((await change({})).status).toBe(400);
    expect((await change({ terms: { priceCents: 1_001 } })).status).toBe(400);
    expect(
      (await operator('/accounts/unknown', { method: 'PATCH', json: { status: 'active' } })).status,
    ).toBe(404);
  });

  it('hands a customer a link to sign in, and revokes a key', async () => {
    const { accountId, keyId } = server.account;
    const { status, json } = await operator(`/accounts/${accountId}/sign-in-links`, { method: 'POST' });
    expect(status).toBe(201);
    const token = new URL(String(json['url'])).hash.replace(/^#(token=)?/, '');
    expect((await new TestBrowser(server.url).signIn({ token })).status).toBe(200);
    expect(log.join('')).not.toContain(token);
    expect((await operator(`/accounts/${accountId}/keys/${keyId}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.call('getAccount')).status).toBe(401);
    expect((await operator(`/accounts/${accountId}/keys/unknown`, { method: 'DELETE' })).status).toBe(404);
    expect(lines('key revoked')).toMatchObject([{ operator: 'Alex', accountId, keyId }]);
  });

  it('sees jobs, health, activity and the doctor’s findings', async () => {
    await server.call('createSkipTraceJob', {
      json: { filename: 'Jane Roe.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } },
    });
    await server.call('skipTraceSingle', { json: MATCH });
    const jobs = await operator('/jobs?status=pending&status=failed');
    expect(jobs.json).toMatchObject({ jobs: [{ accountName: 'Test', status: 'pending' }], nextCursor: null });
    expect(jobs.text).not.toContain('Jane');
    expect((await operator('/health')).json).toMatchObject({
      status: 'ready',
      faults: [],
      accounts: 1,
      jobs: { pending: 1 },
      lookups: { matches: 1, misses: 0 },
    });
    const activity = await operator('/activity?days=2');
    expect(activity.json).toMatchObject({ days: [{ matches: 0 }, { matches: 1 }] });
    expect((await operator('/home')).json).toMatchObject({ lastCheck: null });
    const check = { accountsChecked: 1, checkedBy: 'operator:Alex', findings: [] };
    expect((await operator('/doctor', { method: 'POST' })).json).toMatchObject(check);
    expect((await operator('/home')).json).toMatchObject({ lastCheck: check });
  });

  it('sees what needs them first: failures, deadlines, and the money of the day', async () => {
    const { service, account } = server;
    const { database, clock } = service;
    const jobId = (
      (
        await server.call('createSkipTraceJob', {
          json: { filename: 'a.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } },
        })
      ).json as { jobId: string }
    ).jobId;
    await database.write((tx) =>
      tx.query(`UPDATE jobs SET status = 'failed', updated_at = $1 WHERE id = $2`, [clock.now(), jobId]),
    );
    const run = ['run', '', false, 'running', 0, 0, 0, clock.now() - 60_000, clock.now() - 60_000];
    await database.write((tx) =>
      tx.query(
        `INSERT INTO owner_runs (id, upload_id, dry_run, state, rows_read, bytes_read, bytes, started_at, alive_at)
         VALUES (${run.map((_, at) => `$${at + 1}`).join(', ')})`,
        run,
      ),
    );
    await server.call('skipTraceSingle', { json: MATCH });
    const json = { cents: 500, note: null };
    await operator(`/accounts/${account.accountId}/credits`, { json });
    const [charge] = (await operator(`/accounts/${account.accountId}/transactions`)).json['transactions'] as {
      id: string;
      type: string;
    }[];
    expect(charge?.type).toBe('top_up');
    expect((await operator('/home')).json).toMatchObject({
      failedJobs: 1,
      failedImports: 1,
      toApprove: 0,
      requests: { open: 0, late: 0, letters: 0, nextDueAt: null },
      today: { spentCents: 4, refundedCents: 0 },
    });
    server.clock.shiftMs += 24 * 60 * 60 * 1_000;
    const { token } = await service.sessions.links.createForOperator('Alex');
    await browser.ask('/operator/api/session', { json: { token } });
    expect((await operator('/home')).json).toMatchObject({
      failedJobs: 0,
      failedImports: 0,
      today: { spentCents: 0, toppedUpCents: 0 },
    });
  });

  it('sees who changed a price, when, from what to what, and everything else that happened', async () => {
    const { accountId } = server.account;
    const change = (priceCents: number | null) =>
      operator(`/accounts/${accountId}`, { method: 'PATCH', json: { terms: { priceCents } } });
    await change(3);
    server.clock.shiftMs += 1_000;
    const from = new Date(server.service.clock.now() - 500).toISOString();
    await change(null);
    const { events } = (await operator(`/accounts/${accountId}/price-changes`)).json as {
      events: { actor: string; details: unknown }[];
    };
    expect(events.map(({ actor, details }) => [actor, details])).toEqual([
      ['operator:Alex', { priceCents: null, was: { priceCents: 3 } }],
      ['operator:Alex', { priceCents: 3, was: { priceCents: null } }],
    ]);
    const all = (await operator(`/events?from=${from}`)).json['events'] as { kind: string }[];
    expect(all.map(({ kind }) => kind)).toEqual(['command', 'price']);
    const ofAccount = (await operator(`/events?accountId=${accountId}&limit=1`)).json;
    expect(ofAccount).toMatchObject({
      events: [{ kind: 'price', accountId, accountName: 'Test', key: null }],
      nextCursor: expect.any(String) as string,
    });
    expect((await operator('/events?from=yesterday')).status).toBe(400);
  });
});
