import { randomUUID } from 'node:crypto';
import type { CreateSkipTraceJobResponse } from '@skiptrace/contract';
import type { Exchange } from '../http/exchange.js';
import { MAPPING, postJob, bulk, match, single } from '../service.js';
import {
  check,
  inSection,
  expectBody,
  expectEqual,
  expectError,
  expectInvalid,
  expectStatus,
  expectThat,
} from '../suite/check.js';

const newKeyHeaders = (): Record<string, string> => ({ 'Idempotency-Key': `conformance-${randomUUID()}` });
const replayedHeader = ({ headers }: Exchange) => headers.get('idempotency-replayed');

/** Expects the second answer to be a replay of the first, with `Idempotency-Replayed: true`. */
function expectReplay(first: Exchange, second: Exchange): void {
  expectStatus(first, 200);
  expectStatus(second, 200);
  expectEqual('Idempotency-Replayed of the first answer', replayedHeader(first), null, first);
  expectEqual('Idempotency-Replayed of the second', replayedHeader(second), 'true', second);
  expectEqual('the body', second.json, first.json, second);
}

export const idempotency = inSection('Readings: Idempotency-Key (10)', [
  check({
    id: 'idempotency.single',
    sentence: 'a single lookup repeated under its key is answered again and charged once',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(2);
      const options = { key: purse.key, headers: newKeyHeaders() };
      const { input } = context.given.matches[0];
      expectReplay(await single(context, input, options), await single(context, input, options));
      await purse.expectCharged(1, 'after a match and its replay');
    },
  }),
  check({
    id: 'idempotency.bulk',
    sentence: 'a bulk repeated under its key is answered again',
    needs: ['matches', 'miss'],
    async run(context) {
      const headers = newKeyHeaders();
      const addresses = [context.given.miss, context.given.matches[0].input];
      expectReplay(await bulk(context, addresses, { headers }), await bulk(context, addresses, { headers }));
    },
  }),
  check({
    id: 'idempotency.create',
    sentence: 'a creation repeated under its key answers the same job',
    async run(context) {
      const headers = newKeyHeaders();
      const body = { filename: 'replayed.csv', columnMapping: MAPPING };
      const first = expectBody<CreateSkipTraceJobResponse>(await postJob(context, body, { headers }), 201);
      const second = await postJob(context, body, { headers });
      const again = expectBody<CreateSkipTraceJobResponse>(second, 201);
      expectEqual('jobId', again.jobId, first.jobId, second);
      expectEqual('Idempotency-Replayed', replayedHeader(second), 'true', second);
    },
  }),
  check({
    id: 'idempotency.at-once',
    sentence: 'of two requests at once under one key one is charged, and both get its answer',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(2);
      const options = { key: purse.key, headers: newKeyHeaders() };
      const { input } = context.given.matches[0];
      const answers = await Promise.all([single(context, input, options), single(context, input, options)]);
      for (const answer of answers) expectStatus(answer, 200);
      expectEqual('the second body', answers[1].json, answers[0].json);
      expectEqual('replays', answers.filter((answer) => replayedHeader(answer) === 'true').length, 1);
      await purse.expectCharged(1, 'after two at once');
    },
  }),
  check({
    id: 'idempotency.other-body',
    sentence: 'a key that was used with another body is a 400 that names Idempotency-Key',
    needs: ['miss'],
    async run(context) {
      const headers = newKeyHeaders();
      const { miss } = context.given;
      expectStatus(await single(context, miss, { headers }), 200);
      expectInvalid(await single(context, { ...miss, zip: '89502' }, { headers }), ['Idempotency-Key']);
    },
  }),
  check({
    id: 'idempotency.malformed',
    sentence: 'a key is 1 to 255 visible ASCII characters',
    needs: ['miss'],
    async run(context) {
      const { miss } = context.given;
      for (const key of ['x'.repeat(256), 'two words', 'caf\u00e9'])
        expectInvalid(await single(context, miss, { headers: { 'Idempotency-Key': key } }), [
          'Idempotency-Key',
        ]);
      const longest = `${randomUUID()}${'x'.repeat(255)}`.slice(0, 255);
      expectStatus(await single(context, miss, { headers: { 'Idempotency-Key': longest } }), 200);
    },
  }),
  check({
    id: 'idempotency.refusals-are-not-kept',
    sentence: 'a refusal is not kept: the key still works',
    needs: ['miss'],
    async run(context) {
      const headers = newKeyHeaders();
      const { miss } = context.given;
      expectError(await single(context, { ...miss, zip: 'x' }, { headers }), 400);
      const second = await single(context, miss, { headers });
      expectStatus(second, 200);
      expectEqual('Idempotency-Replayed', replayedHeader(second), null, second);
    },
  }),
  check({
    id: 'idempotency.scope',
    sentence: 'a key holds for one account and one operation',
    needs: ['matches', 'miss', 'otherAccount'],
    async run(context) {
      const headers = newKeyHeaders();
      const { matches, miss, otherAccount } = context.given;
      await match(context, matches[0].input, { headers });
      const others = [
        await single(context, miss, { headers, key: otherAccount.key }),
        await bulk(context, [miss], { headers }),
      ];
      for (const other of others) {
        expectStatus(other, 200);
        expectEqual('Idempotency-Replayed', replayedHeader(other), null, other);
      }
    },
  }),
  check({
    id: 'idempotency.echo',
    sentence: 'every answer to a request with a key echoes it',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      const { miss, emptyAccount } = context.given;
      const headers = newKeyHeaders();
      const answers = [
        await single(context, {}, { headers }),
        await single(context, miss, { headers, key: emptyAccount.key }),
        await single(context, miss, { headers, key: 'pc_wrong' }),
        await single(context, miss, { headers }),
        await postJob(context, {}, { headers }),
      ];
      for (const answer of answers) {
        const echoed = answer.headers.get('idempotency-key');
        expectThat(echoed === headers['Idempotency-Key'], 'the key again', echoed ?? 'none', answer);
      }
    },
  }),
]);
