import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkipTrace } from '../index.js';
import { apiKey, failure, list, match, miss, outcomes, setup, sizes } from '../testing/harness.js';
import {
  actOnSocket,
  badRequest,
  htmlPage,
  match as owner,
  mockSkipTrace,
  rateLimited,
  reply,
  slow,
} from '../testing/index.js';

/** Memory in use after garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('a bulk lookup', () => {
  it('returns every input in its order, with its outcome', async () => {
    const { client, server } = await setup();
    const inputs = list(250);
    const { items, matched, missed, chargedCents, stoppedBy } = await client.bulk(inputs);
    expect(items.map(({ input }) => input)).toEqual(inputs);
    expect(items.map(({ index }) => index)).toEqual(inputs.map((_, n) => n));
    expect(outcomes(items)).toEqual(inputs.map((_, n) => (n % 3 === 2 ? 'miss' : 'match')));
    expect({ matched, missed, chargedCents, stoppedBy }).toEqual({
      matched: 167,
      missed: 83,
      chargedCents: 668,
      stoppedBy: undefined,
    });
    expect(sizes(server.requests).sort()).toEqual([100, 100, 50].sort());
  });

  it('keeps results with their inputs for any chunks, concurrency and speed', async () => {
    const { client, server } = await setup();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('match', 'miss', 'bad'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        async (kinds, chunkSize, concurrency) => {
          const inputs = kinds.map((kind, n) =>
            kind === 'bad' ? { address: ' ' } : kind === 'miss' ? miss(n) : match(n),
          );
          const { items } = await client.bulk(inputs, { chunkSize, concurrency });
          expect(items.map(({ input }) => input)).toEqual(inputs);
          for (const item of items) {
            if (item.outcome === 'match')
              expect(item.result.contact.propertyAddress).toBe(item.input.address);
          }
          expect(outcomes(items)).toEqual(kinds.map((kind) => (kind === 'bad' ? 'rejected' : kind)));
        },
      ),
      { numRuns: 40 },
    );
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('sends four chunks at a time and no more', async () => {
    const { client, server } = await setup();
    let now = 0;
    let most = 0;
    const none = { found: false, charged: 0, contact: null, phones: [], emails: [] };
    const answer = reply(200, { success: true, results: [none] });
    for (let n = 0; n < 12; n++) {
      server.script('skipTraceBulk', (response) => {
        now += 1;
        most = Math.max(most, now);
        response.on('finish', () => (now -= 1));
        actOnSocket(slow(20 + (n % 3) * 10, answer), response);
      });
    }
    await client.bulk(list(12), { chunkSize: 1 });
    expect(most).toBe(4);
  });

  it("takes strings and asynchronous streams, and sends only the contract's fields", async () => {
    const { client, server } = await setup();
    async function* rows() {
      yield { ...match(1), leadId: 'L-1' };
      yield { ...miss(2), leadId: 'L-2' };
    }
    const seen: string[] = [];
    for await (const { input, outcome } of client.bulk(rows())) seen.push(`${input.leadId} ${outcome}`);
    expect(seen).toEqual(['L-1 match', 'L-2 miss']);
    expect(server.requests[0]?.body).not.toContain('L-1');
    expect((await client.bulk(['1 Sandbox Match St, Austin, TX'])).matched).toBe(1);
  });

  it('reads a long input only as far as it is consumed', async () => {
    const { client } = await setup();
    let pulled = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) yield match(pulled++);
      } finally {
        closed = true;
      }
    }
    let seen = 0;
    for await (const _ of client.bulk(endless(), { chunkSize: 10, concurrency: 2 })) if (++seen === 25) break;
    expect(pulled).toBeLessThanOrEqual(25 + 4 * 10);
    expect(closed).toBe(true);
  });

  it('uses no more memory for a list of 60,000 than for its first tenth', { timeout: 120_000 }, async () => {
    const count = 60_000;
    // No socket: this package is measured, and a server in this process would be counted with it.
    const results = Array(100).fill({ found: false, charged: 0, contact: null, phones: [], emails: [] });
    const answer = JSON.stringify({ success: true, total: 100, matched: 0, totalCharged: 0, results });
    const client = new SkipTrace({
      apiKey,
      baseUrl: 'http://127.0.0.1:1',
      fetch: () => Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } })),
    });
    function* addresses() {
      for (let n = 0; n < count; n++) yield { address: `${n} Sandbox Miss Blvd` };
    }
    let seen = 0;
    const held: number[] = [];
    for await (const { index } of client.bulk(addresses())) {
      if (index !== seen) throw new Error(`${index} came after ${seen - 1}`);
      seen += 1;
      if (seen % (count / 10) === 0) held.push(heldBytes());
    }
    expect(seen).toBe(count);
    // Growth with a list's length shows in the difference between a tenth of this list and all of it.
    expect((held.at(-1) ?? NaN) - (held[0] ?? NaN)).toBeLessThan(3_000_000);
  });

  it('rejects entries that break the contract before anything is sent, and continues with the rest', async () => {
    const { client, server } = await setup();
    const inputs = [
      match(1),
      { address: '  ' },
      { ...match(2), zip: '7870' },
      { ...match(3), state: 'Texas' },
      miss(4),
    ];
    const { items, rejected } = await client.bulk(inputs);
    expect(outcomes(items)).toEqual(['match', 'rejected', 'rejected', 'rejected', 'miss']);
    expect(rejected).toBe(3);
    expect(items[2]).toMatchObject({ problems: ['zip must be 5 digits'], chargedCents: 0 });
    expect(sizes(server.requests)).toEqual([2]);
  });

  it('sends the rest again if the server itself names bad entries', async () => {
    const { client, server } = await setup();
    server.script(
      'skipTraceBulk',
      badRequest('addresses[1].address is no address; addresses[3].city is odd'),
    );
    const { items } = await client.bulk(list(5));
    expect(outcomes(items)).toEqual(['match', 'rejected', 'miss', 'rejected', 'match']);
    expect(items[1]).toMatchObject({ problems: ['address is no address'] });
    expect(sizes(server.requests)).toEqual([5, 3]);
  });

  it('waits out the rate limit without losing or repeating anything', async () => {
    const { client, server, clock } = await setup();
    server.script('skipTraceBulk', rateLimited('9'), rateLimited('9'));
    const { matched, missed } = await client.bulk(list(400));
    expect(matched + missed).toBe(400);
    expect(clock.slept[0]).toBe(9_000);
    expect(server.requests).toHaveLength(6);
  });

  it('looks the same address up once with dedupe and gives every entry its result', async () => {
    const { client, server } = await setup();
    const again = { ...match(1), address: ' 1  SANDBOX match st ' };
    const { items, chargedCents } = await client.bulk([match(1), miss(2), again, match(3), miss(2), again], {
      dedupe: true,
      chunkSize: 1,
      concurrency: 3,
    });
    expect(outcomes(items)).toEqual(['match', 'miss', 'match', 'match', 'miss', 'match']);
    expect(items.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined, 0, undefined, 1, 0]);
    expect(items[2]?.input).toBe(again);
    expect(chargedCents).toBe(8);
    expect(server.requests).toHaveLength(3);
  });

  it('pays once for one property in two spellings with dedupe, as jobs and the command line do', async () => {
    const client = mockSkipTrace({ '100 Oak St, Austin, TX 78701': owner() });
    const spellings = ['100 Oak St, Austin, TX 78701', '100 OAK STREET, Austin, Texas 78701-1234'];
    const apart = ['100 Oak St Apt 2, Austin, TX 78701', '100 Oak Ave, Austin, TX 78701'];
    const { items } = await client.bulk([...spellings, ...apart], { dedupe: true });
    expect(items.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, 0, undefined, undefined]);
    expect((await client.account()).balanceCents).toBe(100_000 - 4);
  });

  it('pays only for matches with a phone with requirePhone', async () => {
    const { client, server } = await setup();
    const inputs = [match(1), { address: '2 Sandbox Nulls Ln' }, miss(3)];
    const { items, chargedCents } = await client.bulk(inputs, { requirePhone: true });
    expect([outcomes(items), chargedCents]).toEqual([['match', 'miss', 'miss'], 4]);
    expect((await client.bulk(inputs)).chargedCents).toBe(8);
    expect(server.requests.map(({ target }) => target)).toEqual([
      ...['getAccount', 'skipTraceBulk', 'skipTraceBulk'],
    ]);
  });

  it.each([
    ['whose account does not say so', reply(200, { balanceCents: 1, pricePerMatchCents: 4 })],
    ['that offers no account', htmlPage(404)],
  ])('sends nothing to a service that does not know requirePhone: one %s', async (_name, account) => {
    const { client, server } = await setup();
    server.script('getAccount', account);
    const { stoppedBy, notSent, chargedCents } = await client.bulk(list(3), { requirePhone: true });
    expect([stoppedBy?.code, notSent, chargedCents]).toEqual(['not_offered', 3, 0]);
    expect(server.requests.map(({ target }) => target)).toEqual(['getAccount']);
  });

  it('gives each chunk its own key, derived from the caller’s', async () => {
    const { client, server } = await setup();
    await client.bulk(list(5), { chunkSize: 2, idempotencyKey: 'import-7' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys.sort()).toEqual(['import-7:0.0', 'import-7:1.0', 'import-7:2.0']);
  });

  it('sends nothing until it is awaited, and nothing for an empty input', async () => {
    const { client, server } = await setup();
    void client.bulk(list(3));
    expect((await client.bulk([])).items).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  it.each([{ chunkSize: 0 }, { chunkSize: 101 }, { concurrency: 0 }, { budgetCents: -1 }])(
    'refuses %o',
    async (options) => {
      const { client } = await setup();
      expect(await failure(client.bulk([], options))).toMatchObject({ code: 'configuration' });
      const items = client.bulk([], options)[Symbol.asyncIterator]();
      await expect(items.next()).rejects.toMatchObject({ code: 'configuration' });
    },
  );
});

it('a single lookup of bad input is left to the server to refuse', async () => {
  const { client, server } = await setup();
  server.script('skipTraceSingle', badRequest('zip must be 5 digits'));
  expect(await failure(client.lookup({ address: 'x', zip: '1' }))).toMatchObject({ code: 'bad_request' });
});
