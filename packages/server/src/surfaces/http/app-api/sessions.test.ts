// Engines: SQLite, PostgreSQL at a release

import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../platform/clock.js';
import { TestBrowser } from '../../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../../testing/server.js';
import { gate } from '../../../testing/waiting.js';

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
  (await server.service.sessions.links.createForCustomer(accountId, { isAskedFor: true })).token;

async function signOutEverywhere(): Promise<void> {
  const elsewhere = new TestBrowser(server.url);
  await elsewhere.signIn(key());
  await elsewhere.ask('/app/api/session?everywhere=true', { method: 'DELETE' });
}

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
    const askForAnother = (why: string) => [401, `This sign-in link ${why}. Ask for another one.`];
    expect([refused.status, refused.json['error']]).toEqual(askForAnother('is too old'));
    const again = await new TestBrowser(server.url).signIn({ token });
    expect([again.status, again.json['error']]).toEqual(askForAnother('has been used or has expired'));
    server.clock.shiftMs = 0;
    // A link from an operator may be used later.
    const { links } = server.service.sessions;
    const handed = await links.createForCustomer(server.account.accountId, { isAskedFor: false });
    server.clock.shiftMs = 23 * MS_PER_HOUR;
    expect((await new TestBrowser(server.url).signIn({ token: handed.token })).status).toBe(200);
  });

  it('with a link works again for the same attempt if the answer was lost, and the lost session never does', async () => {
    const sent = { token: await linkFor(), attempt: 'the attempt of one page' };
    const lost = new TestBrowser(server.url);
    expect((await lost.signIn(sent)).status).toBe(200);
    const other = { ...sent, attempt: 'the attempt of another page' };
    expect((await new TestBrowser(server.url).signIn(other)).status).toBe(401);
    expect((await new TestBrowser(server.url).signIn({ token: sent.token })).status).toBe(401);
    expect((await browser.signIn(sent)).json).toMatchObject({ mode: 'live', signedInWith: 'link' });
    expect([await lost.session(), await browser.session()]).toEqual([
      null,
      expect.objectContaining({ name: 'Test' }),
    ]);
    // The answer has arrived, so a second use is a replay by someone else.
    expect((await new TestBrowser(server.url).signIn(sent)).status).toBe(401);
    expect(await browser.session()).not.toBeNull();
  });

  it.each([
    ['a minute later', () => Promise.resolve(void (server.clock.shiftMs += MS_PER_MINUTE + 1))],
    ['once the account has signed out everywhere', () => signOutEverywhere()],
  ])('with a link whose answer was lost does not work again %s', async (_, happens) => {
    const sent = { token: await linkFor(), attempt: 'the attempt of one page' };
    expect((await new TestBrowser(server.url).signIn(sent)).status).toBe(200);
    await happens();
    expect((await browser.signIn(sent)).status).toBe(401);
  });

  it('with the link of an operator works again after a lost answer, too', async () => {
    const { token } = await server.service.sessions.links.createForOperator('Ana');
    const json = { token, attempt: 'the attempt of one page' };
    for (let nth = 0; nth < 2; nth += 1)
      expect((await browser.ask('/operator/api/session', { json })).json).toMatchObject({ name: 'Ana' });
    expect((await browser.ask('/operator/api/session')).status).toBe(200);
    expect((await browser.ask('/operator/api/session', { json })).status).toBe(401);
  });

  it('shows who a link signs in and its expiry, without using it, and nothing once it was used', async () => {
    const json = { token: await linkFor() };
    const { json: read } = await browser.ask('/app/api/sign-in-link', { json });
    expect(read).toEqual({ name: 'Test', expiresAt: expect.any(String) as string });
    expect((await browser.ask('/operator/api/sign-in-link', { json })).status).toBe(401);
    expect((await browser.signIn(json)).status).toBe(200);
    expect((await browser.ask('/app/api/sign-in-link', { json })).status).toBe(401);
    const ofAna = { json: { token: (await server.service.sessions.links.createForOperator('Ana')).token } };
    expect((await browser.ask('/operator/api/sign-in-link', ofAna)).json['name']).toBe('Ana');
    expect((await browser.ask('/app/api/sign-in-link', ofAna)).status).toBe(401);
  });

  it('works at once with a correct key and a correct link, however many wrong ones the same network has sent', async () => {
    const junk = (n: number) =>
      browser.signIn(n % 2 === 0 ? { token: `x${n}` } : { apiKey: `pc_${'x'.repeat(40)}` });
    await Promise.all(Array.from({ length: 100 }, (_, n) => junk(n)));
    expect((await browser.signIn(key())).status).toBe(200);
    expect((await browser.signIn({ token: await linkFor() })).status).toBe(200);
  });

  it('counts correct keys as well: a client that keeps signing in has to wait, and others of its network do not', async () => {
    const { apiKey } = await server.createAccount(0);
    const flooding = Array.from({ length: 80 }, () => new TestBrowser(server.url).signIn({ apiKey }));
    const statuses = (await Promise.all(flooding)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect((await browser.signIn(key())).status).toBe(200);
  });

  it('is refused cheaply with thousands of fields, which counts as a wrong attempt', async () => {
    const json = Object.fromEntries(Array.from({ length: 7_000 }, (_, at) => [at, 1]));
    const { status, json: answer } = await browser.ask('/app/api/session', { json });
    expect([status, answer['error']]).toEqual([400, 'The body must not hold more than 1,000 values.']);
    const { rate } = server.service;
    const consume = rate.consume.bind(rate);
    rate.consume = (name, subject, number) => consume(name, subject, name === 'app' ? 0 : number);
    try {
      expect((await browser.ask('/app/api/session', { json: { apiKey: 7 } })).status).toBe(429);
    } finally {
      rate.consume = consume;
    }
  });

  it('with one link on many browsers at once signs one of them in', async () => {
    const token = await linkFor();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => new TestBrowser(server.url).signIn({ token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('never takes over a session that was planted in the browser', async () => {
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
      proof === 'operator'
        ? { token: (await server.service.sessions.links.createForOperator('Ana')).token }
        : proof;
    const refused = await browser.ask('/app/api/session', { json: body });
    expect([refused.status, refused.set]).toEqual([status, []]);
    expect(refused.json['error']).toBeTypeOf('string');
  });
});

describe('a session', () => {
  it('stands in for the key on the operations of the contract, and its jobs record it', async () => {
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

  it('gets another token after an hour, and the previous one ends a minute after the new one was used', async () => {
    await signedIn();
    const old = browser.copy();
    server.clock.shiftMs = MS_PER_HOUR + 1;
    expect(await browser.session()).not.toBeNull();
    expect(browser.cookie).not.toBe(old.cookie);
    // Requests that were in progress still work with the previous token.
    expect(await old.copy().session()).not.toBeNull();
    expect(await browser.session()).not.toBeNull();
    server.clock.shiftMs += MS_PER_MINUTE + 2;
    expect(await old.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
  });

  it('gets one new token when many requests come at once, and only with a short answer', async () => {
    await signedIn();
    server.clock.shiftMs = MS_PER_HOUR + 1;
    for (const path of ['keys', 'transactions.csv', 'activity'])
      expect((await browser.copy().ask(`/app/api/${path}`)).set).toEqual([]);
    const copies = Array.from({ length: 20 }, () => browser.copy());
    const answers = await Promise.all(copies.map((copy) => copy.ask('/app/api/session')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.flatMap(({ set }) => set)).toHaveLength(1);
    for (const copy of copies) expect(await copy.session()).not.toBeNull();
  });

  it('is deleted a day after it has ended, and not before', async () => {
    await signedIn();
    await browser.copy().ask('/app/api/session', { method: 'DELETE' });
    const other = new TestBrowser(server.url);
    await other.signIn(key());
    await linkFor();
    await server.service.sessions.sweep();
    expect(await other.session()).not.toBeNull();
    server.clock.shiftMs = 2 * MS_PER_DAY;
    expect(await server.service.sessions.sweep()).toBeGreaterThanOrEqual(2);
    expect(await other.session()).not.toBeNull();
    server.clock.shiftMs = 32 * MS_PER_DAY;
    expect(await server.service.sessions.sweep()).toBeGreaterThan(0);
    expect(await server.service.sessions.sweep()).toBe(0);
  });

  it('survives the loss of the answer with the new token', async () => {
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

  it('survives the loss of two answers in a row with new tokens', async () => {
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
      const { token } = await server.service.sessions.links.createForOperator('Ana');
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

  it('ends with its own sign-out, and with a sign-out everywhere', async () => {
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
    await server.service.accounts.change(accountId, { status: 'suspended' });
    const refused = await byLink.ask('/app/api/session');
    expect([refused.status, refused.json['error']]).toEqual([
      401,
      'This account is suspended. Contact the people who run this service.',
    ]);
    const late = await server.service.sessions.links.createForCustomer(accountId, { isAskedFor: true });
    expect((await new TestBrowser(server.url).signIn({ token: late.token })).status).toBe(401);
    // Reactivating the account doesn't bring the session back.
    await server.service.accounts.change(accountId, { status: 'active' });
    expect(await byLink.session()).toBeNull();
  });

  it('that signs out everywhere ends unused links as well', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const token = await linkFor(accountId);
    await browser.ask('/app/api/session?everywhere=true', { method: 'DELETE' });
    expect((await browser.signIn({ token })).status).toBe(401);
  });

  it('that began with a test key signs out everywhere only sessions of that key', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    const test = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { label: 'tests', mode: 'test' }),
    );
    const [live, other] = [new TestBrowser(server.url), new TestBrowser(server.url)];
    await live.signIn({ apiKey });
    const token = await linkFor(accountId);
    for (const one of [browser, other]) await one.signIn({ apiKey: test.apiKey });
    await browser.ask('/app/api/session?everywhere=true', { method: 'DELETE' });
    expect([await browser.session(), await other.session()]).toEqual([null, null]);
    expect(await live.session()).not.toBeNull();
    expect((await browser.signIn({ token })).status).toBe(200);
  });

  it('does nothing for a page that shows another account, or the same one in the other mode', async () => {
    const before = await server.createAccount(100);
    const { accountId, apiKey } = await server.createAccount(100);
    await browser.signIn({ apiKey });
    const lookUp = (account: string) =>
      browser.ask('/api/v1/skip-trace', {
        json: { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' },
        headers: { 'skiptrace-app': '1', 'skiptrace-account': account },
      });
    for (const shown of [`live:${before.accountId}`, `test:${accountId}`, '']) {
      const { status, json } = await lookUp(shown);
      expect([status, json['error']]).toEqual([401, expect.stringContaining('another account') as string]);
    }
    const headers = { 'skiptrace-app': '1', 'skiptrace-account': `live:${before.accountId}` };
    const made = await browser.ask('/app/api/keys', { json: { label: 'x', mode: 'live' }, headers });
    expect(made.status).toBe(401);
    expect(await server.service.billing.balanceCents(accountId)).toBe(100);
    expect((await lookUp(`live:${accountId}`)).status).toBe(200);
    expect(await server.service.billing.balanceCents(accountId)).toBe(96);
  });

  it('looks nothing up at a different price from the page’s', async () => {
    const { accountId, apiKey } = await server.createAccount(1_000);
    await browser.signIn({ apiKey });
    const lookUp = (price: string) =>
      browser.ask('/api/v1/skip-trace', {
        json: { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' },
        headers: { 'skiptrace-app': '1', 'skiptrace-price': price, 'idempotency-key': 'one-question' },
      });
    await server.service.accounts.change(accountId, { terms: { priceCents: 500 } });
    const refused = await lookUp('4');
    expect([refused.status, refused.json['error']]).toEqual([
      400,
      expect.stringContaining('$5.00') as string,
    ]);
    expect(await server.service.billing.balanceCents(accountId)).toBe(1_000);
    expect((await lookUp('500')).status).toBe(200);
    expect(await server.service.billing.balanceCents(accountId)).toBe(500);
    // The repeat of an answered request is replayed, whatever the current price.
    await server.service.accounts.change(accountId, { terms: { priceCents: 400 } });
    const again = await lookUp('500');
    expect([again.status, again.json['charged']]).toEqual([200, 500]);
    expect(await server.service.billing.balanceCents(accountId)).toBe(500);
  });

  it('has at most thirty requests running at once, so that others do not wait, and may always end', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const { accounts } = server.service;
    const keysToShow = accounts.keysToShow.bind(accounts);
    const held = gate();
    let running = 0;
    accounts.keysToShow = async (...words) => {
      running += 1;
      await held.opened;
      return keysToShow(...words);
    };
    const answers = Array.from({ length: 30 }, () => browser.ask('/app/api/keys'));
    try {
      await expect.poll(() => running).toBe(30);
      const refused = await browser.ask('/app/api/keys');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      const testKey = await server.service.database.write((tx) =>
        accounts.createKey(tx, accountId, { mode: 'test' }),
      );
      for (const key of [testKey.apiKey, (await server.createAccount(0)).apiKey]) {
        const another = await server.signedIn(key);
        expect(await another.session()).not.toBeNull();
      }
      expect((await browser.copy().ask('/app/api/session', { method: 'DELETE' })).status).toBe(204);
    } finally {
      held.open();
      accounts.keysToShow = keysToShow;
    }
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  it('reads its ledger three times at once and no more', async () => {
    await signedIn();
    const { read } = server.service.database;
    const query = read.query.bind(read);
    const held = gate();
    let running = 0;
    read.query = async <T>(sql: string, values?: unknown[]): Promise<T> => {
      if (sql.includes('FROM daily_lookups')) {
        running += 1;
        await held.opened;
      }
      return query<T>(sql, values);
    };
    const answers = Array.from({ length: 3 }, () => browser.ask('/app/api/activity'));
    try {
      await expect.poll(() => running).toBe(3);
      expect((await browser.ask('/app/api/activity')).status).toBe(429);
      expect((await browser.ask('/app/api/keys')).status).toBe(200);
    } finally {
      held.open();
      read.query = query;
    }
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  it('is not held up by bodies that arrive slowly', async () => {
    await signedIn();
    const headers = {
      'skiptrace-app': '1',
      cookie: browser.cookie,
      'content-type': 'application/json',
      'content-length': 100,
      'idempotency-key': 'x'.repeat(16),
    };
    const slow = Array.from({ length: 60 }, () => {
      const sent = request(`${server.url}/app/api/keys`, { method: 'POST', headers });
      sent.on('error', () => undefined).write('{');
      return sent;
    });
    for (let tries = 0; tries < 5; tries += 1) expect((await browser.ask('/app/api/keys')).status).toBe(200);
    for (const sent of slow) sent.destroy();
  });

  it('begins regardless of other requests of the same network', async () => {
    const { rate } = server.service;
    const consume = rate.consume.bind(rate);
    // Simulates a used-up limit, as after a flood of wrong keys.
    rate.consume = (name, subject, number) => consume(name, subject, name === 'app' ? 0 : number);
    try {
      const wrong = await browser.ask('/app/api/session', { json: { apiKey: `pc_${'x'.repeat(40)}` } });
      expect(wrong.status).toBe(429);
      expect((await browser.signIn(key())).status).toBe(200);
      const token = await linkFor();
      expect((await browser.ask('/app/api/sign-in-link', { json: { token } })).status).toBe(200);
      expect((await browser.signIn({ token })).status).toBe(200);
    } finally {
      rate.consume = consume;
    }
  });

  it('replaces an ended one, or else the oldest, if its key has a hundred', async () => {
    const { apiKey } = await server.createAccount(0);
    const signIn = async (who = new TestBrowser(server.url)) => {
      // The limit is 60 per minute.
      server.clock.shiftMs += 1_500;
      expect((await who.signIn({ apiKey })).status).toBe(200);
      return who;
    };
    const first = await signIn();
    const byLink = new TestBrowser(server.url);
    await byLink.signIn({ token: await linkFor() });
    // Each sign-in ends the previous session of the same browser.
    for (let nth = 0; nth < 50; nth += 1) await signIn(browser);
    for (let nth = 0; nth < 98; nth += 1) await signIn();
    expect(await first.session()).not.toBeNull();
    await signIn();
    expect(await first.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
    expect(await byLink.session()).not.toBeNull();
  });

  it('does not count requests that were cut off before their session was read', async () => {
    await signedIn();
    const { sessions } = server.service;
    const customerOf = sessions.customerOf.bind(sessions);
    let asked = 0;
    const gone = gate();
    sessions.customerOf = async (...words) => {
      asked += 1;
      await gone.opened;
      return customerOf(...words);
    };
    const abandoned = 40;
    const closed = Array.from({ length: abandoned }, async () => {
      const sent = request(`${server.url}/app/api/keys`, {
        headers: { 'skiptrace-app': '1', cookie: browser.cookie },
      });
      sent.on('error', () => undefined).end();
      await expect.poll(() => asked).toBe(abandoned);
      sent.socket?.resetAndDestroy();
    });
    try {
      await Promise.all(closed);
      // These requests arrive after the ends of those connections.
      for (let later = 0; later < 2; later += 1) await new TestBrowser(server.url).ask('/app/api/settings');
    } finally {
      sessions.customerOf = customerOf;
      gone.open();
    }
    await expect.poll(async () => (await browser.ask('/app/api/keys')).status).toBe(200);
  });

  it('is replaced by the next one of the same browser', async () => {
    await signedIn();
    const before = browser.copy();
    await browser.signIn(key());
    expect(await before.session()).toBeNull();
    expect(await browser.session()).not.toBeNull();
  });

  it('that began with a test key creates and revokes no live key', async () => {
    const { accountId, keyId } = await server.createAccount(1_000);
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { label: 'tests', mode: 'test' }),
    );
    await browser.signIn({ apiKey });
    const made = await browser.ask('/app/api/keys', { json: { label: 'x', mode: 'live' } });
    expect([made.status, made.json['error']]).toEqual([403, expect.stringContaining('test key')]);
    expect((await browser.ask(`/app/api/keys/${keyId}`, { method: 'DELETE' })).status).toBe(403);
    expect((await browser.ask('/app/api/keys', { json: { label: 'x', mode: 'test' } })).status).toBe(201);
  });

  it('that began with a test key sees no charges and no live key', async () => {
    const { accountId } = await server.createAccount(1_000);
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { label: 'tests', mode: 'test' }),
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
    const { token } = await server.service.sessions.links.createForOperator('Ana');
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

  it.each(['x', 'ü'.repeat(30), 'a=b; '.repeat(2_000), '__Host-skiptrace', '"\\'])(
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

describe('the pages of a customer', () => {
  it('show the ledger, filtered, page by page and as a file', async () => {
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
    expect(lines[0]).toBe('date,type,amount,balance,reference,id,note,item');
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

  it('show its own keys: created, used, revoked', async () => {
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

  it('show keys in force first, and the newest hundred revoked keys', async () => {
    const { accountId, apiKey } = await server.createAccount(0);
    const { accounts, database } = server.service;
    const label = (nth: number) => `revoked ${nth}`;
    for (let nth = 0; nth < 102; nth += 1) {
      const { keyId } = await database.writeFor(accountId, (tx) =>
        accounts.createKey(tx, accountId, { label: label(nth), mode: nth === 0 ? 'test' : 'live' }),
      );
      await accounts.revokeKey(keyId);
      server.clock.shiftMs += 1;
    }
    const { apiKey: testKey } = await database.writeFor(accountId, (tx) =>
      accounts.createKey(tx, accountId, { label: 'in force', mode: 'test' }),
    );
    server.clock.shiftMs = 0;
    const labels = async () => {
      const { keys } = (await browser.ask('/app/api/keys')).json as { keys: { label: string | null }[] };
      return keys.map((key) => key.label);
    };
    await browser.signIn({ apiKey });
    expect(await labels()).toEqual([
      'in force',
      null,
      ...Array.from({ length: 100 }, (_, nth) => label(101 - nth)),
    ]);
    await browser.signIn({ apiKey: testKey });
    expect(await labels()).toEqual(['in force', label(0)]);
  });

  it('create one key for a request that a browser sends twice', async () => {
    const { apiKey } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const idempotencyKey = '0123456789abcdef';
    const ask = (label: string) =>
      browser.ask('/app/api/keys', { json: { label, mode: 'test' }, idempotencyKey });
    const [first, again] = [await ask('CRM'), await ask('CRM')];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect((await browser.ask('/app/api/keys')).json['keys']).toHaveLength(2);
    const works = async ({ json }: typeof first) =>
      (await server.call('getAccount', { key: String(json['apiKey']) })).status;
    expect([await works(first), await works(again)]).toEqual([401, 200]);
    expect((await ask('Dialer')).status).toBe(409);
  });

  it('allow at most a hundred keys per mode, also within a day', async () => {
    const { apiKey, accountId } = await server.createAccount(0);
    await browser.signIn({ apiKey });
    const make = (idempotencyKey?: string) =>
      browser.ask('/app/api/keys', {
        json: { label: 'x', mode: 'test' },
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
    await server.service.database.write(async (tx) => {
      for (let n = 1; n < 100; n++) await server.service.accounts.createKey(tx, accountId, { mode: 'test' });
    });
    // The key behind sessions by link does not show among the customer's keys.
    await new TestBrowser(server.url).signIn({ token: await linkFor(accountId) });
    const first = await make('the-hundredth-key');
    const last = await make('the-hundredth-key');
    expect([first.status, last.status]).toEqual([201, 201]);
    const refused = await make();
    expect([refused.status, refused.json['error']]).toEqual([
      409,
      expect.stringContaining('Revoke') as string,
    ]);
    // Live keys have a separate limit.
    const live = await browser.ask('/app/api/keys', { json: { label: 'x', mode: 'live' } });
    expect(live.status).toBe(201);
    const { key } = last.json as { key: { id: string } };
    expect((await browser.ask(`/app/api/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204);
    const today = await make();
    expect([today.status, today.json['error']]).toEqual([409, expect.stringContaining('tomorrow') as string]);
    server.clock.shiftMs = 24 * MS_PER_HOUR + 1;
    expect((await make()).status).toBe(201);
  });

  it('do not list the key that stands for sessions by link', async () => {
    const { accountId, keyId } = await server.createAccount(0);
    await browser.signIn({ token: await linkFor(accountId) });
    const { keys } = (await browser.ask('/app/api/keys')).json as { keys: { id: string }[] };
    expect(keys.map(({ id }) => id)).toEqual([keyId]);
  });

  it('show its jobs, found by name and status', async () => {
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

  it('show the spending and matches of each day', async () => {
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
