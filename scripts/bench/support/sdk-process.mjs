// The SDK's benchmark (bench/sdk.mjs) starts this file twice, as processes of their own: as `server`, which answers every
// request at once after reading its body, and as `upload`, with the server's address and megabytes.
//
// `upload` tells how far resident memory grows while a file of that size is uploaded from its path, in a process that has made
// many requests: undici's HTTP parser, which V8 compiles in the background once it is in use, takes about 28 MB for a quarter of a
// second.
import { open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { responseExamples } from '@skiptrace/contract/examples';

export const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
export const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';
export const lookupPath = '/api/v1/skip-trace';

function serve() {
  const exampleOf = (id) => JSON.stringify(responseExamples(id, 200)[0].value);
  const [job, match] = [exampleOf('getSkipTraceJob'), exampleOf('skipTraceSingle')];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const body = request.url === lookupPath ? match : job;
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-request-id': 'bench-0123456789abcdef',
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.send?.(port);
  });
}

async function writeCsv(file, count) {
  const output = await open(file, 'w');
  const megabyte = Buffer.alloc(1_000_000, 'Address,City\n');
  for (let n = 0; n < count; n++) await output.write(megabyte);
  await output.close();
}

async function upload(file, baseUrl, megabytes) {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const client = new SkipTrace({ apiKey: 'pc_bench', baseUrl });
  const job = client.jobs.handle(jobId);
  await writeCsv(file, 2);
  await job.upload(file);
  for (let n = 0; n < 200; n++) await job.get();
  await sleep(1_000);
  await writeCsv(file, megabytes);
  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const from = performance.now();
  await job.upload(file);
  const seconds = (performance.now() - from) / 1000;
  clearInterval(watching);
  await client.close();
  return { seconds, grownMB: (most - before) / 1e6 };
}

const [role, baseUrl, megabytes] = process.argv.slice(2);
const isStarted = process.argv[1] === import.meta.filename;
if (isStarted && role === 'server') serve();
if (isStarted && role === 'upload') {
  const file = path.join(tmpdir(), `skiptrace-bench-upload-${process.pid}.csv`);
  try {
    const result = await upload(file, baseUrl, Number(megabytes));
    process.send?.(result, () => process.exit(0));
  } finally {
    await rm(file, { force: true });
  }
}
