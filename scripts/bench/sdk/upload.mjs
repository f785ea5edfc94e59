// How far resident memory grows while a file of the given size is uploaded from its path, in a process that has made many
// requests: undici's HTTP parser, which V8 compiles in the background once it is in use, takes about 28 MB for a quarter of a
// second. Started by the benchmark as a process of its own, with the server's address and the megabytes.
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { jobId } from './common.mjs';

const [baseUrl, megabytes] = [process.argv[2], Number(process.argv[3])];
const file = path.join(tmpdir(), `skiptrace-bench-upload-${process.pid}.csv`);

async function writeCsv(count) {
  const output = await open(file, 'w');
  const megabyte = Buffer.alloc(1_000_000, 'Address,City\n');
  for (let n = 0; n < count; n++) await output.write(megabyte);
  await output.close();
}

async function upload() {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const client = new SkipTrace({ apiKey: 'pc_bench', baseUrl });
  const job = client.jobs.handle(jobId);
  await writeCsv(2);
  await job.upload(file);
  for (let n = 0; n < 200; n++) await job.get();
  await sleep(1_000);
  await writeCsv(megabytes);
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

try {
  const result = await upload();
  process.send?.(result, () => process.exit(0));
} finally {
  await rm(file, { force: true });
}
