// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../surfaces/commands/main.js';
import { operations } from '../../surfaces/http/contract/operations.js';
import { TestBrowser } from '../../testing/browser.js';
import { engineOfTests, engines } from '../../testing/engines.js';
import { capturedIo } from '../../testing/process.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { hashOf } from './api-key.js';
import { TERMS_OF_USE, TermsOfUse } from './index.js';

const PURPOSE = 'Offers to buy houses in Ohio';
const { version } = TERMS_OF_USE;

describe('accounts, where terms of use are required', () => {
  let server: TemporaryServer;
  let browser: TestBrowser;
  beforeEach(async () => {
    server = await temporaryServer({ env: { REQUIRE_TERMS: 'on' } });
    browser = new TestBrowser(server.url);
  });
  afterEach(() => server.close());

  const lookUp = (key?: string) =>
    server.call('skipTraceSingle', { json: { address: oneLine(MATCH) }, ...(key !== undefined && { key }) });
  const balance = () => server.service.billing.balanceCents(server.account.accountId);
  const accept = (changes: object = {}) =>
    browser.ask('/app/api/terms', { json: { version, purpose: ` ${PURPOSE} `, ...changes } });
  const run = async (...words: readonly string[]) => {
    const settings = await engineOfTests.settings(server.dataDir);
    const env = { ...settings, DATA_DIR: server.dataDir, USER: 'ana', REQUIRE_TERMS: 'on' };
    const { io, said } = capturedIo(env);
    return { code: await main(['accounts', ...words], io), ...said };
  };

  it('are refused with the place to accept them, and pay nothing, until they accept', async () => {
    const before = await balance();
    const refused = await lookUp();
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([403, 'terms_required']);
    expect(refused.json['error']).toContain(`${server.url}/app`);
    expect((await server.call('getAccount')).status).toBe(403);
    expect(await balance()).toBe(before);
    // The key can still sign in, because the terms are accepted there.
    await browser.signIn({ apiKey: server.account.apiKey });
    expect(await browser.session()).toMatchObject({ mustAcceptTerms: true });
    const inBrowser = await browser.ask('/api/v1/skip-trace', { json: { address: oneLine(MATCH) } });
    expect(inBrowser.status).toBe(403);
    const handingOut = operations.flatMap((one) =>
      one.document === 'app.yaml' && one.role === 'customer' && one.handsOutContacts ? [one] : [],
    );
    expect(handingOut.map(({ id }) => id).sort()).toEqual([
      ...['downloadSavedLookups', 'findJobs', 'findSavedLookup', 'getJobRows', 'lookUpProperty'],
      'searchSavedLookups',
    ]);
    for (const { id, method, path } of handingOut) {
      const json = method === 'POST' ? { address: oneLine(MATCH), search: '' } : undefined;
      const asked = path.replace('{jobId}', 'any');
      const { status, headers } = await browser.ask(asked, json === undefined ? {} : { json });
      expect([id, status, headers.get('x-error-code')]).toEqual([id, 403, 'terms_required']);
    }
    expect((await browser.ask('/app/api/terms')).json).toMatchObject({
      version,
      accepted: null,
      isRequired: true,
    });
    expect((await accept()).json).toMatchObject({ purpose: PURPOSE, acceptedBy: 'customer with an API key' });
    expect((await lookUp()).json).toMatchObject({ found: true, charged: 4 });
    expect((await browser.ask('/app/api/saved-lookups.csv')).status).toBe(200);
    expect(await browser.session()).toMatchObject({ mustAcceptTerms: false });
  });

  it('accept a version once: accepting it again changes nothing', async () => {
    await browser.signIn({ apiKey: server.account.apiKey });
    const first = await accept();
    server.clock.shiftMs += 5_000;
    const answers = await Promise.all([accept({ purpose: 'Something else entirely' }), accept()]);
    expect(answers.map(({ text }) => text)).toEqual([first.text, first.text]);
    for (const changes of [{ version: '1999-01' }, { purpose: '   ' }, { purpose: 'short' }])
      expect([changes, (await accept(changes)).status]).toEqual([changes, 400]);
  });

  it('need not accept them for test keys, and cannot accept them with one', async () => {
    const { service, account } = server;
    const test = await service.database.write((tx) =>
      service.accounts.createKey(tx, account.accountId, { mode: 'test' }),
    );
    expect((await lookUp(test.apiKey)).status).toBe(200);
    await browser.signIn({ apiKey: test.apiKey });
    expect(await browser.session()).toMatchObject({ mustAcceptTerms: false });
    expect((await accept()).status).toBe(403);
    expect((await lookUp()).status).toBe(403);
  });

  it('accept them by the operator, at the command line and in the browser', async () => {
    const { accountId } = server.account;
    expect((await run('terms')).out).toMatch(/FCRA[\s\S]*TCPA[\s\S]*Daniel/);
    expect((await run('show', accountId)).out).toContain('Terms of use: not accepted.');
    expect((await run('accept-terms', accountId, '--purpose', 'no')).code).toBe(1);
    expect((await run('accept-terms', accountId, '--purpose', PURPOSE)).code).toBe(0);
    expect((await run('show', accountId)).out).toMatch(`by ana, for: ${PURPOSE}`);
    expect((await lookUp()).status).toBe(200);
    const made = await run('create', '--name', 'Second', '--purpose', PURPOSE, '--json');
    const { apiKey } = JSON.parse(made.out) as { apiKey: string };
    expect((await server.call('getAccount', { key: apiKey })).status).toBe(200);
    const { token } = await server.service.sessions.links.createForOperator('Alex');
    await browser.ask('/operator/api/session', { json: { token } });
    const third = await browser.ask('/operator/api/accounts', {
      json: { name: 'Third', email: null, balanceCents: 0, purpose: PURPOSE },
    });
    expect(third.status).toBe(201);
    const { id } = third.json['account'] as { id: string };
    expect((await browser.ask(`/operator/api/accounts/${id}`)).json).toMatchObject({
      terms: { version, purpose: PURPOSE, acceptedBy: 'Alex' },
    });
  });
});

it('needs nothing where the operator does not require it', async () => {
  const server = await temporaryServer();
  expect((await server.call('getAccount')).status).toBe(200);
  const browser = await server.signedIn();
  expect(await browser.session()).toMatchObject({ mustAcceptTerms: false });
  await server.close();
});

describe.each(engines)('acceptances on $name', (engine) => {
  it('are returned with the key, and the first one of a version stays', async () => {
    const parts = await temporaryBilling(0, engine);
    const { accountId, database, accounts, keys, clock } = parts;
    const terms = new TermsOfUse(database, clock);
    const { apiKey } = await database.write((tx) => accounts.createKey(tx, accountId));
    const hash = hashOf(apiKey);
    const ofKey = async () => (await keys.byHash([hash])).get(hash)?.termsVersion;
    expect([await ofKey(), await terms.of(accountId)]).toEqual([null, null]);
    const both = await Promise.all(
      ['Ana', 'Bob'].map((by) => terms.accept(accountId, { version, purpose: PURPOSE, by })),
    );
    expect(both[0]).toEqual(both[1]);
    expect([await ofKey(), (await terms.of(accountId))?.purpose]).toEqual([version, PURPOSE]);
    await expect(terms.accept('unknown', { version, purpose: PURPOSE, by: 'Ana' })).rejects.toMatchObject({
      code: 'unknown_account',
    });
    await parts.remove();
  });
});
