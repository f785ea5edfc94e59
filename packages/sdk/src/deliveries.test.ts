import { expect, it } from 'vitest';

import { failure, setup } from './testing/harness.js';
import { contractAnswer, htmlPage } from './testing/index.js';

it('reads the deliveries after one, if its id is given', async () => {
  const { client, server } = await setup();
  server.script('listDeliveries', contractAnswer('listDeliveries', 200, { example: 'one' }));
  const { isOn, deliveries } = await client.deliveries({ after: '7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f' });
  expect(isOn).toBe(true);
  expect(deliveries).toMatchObject([{ payload: { type: 'job.preview', data: { matchedRows: 812 } } }]);
  await client.deliveries();
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/api/user/webhook-deliveries?after=7d1e3f5a-0c2b-4d6e-8f10-1a2b3c4d5e6f',
    '/api/user/webhook-deliveries',
  ]);
});

it('says so if a server has no webhook deliveries', async () => {
  const { client, server } = await setup();
  server.script('listDeliveries', htmlPage(404));
  const error = await failure(client.deliveries());
  expect(error).toMatchObject({ code: 'not_offered', status: 404 });
  expect(error.message).toContain('does not offer webhook deliveries');
});
