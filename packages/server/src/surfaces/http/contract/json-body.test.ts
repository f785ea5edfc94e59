import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestOfGoneClient, RawConnection, statusOf } from '../../../testing/raw-http.js';
import { MISS } from '../../../testing/sandbox.js';
import { temporaryServer, type Call, type TemporaryServer } from '../../../testing/server.js';
import { readJsonBody, SlowBodyError } from './json-body.js';
import { operationsAt } from './operations.js';
import { checkedBody } from './requests.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const nested = (depth: number) => `{"address":"1 Elm St","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const SMALL = { maxBytes: 100, tooLarge: '', maxValues: 100, tooMany: '' };
const bytes = (...values: (string | number)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.of(value))));

function bulkOperation() {
  const [operation] = operationsAt('/api/v1/skip-trace-bulk');
  if (operation === undefined) throw new Error('openapi.yaml has no bulk lookup');
  return operation;
}

describe('a JSON body', () => {
  it.each<[string, Call, RegExp]>([
    ['is missing', {}, /Content-Type|JSON/],
    ['is empty', { body: '' }, /JSON/],
    ['is broken', { body: '{"address":' }, /JSON/],
    ['has a trailing comma', { body: '{"address":"1 Elm St",}' }, /JSON/],
    ['is two documents', { body: '{"address":"1 Elm St"}{}' }, /JSON/],
    ['is null', { body: 'null' }, /body must be an object/],
    ['is a list', { body: '[]' }, /body must be an object/],
    ['is a string', { body: '"1 Elm St"' }, /body must be an object/],
    ['is no valid UTF-8', { body: bytes('{"address":"', 0xc3, 0x28, '"}') }, /UTF-8/],
    ['is UTF-16', { body: Buffer.from('{"address":"1 Elm St"}', 'utf16le') }, /UTF-8|JSON/],
    ['is 20,000 levels deep', { body: nested(20_000) }, /nested/],
    ['is text', { json: MISS, headers: { 'content-type': 'text/plain' } }, /Content-Type/],
    [
      'is a form',
      { body: 'address=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      /Content-Type/,
    ],
    [
      'is nearly JSON by type',
      { json: MISS, headers: { 'content-type': 'application/jsonp' } },
      /Content-Type/,
    ],
    ['is compressed', { json: MISS, headers: { 'content-encoding': 'gzip' } }, /Content-Encoding/],
    ['is larger than 64 KB', { json: { ...MISS, note: 'x'.repeat(65_536) } }, /64 KB/],
  ])('is a 400 when it %s', async (_, sent, message) => {
    const { headers = {}, body, ...rest } = sent;
    const type = { 'content-type': 'application/json', ...headers };
    const { status, json } = await server.call('skipTraceSingle', {
      ...rest,
      headers: type,
      ...(body !== undefined && { body }),
    });
    expect(status).toBe(400);
    expect(Object.keys(json)).toEqual(['error']);
    expect(json.error).toMatch(message);
  });

  it.each<[string, Call]>([
    ['a charset', { json: MISS, headers: { 'content-type': 'Application/JSON; charset=utf-8' } }],
    ['identity as its encoding', { json: MISS, headers: { 'content-encoding': 'identity' } }],
    ['unknown fields', { json: { ...MISS, firstName: 7, extra: { a: [null] } } }],
    [
      'fields of Object’s prototype',
      { body: `{"__proto__":{"address":"x"},"constructor":1,"address":"1 Elm St"}` },
    ],
    ['a field twice, of which the last counts', { body: '{"address":7,"address":"1 Elm St"}' }],
    ['nesting of 60 levels in a field that is ignored', { body: nested(60) }],
    ['an address of a thousand characters', { json: { address: '1 Elm St '.repeat(112) } }],
    ['every space JSON knows', { body: ' \t\r\n{ "address" : "1 Elm St" }\n' }],
  ])('is taken with %s', async (_, sent) => {
    expect((await server.call('skipTraceSingle', sent)).status).toBe(200);
  });

  it('cannot give an object its required fields through the prototype', async () => {
    const { status, json } = await server.call('skipTraceSingle', {
      body: '{"__proto__":{"address":"1 Elm St"}}',
    });
    expect([status, json]).toEqual([400, { error: 'address is required' }]);
    expect(({} as Record<string, unknown>).address).toBeUndefined();
  });

  it.each([
    ['{"address":"a\\u0000b"}', 'address'],
    ['{"address":"a\\u001bb"}', 'address'],
    ['{"address":"\\ud800"}', 'address'],
    ['{"address":"\\udfff1 Elm St"}', 'address'],
    ['{"address":" \\t\\r\\n"}', 'address'],
    ['{"address":""}', 'address'],
    ['{"address":null}', 'address'],
    ['{"address":7}', 'address'],
    ['{"address":["1 Elm St"]}', 'address'],
    ['{"address":"1 Elm St","city":"\\u0000"}', 'city'],
    ['{"address":"1 Elm St","city":null}', 'city'],
    ['{"address":"1 Elm St","state":"T\\u0000"}', 'state'],
    ['{"address":"1 Elm St","state":""}', 'state'],
    ['{"address":"1 Elm St","state":"TEX"}', 'state'],
    ['{"address":"1 Elm St","state":"TX\\n"}', 'state'],
    ['{"address":"1 Elm St","zip":"78701\\n"}', 'zip'],
    ['{"address":"1 Elm St","zip":"٧٨٧٠١"}', 'zip'],
    ['{"address":"1 Elm St","zip":"78701-1234"}', 'zip'],
    ['{"address":"1 Elm St","zip":78701}', 'zip'],
  ])('names the invalid field and no valid one: %s', async (body, field) => {
    const { status, json } = await server.call('skipTraceSingle', { body });
    expect(status).toBe(400);
    const named = ['address', 'city', 'state', 'zip'].filter((name) => String(json.error).includes(name));
    expect(named).toEqual([field]);
  });

  it('accepts letters of every script in an address', async () => {
    expect(
      (await server.call('skipTraceSingle', { json: { address: '1 Straße 😀 通り\t\r\n2' } })).status,
    ).toBe(200);
  });

  it('names entries of a bulk by their index, and addresses when there are far too many', async () => {
    const bulk = (json: unknown) => server.call('skipTraceBulk', { json });
    expect((await bulk({ addresses: [MISS, { ...MISS, zip: '1' }, { city: 'Reno' }] })).json.error).toBe(
      'addresses[1].zip must be 5 digits; addresses[2].address is required',
    );
    for (const addresses of [undefined, null, {}, [], 'x', Array(101).fill(MISS), Array(50_000).fill(MISS)]) {
      const { status, json } = await bulk({ addresses });
      expect(status).toBe(400);
      expect(json.error).toContain('addresses');
    }
  });

  it('is refused before it is parsed when it holds too many values, wherever they are', async () => {
    const many = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`f${at}`, [at]]));
    const single = (json: unknown) => server.call('skipTraceSingle', { json });
    expect((await single({ ...MISS, ...many(400) })).status).toBe(200);
    const { status, json } = await single({ ...MISS, ...many(600) });
    expect([status, json.error]).toEqual([400, 'The body must not hold more than 1,000 values.']);
    // Commas and brackets inside a text do not count.
    expect((await single({ address: `1 Elm St${',[{'.repeat(500)}` })).status).toBe(200);
  });

  it('of a megabyte without addresses is refused without a look at most entries, and in few words', () => {
    const bulk = bulkOperation();
    for (const entry of [1, null, {}, '', [], { address: 7 }]) {
      const looked = new Set<string>();
      const entries = Array(500_000).fill(entry) as unknown[];
      const addresses = new Proxy(entries, {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) looked.add(key);
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      expect(() => checkedBody(bulk, { addresses })).toThrow(/^addresses must have at most 100 entries$/);
      expect(looked.size).toBeLessThanOrEqual(101);
    }
  });

  it('with a hundred bad entries is refused with a message about a few of them', async () => {
    const bad = { address: ' '.repeat(9_000), city: '\u0000', state: 'Texas', zip: '7870' };
    const { status, json } = await server.call('skipTraceBulk', {
      json: { addresses: Array(100).fill(bad) },
    });
    expect(status).toBe(400);
    expect(json.error).toContain('addresses[0].state must be a two-letter code');
    expect(String(json.error).length).toBeLessThan(2_000);
  });

  it('that is ignored by an operation does not matter', async () => {
    for (const id of ['confirmSkipTraceJob', 'cancelSkipTraceJob', 'markSkipTraceJobUploaded'] as const) {
      const { status } = await server.call(id, {
        jobId: 'x',
        body: '{"broken',
        headers: { 'content-encoding': 'gzip' },
      });
      expect(status).toBe(404);
    }
  });

  it('that breaks off is reported as the client’s fault', async () => {
    const { apiKey } = server.account;
    const head = `POST /api/v1/skip-trace HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n`;
    const type = 'Content-Type: application/json\r\n';
    const broken = (await RawConnection.open(server.url)).send(
      `${head}${type}Transfer-Encoding: chunked\r\n\r\n5\r\n{"add\r\nnot-a-length\r\n`,
    );
    expect(statusOf(await broken.untilClosed())).toBe(400);
    const gone = (await RawConnection.open(server.url)).send(
      `${head}${type}Content-Length: 50\r\n\r\n{"address":`,
    );
    gone.socket.destroy();
    expect((await server.call('skipTraceSingle', { json: MISS })).status).toBe(200);
  });

  it('that arrives too slowly is refused', async () => {
    const request = Object.assign(new PassThrough(), { headers: { 'content-type': 'application/json' } });
    request.write('{"address":');
    const limit = { ...SMALL, tooLarge: 'too large' };
    const refused = readJsonBody(request as unknown as IncomingMessage, limit, 20);
    await expect(refused).rejects.toBeInstanceOf(SlowBodyError);
  });
});

it('a body is not awaited if its client disconnected before it was read', async () => {
  const request = await requestOfGoneClient('Content-Type: application/json', '{}');
  await expect(readJsonBody(request, SMALL, 60_000)).rejects.toThrow('cut off');
});
