import { appOperations } from '@skiptrace/contract/app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findActions } from '../../money/log/index.js';
import { TestBrowser } from '../../testing/browser.js';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { isOfCustomer, operationOf } from '../acts/act.js';
import { acts } from '../acts/index.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ env: { WEBHOOKS: 'on' } });
});
afterEach(() => server.close());

const run = (...words: readonly string[]) => runCommand({ DATA_DIR: server.dataDir, USER: 'ana' }, words);

describe('every act', () => {
  it.each(acts.map((act) => [act.app.id, act] as const))(
    'is an operation for one role alone, and a command with the same words and fields: %s',
    async (_, act) => {
      const { says, fields, also, command } = act;
      const { id, at, body } = operationOf(act);
      const operation = Object.entries(appOperations).find(([name]) => name === id)?.[1];
      const role = isOfCustomer(act.app) ? 'customer' : 'operator';
      expect(operation).toMatchObject({ role, isNavigation: false });
      expect(`${operation?.method} ${operation?.path}`).toBe(at);
      const others = role === 'operator' ? server.signedIn() : server.signedInOperator();
      for (const browser of [new TestBrowser(server.url), await others]) {
        const { status } = await browser.ask(at.replaceAll(/^\w+ |[{}]/g, ''), {
          method: operation?.method ?? '',
          ...(body !== undefined && { json: {} }),
        });
        expect(status).toBe(401);
      }
      const words = command.name.split(' ');
      const { code, out } = await run(...words.filter((word) => !word.startsWith('<')), '--help');
      expect(code).toBe(0);
      const help = out.replaceAll(/\s+/g, ' ');
      expect(help).toContain(says);
      for (const name of Object.keys(fields)) {
        const rules = (also?.[name] ?? fields[name]) as { properties?: object; 'x-flag'?: string };
        for (const field of Object.keys(rules.properties ?? { [rules['x-flag'] ?? name]: {} }))
          if (command.without?.includes(name) !== true && !words.includes(`<${name}>`))
            expect(help).toContain(`--${field} <`);
      }
    },
  );

  it('is logged under the operator in the app, and under the user of the shell as a command', async () => {
    const browser = await server.signedInOperator();
    const asked = { person: { phone: '5552010101' }, reason: 'asked by mail' };
    expect((await browser.ask('/operator/api/suppressions', { json: asked })).status).toBe(200);
    expect((await run('suppress', 'add', '--phone', '5552010102', '--reason', 'asked by mail')).code).toBe(0);
    const { rows } = await findActions(server.service.database, { kinds: ['suppression'], limit: 9 });
    expect(rows.map(({ actor }) => actor)).toEqual(['command:ana', 'operator:Alex']);
  });

  it('takes who and what it is about from the path and the session, never from a body or a query', async () => {
    const other = await server.createAccount(0);
    const operator = await server.signedInOperator();
    const refund = { cents: 1, reason: 'old phone', accountId: server.account.accountId };
    const transaction = `/operator/api/accounts/${other.accountId}/transactions/none/refund`;
    const customer = await server.signedIn();
    const hook = { url: 'https://example.com/hook', events: ['job.failed'], accountId: other.accountId };
    for (const { status, json } of [
      await operator.ask(transaction, { json: refund }),
      await customer.ask('/app/api/webhooks', { json: hook }),
    ])
      expect([status, json]).toEqual([
        400,
        { error: expect.stringContaining('accountId is not a known') as unknown },
      ]);
    const { accountId: _, ...rest } = refund;
    expect((await operator.ask(transaction, { json: { ...rest, transactionId: 'another' } })).json).toEqual({
      error: expect.stringContaining('transactionId is not a known') as unknown,
    });
    await server.service.webhooks.add(server.account.accountId, hook.url);
    const { json } = await customer.ask(`/app/api/webhooks?accountId=${other.accountId}`);
    expect(json.endpoints).toHaveLength(1);
    const { database, accounts } = server.service;
    const testKey = await database.write((tx) =>
      accounts.createKey(tx, server.account.accountId, { label: null, mode: 'test' }),
    );
    const ofTest = await server.signedIn(testKey.apiKey);
    expect((await ofTest.ask('/app/api/webhooks')).status).toBe(403);
  });

  it('refuses texts that a request must not hold, and bodies that are too long', async () => {
    const browser = await server.signedInOperator();
    const person = { phone: '5552010101' };
    for (const reason of ['a\u0000b', 'half \ud800', ' ', 'x'.repeat(1_001), 'x'.repeat(70_000)]) {
      const { status } = await browser.ask('/operator/api/suppressions', { json: { person, reason } });
      expect(status).toBe(400);
    }
    const long = ['suppress', 'add', '--phone', '5552010101', '--reason', 'x'.repeat(1_001)];
    expect((await run(...long)).code).toBe(2);
    expect(await server.service.suppressions.list({ inForce: true, limit: 9 })).toEqual([]);
  });
});
