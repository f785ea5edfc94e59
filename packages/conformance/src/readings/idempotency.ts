import { randomUUID } from 'node:crypto';
import type { Exchange } from '../http/exchange.js';
import { MAPPING, postJob, bulk, match, single } from '../service.js';
import { spends } from '../specification/lookups.js';
import { check, inSection, expectEqual, expectError, expectInvalid, expectStatus } from '../suite/check.js';

const newKey = (): Record<string, string> => ({ 'Idempotency-Key': `conformance-${randomUUID()}` });
const replayed = ({ headers }: Exchange) => headers.get('idempotency-replayed');

/** Expects the second answer to be a replay of the first, with `Idempotency-Replayed: true`. */
function expectReplay(first: Exchange, second: Exchange, status: number): void {
  expectStatus(first, status);
  expectStatus(second, status);
  expectEqual('Idempotency-Replayed of the first answer', replayed(first), null, first);
  expectEqual('Idempotency-Replayed of the second', replayed(second), 'true', second);
  expectEqual('the body', second.json, first.json, second);
}

export const idempotency = inSection('Readings: Idempotency-Key (10)', [
  spends({
    id: 'idempotency.single',
    sentence: 'a single lookup repeated under its key is answered again and charged once',
    needs: ['matches'],
    matches: 1,
    async act(context, key) {
      const ask = { key, headers: newKey() };
      const { input } = context.given.matches[0];
      expectReplay(await single(context, input, ask), await single(context, input, ask), 200);
    },
  }),
  check({
    id: 'idempotency.bulk',
    sentence: 'a bulk repeated under its key is answered again',
    needs: ['matches', 'miss'],
    async run(context) {
      const ask = { headers: newKey() };
      const addresses = [context.given.miss, context.given.matches[0].input];
      expectReplay(await bulk(context, addresses, ask), await bulk(context, addresses, ask), 200);
    },
  }),
  check({
    id: 'idempotency.create',
    sentence: 'a creation repeated under its key answers the same job',
    async run(context) {
      const ask = { headers: newKey() };
      const body = { filename: 'replayed.csv', columnMapping: MAPPING };
      expectReplay(await postJob(context, body, ask), await postJob(context, body, ask), 201);
    },
  }),
  spends({
    id: 'idempotency.at-once',
    sentence: 'of two requests at once under one key one is charged, and both get its answer',
    needs: ['matches'],
    matches: 1,
    async act(context, key) {
      const ask = { key, headers: newKey() };
      const { input } = context.given.matches[0];
      const answers = await Promise.all([single(context, input, ask), single(context, input, ask)]);
      for (const answer of answers) expectStatus(answer, 200);
      expectEqual('the second body', answers[1].json, answers[0].json);
      expectEqual('replays', answers.filter((answer) => replayed(answer) === 'true').length, 1);
    },
  }),
  check({
    id: 'idempotency.other-body',
    sentence: 'a key that was used with another body is a 400 that names Idempotency-Key',
    needs: ['miss'],
    async run(context) {
      const headers = newKey();
      const { miss } = context.given;
      expectStatus(await single(context, miss, { headers }), 200);
      expectInvalid(await single(context, { ...miss, zip: '89502' }, { headers }), ['Idempotency-Key']);
    },
  }),
  check({
    id: 'idempotency.refusals-are-not-kept',
    sentence: 'a refusal is not kept: the key still works',
    needs: ['miss'],
    async run(context) {
      const headers = newKey();
      const { miss } = context.given;
      expectError(await single(context, { ...miss, zip: 'x' }, { headers }), 400);
      const second = await single(context, miss, { headers });
      expectStatus(second, 200);
      expectEqual('Idempotency-Replayed', replayed(second), null, second);
    },
  }),
  check({
    id: 'idempotency.scope',
    sentence: 'a key holds for one account and one operation',
    needs: ['matches', 'miss', 'otherAccount'],
    async run(context) {
      const headers = newKey();
      const { matches, miss, otherAccount } = context.given;
      await match(context, matches[0].input, { headers });
      for (const other of [
        await single(context, miss, { headers, ...otherAccount }),
        await bulk(context, [miss], { headers }),
      ]) {
        expectStatus(other, 200);
        expectEqual('Idempotency-Replayed', replayed(other), null, other);
      }
    },
  }),
]);
