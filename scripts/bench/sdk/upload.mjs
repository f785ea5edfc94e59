// How far resident memory grows while a file of the given size is uploaded from its path, over what the process had
// after a first small upload. Started by the benchmark as a process of its own, with the server's address, the
// megabytes and a word: `cold` measures from that upload on, `warm` waits until undici's HTTP parser, which V8 compiles
// anew in the background once it is in use, has been compiled; that takes about 28 MB for a quarter of a second.
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { jobId } from './common.mjs';

const [baseUrl, megabytes, start] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
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
  if (start === 'warm') {
    for (let n = 0; n < 200; n++) await job.get();
    await sleep(1_000);
  }
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
  return { megabytes, seconds, grownMB: (most - before) / 1e6 };
}

try {
  const result = await upload();
  process.send(result, () => process.exit(0));
} finally {
  await rm(file, { force: true });
}
