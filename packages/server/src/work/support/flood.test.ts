import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import { sendMessage } from '../../testing/contact.js';
import { engineOfTests } from '../../testing/engines.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryServer, type ServerOptions, type TemporaryServer } from '../../testing/server.js';
import { SupportMessageEntity } from './entities.js';
import { MAX_STORED_MESSAGES } from './messages.js';

let server: TemporaryServer;
const start = async (env: Record<string, string> = {}, options: ServerOptions = {}) => {
  server = await temporaryServer({ env: { TRUST_PROXY: 'loopback', ...env }, ...options });
};
afterEach(() => server.close());

const send = (from: string, changes?: Record<string, unknown>) => sendMessage(server, changes, from);
const statuses = async (all: readonly string[], changes: Record<string, unknown> = {}) => {
  const counts: Record<number, number> = {};
  for (const from of all) {
    const { status } = await send(from, changes);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Addresses of different clients, fifty in each /24, as of a few providers. */
const manyClients = (count: number) =>
  upTo(count).map((index) => `198.18.${Math.floor(index / 50)}.${index % 50}`);

describe('one client of the support messages', () => {
  it.each([
    ['all addresses of a /64', upTo(12).map((index) => `2001:db8:1:2:${index}::${index}`)],
    [
      'an IPv4 address and its IPv6 form',
      upTo(12).map((index) => (index % 2 ? '::ffff:' : '') + '192.0.2.7'),
    ],
    [
      'every spelling of an address',
      [
        ...['2001:DB8::1', '2001:0db8::1', '2001:db8:0:0:0:0:0:1', '2001:db8::0.0.0.1'],
        ...['2001:db8:0::1', '2001:db8::0:1'],
      ],
    ],
  ])('is %s', async (_, addresses) => {
    await start();
    expect(await statuses(addresses)).toEqual({ 200: 5, 429: addresses.length - 5 });
  });

  it('is told to wait after many refused messages, and others are not', async () => {
    await start();
    const counts = await statuses(
      upTo(210).map(() => '203.0.113.1'),
      { email: 'nobody' },
    );
    expect(counts).toEqual({ 400: 200, 429: 10 });
    const { status, headers } = await send('203.0.113.1');
    expect([status, headers.get('ratelimit-limit')]).toEqual([429, '200']);
    expect((await send('203.0.113.2')).status).toBe(200);
  });
});

describe('support messages from very many clients', () => {
  it('are accepted up to a number per hour, result in only a few mails, and lookups still work', async () => {
    await start({ SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(await statuses(manyClients(210))).toEqual({ 200: 201, 429: 9 });
    const { status, headers } = await send('198.18.0.77');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    const json = { address: oneLine(MATCH) };
    expect((await server.call('skipTraceSingle', { json })).json.charged).toBe(4);
    expect(await server.service.messages.list()).toHaveLength(201);
    const [tasks] = await server.service.database.read.query<{ count: number }[]>(
      "SELECT COUNT(*) AS count FROM tasks WHERE kind = 'support-mail'",
    );
    expect(tasks?.count).toBe(60);
  });

  it('do not keep others from sending one, and refusals do not count against their limit', async () => {
    await start();
    await statuses(manyClients(200));
    expect((await send('203.0.113.77')).status).toBe(200);
    for (const _ of upTo(2)) {
      const { status, headers } = await send('203.0.113.77');
      expect([status, headers.get('ratelimit-remaining')]).toEqual([429, '4']);
    }
    server.clock.shiftMs += 3_600_000;
    expect((await send('203.0.113.77')).status).toBe(200);
  });

  it('are accepted twenty times an hour from one IPv6 /48, and sixty times from one IPv4 /24', async () => {
    await start();
    const in48 = upTo(25).map((index) => `2001:db8:5:${index.toString(16)}::1`);
    expect(await statuses(in48)).toEqual({ 200: 20, 429: 5 });
    const in24 = upTo(65).map((index) => `203.0.113.${index}`);
    expect(await statuses(in24)).toEqual({ 200: 60, 429: 5 });
    expect((await send('2001:db8:6::1')).status).toBe(200);
  });

  it('are stored up to a number, which doctor reports, and again when old ones are deleted', async () => {
    await start();
    const { service, clock } = server;
    await service.supportDatabase.write(async (tx) => {
      await tx.query(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_STORED_MESSAGES})
         INSERT INTO support_messages (id, full_name, email, phone, reason, message, consent, created_at)
         SELECT 'm' || i, 'n', 'e', 'p', 'r', 'm', FALSE, ${clock.now()} FROM n`,
      );
    });
    // More than the five of a client, because refused ones don't count.
    for (let sent = 0; sent < 6; sent += 1) {
      const { status, json } = await send('203.0.113.3');
      expect([status, json.error]).toEqual([
        500,
        expect.stringContaining('cannot accept messages right now'),
      ]);
    }
    expect((await service.messages.findings()).join()).toContain('so no more are taken');
    await service.supportDatabase.write((tx) =>
      tx.query(`DELETE FROM support_messages WHERE id = 'm1' OR id LIKE 'm2___'`),
    );
    expect(await service.messages.findings()).toEqual([
      expect.stringContaining('8999 support messages are stored, and from 10000 on no more are taken'),
    ]);
    clock.shiftMs += 366 * MS_PER_DAY;
    expect(await service.messages.sweep()).toBe(8_999);
    expect((await send('203.0.113.3')).status).toBe(200);
    expect(await service.messages.sweep()).toBe(0);
    expect(await service.supportDatabase.read.count(SupportMessageEntity)).toBe(1);
    expect(await service.messages.findings()).toEqual([]);
  });
});

describe('the file that holds the money', () => {
  it.runIf(engineOfTests.name === 'SQLite')('does not hold what strangers send', async () => {
    await start();
    const text = 'nobody-else-writes-this '.repeat(400);
    expect((await send('203.0.113.4', { message: text })).status).toBe(200);
    const holds = async (name: string) => {
      const parts = await Promise.all(
        ['', '-wal'].map((end) =>
          readFile(path.join(server.dataDir, name + end)).catch(() => Buffer.alloc(0)),
        ),
      );
      return Buffer.concat(parts).includes('nobody-else-writes-this');
    };
    expect([await holds('service.sqlite'), await holds('support.sqlite')]).toEqual([false, true]);
    expect((await send('203.0.113.4', { message: 'x'.repeat(10_001) })).status).toBe(400);
  });

  it.runIf(engineOfTests.name === 'SQLite')(
    'has the last room of the disk: messages stop before look-ups do',
    async () => {
      await start({ DISK_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER) });
      const { status, json } = await send('203.0.113.5');
      expect([status, json.error]).toEqual([
        500,
        expect.stringContaining('cannot accept messages right now'),
      ]);
      const address = { address: oneLine(MATCH) };
      expect((await server.call('skipTraceSingle', { json: address })).json.charged).toBe(4);
      expect(await server.service.messages.list()).toEqual([]);
    },
  );
});
