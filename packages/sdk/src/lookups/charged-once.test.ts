import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setup } from '../testing/harness.js';
import {
  actOnSocket,
  FakeClock,
  htmlPage,
  insufficientBalance,
  rateLimited,
  reply,
  reset,
  type Scenario,
  slow,
  type ScenarioServer,
} from '../testing/index.js';

const addresses = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `${n} Sandbox ${n % 3 === 0 ? 'Match St' : 'Miss Blvd'}, Austin, TX`,
  );

/** Answers each key once and replays that answer, as a server that honors keys does, each after its own delay. */
function replaying(server: ScenarioServer, delayOf: () => number) {
  const kept = new Map<string, Scenario>();
  const bulk = server.service.answer.bind(server.service);
  server.service.answer = (request) => {
    const { idempotencyKey = '' } = request;
    const answer = kept.get(idempotencyKey) ?? bulk(request);
    if (answer.status === 200) kept.set(idempotencyKey, answer);
    return slow(delayOf(), answer);
  };
}

describe('a bulk lookup under one idempotency key', () => {
  it.each([undefined, 400, 460])(
    'is charged once however often it is run and however its chunks race, with a budget of %s',
    async (budgetCents) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 8, maxLength: 40 }),
          fc.integer({ min: 3, max: 17 }),
          async (delays, chunkSize) => {
            const { client, server } = await setup({}, { honorsKeys: true, balanceCents: 10_000 });
            let at = 0;
            replaying(server, () => delays[at++ % delays.length] ?? 0);
            const results = [];
            for (let run = 0; run < 3; run++) {
              results.push(
                await client.bulk(addresses(120), { idempotencyKey: 'run-7', budgetCents, chunkSize }),
              );
            }
            const charged = 10_000 - server.service.balanceCents;
            expect(charged).toBe(Math.max(...results.map(({ chargedCents }) => chargedCents)));
            expect(charged).toBeLessThanOrEqual(budgetCents ?? Infinity);
            await client.close();
            await server.close();
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  it('is charged once however its chunks fail, and never above its budget', async () => {
    const ways = ['answered', 'refused', 'too little money', 'answer lost', 'carried out late'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ways), { minLength: 1, maxLength: 25 }),
        fc.constantFrom(undefined, 44, 100),
        fc.integer({ min: 3, max: 12 }),
        fc.boolean(),
        async (plan, budgetCents, chunkSize, dedupe) => {
          const { client, server } = await setup(
            { timeoutMs: 1_000, maxRetries: 2 },
            { honorsKeys: true, balanceCents: 10_000 },
          );
          const late: Promise<void>[] = [];
          replaying(server, () => 0);
          for (const way of plan) {
            server.script('skipTraceBulk', (response) => {
              const seen = server.requests.findLast(({ target }) => target === 'skipTraceBulk');
              if (!seen) throw new Error('an answer without a request');
              const carriedOut = () => server['answer'](seen, server.url);
              if (way === 'answered') return actOnSocket(carriedOut(), response);
              if (way === 'refused') return actOnSocket(htmlPage(503), response);
              if (way === 'too little money') return actOnSocket(insufficientBalance(400), response);
              if (way === 'answer lost') carriedOut();
              else late.push(new Promise((resolve) => setTimeout(() => resolve(void carriedOut()), 30)));
              return actOnSocket(reset(), response);
            });
          }
          const options = { idempotencyKey: 'run-9', budgetCents, chunkSize, dedupe };
          for (let run = 0; run < 3; run++) await client.bulk(addresses(60), options);
          await Promise.all(late);
          expect(10_000 - server.service.balanceCents).toBeLessThanOrEqual(Math.min(budgetCents ?? 80, 80));
          await client.close();
          await server.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  describe('with another list than before', () => {
    const list = addresses(60);
    const options = { idempotencyKey: 'run-3', chunkSize: 10 };
    const others: [string, string[], object?][] = [
      ['what was left of it', list.slice(25)],
      ['a few that were left, in one shorter chunk', list.slice(57)],
      ['a shorter one', list.slice(0, 25)],
      ['one address put in', [...list.slice(0, 15), '77 Sandbox Match St', ...list.slice(15)]],
      ['another chunkSize', list, { chunkSize: 7 }],
    ];
    it.each(others)('pays nothing twice and says so: %s', async (_, other, changed = {}) => {
      const { client, server } = await setup({}, { honorsKeys: true, balanceCents: 10_000 });
      let read = 0;
      for await (const _item of client.bulk(list, options)) if (++read === 45) break;
      const paid = 10_000 - server.service.balanceCents;
      const { stoppedBy, items } = await client.bulk(other, { ...options, ...changed });
      expect(stoppedBy).toMatchObject({ code: 'idempotency_conflict', status: 400 });
      expect(items.at(-1)?.outcome).toMatch(/^(failed|not-sent)$/);
      expect(10_000 - server.service.balanceCents).toBe(paid);
    });

    it('pays nothing twice if only dedupe changed', async () => {
      const { client, server } = await setup({}, { honorsKeys: true, balanceCents: 10_000 });
      const repeats = [...list.slice(0, 12), ...list.slice(9, 12), ...list.slice(12)];
      await client.bulk(repeats, { ...options, dedupe: true });
      const paid = 10_000 - server.service.balanceCents;
      const { stoppedBy } = await client.bulk(repeats, options);
      expect(stoppedBy).toMatchObject({ code: 'idempotency_conflict' });
      expect(10_000 - server.service.balanceCents).toBe(paid);
    });
  });

  it('says which chunkSize fits a budget that is below one chunk', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    const { stoppedBy } = await client.bulk(addresses(120), { idempotencyKey: 'a', budgetCents: 100 });
    expect(stoppedBy?.message).toContain('Nothing was sent. Pass chunkSize: 25, or a higher budgetCents.');
    expect(server.seen('skipTraceBulk')).toHaveLength(0);
  });

  it.each([{}, { idempotencyKey: 'run-6', chunkSize: 5 }])(
    'reports no stop where a list ends with its budget: %o',
    async (options) => {
      const { client } = await setup({}, { honorsKeys: true });
      const matches = Array.from({ length: 10 }, (_, n) => `${n} Sandbox Match St`);
      const whole = await client.bulk(matches, { ...options, budgetCents: 40 });
      expect([whole.matched, whole.notSent, whole.stoppedBy]).toEqual([10, 0, undefined]);
      const cut = await client.bulk(matches, { budgetCents: 36 });
      expect([cut.matched, cut.notSent, cut.stoppedBy?.code]).toEqual([9, 1, 'cost_limit']);
    },
  );

  it('stops before the first chunk that does not fit whole', async () => {
    const { client, server } = await setup({}, { honorsKeys: true });
    const matches = Array.from({ length: 30 }, (_, n) => `${n} Sandbox Match St`);
    const { matched, notSent, stoppedBy } = await client.bulk(matches, {
      idempotencyKey: 'run-8',
      budgetCents: 100,
      chunkSize: 10,
    });
    expect({ matched, notSent }).toEqual({ matched: 20, notSent: 10 });
    expect(stoppedBy).toMatchObject({ code: 'cost_limit' });
    expect(server.seen('skipTraceBulk')).toHaveLength(2);
  });
});

describe('leaving the loop over a bulk lookup', () => {
  it('sends no waiting chunks, and does not wait for them', async () => {
    const clock = new FakeClock({ manual: true });
    const { client, server } = await setup({ clock });
    const none = { found: false, charged: 0, contact: null, phones: [], emails: [] };
    const answer = reply(200, { success: true, results: [none] });
    server.script('skipTraceBulk', answer, rateLimited('30'), rateLimited('30'), rateLimited('30'));
    const list = Array.from({ length: 40 }, (_, n) => `${n} Sandbox Match St`);
    for await (const { outcome } of client.bulk(list, { chunkSize: 1 })) {
      expect(outcome).toBe('miss');
      break;
    }
    const sent = server.requests.length;
    expect(sent).toBeLessThanOrEqual(4);
    // A waiting timer could still send something.
    expect(clock.sleeping).toBe(0);
    clock.advance(120_000);
    await client.jobs.list();
    expect(server.requests).toHaveLength(sent + 1);
    expect(server.service.balanceCents).toBe(100_000);
  });

  it('waits for pending requests, and leaves nothing running', async () => {
    const { client, server } = await setup();
    server.script('skipTraceBulk', reply(200, { success: true, results: [] }));
    server.script('skipTraceBulk', slow(40, reply(503, 'later')));
    const list = Array.from({ length: 40 }, (_, n) => `${n} Sandbox Match St`);
    for await (const { outcome } of client.bulk(list, { chunkSize: 1, concurrency: 2 })) {
      expect(outcome).toBe('unknown');
      break;
    }
    const sent = server.requests.length;
    // Anything still running would be sent before this.
    await client.jobs.list();
    expect(server.requests).toHaveLength(sent + 1);
  });
});

it('a stream is not read further once the run has stopped', async () => {
  const { client, server } = await setup();
  server.script('skipTraceBulk', insufficientBalance(400));
  let pulled = 0;
  async function* endless() {
    for (;;) {
      await Promise.resolve();
      yield `${pulled++} Sandbox Match St`;
    }
  }
  const { items, stoppedBy } = await client.bulk(endless(), { chunkSize: 10, concurrency: 1 });
  expect(stoppedBy).toMatchObject({ code: 'insufficient_balance' });
  expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['failed', 'not-sent']));
  expect(pulled).toBeLessThan(50);
});
