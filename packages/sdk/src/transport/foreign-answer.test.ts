// A gateway that sends an answer twice, or to the wrong connection, gives one customer another customer's
// owner.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, SkipTrace } from '../index.js';
import { apiKey, failure, setup, columnMapping } from '../testing/harness.js';
import { FakeClock, reply } from '../testing/index.js';
import { isForeign } from './exchange.js';

interface Asked {
  readonly key: string | undefined;
  readonly socket: Socket | undefined;
  readonly address: string;
}

/** A service behind a gateway: `act` answers the latest request with any bytes. */
async function gateway(
  act: (asked: Asked, all: readonly Asked[]) => string,
  options: ClientOptions,
): Promise<{ client: SkipTrace; asked: Asked[] }> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      const [head = '', body = ''] = received.split('\r\n\r\n');
      if (body.length < Number(/content-length: (\d+)/i.exec(head)?.[1])) return;
      received = '';
      const { address } = JSON.parse(body) as { address: string };
      const latest = { key: /idempotency-key: (\S+)/i.exec(head)?.[1], socket, address };
      asked.push(latest);
      socket.write(act(latest, asked));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new SkipTrace({ apiKey, baseUrl, clock: new FakeClock(), ...options });
  onTestFinished(async () => {
    await client.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { client, asked };
}

/** The whole answer to one request, as bytes on the wire. */
function answerTo({ key, address }: Asked): string {
  const contact = { fullName: `Owner of ${address}` };
  const body = JSON.stringify({ success: true, found: true, charged: 4, contact, phones: [], emails: [] });
  const echo = key === undefined ? '' : `idempotency-key: ${key}\r\n`;
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${echo}content-length: ${body.length}\r\n\r\n${body}`;
}

describe.each([
  ['undici', {}],
  ['fetch', { fetch: globalThis.fetch }],
])('an answer with the Idempotency-Key of another request, over %s', (name, options) => {
  it('is refused, and the same request is sent again with its own key', async () => {
    const { client, asked } = await gateway((latest, [first]) => {
      const isSecond = latest.address === '2 Second St' && latest.socket === first?.socket;
      // The second request finds the first one's answer on its connection, followed by its own.
      return isSecond && first ? answerTo(first) + answerTo(latest) : answerTo(latest);
    }, options);
    expect(await client.lookup('1 First St')).toMatchObject({ contact: { fullName: 'Owner of 1 First St' } });
    const other = await client.lookup('2 Second St');
    expect(other).toMatchObject({ contact: { fullName: 'Owner of 2 Second St' } });
    expect(new Set(asked.slice(1).map(({ key }) => key)).size).toBe(1);
    // A connection with answers to other requests is closed. A `fetch` can't be told to.
    if (name === 'undici') expect(asked[2]?.socket).not.toBe(asked[1]?.socket);
  });

  it('ends the lookup as unknown_outcome if nothing else comes', async () => {
    const elsewhere = { key: 'someone-elses', socket: undefined, address: '9 Other St' };
    const { client } = await gateway(() => answerTo(elsewhere), options);
    expect(await failure(client.lookup('1 First St'))).toMatchObject({
      code: 'unknown_outcome',
      attempts: 5,
      mayHaveBeenCharged: true,
      message: expect.stringContaining('belongs to another request') as string,
    });
  });
});

it('is refused by every operation, whether it sends a key or not', async () => {
  const foreign = { 'idempotency-key': 'someone-elses' };
  const { client, server } = await setup();
  server.script('createSkipTraceJob', reply(201, { jobId: 'x' }, foreign));
  server.script('sendContactMessage', reply(200, { success: true }, foreign));
  server.script('listSkipTraceJobs', reply(200, { jobs: [{ id: 'theirs' }] }, foreign));
  server.script('skipTraceBulk', reply(200, { results: [] }, foreign));
  const filename = 'leads.csv';
  await client.jobs.create({ filename, columnMapping });
  expect(server.seen('createSkipTraceJob')).toHaveLength(2);
  const sender = { fullName: 'A', email: 'a@example.com', phone: '5125550100' };
  const message = { ...sender, reason: 'Other', message: 'hello' } as const;
  expect(await failure(client.contact(message))).toMatchObject({ code: 'unknown_outcome' });
  expect((await client.jobs.list())[0]?.id).not.toBe('theirs');
  expect(await client.bulk(['100 Sandbox Match St'])).toMatchObject({ matched: 1, unknown: 0 });
});

it("does not take another job's answer for the requested job", async () => {
  const { client, server } = await setup();
  const job = await client.jobs.create({ filename: 'leads.csv', columnMapping });
  const other = { ...server.service.jobs.get(job.id), id: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90' };
  server.script('getSkipTraceJob', reply(200, { ...other, status: 'preview', totalChargeCents: 1 }));
  expect(await failure(job.get())).toMatchObject({ code: 'response_format' });
  server.script('cancelSkipTraceJob', reply(200, { jobId: other.id, status: 'cancelled' }));
  // The job is read, is still open, and the cancellation is sent again.
  expect(await job.cancel()).toMatchObject({ jobId: job.id, status: 'cancelled' });
  expect(server.seen('cancelSkipTraceJob')).toHaveLength(2);
});

it('takes an echo for foreign exactly if it names another key', () => {
  const key = fc.stringMatching(/^[!-~]{1,40}$/);
  fc.assert(
    fc.property(key, key, fc.constantFrom('idempotency-key', 'Idempotency-Key'), (sent, echoed, name) => {
      expect(isForeign({ [name]: sent }, echoed)).toBe(sent !== echoed);
      expect(isForeign({ [name]: sent }, [sent, sent])).toBe(false);
      expect(isForeign({ [name]: sent }, undefined)).toBe(false);
      expect(isForeign({}, echoed)).toBe(true);
    }),
  );
});
