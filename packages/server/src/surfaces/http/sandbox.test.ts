// Engines: SQLite, PostgreSQL at a release

import { requestExamples, responseExamples } from '@skiptrace/contract/examples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const balanceCents = () => server.service.billing.balanceCents(server.account.accountId);
const answers = new Map(responseExamples('skipTraceSingle', 200).map(({ name, value }) => [name, value]));

describe('the sandbox', () => {
  const examples = requestExamples('skipTraceSingle').filter(({ name }) => name !== 'failure');

  it.each(examples.map(({ name, value }) => [name, value] as const))(
    'answers the example "%s" of openapi.yaml as openapi.yaml shows',
    async (name, json) => {
      const { status, json: answer } = await server.call('skipTraceSingle', { json });
      expect(status).toBe(200);
      expect(answer).toEqual(answers.get(name === 'addressOnly' ? 'match' : name));
    },
  );

  it('answers the example bulk of openapi.yaml as openapi.yaml shows', async () => {
    const [request] = requestExamples('skipTraceBulk');
    const [answer] = responseExamples('skipTraceBulk', 200);
    const { json } = await server.call('skipTraceBulk', { json: request?.value });
    expect(json).toEqual(answer?.value);
  });

  it('fails at its failing address, charges nothing and reveals no internals', async () => {
    const failure = requestExamples('skipTraceSingle').find(({ name }) => name === 'failure')?.value;
    const before = await balanceCents();
    const single = await server.call('skipTraceSingle', { json: failure });
    const bulk = await server.call('skipTraceBulk', { json: { addresses: [failure] } });
    for (const { status, json, text } of [single, bulk]) {
      expect(status).toBe(500);
      expect(Object.keys(json)).toEqual(['error']);
      expect(text).not.toMatch(/\.(js|ts)\b|node_modules|SQLITE|Error:|    at /);
    }
    expect(await balanceCents()).toBe(before);
  });

  it('is absent unless it is requested, even if an earlier start requested it', async () => {
    await server.service.unloadSandbox();
    const [match] = requestExamples('skipTraceSingle');
    expect((await server.call('skipTraceSingle', { json: match?.value })).json.found).toBe(false);
    await server.service.loadSandbox();
    expect((await server.call('skipTraceSingle', { json: match?.value })).json.found).toBe(true);
  });
});
