// What the SDK costs beside what it stands on, and beside other clients. Run by `npm run bench -- sdk`, after a build.
//
//   node scripts/bench.mjs sdk            everything
//   node scripts/bench.mjs sdk --quick    fewer rounds, a smaller upload
//
// Requests go one after the other to a server in a process of its own that answers at once; the clients take turns in
// every round, and the ratio is of medians to undici's `request`. Clients that are not installed are left out.
import { fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const sdkFolder = path.resolve(path.dirname(self), '../../packages/sdk');
const requireFromSdk = createRequire(path.join(sdkFolder, 'package.json'));

const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';
const jobPath = `/api/user/skip-trace/${jobId}`;
const lookupPath = '/api/v1/skip-trace';

export async function run(args = []) {
  const quick = args.includes('--quick');
  const server = fork(self, ['serve'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const port = await message(server);
    const baseUrl = `http://127.0.0.1:${port}`;
    const requests = await timeRequests(
      baseUrl,
      quick ? { rounds: 5, each: 300 } : { rounds: 15, each: 1_000 },
    );
    const upload = await measureUpload(baseUrl, quick ? 50 : 400);
    const importMs = timeImport(quick ? 7 : 21);
    const size = installSize();
    const misbehaviour = await tableOfMisbehaviour();
    report({ requests, upload, importMs, size, misbehaviour });
    return { requests, upload, importMs, size, misbehaviour };
  } finally {
    server.kill();
  }
}

/** Sequential requests of every client, interleaved; medians in microseconds of wall and of processor time. */
async function timeRequests(baseUrl, { rounds, each }) {
  const { clients, close } = await openClients(baseUrl);
  const samples = clients.map(({ name, method, call }) => ({ name, method, call, wall: [], cpu: [] }));
  for (const { call } of samples) for (let n = 0; n < each; n++) await call();
  for (let round = 0; round < rounds; round++) {
    for (const sample of samples) {
      const cpu = process.cpuUsage();
      const from = performance.now();
      for (let n = 0; n < each; n++) await sample.call();
      sample.wall.push(((performance.now() - from) / each) * 1000);
      const used = process.cpuUsage(cpu);
      sample.cpu.push((used.user + used.system) / each);
    }
  }
  await close();
  const rows = samples.map(({ name, method, wall, cpu }) => ({
    name,
    method,
    wallUs: median(wall),
    cpuUs: median(cpu),
  }));
  for (const row of rows) {
    const base = rows.find(({ name, method }) => name === 'undici request' && method === row.method);
    row.ratio = row.wallUs / base.wallUs;
    row.cpuRatio = row.cpuUs / base.cpuUs;
  }
  return rows;
}

async function openClients(baseUrl) {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const { Agent } = requireFromSdk('undici');
  const { default: createClient } = await import('openapi-fetch');
  const agent = new Agent();
  const sdk = new SkipTrace({ apiKey: 'pc_bench', baseUrl });
  const headers = { accept: 'application/json', authorization: 'Bearer pc_bench' };
  const plain = createClient({ baseUrl, headers });
  const json = { ...headers, 'content-type': 'application/json' };
  const undici = async (method, route, body) => {
    const answer = await agent.request({
      origin: baseUrl,
      path: route,
      method,
      headers: body ? json : headers,
      body,
    });
    return answer.body.json();
  };
  const pair = (name, get, post) => [
    { name, method: 'GET', call: get },
    { name, method: 'POST', call: post },
  ];
  const clients = [
    ...pair(
      'undici request',
      () => undici('GET', jobPath),
      () => undici('POST', lookupPath, JSON.stringify(address)),
    ),
    ...pair(
      '@skiptrace/sdk',
      () => sdk.jobs.get(jobId),
      () => sdk.lookup(address),
    ),
    ...pair(
      'openapi-fetch on global fetch',
      () => plain.GET(jobPath),
      () => plain.POST(lookupPath, { body: address }),
    ),
    ...(await others(baseUrl, headers, pair)),
  ];
  return { clients, close: () => Promise.all([sdk.close(), agent.close()]) };
}

async function others(baseUrl, headers, pair) {
  const found = [];
  const installed = async (name) => (await import(name).catch(() => undefined))?.default;
  const ky = await installed('ky');
  if (ky) {
    found.push(
      ...pair(
        'ky',
        () => ky.get(baseUrl + jobPath, { headers }).json(),
        () => ky.post(baseUrl + lookupPath, { headers, json: address }).json(),
      ),
    );
  }
  const got = await installed('got');
  if (got) {
    found.push(
      ...pair(
        'got',
        () => got.get(baseUrl + jobPath, { headers }).json(),
        () => got.post(baseUrl + lookupPath, { headers, json: address }).json(),
      ),
    );
  }
  const axios = await installed('axios');
  if (axios) {
    found.push(
      ...pair(
        'axios',
        () => axios.get(baseUrl + jobPath, { headers }),
        () => axios.post(baseUrl + lookupPath, address, { headers }),
      ),
    );
  }
  return found;
}

/** Peak of resident memory while a stream of so many megabytes is uploaded, over what the process had before. */
async function measureUpload(baseUrl, megabytes) {
  const child = fork(self, ['upload', baseUrl, String(megabytes)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return message(child);
}

async function uploadInThisProcess(baseUrl, megabytes) {
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

/** Median time of a process that imports the package, over one that does nothing. */
function timeImport(runs) {
  const time = (code) => {
    const from = performance.now();
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: sdkFolder });
    return performance.now() - from;
  };
  const bare = [];
  const withSdk = [];
  for (let n = 0; n < runs; n++) {
    bare.push(time(''));
    withSdk.push(time("await import('@skiptrace/sdk')"));
  }
  return { bareMs: median(bare), addedMs: median(withSdk) - median(bare) };
}

/** Packages and bytes that an install brings, and what our own code weighs minified and compressed. */
function installSize() {
  const script = `
    import { build } from 'rolldown';
    import { gzipSync } from 'node:zlib';
    const { output } = await build({ input: 'dist/index.js', external: ['undici', 'openapi-fetch', /^node:/], platform: 'node',
      output: { minify: true, format: 'esm' }, write: false, logLevel: 'silent' });
    const bytes = output.map((chunk) => gzipSync(chunk.code ?? '').length).reduce((a, b) => a + b, 0);
    process.stdout.write(String(bytes));`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: sdkFolder,
    encoding: 'utf8',
  });
  const packages = ['openapi-fetch', 'openapi-typescript-helpers', 'undici'].map((name) => {
    const folder = requireFromSdk.resolve.paths(name).map((place) => path.join(place, name));
    return folder.find((place) => spawnSync('test', ['-d', place]).status === 0);
  });
  const folders = [...packages, path.join(sdkFolder, 'dist'), path.join(sdkFolder, 'docs')].filter(Boolean);
  const { stdout } = spawnSync('du', ['-sck', '--apparent-size', ...folders], { encoding: 'utf8' });
  const kilobytes = Number(/(\d+)\s+total/.exec(stdout)?.[1]);
  return {
    packages: packages.length + 1,
    installedMB: kilobytes / 1000,
    ownCodeGzipKB: Number(built.stdout) / 1000,
  };
}

/** What happens when the server misbehaves: requests it saw, time the call took (waits included), the error. */
async function tableOfMisbehaviour() {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const testing = await import('@skiptrace/sdk/testing');
  const abortSoon = () => AbortSignal.timeout(200);
  const cases = [
    ['reset after the POST was read', testing.reset()],
    ['Retry-After: 3600', testing.rateLimited('3600')],
    ['Retry-After: 30 days', testing.rateLimited('2592000')],
    ['a stalled body', testing.stallInBody()],
    ['an HTML 502', testing.htmlPage(502)],
    ['402', testing.insufficientBalance(4)],
    ['the daily cap', testing.dailyMissLimit()],
    ['an abort while sleeping', testing.rateLimited('30'), abortSoon],
  ];
  const rows = [];
  for (const [name, step, signal] of cases) {
    const server = await testing.ScenarioServer.start();
    const client = new SkipTrace({ apiKey: 'pc_bench', baseUrl: server.url, timeoutMs: 500 });
    server.script('skipTraceSingle', step);
    const from = performance.now();
    const error = await client.lookup(address, { signal: signal?.() }).then(
      () => undefined,
      (thrown) => thrown,
    );
    rows.push({
      name,
      requests: server.requests.length,
      ms: performance.now() - from,
      error: error ? `${error.name}${error.mayHaveBeenCharged ? ', may have been charged' : ''}` : 'none',
    });
    await client.close();
    await server.close();
  }
  return rows;
}

function report({ requests, upload, importMs, size, misbehaviour }) {
  console.log('Sequential requests, medians:');
  for (const { name, method, wallUs, ratio, cpuUs, cpuRatio } of requests) {
    console.log(
      `  ${method.padEnd(4)} ${name.padEnd(30)} ${wallUs.toFixed(0).padStart(5)} µs  ${ratio.toFixed(2)} ×` +
        `   processor ${cpuUs.toFixed(0).padStart(5)} µs  ${cpuRatio.toFixed(2)} ×`,
    );
  }
  console.log(`Import: ${importMs.addedMs.toFixed(1)} ms over bare node (${importMs.bareMs.toFixed(1)} ms)`);
  console.log(
    `Install: ${size.packages} packages, ${size.installedMB.toFixed(1)} MB; own code ${size.ownCodeGzipKB.toFixed(1)} kB min+gzip`,
  );
  console.log(
    `Upload of ${upload.megabytes} MB: ${upload.seconds.toFixed(1)} s, memory grew by ${upload.grownMB.toFixed(0)} MB`,
  );
  console.log('When the server misbehaves (a single lookup, timeoutMs 500):');
  for (const { name, requests: seen, ms, error } of misbehaviour) {
    console.log(`  ${name.padEnd(32)} ${seen} request  ${ms.toFixed(0).padStart(4)} ms  ${error}`);
  }
}

/** Answers every request at once, after reading its body. */
function serve() {
  const job = JSON.stringify({
    id: jobId,
    status: 'uploaded',
    filename: 'leads.csv',
    createdAt: '',
    updatedAt: '',
  });
  const contact = {
    firstName: 'Jordan',
    lastName: 'Avery',
    fullName: 'Jordan Avery',
    propertyAddress: address.address,
  };
  const phones = [{ number: '5125550100', type: 'mobile', dnc: false }];
  const match = JSON.stringify({
    success: true,
    found: true,
    charged: 4,
    contact,
    phones,
    emails: ['a@example.com'],
  });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const body = request.url === lookupPath ? match : job;
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-request-id': createHash('md5').update('bench').digest('hex'),
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

function message(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a helper process ended with ${code}`)));
  });
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

if (process.argv[1] === self) {
  const [, , role, ...rest] = process.argv;
  if (role === 'serve') serve();
  else if (role === 'upload')
    process.send(await uploadInThisProcess(rest[0], Number(rest[1])), () => process.exit(0));
  else await run(process.argv.slice(2));
}
