// Load on a server over keep-alive connections. Any answer but 200 ends the run: refusals are quick and would flatter.
import { createRequire } from 'node:module';
import path from 'node:path';

const requireFromSdk = createRequire(path.resolve(import.meta.dirname, '../../../packages/sdk/package.json'));
const { Client } = requireFromSdk('undici');

/** Sends `next()` over the given number of connections, each one request at a time, for the given time. Latencies in milliseconds. */
export async function closedLoop(url, next, { connections, ms }) {
  const clients = Array.from({ length: connections }, () => new Client(url));
  const latencies = [];
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  await Promise.all(
    clients.map(async (client) => {
      for (let sentAt = performance.now(); sentAt < endsAt; sentAt = performance.now()) {
        await send(client, next());
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  return { perSecond: latencies.length / seconds, seconds, ...percentiles(latencies) };
}

/**
 * Sends at a fixed rate whether or not answers keep up, so that a stall of the server counts for every
 * request that was due during it (no coordinated omission). Latency counts from the moment a request was due.
 */
export async function openLoop(url, next, { connections, perSecond, ms }) {
  const clients = Array.from({ length: connections }, () => new Client(url));
  const latencies = [];
  const startedAt = performance.now();
  const total = Math.floor((perSecond * ms) / 1000);
  let due = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (due < total) {
        const dueAt = startedAt + (due++ * 1000) / perSecond;
        const wait = dueAt - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await send(client, next());
        latencies.push(performance.now() - dueAt);
      }
    }),
  );
  await Promise.all(clients.map((client) => client.close()));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: total / seconds, seconds, ...percentiles(latencies) };
}

/**
 * One complete request. Uses undici's dispatch, without the streams and promises of `request`, so that the
 * loader costs little.
 */
const send = (client, { path: route, headers, body }) =>
  new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(
      { path: route, method: 'POST', headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData() {},
        onResponseEnd() {
          if (status === 200) resolve();
          else reject(new Error(`${route} answered ${status}`));
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });

function percentiles(latencies) {
  const sorted = latencies.sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return { p50: at(0.5), p99: at(0.99) };
}
