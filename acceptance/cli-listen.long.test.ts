import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SkipTrace, webhooks } from '@skiptrace/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, RealServer, run } from './support/processes.js';

const LEADS = 'Address,City,State,Zip\n100 Sandbox Match St,Austin,TX,78701\n';

/** A program that takes webhooks, and answers as it is told. */
class Receiver {
  answers = 200;
  readonly taken: { headers: IncomingHttpHeaders; body: string }[] = [];
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      this.taken.push({ headers: request.headers, body });
      response.writeHead(this.answers).end();
    });
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `localhost:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('listen, with the built command and the real server', () => {
  const receiver = new Receiver();
  let server: RealServer;
  let accountId: string;
  let apiKey: string;
  let client: SkipTrace;
  let target: string;
  let listening: ChildProcess | undefined;
  const said = { out: '', err: '' };

  beforeAll(async () => {
    server = await RealServer.create({ WEBHOOKS: 'on', WEBHOOK_ALLOW_PRIVATE: 'true' });
    ({ accountId, apiKey } = await server.account(1_000));
    await server.start('--sandbox');
    client = new SkipTrace({ apiKey, baseUrl: server.url });
    target = await receiver.start();
  });
  afterAll(async () => {
    listening?.kill('SIGKILL');
    receiver.close();
    await client.close();
    await server.remove();
  });

  const listen = (...more: string[]) =>
    run(cliBin, ['listen', '--forward-to', target, ...more], server.environment(apiKey));

  async function heard(stream: 'out' | 'err', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(said[stream]);
      if (found !== null) return found;
      if (listening === undefined || listening.exitCode !== null) throw new Error(`it ended: ${said.err}`);
      await Promise.race([
        once(listening.stdout ?? listening, 'data'),
        once(listening.stderr ?? listening, 'data'),
      ]);
    }
  }

  async function uploaded(): Promise<string> {
    const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
    const job = await client.jobs.create({ filename: 'leads.csv', columnMapping });
    await job.upload(Buffer.from(LEADS));
    return job.id;
  }

  it('says what to do where the account has no endpoint', async () => {
    const { code, stderr } = await listen();
    expect(code).toBe(8);
    expect(stderr).toContain('This account has no webhook endpoint, so nothing is noted.');
    expect(stderr).toContain('Add one in the web app, under Keys');
  });

  it('forwards what an endpoint is told, signed, and says what the program answered', async () => {
    await server.operator('webhooks', 'add', accountId, '--url', 'http://127.0.0.1:9/hooks');
    await server.operator('webhooks', 'add', accountId, '--url', 'http://127.0.0.1:9/others');
    // Earlier deliveries aren't forwarded.
    const before = await uploaded();
    await expect.poll(async () => (await client.deliveries()).deliveries.length).toBe(2);
    listening = spawn(process.execPath, [cliBin, 'listen', '--forward-to', target], {
      env: { PATH: process.env['PATH'] ?? '', ...server.environment(apiKey) },
    });
    listening.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    listening.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    const [, secret = ''] = await heard('err', /with this secret: (\S+)/);
    const jobId = await uploaded();
    await heard('out', new RegExp(`job\\.preview +${jobId} +200`));
    receiver.answers = 500;
    await client.jobs.handle(jobId).confirm();
    await heard('out', new RegExp(`job\\.completed +${jobId} +500`));
    expect(said.out).not.toContain(before);
    // Once, though two endpoints are told.
    expect(receiver.taken).toHaveLength(2);
    const [first] = receiver.taken;
    const event = await webhooks.verify(first?.body ?? '', first?.headers ?? {}, secret);
    expect(event).toMatchObject({
      type: 'job.preview',
      data: { jobId, matchedRows: 1, totalChargeCents: 4 },
    });
    // The endpoint is sent the same bytes.
    expect(first?.body).toMatch(/^\{"type":"job\.preview","timestamp":"[^"]+","data":\{"jobId":/);
  });

  it('ends at Ctrl-C', async () => {
    if (listening === undefined) throw new Error('it does not listen');
    const ended = once(listening, 'exit');
    listening.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(said.err).toContain('Interrupted.');
  });
});
