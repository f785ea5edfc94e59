// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findActions } from '../../money/log/index.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { named } from './named-actions.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({});
});
afterAll(() => server.close());

describe('entries of the log', () => {
  it('name the account, and tell a key from a web session', async () => {
    const { authenticator, database, sessions, accounts, audit } = server.service;
    const { accountId, apiKey } = await server.createAccount(0);
    await sessions.signInWithKey(await authenticator.authenticate(`Bearer ${apiKey}`));
    const { token } = await sessions.links.createForCustomer(accountId, { isAskedFor: true });
    await sessions.signInWithLink('customer', token, null);
    await accounts.change(accountId, { terms: { priceCents: 5 } });
    await audit.noteAlone({
      kind: 'command',
      actor: 'operator:Alex',
      reference: null,
      cents: 0,
      details: { command: 'account changed', accountId },
    });
    const { rows } = await findActions(database, { limit: 100 });
    const found = (await named(database, rows)).filter(({ chain }) => ['service', accountId].includes(chain));
    const of = (kind: string) => found.filter((action) => action.kind === kind);
    expect(of('sign_in').map(({ accountName, key }) => [accountName, key])).toEqual(
      expect.arrayContaining([
        ['Test', { label: null, isWebSession: true }],
        ['Test', { label: null, isWebSession: false }],
      ]),
    );
    expect(of('price')).toMatchObject([{ accountName: 'Test', key: null }]);
    expect(of('command')).toMatchObject([{ accountName: 'Test', key: null }]);
  });

  it('of none need no query', async () => {
    expect(await named(server.service.database, [])).toEqual([]);
  });
});
