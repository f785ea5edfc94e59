import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failure } from './testing/harness.js';
import { webhooks } from './index.js';

const KEY = Buffer.from('a secret of the tests');
const SECRET = `whsec_${KEY.toString('base64')}`;
const NOW = Date.UTC(2026, 10, 26, 17);
const BODY = JSON.stringify({
  type: 'balance.low',
  timestamp: '2026-11-26T17:00:00.000Z',
  data: { balanceCents: 996, thresholdCents: 1_000 },
});

const signed = (body = BODY, { key = KEY, ms = NOW } = {}) => {
  const [id, timestamp] = ['msg_1', String(Math.floor(ms / 1_000))];
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};
const verify = (
  body: string | Uint8Array = BODY,
  headers: Parameters<typeof webhooks.verify>[1] = signed(),
  secret: string | string[] = SECRET,
) => webhooks.verify(body, headers, secret, { now: NOW });

describe('a webhook', () => {
  it('from the service is accepted, in any form of headers and body', async () => {
    const event = await verify();
    expect(event).toEqual(JSON.parse(BODY));
    if (event.type === 'balance.low') expect(event.data.balanceCents).toBe(996);
    expect(await verify(BODY, new Headers(signed()))).toEqual(event);
    expect(await verify(new TextEncoder().encode(BODY))).toEqual(event);
    const lists = Object.entries(signed()).map(([name, value]) => [name, [value]]);
    expect(await verify(BODY, Object.fromEntries(lists) as Record<string, string[]>)).toEqual(event);
    const upper = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await verify(BODY, Object.fromEntries(upper) as Record<string, string>)).toEqual(event);
  });

  it('is the example of the Standard Webhooks specification', async () => {
    const body = '{"test": 2432232314}';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(await webhooks.verify(body, headers, secret, { now: 1_614_265_330_000 })).toEqual({
      test: 2_432_232_314,
    });
  });

  it('may have several signatures, and its receiver several secrets', async () => {
    const headers = signed();
    const signature = `v1a,AAAA v1,not-base-64 v1,AAAA ${headers['webhook-signature']}`;
    await verify(BODY, { ...headers, 'webhook-signature': signature });
    await verify(BODY, headers, [`whsec_${Buffer.from('the next one').toString('base64')}`, SECRET]);
  });

  it.each([
    ['changed', `${BODY} `, signed(), SECRET],
    ['of another secret', BODY, signed(BODY, { key: Buffer.from('another') }), SECRET],
    ['under another id', BODY, { ...signed(), 'webhook-id': 'msg_2' }, SECRET],
    ['sent again after five minutes', BODY, signed(BODY, { ms: NOW - 301_000 }), SECRET],
    ['of the future', BODY, signed(BODY, { ms: NOW + 301_000 }), SECRET],
    ['without a time', BODY, { ...signed(), 'webhook-timestamp': 'now' }, SECRET],
    ['without a signature', BODY, { ...signed(), 'webhook-signature': '' }, SECRET],
    ['with a signature of another version', BODY, { ...signed(), 'webhook-signature': 'v2,AAAA' }, SECRET],
    ['checked with an empty secret', BODY, signed(BODY, { key: Buffer.alloc(0) }), 'whsec_'],
    ['checked with half a secret', BODY, signed(), SECRET.slice(6)],
  ])('that is %s is refused', async (_why, body, headers, secret) => {
    expect(await failure(verify(body, headers, secret))).toMatchObject({ code: 'webhook' });
  });

  it.each<[string, unknown, unknown, unknown, RegExp]>([
    ['a body that was parsed', JSON.parse(BODY), signed(), SECRET, /raw body/],
    ['no body', null, signed(), SECRET, /raw body/],
    ['no headers', BODY, undefined, SECRET, /no header webhook-id/],
    ['two ids', BODY, { ...signed(), 'webhook-id': ['msg_1', 'msg_2'] }, SECRET, /does not match/],
    ['an empty list', BODY, { ...signed(), 'webhook-id': [] }, SECRET, /no header webhook-id/],
    ['no secret', BODY, signed(), undefined, /no secret/],
    ['an empty secret', BODY, signed(), '', /no secret/],
    ['a list without a secret', BODY, signed(), [undefined], /no secret/],
    ['a secret that is none', BODY, signed(), 7, /whsec_/],
    ['a body that is not JSON', 'hello', signed('hello'), SECRET, /not JSON/],
  ])('is refused with a sentence for %s', async (_what, body, headers, secret, sentence) => {
    const [given, by] = [body, headers] as [string, Record<string, string>];
    const error = await failure(webhooks.verify(given, by, secret as string, { now: NOW }));
    expect(error).toMatchObject({ code: 'webhook', message: expect.stringMatching(sentence) as string });
  });

  it('is not accepted at any age because the tolerance is not a number', async () => {
    const late = { now: NOW + 86_400_000, toleranceSeconds: Number.NaN };
    expect(await failure(webhooks.verify(BODY, signed(), SECRET, late))).toMatchObject({ code: 'webhook' });
  });
});
