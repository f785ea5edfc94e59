// Hostile clients, in a process of their own: what they cost their own process must not slow down honest ones. Started by
// hostile-run.mjs with what they need as JSON; prints what every attack counted. Each function is one round of one attack,
// bounded in bytes and connections, and returns counts; they are repeated, all of them at once.
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { Agent } = createRequire(path.resolve(import.meta.dirname, '../../packages/sdk/package.json'))(
  'undici',
);

// Only this machine is ever talked to, from an address of its own, so that the limits for one address do not meet honest clients.
const ATTACKER = '127.0.0.3';
const { url, poor, seconds, only } = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(url);
if (hostname !== '127.0.0.1') throw new Error(`hostile clients are only for 127.0.0.1, not for ${hostname}`);
const endsAt = Date.now() + seconds * 1_000;

const agent = new Agent({ connect: { localAddress: ATTACKER }, headersTimeout: 20_000 });
const MB = 1024 * 1024;
const JOBS = '/api/user/skip-trace';
const BULK = '/api/v1/skip-trace-bulk';
const KEY = `Bearer ${poor}`;
const JSON_TYPE = 'application/json';
const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const JOB = JSON.stringify({ filename: 'leads.csv', columnMapping: MAPPING });

/** Sends a body on a connection of its own. Returns the status and the text; the status 0 if there was no answer. */
async function post(route, body, type = JSON_TYPE) {
  const headers = { authorization: KEY, 'content-type': type };
  try {
    const sent = { origin: url, path: route, method: 'POST', reset: true, headers, body };
    const answer = await agent.request(sent);
    return { status: answer.statusCode, text: await answer.body.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** Count of each status. */
function tally(answers) {
  const counts = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function oneByOne(calls) {
  const answers = [];
  for (const call of calls) answers.push(await call());
  return tally(answers);
}

/** A socket; its errors are ignored, since the attacker causes them. */
function socketTo() {
  const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
  socket.on('error', () => undefined);
  return socket;
}

/** Writes to a socket that is never read, and disconnects. */
async function leaveUnread(text, ms) {
  const socket = socketTo();
  socket.pause();
  socket.write(text);
  await sleep(ms);
  socket.destroy();
}

const get = (route, more = '') => `GET ${route} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;

/** Bodies of 1 MB with members that are all wrong, nested or unknown. */
function bodies() {
  const lists = [
    [400_000, 1],
    [200_000, null],
    [300_000, {}],
    [20_000, MATCH],
  ].map(([count, entry]) => JSON.stringify({ addresses: Array(Number(count)).fill(entry) }));
  const nested = `{"addresses":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
  const columnMapping = { ...MAPPING, extra: 'x'.repeat(64 * 1024) };
  const job = JSON.stringify({ filename: 'leads.csv', columnMapping });
  return oneByOne([
    ...[...lists, nested].map((body) => () => post(BULK, body)),
    ...Array(10).fill(() => post(JOBS, job)),
  ]);
}

/** Requests for large documents with unread answers, and a client that disconnects. */
async function unreadPipelines() {
  const requests = ['/openapi.yaml', '/docs/swagger-ui-bundle.js', '/healthz'].map((route) => get(route));
  await Promise.all(requests.map((one) => leaveUnread(one.repeat(Math.floor(52_000 / one.length)), 1_500)));
  return { connections: requests.length };
}

/** Wrong keys, many at once on one connection. */
async function wrongKeys() {
  const one = () => get(JOBS, `Authorization: Bearer sk_${randomBytes(16).toString('hex')}\r\n`);
  await leaveUnread(Array.from({ length: 300 }, one).join(''), 2_000);
  return { keys: 300 };
}

/** Headers and bodies sent a byte at a time. Reports how long the server held the slowest of them. */
async function trickles() {
  const opening = [
    'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
    `POST /api/contact HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
  ];
  const held = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const startedAt = Date.now();
      const socket = socketTo();
      socket.resume();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(opening[at % opening.length]);
      const drip = setInterval(() => socket.write('x'), 500);
      await Promise.race([closed, sleep(Math.max(0, endsAt - Date.now()))]);
      clearInterval(drip);
      socket.destroy();
      return Date.now() - startedAt;
    }),
  );
  return { connections: held.length, longestHeldMs: Math.max(...held) };
}

const filled = (unit, bytes, head = '') =>
  Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - head.length, unit)]);
const HEADER = 'Address,City,State,Zip\n';
const HOSTILE_FILES = [
  ...['\n', '\r', '\r\n', 'x', 'a,'].map((unit) => filled(unit, 4 * MB)),
  ...['"x\n', 'x'].map((unit) => filled(unit, 4 * MB, HEADER)),
  ...['x"x,"" "\n', '\n'].map((unit) => filled(unit, 2 * MB, HEADER)),
  filled('sep=;\n', 2 * MB),
];

const FORM = 'multipart/form-data; boundary=----soak';
const formOf = (file) =>
  Buffer.concat([
    Buffer.from(
      '------soak\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\nContent-Type: text/csv\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n------soak--\r\n'),
  ]);

/** Creates a job, and gives the path of its upload to `use`; the answer of the creation if that was refused. */
async function withJob(use) {
  const created = await post(JOBS, JOB);
  return created.status === 201 ? use(`${JOBS}/${JSON.parse(created.text).jobId}/upload`) : created;
}

const upload = (file) => withJob((route) => post(route, formOf(file), FORM));

/** Files that are hard to parse, from an account without money. */
const hostileFiles = () => oneByOne(HOSTILE_FILES.map((file) => () => upload(file)));

const ROWS = Buffer.from(`${HEADER}${'404 Sandbox Miss Blvd,Reno,NV,89501\n'.repeat(200)}`);

/** Jobs that are created, some uploaded, and never confirmed; many at once. */
async function unconfirmedJobs() {
  const created = Array.from({ length: 20 }, () => post(JOBS, JOB));
  const uploaded = Array.from({ length: 8 }, () => upload(ROWS));
  return tally(await Promise.all([...created, ...uploaded]));
}

/** Large concurrent uploads, half of which are aborted. */
async function uploadFlood() {
  const large = filled('1 Oak St,Reno,NV,89501\n', 8 * MB, HEADER);
  const whole = Array.from({ length: 3 }, () => upload(large));
  const cut = Array.from({ length: 3 }, () =>
    withJob(async (route) => {
      const body = formOf(large);
      const head = `POST ${route} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${KEY}\r\nContent-Type: ${FORM}\r\n`;
      const socket = socketTo();
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
      socket.write(body.subarray(0, 3 * MB));
      await sleep(500);
      socket.destroy();
      return { status: 'cut off' };
    }),
  );
  return tally(await Promise.all([...whole, ...cut]));
}

/** Pause between two rounds of an attack, so that the cost of a request is measured and not the attacker's rate. */
const PAUSE_MS = 2_000;
const attacks = {
  bodies,
  unreadPipelines,
  wrongKeys,
  trickles,
  hostileFiles,
  unconfirmedJobs,
  uploadFlood,
};

async function play([name, attack]) {
  const counts = { rounds: 0 };
  while (Date.now() < endsAt) {
    const found = await attack();
    counts.rounds++;
    for (const [what, count] of Object.entries(found))
      counts[what] = what.startsWith('longest')
        ? Math.max(counts[what] ?? 0, count)
        : (counts[what] ?? 0) + count;
    await sleep(Math.min(PAUSE_MS, Math.max(0, endsAt - Date.now())));
  }
  return [name, counts];
}

const chosen = Object.entries(attacks).filter(([name]) => only === undefined || only.includes(name));
const played = await Promise.all(chosen.map(play));
console.log(JSON.stringify(Object.fromEntries(played)));
process.exit(0);
