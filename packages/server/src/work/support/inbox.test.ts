// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { SupportMessageEntity } from './entities.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ sandbox: false });
  await server.service.supportDatabase.write(async (tx) => {
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) {
      const message = {
        fullName: 'Robin Example',
        email: 'robin@example.com',
        phone: '5125550142',
        reason: 'General',
      };
      // Two of the messages have the same time.
      const createdAt = Math.min(at, 2);
      await tx.insert(SupportMessageEntity, {
        ...message,
        id,
        message: id,
        consent: false,
        createdAt,
        doneAt: null,
      });
    }
  });
});
afterEach(() => server.close());

const ids = async (state: 'open' | 'done' | 'all', cursor?: string, limit = 10) => {
  const { rows, nextCursor } = await server.service.messages.page({ state, cursor, limit });
  return { ids: rows.map(({ id }) => id), nextCursor };
};

describe('the inbox of support', () => {
  it('lists messages newest first, page by page', async () => {
    const first = await ids('all', undefined, 1);
    const second = await ids('all', first.nextCursor ?? '', 2);
    const third = await ids('all', second.nextCursor ?? '', 2);
    expect([first.ids, second.ids, third.ids, third.nextCursor]).toEqual([['d'], ['c', 'b'], ['a'], null]);
  });

  it('separates open from done messages, and reopens a done one', async () => {
    const { messages } = server.service;
    const { doneAt } = await messages.mark('b', true);
    server.clock.shiftMs += 1_000;
    expect((await messages.mark('b', true)).doneAt).toBe(doneAt);
    expect([(await ids('open')).ids, (await ids('done')).ids]).toEqual([['d', 'c', 'a'], ['b']]);
    expect((await messages.mark('b', false)).doneAt).toBeNull();
    expect((await ids('done')).ids).toEqual([]);
  });

  it('says so when a message is gone', async () => {
    await expect(server.service.messages.mark('x', true)).rejects.toMatchObject({
      code: 'message_not_found',
    });
  });
});
