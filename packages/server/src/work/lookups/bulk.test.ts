// Engines: SQLite, PostgreSQL

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESERVATION_LIFETIME_MS } from '../../money/billing/index.js';
import { ABSENTEE, FAILURE, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { gate } from '../../testing/waiting.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

async function customer(balanceCents: number) {
  const { accountId, apiKey } = await server.createAccount(balanceCents);
  const { billing } = server.service;
  return {
    lookUp: (addresses: readonly unknown[], key?: string) =>
      server.call('skipTraceBulk', {
        key: apiKey,
        json: { addresses },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
    balanceCents: () => billing.balanceCents(accountId),
    /** The ledger without the top-up, oldest first. */
    ledger: async () =>
      (await billing.records(accountId, 100))
        .reverse()
        .slice(1)
        .map(({ type, amountCents }) => [type, amountCents]),
  };
}

describe('a bulk lookup', () => {
  it('answers in the order of the request, and charges only for matches', async () => {
    const { lookUp, balanceCents, ledger } = await customer(100);
    const { json } = await lookUp([MISS, ABSENTEE, MATCH]);
    expect(json).toMatchObject({ success: true, total: 3, matched: 2, totalCharged: 8 });
    expect(json.results).toEqual([
      { found: false, charged: 0, contact: null, phones: [], emails: [] },
      expect.objectContaining({
        charged: 4,
        contact: expect.objectContaining({ propertyCity: 'Dayton' }) as unknown,
      }),
      expect.objectContaining({
        charged: 4,
        contact: expect.objectContaining({ propertyCity: 'Austin' }) as unknown,
      }),
    ]);
    expect(await ledger()).toEqual([
      ['bulk_reservation', -12],
      ['bulk_refund', 4],
    ]);
    expect(await balanceCents()).toBe(92);
  });

  it('charges an address twice that is asked for twice, and leaves no refund when all match', async () => {
    const { lookUp, ledger } = await customer(100);
    expect((await lookUp([MATCH, MATCH])).json.totalCharged).toBe(8);
    expect(await ledger()).toEqual([['bulk_reservation', -8]]);
  });

  it('requires the worst-case cost, states all of it, and charges nothing if the balance is lower', async () => {
    const { lookUp, balanceCents, ledger } = await customer(11);
    const { status, json } = await lookUp([MATCH, MISS, MISS]);
    expect([status, json.balanceRequired]).toEqual([402, 12]);
    expect(await ledger()).toEqual([]);
    expect((await lookUp([MATCH, MISS])).status).toBe(200);
    expect(await balanceCents()).toBe(7);
  });

  it('gives the whole reservation back when it fails', async () => {
    const { lookUp, balanceCents, ledger } = await customer(100);
    expect((await lookUp([MATCH, FAILURE])).status).toBe(500);
    expect(await ledger()).toEqual([
      ['bulk_reservation', -8],
      ['bulk_refund', 8],
    ]);
    expect(await balanceCents()).toBe(100);
  });

  it('takes 100 addresses', async () => {
    const { lookUp, balanceCents } = await customer(400);
    const { json } = await lookUp(Array.from({ length: 100 }, () => MATCH));
    expect(json).toMatchObject({ total: 100, matched: 100, totalCharged: 400 });
    expect(await balanceCents()).toBe(0);
  });

  it('is charged once under one Idempotency-Key, and replayed byte for byte', async () => {
    const { lookUp, balanceCents } = await customer(8);
    const answers = await Promise.all(Array.from({ length: 6 }, () => lookUp([MATCH, MISS], 'k')));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await balanceCents()).toBe(4);
  });

  it('is charged once, under the request id of the answer, if it is repeated on another server while the first hangs and the balance is enough for one charge', async () => {
    const { accountId, apiKey } = await server.createAccount(8);
    const other = await temporaryServer({ dataDir: server.dataDir });
    const ask = (on: TemporaryServer, json: unknown = { addresses: [MATCH, MISS] }) =>
      on.call('skipTraceBulk', { key: apiKey, json, headers: { 'idempotency-key': 'k' } });
    const { billing } = server.service;
    const lookups = stopLookups(server);
    let ids: { first: string | null; repeat: string | null } | undefined;
    try {
      const first = ask(server);
      await lookups.reached;
      // The first request's reservation holds all 8 cents.
      expect((await ask(other, { addresses: [MATCH] })).status).toBe(402);
      const repeat = await ask(other);
      expect([repeat.status, repeat.json.totalCharged]).toEqual([200, 4]);
      lookups.go();
      const late = await first;
      expect(late.text).toBe(repeat.text);
      ids = { first: late.headers.get('x-request-id'), repeat: repeat.headers.get('x-request-id') };
    } finally {
      lookups.restore();
      await other.close();
    }
    const records = (await billing.records(accountId, 100)).map(({ type, amountCents, reference }) => [
      type,
      amountCents,
      reference,
    ]);
    expect(records).toEqual([
      ['bulk_refund', 4, ids.repeat],
      ['bulk_reservation', -8, ids.repeat],
      ['bulk_refund', 8, ids.first],
      ['bulk_reservation', -8, ids.first],
      ['top_up', 8, null],
    ]);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it.each(['the first', 'the repeat'])(
    'is answered and charged once when it is repeated on another server and %s fails',
    async (failing) => {
      const { accountId, apiKey } = await server.createAccount(8);
      const other = await temporaryServer({ dataDir: server.dataDir });
      const ask = (on: TemporaryServer) =>
        on.call('skipTraceBulk', {
          key: apiKey,
          json: { addresses: [MATCH, MISS] },
          headers: { 'idempotency-key': 'k' },
        });
      const lookups = [stopLookups(server), stopLookups(other)] as const;
      try {
        const first = { ...lookups[0], answer: ask(server) };
        await first.reached;
        const repeat = { ...lookups[1], answer: ask(other) };
        await repeat.reached;
        const [broken, whole] = failing === 'the first' ? [first, repeat] : [repeat, first];
        broken.fail();
        expect((await broken.answer).status).toBe(500);
        whole.go();
        const { status, json } = await whole.answer;
        expect([status, json.totalCharged]).toEqual([200, 4]);
      } finally {
        for (const { restore } of lookups) restore();
        await other.close();
      }
      expect(await server.service.billing.balanceCents(accountId)).toBe(4);
      expect(await server.service.ledgerFindings()).toEqual([]);
    },
  );

  it('returns no data and charges nothing if its reservation was swept before it finished', async () => {
    const { lookUp, balanceCents } = await customer(100);
    const { owners, billing } = server.service;
    const find = owners.find.bind(owners);
    owners.find = async (leads) => {
      server.clock.shiftMs += RESERVATION_LIFETIME_MS;
      await billing.sweepReservations();
      return find(leads);
    };
    try {
      const { status, json } = await lookUp([MATCH, MISS]);
      expect([status, json.error]).toEqual([500, expect.stringContaining('Nothing was charged')]);
    } finally {
      owners.find = find;
      server.clock.shiftMs = 0;
    }
    expect(await balanceCents()).toBe(100);
  });

  it('never lets parallel bulks reserve more than there is', async () => {
    const { lookUp, balanceCents } = await customer(40);
    const answers = await Promise.all(Array.from({ length: 12 }, () => lookUp([MATCH, MATCH, MATCH])));
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid).toHaveLength(3);
    expect(await balanceCents()).toBe(4);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});

/** Stops the lookups of a server until they are released, or made to fail. */
function stopLookups({ service: { owners } }: TemporaryServer) {
  const find = owners.find.bind(owners);
  const reached = gate();
  const released = gate();
  let isBroken = false;
  owners.find = async (leads) => {
    reached.open();
    await released.opened;
    if (isBroken) throw new Error('made to fail');
    return find(leads);
  };
  return {
    reached: reached.opened,
    go: released.open,
    fail: () => {
      isBroken = true;
      released.open();
    },
    restore: () => {
      released.open();
      owners.find = find;
    },
  };
}
