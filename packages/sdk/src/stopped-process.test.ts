import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { SkipTrace } from './client.js';

/** A server in its own thread: it continues while this one is blocked. It answers when it is told to. */
const SERVER = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const state = new Int32Array(workerData);
  createServer((request, response) => {
    request.resume().on('end', () => {
      Atomics.store(state, 0, 1);
      Atomics.wait(state, 0, 1);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: true, found: false, contact: null }));
    });
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
});

describe('a process that was stopped for longer than its timeout (Ctrl-Z, a paused container)', () => {
  it('reads the answer that arrived in the meantime, rather than giving up', async () => {
    const state = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(SERVER, { eval: true, workerData: state.buffer });
    workers.push(worker);
    const [port] = (await once(worker, 'message')) as [number];
    const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: `http://127.0.0.1:${port}` });
    const answer = client.lookup('1 Oak St', { maxRetries: 0, timeoutMs: 1000 });
    answer.catch(() => undefined);
    // In this phase of the event loop timers come next, as they do for a process that is stopped while it waits.
    while (Atomics.load(state, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(state, 0, 2);
    Atomics.notify(state, 0);
    // Blocks this thread until the answer is in the socket and the timeout is long over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
    expect(await answer).toMatchObject({ found: false });
    await client.close();
  });
});
