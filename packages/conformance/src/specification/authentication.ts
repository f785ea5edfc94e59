import { operationPolicies, type OperationPolicy } from '@skiptrace/contract';
import type { Outgoing } from '../http/exchange.js';
import { check, inSection, type Context } from '../suite/check.js';
import { expectError, expectThat } from '../suite/expect.js';
import { CONTACT } from './endpoints-contact.js';

const SOME_JOB = '00000000-0000-4000-8000-000000000000';

/** A request to every operation that needs a key, valid except for the key. */
const guarded: readonly Outgoing[] = (Object.values(operationPolicies) as OperationPolicy[])
  .filter(({ security }) => security === 'key')
  .map(({ method, path }) => ({
    method,
    path: path.replace('{jobId}', SOME_JOB),
    ...(path.startsWith('/api/v1')
      ? { json: { address: '1 Main St', addresses: [{ address: '1 Main St' }] } }
      : {}),
  }));

async function refusesAll({ http }: Context, credentials: Pick<Outgoing, 'key' | 'headers'>): Promise<void> {
  for (const request of guarded) expectError(await http.send({ ...request, ...credentials }), 401);
}

async function refusesHeaders({ http }: Context, values: readonly string[]): Promise<void> {
  const [request] = guarded;
  if (request === undefined) return;
  for (const Authorization of values)
    expectError(await http.send({ ...request, headers: { Authorization } }), 401);
}

export const authentication = inSection('Authentication', [
  check({
    id: 'authentication.key-is-required',
    sentence: 'every endpoint but the contact wants an API key: 401 without',
    run: (context) => refusesAll(context, {}),
  }),
  check({
    id: 'authentication.key-works',
    sentence: 'the key is sent as Authorization: Bearer',
    async run({ http, key }) {
      const exchange = await http.send({ method: 'GET', path: '/api/user/skip-trace', key });
      expectThat(exchange.status === 200, 'a good key to be accepted', exchange.status, exchange);
    },
  }),
  check({
    id: 'authentication.elsewhere-is-no-key',
    sentence: 'a key in another header or in the query is none',
    async run({ http, key }) {
      const path = '/api/user/skip-trace';
      expectError(await http.send({ method: 'GET', path, headers: { 'X-API-Key': key } }), 401);
      for (const name of ['key', 'api_key', 'access_token'])
        expectError(await http.send({ method: 'GET', path: `${path}?${name}=${key}` }), 401);
    },
  }),
  check({
    id: 'authentication.prefix',
    sentence: 'keys begin with pc_',
    async run(context) {
      expectThat(context.key.startsWith('pc_'), 'a key that begins with pc_', 'another beginning');
      await refusesHeaders(context, [`Bearer ${context.key.slice('pc_'.length)}`]);
    },
  }),
  check({
    id: 'authentication.malformed',
    sentence: 'a malformed key is a 401',
    run: (context) =>
      refusesHeaders(context, [
        'Bearer',
        'Bearer pc_',
        `Basic ${Buffer.from(`${context.key}:`).toString('base64')}`,
        `Token ${context.key}`,
        context.key,
        `Bearer ${context.key} ${context.key}`,
        `Bearer ${context.key.slice(0, -1)}`,
      ]),
  }),
  check({
    id: 'authentication.unknown',
    sentence: 'an invalid key is a 401',
    run: (context) => refusesAll(context, { key: `pc_${'x'.repeat(Math.max(8, context.key.length - 3))}` }),
  }),
  check({
    id: 'authentication.revoked',
    sentence: 'a revoked key is a 401',
    needs: ['revokedKey'],
    run: (context) => refusesAll(context, { key: context.given.revokedKey.key }),
  }),
  check({
    id: 'authentication.inactive',
    sentence: 'the key of an account that is not active is a 401',
    needs: ['inactiveAccount'],
    run: (context) => refusesAll(context, { key: context.given.inactiveAccount.key }),
  }),
  check({
    id: 'authentication.contact-needs-none',
    sentence: 'the contact needs no authentication',
    async run({ http }) {
      expectError(await http.send({ method: 'POST', path: CONTACT, json: {} }), 400);
    },
  }),
]);
