import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../clock.js';
import { TestBrowser } from '../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
let browser: TestBrowser;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.shiftMs = 0;
  browser = new TestBrowser(server.url);
});

const key = () => ({ apiKey: server.account.apiKey });
const signedIn = async (): Promise<TestBrowser> => {
  expect((await browser.signIn(key())).status).toBe(200);
  return browser;
};
const linkFor = async (accountId = server.account.accountId) =>
  (await server.service.sessions.linkForCustomer(accountId)).token;

describe('signing in', () => {
  it('with a key gives a cookie that scripts cannot read and other sites cannot send', async () => {
    const { status, json, set } = await browser.signIn(key());
    expect(status).toBe(200);
    expect(json).toMatchObject({ accountId: server.account.accountId, mode: 'live', signedInWith: 'key' });
    expect(set).toHaveLength(1);
    expect(set[0]).toMatch(
      /^__Host-skiptrace=[0-9A-Za-z]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(JSON.stringify(json)).not.toContain(server.account.apiKey);
    expect(await browser.session()).toMatchObject({ name: 'Test' });
  });

  it('with a link works once, within fifteen minutes', async () => {
    const token = await linkFor();
    expect((await browser.signIn({ token })).json).toMatchObject({ mode: 'live', signedInWith: 'link' });
    expect((await new TestBrowser(server.url).signIn({ token })).status).toBe(401);
    const late = await linkFor();
    server.clock.shiftMs = 15 * MS_PER_MINUTE + 1;
    const refused = await new TestBrowser(server.url).signIn({ token: late });
    expect([refused.status, refused.json['error']]).toEqual([
      401,
      'This sign-in link was used before or is too old. Ask for another one.',
    ]);
  });

  it('with one link on many browsers at once signs one of them in', async () => {
    const token = await linkFor();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => new TestBrowser(server.url).signIn({ token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('never takes over a session that somebody planted in the browser', async () => {
    await signedIn();
    const before = browser.cookie;
    await browser.signIn(key());
    expect(browser.cookie).not.toBe(before);
    browser.plant('__Host-skiptrace', 'A'.repeat(43));
    expect((await browser.ask('/app/api/session')).status).toBe(401);
    await browser.signIn(key());
    expect(browser.cookie).not.toContain('A'.repeat(43));
  });

  it.each([
    ['an unknown key', { apiKey: `pc_${'x'.repeat(40)}` }, 401],
    ['no key', { apiKey: '' }, 401],
    ['a link of an operator', 'operator', 401],
    ['both at once', { apiKey: 'pc_x', token: 'x' }, 400],
    ['nothing', {}, 400],
    ['a list', [], 400],
  ])('is refused with %s', async (_, proof, status) => {
    const body =
      proof === 'operator' ? { token: (await server.service.sessions.linkForOperator('Ana')).token } : proof;
    const refused = await browser.ask('/app/api/session', { json: body });
    expect([refused.status, refused.set]).toEqual([status, []]);
    expect(refused.json['error']).toBeTypeOf('string');
  });
});

describe('a session', () => {
  it('stands in for the key on the operations of the contract, and its jobs say so', async () => {
    await signedIn();
    const account = await browser.ask('/api/user/account');
    expect([account.status, account.json['name']]).toEqual([200, 'Test']);
    const columnMapping = { address: 'A', city: 'B', state: 'C', zip: 'D' };
    const made = await browser.ask('/api/user/skip-trace', { json: { filename: 'a.csv', columnMapping } });
    expect(made.status).toBe(201);
    const { jobs } = (await browser.ask('/api/user/skip-trace')).json as { jobs: { origin: string }[] };
    expect(jobs[0]?.origin).toBe('dashboard');
  });

  it.each<[string, Record<string, string>, number]>([
    ['without the header that our pages send', {}, 403],
    ['from another site', { 'skiptrace-app': '1', 'sec-fetch-site': 'cross-site' }, 403],
    ['from another host of the same site', { 'skiptrace-app': '1', 'sec-fetch-site': 'same-site' }, 403],
    ['from another origin', { 'skiptrace-app': '1', origin: 'https://evil.example' }, 403],
    ['from a page without an origin', { 'skiptrace-app': '1', origin: 'null' }, 403],
  ])('counts for nothing %s', async (_, headers, status) => {
    await signedIn();
    for (const call of [{}, { json: { label: 'mine', mode: 'live' } }])
      expect((await browser.ask('/app/api/keys', { ...call, headers })).status).toBe(status);
    const lookup = { json: { address: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' }, headers };
    expect([401, 403]).toContain((await browser.ask('/api/v1/skip-trace', lookup)).status);
  });

  it('gets another token after an hour, and the one before ends a minute after that was seen', async () => {
    await signedIn();
    const old = browser.copy();
    server.clock.shiftMs = MS_PER_HOUR + 1;
    expect(await browser.session()).not.toBeNull();
    expect(browser.cookie).not.toBe(old.cookie);
    // Requests that were under way.
    expect(await old.copy().session()).not.toBeNull();
    expect(await browser.session()).not.toBeNull();
    server.clock.shiftMs += MS_PER_MINUTE + 2;
    expect(await old.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
  });

  it('survives that the answer with the new token was lost', async () => {
    await signedIn();
    const closed = browser.copy();
    server.clock.shiftMs = MS_PER_HOUR + 1;
    await browser.copy().session();
    server.clock.shiftMs += 2 * MS_PER_MINUTE;
    expect(await closed.session()).not.toBeNull();
    expect(await closed.session()).not.toBeNull();
    server.clock.shiftMs += MS_PER_HOUR;
    expect(await closed.session()).not.toBeNull();
  });

  it('survives that two answers in a row with new tokens were lost', async () => {
    await signedIn();
    const closed = browser.copy();
    server.clock.shiftMs = MS_PER_HOUR + 1;
    for (let lost = 0; lost < 2; lost += 1) {
      expect(await closed.copy().session()).not.toBeNull();
      server.clock.shiftMs += 2 * MS_PER_MINUTE;
    }
    expect(await closed.session()).not.toBeNull();
  });

  it('ends when its browser, which never got the new token, signs in again', async () => {
    await signedIn();
    const closed = browser.copy();
    server.clock.shiftMs = MS_PER_HOUR + 1;
    await browser.session();
    expect((await closed.signIn(key())).status).toBe(200);
    expect(await browser.session()).toBeNull();
    expect(await closed.session()).not.toBeNull();
  });

  it('of an operator ends after twelve hours without use, and after a day in any case', async () => {
    const signIn = async () => {
      server.clock.shiftMs = 0;
      const { token } = await server.service.sessions.linkForOperator('Ana');
      await browser.ask('/operator/api/session', { json: { token } });
    };
    const statusAt = async (hours: number) => {
      server.clock.shiftMs = hours * MS_PER_HOUR;
      return (await browser.ask('/operator/api/session')).status;
    };
    await signIn();
    expect(await statusAt(11.9)).toBe(200);
    expect([await statusAt(23.7), await statusAt(24)]).toEqual([200, 401]);
    await signIn();
    expect(await statusAt(12.1)).toBe(401);
  });

  it('ends after a week without use, and after a month in any case', async () => {
    await signedIn();
    server.clock.shiftMs = 7 * MS_PER_DAY;
    expect(await browser.copy().session()).toBeNull();
    server.clock.shiftMs = 0;
    await browser.signIn(key());
    for (let day = 0; day < 30; day += 5) {
      server.clock.shiftMs = day * MS_PER_DAY;
      expect([day, await browser.session()]).toEqual([day, expect.anything()]);
    }
    server.clock.shiftMs = 30 * MS_PER_DAY;
    expect(await browser.session()).toBeNull();
  });

  it('ends with its sign-out, and with that of all others everywhere', async () => {
    await signedIn();
    const other = new TestBrowser(server.url);
    await other.signIn(key());
    const stolen = browser.copy();
    const out = await browser.ask('/app/api/session', { method: 'DELETE' });
    expect([out.status, out.set[0]]).toEqual([204, expect.stringMatching(/^__Host-skiptrace=; Max-Age=0/)]);
    expect(await stolen.session()).toBeNull();
    expect(await other.session()).not.toBeNull();
    await browser.signIn(key());
    expect((await other.ask('/app/api/session?everywhere=true', { method: 'DELETE' })).status).toBe(204);
    expect(await browser.session()).toBeNull();
  });

  it('ends at once when its key is revoked or the account suspended', async () => {
    const { accountId, apiKey, keyId } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const byLink = new TestBrowser(server.url);
    await byLink.signIn({ token: await linkFor(accountId) });
    await server.service.accounts.revokeKey(keyId);
    expect(await browser.session()).toBeNull();
    expect((await browser.ask('/api/user/account')).status).toBe(401);
    expect(await byLink.session()).not.toBeNull();
    await server.service.accounts.setStatus(accountId, 'suspended');
    expect(await byLink.session()).toBeNull();
    const late = await server.service.sessions.linkForCustomer(accountId);
    expect((await new TestBrowser(server.url).signIn({ token: late.token })).status).toBe(401);
    // It does not come back with the account.
    await server.service.accounts.setStatus(accountId, 'active');
    expect(await byLink.session()).toBeNull();
  });

  it('that signs out everywhere takes the links with it that nobody has used yet', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const token = await linkFor(accountId);
    await browser.ask('/app/api/session?everywhere=true', { method: 'DELETE' });
    expect((await browser.signIn({ token })).status).toBe(401);
  });

  it('gives way to the next one of the same browser', async () => {
    await signedIn();
    const before = browser.copy();
    await browser.signIn(key());
    expect(await before.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
  });

  it('that began with a test key makes and revokes nothing that is live', async () => {
    const { accountId, keyId } = await server.createAccount(1_000);
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, 'tests', 'test'),
    );
    await browser.signIn({ apiKey });
    const made = await browser.ask('/app/api/keys', { json: { label: 'x', mode: 'live' } });
    expect([made.status, made.json['error']]).toEqual([403, expect.stringContaining('test key')]);
    expect((await browser.ask(`/app/api/keys/${keyId}`, { method: 'DELETE' })).status).toBe(403);
    expect((await browser.ask('/app/api/keys', { json: { label: 'x', mode: 'test' } })).status).toBe(201);
  });

  it('that began with a test key sees nothing that was charged, and no live key', async () => {
    const { accountId } = await server.createAccount(1_000);
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, 'tests', 'test'),
    );
    await browser.signIn({ apiKey });
    for (const path of ['transactions', 'transactions.csv', 'activity']) {
      const { status, json } = await browser.ask(`/app/api/${path}`);
      expect([path, status, json['error']]).toEqual([path, 403, expect.stringContaining('test key')]);
    }
    const { json } = await browser.ask('/app/api/keys');
    expect(json['keys']).toEqual([expect.objectContaining({ label: 'tests', mode: 'test' })]);
  });

  it('of a customer opens nothing of an operator, and the other way round', async () => {
    await signedIn();
    expect((await browser.ask('/operator/api/session')).status).toBe(401);
    const operator = new TestBrowser(server.url);
    const { token } = await server.service.sessions.linkForOperator('Ana');
    const begun = await operator.ask('/operator/api/session', { json: { token } });
    expect([begun.status, begun.json['name']]).toEqual([200, 'Ana']);
    expect(begun.set[0]).toContain('__Host-skiptrace-operator=');
    expect(await operator.session()).toBeNull();
    operator.plant('__Host-skiptrace', operator.cookie.split('=')[1] ?? '');
    expect(await operator.session()).toBeNull();
    expect((await operator.ask('/api/user/account')).status).toBe(401);
    await server.service.sessions.endOperator('Ana');
    expect((await operator.ask('/operator/api/session')).status).toBe(401);
  });

  it.each(['x', 'ü'.repeat(30), `${'a=b; '.repeat(2_000)}`, '__Host-skiptrace', '"\\'])(
    'is not to be had with a cookie like %.20s',
    async (cookie) => {
      const answer = await fetch(`${server.url}/app/api/session`, {
        headers: { cookie: Buffer.from(cookie).toString('latin1'), 'skiptrace-app': '1' },
      }).catch(() => null);
      if (answer !== null) expect([401, 431]).toContain(answer.status);
      expect((await browser.ask('/app/api/settings')).status).toBe(200);
    },
  );
});

describe('what a customer sees', () => {
  it('is the ledger, filtered, page by page and as a file', async () => {
    const { accountId, apiKey } = await server.createAccount(1_000);
    await browser.signIn({ apiKey });
    const { database, billing } = server.service;
    for (let index = 0; index < 5; index += 1) {
      await database.writeFor(accountId, (tx) =>
        billing.post(tx, { accountId, type: 'adjustment', amountCents: -index - 1, reference: `=${index}` }),
      );
    }
    const first = await browser.ask('/app/api/transactions?limit=4');
    expect((first.json['transactions'] as { amountCents: number }[]).map((one) => one.amountCents)).toEqual([
      -5, -4, -3, -2,
    ]);
    const second = await browser.ask(
      `/app/api/transactions?limit=4&cursor=${String(first.json['nextCursor'])}`,
    );
    expect(second.json).toMatchObject({
      transactions: [{ amountCents: -1 }, { amountCents: 1_000, type: 'top_up' }],
      nextCursor: null,
    });
    const credits = await browser.ask('/app/api/transactions?type=top_up');
    expect(credits.json['transactions']).toHaveLength(1);
    const today = new Date(server.service.clock.now()).toISOString().slice(0, 10);
    expect(
      (await browser.ask(`/app/api/transactions?from=${today}&to=${today}`)).json['transactions'],
    ).toHaveLength(6);
    expect((await browser.ask('/app/api/transactions?to=2020-01-01')).json['transactions']).toEqual([]);
    const file = await browser.ask('/app/api/transactions.csv', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = file.text.split('\r\n');
    expect(lines[0]).toBe('date,type,amount,balance,reference,id');
    expect(lines).toHaveLength(8);
    expect(lines[2]).toMatch(/,adjustment,-0\.01,9\.99,'=0,/);
    expect((await browser.ask('/app/api/transactions.csv', { headers: {} })).status).toBe(403);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['type=theft', 'type'],
    ['from=yesterday', 'from'],
    ['cursor=%00', 'U+0000'],
  ])('is refused in a sentence when asked for with %s', async (query, named) => {
    await signedIn();
    const refused = await browser.ask(`/app/api/transactions?${query}`);
    expect([refused.status, refused.json['error']]).toEqual([400, expect.stringContaining(named)]);
  });

  it('are its own keys: made, used, revoked', async () => {
    const { apiKey } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const made = await browser.ask('/app/api/keys', { json: { label: 'CRM', mode: 'test' } });
    expect(made.status).toBe(201);
    const created = made.json as { key: { id: string }; apiKey: string };
    expect(created.apiKey).toMatch(/^pc_test_/);
    const listed = await browser.ask('/app/api/keys');
    expect(listed.text).not.toContain(created.apiKey);
    expect(listed.json['keys']).toMatchObject([
      { label: 'CRM', mode: 'test', lastUsedAt: null },
      { label: null },
    ]);
    const strangers = await browser.ask(`/app/api/keys/${server.account.keyId}`, { method: 'DELETE' });
    expect(strangers.status).toBe(404);
    for (const id of ['nothing', '%00', 'x'.repeat(500)])
      expect([400, 404]).toContain((await browser.ask(`/app/api/keys/${id}`, { method: 'DELETE' })).status);
    for (const json of [
      { label: 5, mode: 'live' },
      { label: '  ', mode: 'test' },
      { label: 'x', mode: true },
      { label: null, mode: 'test' },
      { label: 'a\u0000b', mode: 'test' },
    ])
      expect((await browser.ask('/app/api/keys', { json })).status).toBe(400);
    expect((await browser.ask(`/app/api/keys/${created.key.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await browser.ask('/app/api/keys')).json['keys']).toMatchObject([
      { label: null },
      { label: 'CRM', revokedAt: expect.any(String) as string },
    ]);
    expect(
      (await browser.ask('/app/api/keys', { json: { label: 'x'.repeat(101), mode: 'live' } })).status,
    ).toBe(400);
  });

  it('does not list the key that stands for sessions by link', async () => {
    const { accountId, keyId } = await server.createAccount(0);
    await browser.signIn({ token: await linkFor(accountId) });
    const { keys } = (await browser.ask('/app/api/keys')).json as { keys: { id: string }[] };
    expect(keys.map(({ id }) => id)).toEqual([keyId]);
  });

  it('are its jobs, found by name and status', async () => {
    const { apiKey } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const columnMapping = { address: 'A', city: 'B', state: 'C', zip: 'D' };
    for (const filename of ['Austin_100%.csv', 'dallas.csv', 'austin 2.csv'])
      await browser.ask('/api/user/skip-trace', { json: { filename, columnMapping } });
    const names = async (query: string) =>
      ((await browser.ask(`/app/api/jobs?${query}`)).json['jobs'] as { filename: string }[]).map(
        ({ filename }) => filename,
      );
    expect(await names('')).toEqual(['austin 2.csv', 'dallas.csv', 'Austin_100%.csv']);
    expect(await names('search=AUSTIN')).toEqual(['austin 2.csv', 'Austin_100%.csv']);
    expect(await names('search=%25')).toEqual(['Austin_100%.csv']);
    expect(await names('status=pending&status=preview')).toHaveLength(3);
    expect(await names('status=completed')).toEqual([]);
    const page = await browser.ask('/app/api/jobs?limit=2');
    expect(await names(`limit=2&cursor=${String(page.json['nextCursor'])}`)).toEqual(['Austin_100%.csv']);
    await browser.signIn(key());
    expect((await names('search=dallas')).length).toBe(0);
  });

  it('is what was spent and found each day', async () => {
    const { apiKey } = await server.createAccount(1_000);
    await browser.signIn({ apiKey });
    const lookUp = (address: string, city: string, state: string, zip: string) =>
      browser.ask('/api/v1/skip-trace', { json: { address, city, state, zip } });
    await lookUp('100 Sandbox Match St', 'Austin', 'TX', '78701');
    await lookUp('404 Sandbox Miss Blvd', 'Reno', 'NV', '89501');
    const { days } = (await browser.ask('/app/api/activity?days=7')).json as { days: object[] };
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toMatchObject({ spentCents: 4, matches: 1, misses: 1 });
    expect(days[0]).toMatchObject({ spentCents: 0, matches: 0, misses: 0 });
  });
});
