// Engines: SQLite, PostgreSQL at a release

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineOfTests } from '../../testing/engines.js';
import { MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const BUILT = path.resolve(import.meta.dirname, '../../../dist/testing.js');

/** Another server of the same data: it reserves a bulk, and is killed before its lookups. */
const KILLED = `
  const [authorization, key, body] = process.argv.slice(1);
  const { lookUpBulk, openService, randomIds, readConfig, silentLogger, systemClock } = await import('${BUILT}');
  const needs = { clock: systemClock, ids: randomIds, logger: silentLogger };
  const service = await openService(readConfig(process.env), needs);
  const caller = await service.authenticator.authenticate(authorization);
  const owners = { find: () => process.kill(process.pid, 'SIGKILL') };
  const request = { caller, requestId: 'killed', idempotencyKey: key };
  await lookUpBulk({ ...service.lookups.live, owners }, request, JSON.parse(body));
`;

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

describe('a bulk with a server killed after the reservation', () => {
  it.each([
    ['at the same price', 4],
    ['at a price that was raised since', 5],
    ['at a price that was lowered since', 3],
  ])(
    'is answered when it is repeated at once %s, for a balance that covers one',
    async (_when, priceCents) => {
      const { accountId, apiKey } = await server.createAccount(10);
      const { accounts, billing } = server.service;
      const json = { addresses: [MATCH, MISS] };
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', KILLED, `Bearer ${apiKey}`, 'k', JSON.stringify(json)],
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
      expect(await billing.balanceCents(accountId)).toBe(2);

      await accounts.change(accountId, { terms: { priceCents } });
      const call = { key: apiKey, json, headers: { 'idempotency-key': 'k' } };
      const answer = await server.call('skipTraceBulk', call);
      expect([answer.status, answer.json.totalCharged]).toEqual([200, priceCents]);
      expect(await billing.balanceCents(accountId)).toBe(10 - priceCents);
      expect((await server.call('skipTraceBulk', call)).text).toBe(answer.text);
      expect(await billing.balanceCents(accountId)).toBe(10 - priceCents);
      expect(await server.service.ledgerFindings()).toEqual([]);
    },
  );
});
