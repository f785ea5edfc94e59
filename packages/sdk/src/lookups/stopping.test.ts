import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { list, match, miss, outcomes, setup, sizes } from '../testing/harness.js';
import {
  actOnSocket,
  dailyMissLimit,
  FakeClock,
  insufficientBalance,
  rateLimited,
  reply,
  reset,
  serverError,
  slow,
  stall,
  unauthorized,
} from '../testing/index.js';

describe('a bulk lookup that has to stop', () => {
  it.each([
    ['the balance', insufficientBalance(400), 'insufficient_balance'],
    ['the daily cap', dailyMissLimit(), 'daily_miss_limit'],
    ['the key', unauthorized(), 'unauthorized'],
    ['a far away Retry-After', rateLimited('3600'), 'rate_limited'],
  ])('stops at %s, keeps what was paid, and says what was sent', async (_, step, code) => {
    const { client, server } = await setup();
    const found = { found: false, charged: 0, contact: null, phones: [], emails: [] };
    server.script('skipTraceBulk', reply(200, { success: true, results: [found, found] }), step);
    const { items, stoppedBy, error, failed, notSent } = await client.bulk(list(10), {
      chunkSize: 2,
      concurrency: 1,
    });
    expect(outcomes(items)).toEqual([
      ...['miss', 'miss', 'failed', 'failed'],
      ...Array<string>(6).fill('not-sent'),
    ]);
    expect(stoppedBy).toMatchObject({ code });
    expect(error).toBe(stoppedBy);
    expect({ failed, notSent }).toEqual({ failed: 2, notSent: 6 });
    expect(server.requests).toHaveLength(2);
  });

  it('does not send more often than reservations are returned if the balance is not enough for any of several chunks', async () => {
    const { client, server } = await setup({}, { balanceCents: 3 });
    const none = { found: false, charged: 0, contact: null, phones: [], emails: [] };
    server.script('skipTraceBulk', slow(60, reply(200, { success: true, results: [none] })));
    const { missed, failed, notSent, stoppedBy } = await client.bulk(list(8), {
      chunkSize: 1,
      concurrency: 4,
    });
    expect([missed, failed + notSent]).toEqual([1, 7]);
    expect(stoppedBy).toMatchObject({ code: 'insufficient_balance' });
    expect(server.requests.length).toBeLessThanOrEqual(8);
  });

  it('repeats a chunk that only other chunks’ reservations blocked', async () => {
    const { client, server } = await setup();
    const none = { found: false, charged: 0, contact: null, phones: [], emails: [] };
    const answer = reply(200, { success: true, results: [none] });
    server.script('skipTraceBulk', slow(60, answer), insufficientBalance(4), answer);
    const { items, stoppedBy } = await client.bulk([miss(1), miss(2)], { chunkSize: 1, concurrency: 2 });
    expect(outcomes(items)).toEqual(['miss', 'miss']);
    expect(stoppedBy).toBeUndefined();
    expect(server.requests).toHaveLength(3);
  });

  it('says why a chunk failed after which it continued', async () => {
    const { client, server } = await setup({ maxRetries: 1 });
    server.script('skipTraceBulk', serverError(), serverError());
    const { items, failed, notSent, error, stoppedBy } = await client.bulk(list(4), {
      chunkSize: 2,
      concurrency: 1,
    });
    expect(outcomes(items)).toEqual(['failed', 'failed', 'miss', 'match']);
    expect({ failed, notSent, stoppedBy }).toEqual({ failed: 2, notSent: 0, stoppedBy: undefined });
    expect(error).toMatchObject({ code: 'server_error', attempts: 2, mayHaveBeenCharged: false });
  });

  it('marks a chunk with an unclear outcome and continues', async () => {
    const { client, server } = await setup();
    server.script('skipTraceBulk', reset());
    const { items, unknown, chargedCents, stoppedBy, error } = await client.bulk(list(6), {
      chunkSize: 2,
      concurrency: 1,
    });
    expect(error).toMatchObject({ code: 'unknown_outcome' });
    expect(outcomes(items)).toEqual(['unknown', 'unknown', 'miss', 'match', 'match', 'miss']);
    expect(items[0]).toMatchObject({ error: { code: 'unknown_outcome', mayHaveBeenCharged: true } });
    expect({ unknown, chargedCents, stoppedBy }).toEqual({
      unknown: 2,
      chargedCents: 8,
      stoppedBy: undefined,
    });
  });

  it('gives up after three failed chunks in a row', async () => {
    const { client, server } = await setup({ maxRetries: 0 });
    server.script('skipTraceBulk', serverError(), serverError(), serverError());
    const { items, stoppedBy } = await client.bulk(list(10), { chunkSize: 2, concurrency: 1 });
    expect(outcomes(items)).toEqual([
      ...Array<string>(6).fill('failed'),
      ...Array<string>(4).fill('not-sent'),
    ]);
    expect(stoppedBy).toMatchObject({ code: 'server_error' });
    expect(server.requests).toHaveLength(3);
  });

  it('that is aborted reports the entries that may have been charged and the ones not sent', async () => {
    const { client, server } = await setup();
    const controller = new AbortController();
    server.script('skipTraceBulk', (response) => {
      setTimeout(() => controller.abort(), 20);
      actOnSocket(stall(), response);
    });
    const { items, stoppedBy } = await client.bulk(list(6), {
      chunkSize: 2,
      concurrency: 1,
      signal: controller.signal,
    });
    expect(outcomes(items)).toEqual(['unknown', 'unknown', 'not-sent', 'not-sent', 'not-sent', 'not-sent']);
    expect(stoppedBy).toMatchObject({ code: 'aborted' });
  });

  it('lets a stream release what it holds, when it stops between two reads', async () => {
    const { client, server } = await setup();
    server.script('skipTraceBulk', insufficientBalance(400));
    let isReleased = false;
    async function* stream() {
      try {
        yield* list(10);
      } finally {
        isReleased = true;
      }
      await Promise.resolve();
    }
    const { stoppedBy } = await client.bulk(stream(), { chunkSize: 2, concurrency: 1 });
    expect(stoppedBy).toMatchObject({ code: 'insufficient_balance' });
    expect(isReleased).toBe(true);
  });

  it('that is aborted does not wait for a silent stream', async () => {
    const { client } = await setup();
    const controller = new AbortController();
    async function* stuck() {
      yield match(1);
      setTimeout(() => controller.abort(), 20);
      await new Promise(() => {});
    }
    const { items } = await client.bulk(stuck(), { signal: controller.signal });
    expect(outcomes(items)).toEqual(['not-sent']);
  });

  it('never could have exceeded its budget, whatever matches', async () => {
    const { client, server } = await setup();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 80 }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 20 }),
        async (matches, budgetCents, chunkSize) => {
          const seenBefore = server.requests.length;
          const inputs = matches.map((isMatch, n) => (isMatch ? match(n) : miss(n)));
          const result = await client.bulk(inputs, { budgetCents, chunkSize });
          expect(result.chargedCents).toBeLessThanOrEqual(budgetCents);
          const bulks = server.requests.filter(({ method }, at) => at >= seenBefore && method === 'POST');
          const worst = sizes(bulks).map((size) => size * 4);
          expect(Math.max(0, ...worst)).toBeLessThanOrEqual(budgetCents);
          // All affordable entries were looked up.
          if (result.notSent > 0) {
            expect(result.stoppedBy).toMatchObject({ code: 'cost_limit', limitCents: budgetCents });
            expect(budgetCents - result.chargedCents).toBeLessThan(4);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keeps to a deadline for the whole run', async () => {
    const clock = new FakeClock();
    const { client, server } = await setup({ clock });
    server.script('skipTraceBulk', (response) => {
      clock.advance(5_000);
      actOnSocket(
        reply(200, {
          success: true,
          results: [{ found: false, charged: 0, contact: null, phones: [], emails: [] }],
        }),
        response,
      );
    });
    const { items, stoppedBy } = await client.bulk(list(3), {
      chunkSize: 1,
      concurrency: 1,
      deadlineMs: 4_000,
    });
    expect(outcomes(items)).toEqual(['miss', 'not-sent', 'not-sent']);
    expect(stoppedBy).toMatchObject({ code: 'timeout', limit: 'deadlineMs' });
  });

  it('looks up the entries before an error of its input, and reports why it stopped', async () => {
    const { client, server } = await setup();
    const fault = new RangeError('row 4 is broken');
    async function* broken() {
      yield* [match(1), miss(2), match(3)];
      throw fault;
    }
    const { items, chargedCents, stoppedBy } = await client.bulk(broken(), { chunkSize: 2 });
    expect(outcomes(items)).toEqual(['match', 'miss', 'match']);
    expect(chargedCents).toBe(8);
    expect(stoppedBy).toMatchObject({ code: 'bulk_input', cause: fault });
    const seen: string[] = [];
    const iterate = async () => {
      for await (const { outcome } of client.bulk(broken(), { chunkSize: 2 })) seen.push(outcome);
    };
    await expect(iterate()).rejects.toBe(fault);
    expect(seen).toEqual(['match', 'miss', 'match']);
    expect(server.requests).toHaveLength(4);
  });

  it('keeps the results of the other chunks if middleware throws', async () => {
    const fault = new TypeError('a bug in middleware');
    const { client, server } = await setup({
      middleware: [
        async (request, next) => {
          const answer = await next(request);
          if (server.requests.length === 2) throw fault;
          return answer;
        },
      ],
    });
    const { items, stoppedBy } = await client.bulk(list(6), { chunkSize: 2, concurrency: 1 });
    expect(outcomes(items)).toEqual(['match', 'match', 'unknown', 'unknown', 'not-sent', 'not-sent']);
    expect(stoppedBy).toMatchObject({ code: 'unknown_outcome', mayHaveBeenCharged: true, cause: fault });
    expect(server.requests).toHaveLength(2);
  });

  it('after three unclear chunks in a row marks the rest as not sent, which is true', async () => {
    const { client, server } = await setup();
    server.script('skipTraceBulk', reset(), reset(), reset());
    const { items, unknown, notSent } = await client.bulk(list(5), { chunkSize: 1, concurrency: 1 });
    expect(outcomes(items)).toEqual(['unknown', 'unknown', 'unknown', 'not-sent', 'not-sent']);
    expect({ unknown, notSent }).toEqual({ unknown: 3, notSent: 2 });
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['too few results', { success: true, results: [] }],
    ['results that are none', { success: true, results: [null, null] }],
  ])('does not take %s for an answer', async (_, body) => {
    const { client, server } = await setup();
    server.script('skipTraceBulk', reply(200, body));
    const { items } = await client.bulk(list(2));
    expect(outcomes(items)).toEqual(['unknown', 'unknown']);
    expect(items[0]).toMatchObject({ error: { code: 'response_format', mayHaveBeenCharged: true } });
  });
});
