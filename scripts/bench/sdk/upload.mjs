// Peak of resident memory while a stream of so many megabytes is uploaded, over what the process had before.
// Started by the benchmark as a process of its own, with the server's address and the megabytes.
import { jobId } from './common.mjs';

const [baseUrl, megabytes] = [process.argv[2], Number(process.argv[3])];

async function upload() {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const client = new SkipTrace({ apiKey: 'pc_bench', baseUrl });
  const job = client.jobs.handle(jobId);
  const chunk = Buffer.alloc(256 * 1024, 'Address,City\n');
  const source = (count) => ({
    size: count * chunk.length,
    async *stream() {
      for (let n = 0; n < count; n++) yield Buffer.from(chunk);
    },
  });
  await job.upload(source(8));
  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const from = performance.now();
  await job.upload(source(megabytes * 4));
  const seconds = (performance.now() - from) / 1000;
  clearInterval(watching);
  await client.close();
  return { megabytes, seconds, grownMB: (most - before) / 1e6 };
}

process.send(await upload(), () => process.exit(0));
