// The wire as an attacker uses it: sockets that are not read, requests whose answers are never awaited. Only this
// machine is ever talked to, from addresses of its own, so that the limits for one address do not meet honest clients.
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const ATTACKER = '127.0.0.3';
/** The server is told that this is its proxy. */
export const PROXY = '127.0.0.2';

const ANSWER_PATIENCE_MS = 20_000;

/** @throws Error unless the server is on this machine */
export function requireOwnMachine(url) {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1')
    throw new Error(`hostile clients are only for 127.0.0.1, not for ${hostname}`);
}

/** A request on a connection of its own. Returns the status; 0 when there was no answer. */
export function send(url, method, path, { headers = {}, body, localAddress = ATTACKER, onJson } = {}) {
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
          // Not every answer is JSON.
        }
        resolve(response.statusCode);
      });
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

export const json = (value) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** A socket; errors on it are what the attacker asked for. */
export function socketTo(url, localAddress = ATTACKER) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  return socket;
}

/** Writes to a socket that is never read, and goes away. */
export async function leaveUnread(url, text, ms) {
  const socket = socketTo(url);
  socket.pause();
  socket.write(text);
  await sleep(ms);
  socket.destroy();
}

/** Sends `parts` with a moment between them and returns all that came back until the connection ended. */
export async function converse(url, parts, { betweenMs = 2, patienceMs = 5_000 } = {}) {
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
