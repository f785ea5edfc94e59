// Engines: SQLite, PostgreSQL at a release

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR } from '../../platform/clock.js';
import { leads, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { DeliveryEntity, EndpointEntity, WebhookEventEntity } from './entities.js';

interface Taken {
  headers: IncomingMessage['headers'];
  body: string;
}

let server: TemporaryServer;
let taken: Taken[];
let answers: number[];
let url: string;
/** Runs before the receiver responds. */
let meanwhile: (() => Promise<void>) | undefined;
const receiver = createServer((request, response) => {
  void text(request).then(async (body) => {
    taken.push({ headers: request.headers, body });
    const first = meanwhile;
    meanwhile = undefined;
    await first?.();
    response.writeHead(answers.shift() ?? 200).end();
  });
});

const begin = async (env: Record<string, string> = {}) => {
  server = await temporaryServer({
    balanceCents: 1_003,
    env: { WEBHOOKS: 'on', WEBHOOK_ALLOW_PRIVATE: 'true', ...env },
  });
};
beforeEach(async () => {
  [taken, answers] = [[], []];
  await new Promise<void>((listens) => receiver.listen(0, '127.0.0.1', listens));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await begin();
});
afterEach(async () => {
  await server.close();
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
});

const accountId = () => server.account.accountId;
const log = async () => (await server.service.webhooks.deliveries(accountId(), { limit: 50 })).rows;
const eventIn = ({ body }: Taken) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> };
const typesTaken = () => taken.map((one) => eventIn(one).type).sort();
const until = (count: number) => expect.poll(() => taken.length, { timeout: 10_000 }).toBe(count);
const untilLogged = (status: string, count = 1) =>
  expect
    .poll(async () => (await log()).filter((one) => one.status === status).length, { timeout: 10_000 })
    .toBe(count);

const note = () =>
  server.service.database.writeFor(accountId(), (tx) =>
    server.service.webhooks.note(tx, accountId(), 'job.failed', { jobId: 'made-up' }),
  );

describe('an endpoint', () => {
  it('gets signed events of a job, with counts and cents and nothing else', async () => {
    const { secret } = await server.service.webhooks.add(accountId(), url);
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
    await server.service.startWorker();
    const jobId = await server.upload(leads(MATCH, MISS));
    await server.until(jobId, 'preview');
    await server.call('confirmSkipTraceJob', { jobId });
    await server.until(jobId, 'completed');
    // The charge made the balance low.
    await server.service.webhooks.look();
    await until(3);
    expect(typesTaken()).toEqual(['balance.low', 'job.completed', 'job.preview']);
    const preview = taken.find((one) => eventIn(one).type === 'job.preview');
    expect(preview && eventIn(preview).data).toEqual({
      jobId,
      mode: 'live',
      status: 'preview',
      totalRows: 2,
      matchedRows: 1,
      totalChargeCents: 4,
      refundCents: null,
    });
    for (const { headers, body } of taken) {
      const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(content).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${signature}`);
      expect(body).not.toMatch(/Sandbox|leads|Austin/);
    }
    await untilLogged('delivered', 3);
    expect(await log()).toMatchObject(Array(3).fill({ attempts: 1, answered: 200, error: null }));
  });

  it('gets an event of a failed job, without the reason', async () => {
    await server.service.webhooks.add(accountId(), url, ['job.failed']);
    await server.service.startWorker();
    const jobId = await server.upload('Street,City\n1 Elm St,Reno\n');
    await server.until(jobId, 'failed');
    await until(1);
    expect(taken.map(eventIn)).toMatchObject([{ type: 'job.failed', data: { jobId, refundCents: null } }]);
    expect(taken[0]?.body).not.toContain('Street');
  });

  it('gets only the events it subscribes to, and nothing is written for an account without endpoints', async () => {
    await note();
    await server.service.webhooks.add(accountId(), url, ['job.preview']);
    await note();
    expect(await server.service.database.read.count(WebhookEventEntity)).toBe(0);
  });

  it('gets no event of a transaction that failed', async () => {
    await server.service.webhooks.add(accountId(), url);
    const { database, webhooks } = server.service;
    const dies = database.writeFor(accountId(), async (tx) => {
      await webhooks.note(tx, accountId(), 'job.failed', { jobId: 'made-up' });
      throw new Error('the server died');
    });
    await expect(dies).rejects.toThrow('the server died');
    expect(await log()).toEqual([]);
    expect(await server.service.taskBacklog()).toEqual([]);
  });

  it('that fails gets the event again under the same id, for a day; after that, a replay sends it', async () => {
    await server.service.webhooks.add(accountId(), url);
    answers = [500, 302, 503];
    await note();
    await server.service.startWorker();
    await until(1);
    await expect.poll(async () => (await log())[0]?.attempts).toBe(1);
    server.clock.shiftMs += MS_PER_HOUR;
    await until(2);
    await expect.poll(async () => (await log())[0]?.attempts).toBe(2);
    expect(await log()).toMatchObject([{ status: 'pending', answered: 302, error: 'It answered 302.' }]);
    server.clock.shiftMs += MS_PER_DAY;
    await untilLogged('failed');
    expect(await log()).toMatchObject([{ attempts: 3, answered: 503 }]);
    const [delivery] = await log();
    await server.service.webhooks.replay(accountId(), delivery?.id ?? '');
    await untilLogged('delivered');
    expect(new Set(taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(taken.map(({ headers }) => headers['webhook-timestamp'])).size).toBeGreaterThan(1);
  });

  it('gets a replay started while the last attempt fails', async () => {
    await server.service.webhooks.add(accountId(), url);
    answers = [410];
    await note();
    const [delivery] = await log();
    meanwhile = () => server.service.webhooks.replay(accountId(), delivery?.id ?? '');
    await server.service.startWorker();
    await untilLogged('delivered');
    expect(taken).toHaveLength(2);
    // The task ends in a commit of its own, after the delivery's commit.
    await expect.poll(() => server.service.taskBacklog()).toEqual([]);
  });

  it('of a closed account gets nothing, not even pending deliveries', async () => {
    const { webhooks, accounts } = server.service;
    await webhooks.add(accountId(), url);
    await note();
    await accounts.change(accountId(), { status: 'closed' });
    await note();
    await server.service.database.writeFor(accountId(), (tx) =>
      server.service.billing.post(tx, {
        accountId: accountId(),
        type: 'adjustment',
        amountCents: -900,
        reference: null,
      }),
    );
    expect(await webhooks.look()).toBe(0);
    await server.service.startWorker();
    await untilLogged('failed');
    expect([taken, (await log()).map(({ error }) => error)]).toEqual([[], ['The account was closed.']]);
    await accounts.change(accountId(), { status: 'active' });
    await note();
    await until(1);
  });

  it('that is removed is stored no longer than its deliveries', async () => {
    const { webhooks, database } = server.service;
    const unused = await webhooks.add(accountId(), url);
    await webhooks.remove(accountId(), unused.id);
    expect(await database.read.count(EndpointEntity)).toBe(0);
    const used = await webhooks.add(accountId(), url);
    await note();
    await webhooks.remove(accountId(), used.id);
    await webhooks.sweep();
    expect(await log()).toMatchObject([{ url, status: 'failed', error: 'The endpoint was removed.' }]);
    server.clock.shiftMs += 31 * MS_PER_DAY;
    await webhooks.sweep();
    expect(await database.read.count(EndpointEntity)).toBe(0);
  });

  it('that is removed gets nothing, not even pending deliveries', async () => {
    const { id } = await server.service.webhooks.add(accountId(), url);
    await note();
    await server.service.webhooks.remove(accountId(), id);
    await note();
    await server.service.startWorker();
    await untilLogged('failed');
    expect([taken.length, (await log()).length]).toEqual([0, 1]);
    await expect(server.service.webhooks.remove(accountId(), id)).rejects.toThrow('no such endpoint');
  });

  it('belongs to its account alone', async () => {
    const { id } = await server.service.webhooks.add(accountId(), url);
    await note();
    const [delivery] = await log();
    const other = (await server.createAccount(0)).accountId;
    const { webhooks } = server.service;
    expect(await webhooks.list(other)).toEqual([]);
    expect((await webhooks.deliveries(other, { limit: 50 })).rows).toEqual([]);
    await expect(webhooks.remove(other, id)).rejects.toThrow('no such endpoint');
    await expect(webhooks.replay(other, delivery?.id ?? '')).rejects.toThrow('no such delivery');
  });

  it('gets one event when the balance becomes low, and another only after it was high', async () => {
    const { webhooks, billing, database } = server.service;
    await webhooks.add(accountId(), url, ['balance.low']);
    const move = async (amountCents: number) => {
      const type = amountCents < 0 ? ('adjustment' as const) : ('top_up' as const);
      await database.writeFor(accountId(), (tx) =>
        billing.post(tx, { accountId: accountId(), type, amountCents, reference: null }),
      );
      await webhooks.look();
    };
    await webhooks.look();
    await move(-3);
    expect(await log()).toEqual([]);
    await move(-1);
    await move(-1);
    expect(await log()).toHaveLength(1);
    await move(100);
    await move(-500);
    expect(await log()).toHaveLength(2);
    const events = await database.read.find(WebhookEventEntity, { order: { createdAt: 'ASC' } });
    expect(events.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { balanceCents: 999, thresholdCents: 1_000 },
        { balanceCents: 598, thresholdCents: 1_000 },
      ]),
    );
  });

  it('gets a lost task back, and its log is deleted with the files', async () => {
    const { webhooks, database } = server.service;
    await webhooks.add(accountId(), url);
    await note();
    await database.write((tx) => tx.query('DELETE FROM tasks'));
    await webhooks.look();
    await server.service.startWorker();
    await untilLogged('delivered');
    server.clock.shiftMs += 31 * MS_PER_DAY;
    expect(await webhooks.sweep()).toBe(1);
    expect(await database.read.count(DeliveryEntity)).toBe(0);
    expect(await database.read.count(WebhookEventEntity)).toBe(0);
    expect(await webhooks.list(accountId())).toHaveLength(1);
  });

  it.each(['http://example.com/', 'https://a:b@example.com/', 'ftp://example.com/', 'example.com', ''])(
    'can’t be %s',
    async (address) => {
      await server.close();
      await begin({ WEBHOOK_ALLOW_PRIVATE: 'false' });
      await expect(server.service.webhooks.add(accountId(), address)).rejects.toThrow(/^The endpoint must/);
    },
  );
});

it('nothing is sent to the server’s own network unless the operator allows it', async () => {
  await server.close();
  await begin({ WEBHOOK_ALLOW_PRIVATE: 'false' });
  await server.service.webhooks.add(accountId(), url.replace('http://127.0.0.1', 'https://localhost'));
  await note();
  await server.service.startWorker();
  await expect
    .poll(async () => (await log())[0]?.error, { timeout: 10_000 })
    .toBe('There is no such host at a public address.');
  expect(taken).toEqual([]);
});

it('a server without WEBHOOKS=on has no endpoints and sends nothing', async () => {
  await server.close();
  await begin({ WEBHOOKS: 'off' });
  await expect(server.service.webhooks.add(accountId(), url)).rejects.toThrow('WEBHOOKS=on');
});

describe('the deliveries of an account, for programs that no webhook reaches', () => {
  const list = async (after?: string, key = server.account.apiKey) => {
    const query = after === undefined ? '' : `?after=${after}`;
    const { json } = await server.call('listDeliveries', { query, key });
    return json as {
      isOn: boolean;
      endpoints: number;
      deliveries: { id: string; payload: { data: { jobId: string } } }[];
    };
  };
  const told = (...data: Record<string, string>[]) =>
    server.service.database.writeFor(accountId(), async (tx) => {
      for (const one of data)
        await server.service.webhooks.note(tx, accountId(), 'job.failed', { ...JOB, ...one });
    });
  const JOB = {
    jobId: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90',
    mode: 'live',
    status: 'failed',
    totalRows: 1,
    matchedRows: null,
    totalChargeCents: null,
    refundCents: null,
  };
  const idsIn = async (after?: string, key?: string) =>
    (await list(after, key)).deliveries.map(({ payload }) => payload.data.jobId.slice(-1));
  const job = (last: number, more: Record<string, string> = {}) => ({
    jobId: `018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e9${last}`,
    ...more,
  });

  it('follow one that is named, oldest first, once no earlier one can come; else they are the newest', async () => {
    expect(await list()).toEqual({ isOn: true, endpoints: 0, deliveries: [] });
    await server.service.webhooks.add(accountId(), url);
    await told(job(1));
    expect((await list()).deliveries).toEqual([]);
    for (const last of [2, 3]) {
      server.clock.shiftMs += 2_000;
      await told(job(last));
    }
    server.clock.shiftMs += 2_000;
    expect(await idsIn()).toEqual(['1', '2', '3']);
    const [first] = (await list()).deliveries;
    expect(await idsIn(first?.id)).toEqual(['2', '3']);
    expect(await idsIn('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90')).toEqual(['1', '2', '3']);
  });

  it('are of this account, and with a test key of test jobs only', async () => {
    await server.service.webhooks.add(accountId(), url);
    await told(job(1), job(2, { mode: 'test' }));
    server.clock.shiftMs += 2_000;
    const { apiKey } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId(), { mode: 'test' }),
    );
    expect(await idsIn(undefined, apiKey)).toEqual(['2']);
    const [delivery] = (await list()).deliveries;
    const { apiKey: other } = await server.createAccount(0);
    expect(await list(delivery?.id, other)).toEqual({ isOn: true, endpoints: 0, deliveries: [] });
  });
});
