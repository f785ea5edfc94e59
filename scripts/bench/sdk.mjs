// Cost of the SDK beside the libraries it is built on. Run by `npm run bench -- sdk`, after a build.
//
//   npm run bench -- sdk            everything
//   npm run bench -- sdk --quick    fewer rounds
//   npm run bench -- sdk --smoke    only whether it runs to its end
//
// Requests go one after the other to a server in a process of its own that answers at once; the clients take turns in
// every round, and the ratio is the median of each round's own to undici's `request`. A file of 50 MB is the largest that is uploaded directly.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { median } from '../support/statistics.mjs';
import { inTurn, sizesOf } from './support/harness.mjs';
import { address, jobId, lookupPath } from './support/sdk-process.mjs';

const sdkFolder = path.resolve(import.meta.dirname, '../../packages/sdk');
const requireFromSdk = createRequire(path.join(sdkFolder, 'package.json'));
const jobPath = `/api/user/skip-trace/${jobId}`;

export async function run(args = []) {
  const { rounds, each, imports, megabytes } = sizesOf(args, {
    smoke: { rounds: 1, each: 5, imports: 1, megabytes: 2 },
    quick: { rounds: 15, each: 100, imports: 7, megabytes: 50 },
    full: { rounds: 60, each: 250, imports: 21, megabytes: 50 },
  });
  const server = start('server');
  try {
    const baseUrl = `http://127.0.0.1:${await message(server)}`;
    console.log('Sequential requests, medians:');
    for (const { name, wallUs, ratio } of await timeRequests(baseUrl, { rounds, each }))
      console.log(`  ${name} ${wallUs.toFixed(0).padStart(5)} µs  ${ratio.toFixed(2)} ×`);
    const { seconds, grownMB } = await message(
      start('upload', [baseUrl, String(megabytes)], ['--expose-gc']),
    );
    console.log(`Import, over bare Node: ${timeImport(imports).toFixed(1)} ms`);
    console.log(`Own code, minified and compressed: ${(ownCodeBytes() / 1000).toFixed(1)} kB`);
    console.log(
      `Upload of ${megabytes} MB from a path: ${seconds.toFixed(1)} s; memory grew by ${grownMB.toFixed(0)} MB`,
    );
  } finally {
    server.kill();
  }
}

/** Starts a role of support/sdk-process.mjs, a process that sends messages. */
function start(role, args = [], execArgv = []) {
  return fork(path.join(import.meta.dirname, 'support', 'sdk-process.mjs'), [role, ...args], {
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The next message of a process. */
function message(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a helper process ended with ${code}`)));
  });
}

/** Sequential requests of every client, interleaved; medians in microseconds, and of each round's ratio to undici. */
async function timeRequests(baseUrl, { rounds, each }) {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const { Agent } = requireFromSdk('undici');
  const agent = new Agent();
  const sdk = new SkipTrace({ apiKey: 'pc_bench', baseUrl });
  const headers = { accept: 'application/json', authorization: 'Bearer pc_bench' };
  const undici = async (method, route, body) => {
    const more = body && { 'content-type': 'application/json' };
    const request = { origin: baseUrl, path: route, method, headers: { ...headers, ...more }, body };
    const answer = await agent.request(request);
    return answer.body.json();
  };
  const calls = {
    'GET  undici request': () => undici('GET', jobPath),
    'POST undici request': () => undici('POST', lookupPath, JSON.stringify(address)),
    'GET  @skiptrace/sdk': () => sdk.jobs.get(jobId),
    'POST @skiptrace/sdk': () => sdk.lookup(address),
  };
  const timing = (call) => async () => {
    const from = performance.now();
    for (let n = 0; n < each; n++) await call();
    return ((performance.now() - from) / each) * 1000;
  };
  const contenders = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, timing(call)]));
  await inTurn(contenders, 1);
  const samples = await inTurn(contenders, rounds);
  await Promise.all([sdk.close(), agent.close()]);
  return Object.entries(samples).map(([name, wall]) => {
    const base = samples[`${name.slice(0, 4)} undici request`];
    return { name, wallUs: median(wall), ratio: median(wall.map((value, round) => value / base[round])) };
  });
}

/**
 * Extra milliseconds of a process that imports the package over one that does nothing: the median of the differences within
 * each round, because the machine's speed varies.
 */
function timeImport(runs) {
  const time = (code) => {
    const from = performance.now();
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: sdkFolder });
    return performance.now() - from;
  };
  const samples = Array.from({ length: runs }, () => -time('') + time("await import('@skiptrace/sdk')"));
  return median(samples);
}

/**
 * Bytes of our own code, minified and compressed: everything that the main entry can load except the two dependencies, including
 * chunks that are imported later.
 */
function ownCodeBytes() {
  const script = `
    import { build } from 'rolldown';
    import { gzipSync } from 'node:zlib';
    const { output } = await build({ input: 'dist/index.js', external: ['undici', 'openapi-fetch', /^node:/], platform: 'node',
      output: { minify: true, format: 'esm' }, write: false, logLevel: 'silent' });
    const bytes = output.map((chunk) => gzipSync(chunk.code ?? '').length).reduce((a, b) => a + b, 0);
    process.stdout.write(String(bytes));`;
  const words = ['--input-type=module', '-e', script];
  return Number(execFileSync(process.execPath, words, { cwd: sdkFolder, encoding: 'utf8' }));
}
