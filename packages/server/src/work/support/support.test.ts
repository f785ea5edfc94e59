// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MESSAGE, sendMessage } from '../../testing/contact.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ sandbox: false, env: { TRUST_PROXY: 'loopback' } });
});
afterEach(() => server.close());

const send = (changes: Record<string, unknown>, from?: string) => sendMessage(server, changes, from);

describe('a message to the support team', () => {
  it('is stored trimmed and otherwise unchanged', async () => {
    const { status, json } = await send({
      fullName: '  Robin Example ',
      email: ' robin@example.com',
      consent: true,
    });
    expect([status, json]).toEqual([200, { success: true }]);
    const [stored] = await server.service.messages.list();
    expect(stored).toMatchObject({ ...MESSAGE, consent: true });
  });

  it.each([
    ['fullName', [undefined, null, 7, '', ' R ', ['Robin']]],
    [
      'email',
      [
        undefined,
        null,
        '',
        'robin',
        'robin@',
        '@example.com',
        'a@b@example.com',
        'robin@example.com\r\nBcc: x@example.com',
      ],
    ],
    [
      'phone',
      [
        undefined,
        null,
        5125550142,
        '',
        ...['555-0142', '25125550142', '+0123456789', '512-555-0142 x7', '++15125550142'],
        ...['512\n5550142', '+1234567', '+1234567890123456'],
      ],
    ],
    ['reason', [undefined, null, '', 'general', 'Billing', 7]],
    ['message', [undefined, null, 7, '', '    ', ' 1234 ']],
    ['consent', [null, 'yes', 1]],
  ])('is refused for a bad %s, which alone is named', async (field, values) => {
    for (const value of values) {
      const { status, json } = await send({ [field]: value });
      expect([value, status]).toEqual([value, 400]);
      const named = Object.keys({ ...MESSAGE, consent: 0 }).filter((name) =>
        String(json.error).includes(name),
      );
      expect([value, named]).toEqual([value, [field]]);
    }
    expect(await server.service.messages.list()).toEqual([]);
  });

  it.each([
    ...['5125550142', '15125550142', '+1 (512) 555-0142', '512.555.0142', '+44 1632 960123'],
    ...['+49301234567', '+12345678'],
  ])('is taken with the phone %s', async (phone) => {
    expect((await send({ phone })).status).toBe(200);
  });

  it.each(['Login Issues', 'General', 'Other', ' Other '])(
    'is taken with the reason "%s"',
    async (reason) => {
      expect((await send({ reason })).status).toBe(200);
    },
  );

  it('needs no key, and a wrong one is ignored', async () => {
    const { status } = await server.call('sendContactMessage', {
      key: `pc_${'0'.repeat(40)}`,
      json: MESSAGE,
    });
    expect(status).toBe(200);
  });

  it('is taken five times in a quarter of an hour from one address; refused ones do not count', async () => {
    for (let sent = 0; sent < 10; sent += 1)
      expect((await send({ email: 'nobody' }, '203.0.113.9')).status).toBe(400);
    for (let sent = 1; sent <= 5; sent += 1) {
      const { status, headers } = await send({}, '203.0.113.9');
      expect(status).toBe(200);
      expect(headers.get('ratelimit-limit')).toBe('5');
      expect(headers.get('ratelimit-remaining')).toBe(String(5 - sent));
    }
    const { status, headers } = await send({}, '203.0.113.9');
    expect(status).toBe(429);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await send({}, '203.0.113.10')).status).toBe(200);
    expect(await server.service.messages.list()).toHaveLength(6);
  });

  it('lets no more than five through when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({}, '203.0.113.11')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await server.service.messages.list()).toHaveLength(5);
  });
});

describe('the client address of a message', () => {
  it('is the socket’s when no proxy is trusted', async () => {
    const plain = await temporaryServer({ sandbox: false });
    try {
      const statuses: number[] = [];
      for (let sent = 0; sent < 6; sent += 1) {
        const headers = { 'x-forwarded-for': `198.51.100.${sent}`, forwarded: `for=198.51.100.${sent}` };
        const { status } = await plain.call('sendContactMessage', { key: null, json: MESSAGE, headers });
        statuses.push(status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await plain.close();
    }
  });
});
