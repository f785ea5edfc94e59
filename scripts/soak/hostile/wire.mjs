// The wire as an attacker uses it: sockets that are not read, requests whose answers are never awaited. Only this
// machine is ever talked to, from addresses of its own, so that the limits for one address do not meet honest clients.
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const ATTACKER = '127.0.0.3';
/** Address that the server treats as its proxy. */
export const PROXY = '127.0.0.2';

const ANSWER_PATIENCE_MS = 20_000;

/** @throws Error unless the server is on this machine */
export function requireOwnMachine(url) {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1')
    throw new Error(`hostile clients are only for 127.0.0.1, not for ${hostname}`);
}

/**
 * A request on its own connection. Returns the status; 0 if there was no answer.
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {{ headers?: Record<string, string>, body?: string | Buffer, localAddress?: string, onJson?: (json: any) => void }} [options]
 * @returns {Promise<number>}
 */
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

export const json = (value) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** A socket; its errors are ignored, since the attacker causes them. */
export function socketTo(url, localAddress = ATTACKER) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  return socket;
}

/** Writes to a socket that is never read, and disconnects. */
export async function leaveUnread(url, text, ms) {
  const socket = socketTo(url);
  socket.pause();
  socket.write(text);
  await sleep(ms);
  socket.destroy();
}

/** Sends `parts` with pauses between them and returns all bytes received until the connection ended. */
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
