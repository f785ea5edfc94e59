// Hostile clients, in a process of their own: what they cost their own process must not slow down honest ones. Started by
// hostile-run.mjs with what they need as JSON; prints what every attack counted. Each function is one round of one attack,
// bounded in bytes and connections, and returns counts; they are repeated, all of them at once.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'node:http';
import { connect } from 'node:net';

// The wire as an attacker uses it: sockets that are not read, requests whose answers are never awaited. Only this
// machine is ever talked to, from addresses of its own, so that the limits for one address do not meet honest clients.
const ATTACKER = '127.0.0.3';

const ANSWER_PATIENCE_MS = 20_000;

/** @throws Error unless the server is on this machine */
function requireOwnMachine(url) {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1')
    throw new Error(`hostile clients are only for 127.0.0.1, not for ${hostname}`);
}

/**
 * A request on its own connection. Returns the status; 0 if there was no answer.
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {{ headers?: Record<string, string>, body?: string | Buffer, onJson?: (json: { jobId?: string }) => void }} [options]
 * @returns {Promise<number>}
 */
function send(url, method, path, { headers = {}, body, onJson } = {}) {
  return new Promise((resolve) => {
    const options = { method, headers, localAddress: ATTACKER, agent: false, timeout: ANSWER_PATIENCE_MS };
    const sent = request(new URL(path, url), options, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', () => resolve(0));
      response.on('end', () => {
        try {
          onJson?.(JSON.parse(Buffer.concat(parts).toString()));
        } catch {
          // The answer is not JSON.
        }
        resolve(response.statusCode ?? 0);
      });
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

const json = (value) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** A socket; its errors are ignored, since the attacker causes them. */
function socketTo(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
  socket.on('error', () => undefined);
  return socket;
}

/** Writes to a socket that is never read, and disconnects. */
async function leaveUnread(url, text, ms) {
  const socket = socketTo(url);
  socket.pause();
  socket.write(text);
  await sleep(ms);
  socket.destroy();
}

const MB = 1024 * 1024;
const JOBS = '/api/user/skip-trace';
const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
/** Count of each status. */
function tally(statuses) {
  const counts = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const bearer = (apiKey) => ({ authorization: `Bearer ${apiKey}` });
const withKey = (apiKey, value) => {
  const { headers, body } = json(value);
  return { headers: { ...headers, ...bearer(apiKey) }, body };
};

/** Bodies of 1 MB whose members are all wrong, nested or unknown. */
async function bodies({ url, poor }) {
  const addresses = [
    Array(400_000).fill(1),
    Array(200_000).fill(null),
    Array(300_000).fill({}),
    Array(20_000).fill(MATCH),
  ];
  const statuses = [];
  for (const list of addresses)
    statuses.push(await send(url, 'POST', '/api/v1/skip-trace-bulk', withKey(poor, { addresses: list })));
  const nested = `{"addresses":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
  const headers = { 'content-type': 'application/json', ...bearer(poor) };
  statuses.push(await send(url, 'POST', '/api/v1/skip-trace-bulk', { headers, body: nested }));
  const columnMapping = { ...MAPPING, extra: 'x'.repeat(64 * 1024) };
  for (let round = 0; round < 10; round++)
    statuses.push(await send(url, 'POST', JOBS, withKey(poor, { filename: 'leads.csv', columnMapping })));
  return tally(statuses);
}

const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;

/** Requests for large documents with unread answers, and a client that disconnects. */
async function unreadPipelines({ url }) {
  const rounds = [get('/openapi.yaml'), get('/docs/swagger-ui-bundle.js'), get('/healthz')];
  await Promise.all(
    rounds.map((one) => leaveUnread(url, one.repeat(Math.floor(52_000 / one.length)), 1_500)),
  );
  return { connections: rounds.length };
}

/** Wrong keys, many at once on one connection. */
async function wrongKeys({ url }) {
  const one = () => get(JOBS, `Authorization: Bearer sk_${randomBytes(16).toString('hex')}\r\n`);
  await leaveUnread(url, Array.from({ length: 300 }, one).join(''), 2_000);
  return { keys: 300 };
}

/** Headers and bodies sent a byte at a time. Reports how long the server held the slowest of them. */
async function trickles({ url, endsAt }) {
  const opening = [
    'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
    `POST /api/contact HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
  ];
  const held = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const startedAt = Date.now();
      const socket = socketTo(url);
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
  filled('\n', 4 * MB),
  filled('\r', 4 * MB),
  filled('\r\n', 4 * MB),
  filled('"x\n', 4 * MB, HEADER),
  filled('x"x,"" "\n', 2 * MB, HEADER),
  filled('x', 4 * MB, HEADER),
  filled('x', 4 * MB),
  filled('a,', 4 * MB),
  filled('\n', 2 * MB, HEADER),
  filled('sep=;\n', 2 * MB),
];

function multipart(file) {
  const boundary = '----soak';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

const JOB = { filename: 'leads.csv', columnMapping: MAPPING };

/** @returns the id of a new job; undefined if it was refused */
async function createJob({ url, poor }) {
  let jobId;
  await send(url, 'POST', JOBS, { ...withKey(poor, JOB), onJson: (answer) => (jobId = answer.jobId) });
  return jobId;
}

async function upload(context, file) {
  const { url, poor } = context;
  const jobId = await createJob(context);
  if (jobId === undefined) return 'no job';
  const { headers, body } = multipart(file);
  return send(url, 'POST', `${JOBS}/${jobId}/upload`, { headers: { ...headers, ...bearer(poor) }, body });
}

/** Files that are hard to parse, from an account without money. */
async function hostileFiles(context) {
  const statuses = [];
  for (const file of HOSTILE_FILES) statuses.push(await upload(context, file));
  return tally(statuses);
}

const ROWS = Buffer.from(`${HEADER}${'404 Sandbox Miss Blvd,Reno,NV,89501\n'.repeat(200)}`);

/** Jobs that are created, some uploaded, and never confirmed; many at once, some of them disconnected. */
async function unconfirmedJobs(context) {
  const { url, poor } = context;
  const created = Array.from({ length: 20 }, () => send(url, 'POST', JOBS, withKey(poor, JOB)));
  const uploaded = Array.from({ length: 8 }, () => upload(context, ROWS));
  return tally(await Promise.all([...created, ...uploaded]));
}

/** Large concurrent uploads, half of which are aborted. */
async function uploadFlood(context) {
  const { url, poor } = context;
  const whole = Array.from({ length: 3 }, () =>
    upload(context, filled('1 Oak St,Reno,NV,89501\n', 8 * MB, HEADER)),
  );
  const cut = Array.from({ length: 3 }, async () => {
    const jobId = await createJob(context);
    const { headers, body } = multipart(filled('x', 8 * MB));
    const socket = socketTo(url);
    socket.write(
      `POST ${JOBS}/${jobId}/upload HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${poor}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 3 * MB));
    await sleep(500);
    socket.destroy();
    return 'cut off';
  });
  return tally(await Promise.all([...whole, ...cut]));
}

/**
 * Each attack with the pause between two rounds, in milliseconds, so that the cost of a request is measured
 * and not the attacker's rate.
 */
const attacks = {
  bodies: { round: bodies, pauseMs: 2_000 },
  unreadPipelines: { round: unreadPipelines, pauseMs: 500 },
  wrongKeys: { round: wrongKeys, pauseMs: 2_000 },
  trickles: { round: trickles, pauseMs: 1_000 },
  hostileFiles: { round: hostileFiles, pauseMs: 2_000 },
  unconfirmedJobs: { round: unconfirmedJobs, pauseMs: 3_000 },
  uploadFlood: { round: uploadFlood, pauseMs: 5_000 },
};

const { url, poor, seconds, only } = JSON.parse(process.argv[2]);
requireOwnMachine(url);
const endsAt = Date.now() + seconds * 1_000;
const context = { url, poor, endsAt };

async function play([name, { round, pauseMs }]) {
  const counts = { rounds: 0 };
  while (Date.now() < endsAt) {
    const found = await round(context);
    counts.rounds++;
    for (const [what, count] of Object.entries(found))
      counts[what] = what.startsWith('longest')
        ? Math.max(counts[what] ?? 0, count)
        : (counts[what] ?? 0) + count;
    await sleep(Math.min(pauseMs, Math.max(0, endsAt - Date.now())));
  }
  return [name, counts];
}

const chosen = Object.entries(attacks).filter(([name]) => only === undefined || only.includes(name));
const played = await Promise.all(chosen.map(play));
console.log(JSON.stringify(Object.fromEntries(played)));
process.exit(0);
