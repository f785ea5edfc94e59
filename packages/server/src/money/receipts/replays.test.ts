// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryBilling } from '../../testing/temporary.js';
import { recordList, REPLAY_LIFETIME_MS } from './replay-store.js';
import { Replays } from './replays.js';

let parts: Awaited<ReturnType<typeof temporaryBilling>>;
let replays: Replays;
let runs: number;
beforeEach(async () => {
  parts = await temporaryBilling(100);
  replays = new Replays(parts.replays, parts.clock);
  runs = 0;
});
afterEach(() => parts.remove());

const scope = (key: string | undefined, body: unknown = { address: '1 Elm St' }) =>
  replays.scope({ accountId: parts.accountId, mode: 'live' }, 'skipTraceSingle', key, body);

/** Charges 4 cents each time the work really runs. */
const lookUp = (key: string | undefined, { body, by = replays }: { body?: unknown; by?: Replays } = {}) =>
  by.once(scope(key, body), {
    run: async (receiptOf) => {
      runs += 1;
      const answer = `run ${runs}`;
      await parts.database.write(async (tx) => {
        const { accountId, billing } = parts;
        await billing.post(tx, { accountId, type: 'job_charge', amountCents: -4, reference: null });
        await by.keep(tx, receiptOf({ answer }));
      });
      return answer;
    },
    replay: ({ answer }: { answer: string }) => Promise.resolve(answer),
  });

const balance = () => parts.billing.balanceCents(parts.accountId);

it('with a test key is no reference to a live owner, who may have the number of a made-up one', async () => {
  const keep = (mode: 'live' | 'test', key: string) =>
    parts.database.write((tx) => {
      const asked = replays.scope({ accountId: parts.accountId, mode }, 'skipTraceSingle', key, {});
      return replays.keep(tx, asked && { ...asked, outcome: '{}', recordIds: recordList([1, 12]) });
    });
  await keep('test', 'a');
  expect(await replays.referringTo([1])).toEqual([]);
  await keep('live', 'b');
  expect(await replays.referringTo([1])).toHaveLength(1);
  expect(await replays.referringTo([2])).toEqual([]);
});

describe('a request with an Idempotency-Key', () => {
  it('runs once and is answered the same for a day', async () => {
    expect(await lookUp('k')).toEqual({ value: 'run 1', replayed: false });
    parts.clock.ms += REPLAY_LIFETIME_MS - 1;
    expect(await lookUp('k')).toEqual({ value: 'run 1', replayed: true });
    parts.clock.ms += 1;
    expect(await lookUp('k')).toEqual({ value: 'run 2', replayed: false });
    expect(await balance()).toBe(92);
  });

  it('waits for the one that runs', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => lookUp('k')));
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set(['run 1']));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await balance()).toBe(96);
  });

  it('is charged once when two server processes get it at the same moment', async () => {
    const other = new Replays(parts.replays, parts.clock);
    const answers = await Promise.all([lookUp('k'), lookUp('k', { by: other })]);
    expect(new Set(answers.map(({ value }) => value)).size).toBe(1);
    expect(await balance()).toBe(96);
  });

  it('matches the same body with its keys in another order, and is refused with a different body', async () => {
    await lookUp('k', { body: { a: 1, b: { c: 2, d: 3 } } });
    expect(await lookUp('k', { body: { b: { d: 3, c: 2 }, a: 1 } })).toMatchObject({ replayed: true });
    await expect(lookUp('k', { body: { a: 2 } })).rejects.toThrow('Idempotency-Key');
    expect(await balance()).toBe(96);
  });

  it('does not keep a refusal', async () => {
    const refused = replays.once(scope('k'), {
      run: () => Promise.reject(new Error('refused')),
      replay: () => Promise.resolve(''),
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await lookUp('k')).toEqual({ value: 'run 1', replayed: false });
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(256), 'a\tb'])('refuses the key %j', (key) => {
    expect(() => scope(key)).toThrow('Idempotency-Key');
  });

  it('is deleted by the sweep after a day', async () => {
    await lookUp('k');
    expect(await replays.sweep()).toBe(0);
    parts.clock.ms += REPLAY_LIFETIME_MS;
    expect(await replays.sweep()).toBe(1);
  });
});

it('runs every request without a key', async () => {
  await lookUp(undefined);
  await lookUp(undefined);
  expect(await balance()).toBe(92);
});
