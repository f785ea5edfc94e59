// Hostile clients, in a process of their own: what they cost their own process must not slow down honest ones. Started by
// hostile-run.mjs with what they need as JSON; prints what every attack counted. Each function is one round of one attack,
// bounded in bytes and connections, and returns counts; they are repeated, all of them at once.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../made-up.mjs';
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
 * @param {{ headers?: Record<string, string>, body?: string | Buffer, localAddress?: string, onJson?: (json: { jobId?: string }) => void }} [options]
 * @returns {Promise<number>}
 */
function send(url, method, path, { headers = {}, body, localAddress = ATTACKER, onJson } = {}) {
  return new Promise((resolve) => {
    const options = { method, headers, localAddress, agent: false, timeout: ANSWER_PATIENCE_MS };
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
function socketTo(url, localAddress = ATTACKER) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
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

/** Sends `parts` with pauses between them and returns all bytes received until the connection ended. */
async function converse(url, parts, { betweenMs = 2, patienceMs = 5_000 } = {}) {
  const socket = socketTo(url);
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece) => (answer += piece));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) {
    socket.write(part);
    await sleep(betweenMs);
  }
  await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
  socket.destroy();
  return answer;
}

const MB = 1024 * 1024;
const JOBS = '/api/user/skip-trace';
const MATCH = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const CONTACT = {
  fullName: 'Vera Moss',
  email: 'vera@example.com',
  phone: '5125550131',
  reason: 'Other',
  message: 'Hello',
};

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

/** Texts that make a backtracking pattern slow. */
async function patterns({ url, poor }) {
  const texts = ['(', '+ ', '1', ' ', '-.', 'a@', '5', '\u00e9'].map((unit) =>
    unit.repeat(60_000 / unit.length),
  );
  const statuses = [];
  for (const text of texts) {
    for (const field of ['phone', 'email', 'fullName'])
      statuses.push(await send(url, 'POST', '/api/contact', json({ ...CONTACT, [field]: text })));
    for (const field of ['address', 'city', 'state', 'zip']) {
      const request = withKey(poor, { ...MATCH, [field]: text });
      statuses.push(await send(url, 'POST', '/api/v1/skip-trace', request));
    }
  }
  return tally(statuses);
}

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

/** Files of which only the first bytes are downloaded. */
async function abortedFiles({ url }) {
  const sockets = Array.from({ length: 50 }, () => {
    const socket = socketTo(url);
    socket.write(get('/docs/swagger-ui-bundle.js').repeat(3));
    socket.once('data', () => socket.destroy());
    return socket;
  });
  await sleep(1_000);
  for (const socket of sockets) socket.destroy();
  return { connections: sockets.length };
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

/** Bytes that are not HTTP after a paid request: a request answered with an error must cost nothing. */
async function garbageBehind({ url, payer }) {
  const body = JSON.stringify(MATCH);
  const request =
    `POST /api/v1/skip-trace HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${payer}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const counts = { sent: 0, matched: 0, refused: 0, unanswered: 0 };
  for (let round = 0; round < 10; round++) {
    const answer = await converse(url, [request, '\x00\x01 no http\r\n\r\n'], { betweenMs: round % 4 });
    counts.sent++;
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
    if (status === '200') counts.matched++;
    else if (status === undefined) counts.unanswered++;
    else counts.refused++;
  }
  return counts;
}

/** One person under many spellings of one IPv6 network, and of one IPv4 address. */
async function contactFlood({ url, random, proxy }) {
  const group = () => random.whole(1, 0xffff).toString(16);
  const spellings = [
    ...Array.from({ length: 20 }, () => `2001:db8:7:9:${group()}:${group()}:${group()}:${group()}`),
    '2001:DB8:7:9::1',
    '2001:0db8:0007:0009:0000:0000:0000:0001',
    '2001:db8:7:9:0:0:1.2.3.4',
    '198.51.100.7',
    '::ffff:198.51.100.7',
    '::FFFF:c633:6407',
    '0:0:0:0:0:ffff:198.51.100.7',
  ];
  const statuses = [];
  for (const spelling of spellings) {
    const { headers, body } = json({ ...CONTACT, message: 'x'.repeat(5_000) });
    const from = { headers: { ...headers, 'x-forwarded-for': spelling }, body, localAddress: proxy };
    statuses.push(await send(url, 'POST', '/api/contact', from));
  }
  const { headers, body } = json({ ...CONTACT, message: 'x'.repeat(900_000) });
  statuses.push(
    await send(url, 'POST', '/api/contact', {
      headers: { ...headers, 'x-forwarded-for': '2001:db8:77::1' },
      body,
      localAddress: proxy,
    }),
  );
  const { 200: taken = 0, ...refused } = tally(statuses);
  return { taken, ...refused };
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

async function upload({ url, poor }, file) {
  let jobId;
  const created = await send(url, 'POST', JOBS, {
    ...withKey(poor, { filename: 'leads.csv', columnMapping: MAPPING }),
    onJson: (answer) => (jobId = answer.jobId),
  });
  if (jobId === undefined) return created;
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
  const created = Array.from({ length: 20 }, () =>
    send(url, 'POST', JOBS, withKey(poor, { filename: 'leads.csv', columnMapping: MAPPING })),
  );
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
    let jobId;
    await send(url, 'POST', JOBS, {
      ...withKey(poor, { filename: 'leads.csv', columnMapping: MAPPING }),
      onJson: (answer) => (jobId = answer.jobId),
    });
    const { headers, body } = multipart(filled('x', 8 * MB));
    const socket = socketTo(url, ATTACKER);
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
  patterns: { round: patterns, pauseMs: 2_000 },
  bodies: { round: bodies, pauseMs: 2_000 },
  unreadPipelines: { round: unreadPipelines, pauseMs: 500 },
  abortedFiles: { round: abortedFiles, pauseMs: 2_000 },
  wrongKeys: { round: wrongKeys, pauseMs: 2_000 },
  trickles: { round: trickles, pauseMs: 1_000 },
  garbageBehind: { round: garbageBehind, pauseMs: 500 },
  contactFlood: { round: contactFlood, pauseMs: 5_000 },
  hostileFiles: { round: hostileFiles, pauseMs: 2_000 },
  unconfirmedJobs: { round: unconfirmedJobs, pauseMs: 3_000 },
  uploadFlood: { round: uploadFlood, pauseMs: 5_000 },
};

const { url, poor, payer, proxy, seconds, seed, only } = JSON.parse(process.argv[2]);
requireOwnMachine(url);
const endsAt = Date.now() + seconds * 1_000;
const context = { url, poor, payer, proxy, endsAt, random: seededRandom(seed) };

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
