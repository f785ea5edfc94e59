import net from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { databaseOf } from '../../testing/postgres.js';
import { MATCH } from '../../testing/sandbox.js';
import { temporaryServer } from '../../testing/server.js';
import { temporaryFolder } from '../../testing/temporary.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/**
 * PostgreSQL behind a proxy that forwards nothing between `freeze` and `thaw`, with every connection left open.
 */
async function freezable(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let isFrozen = false;
  const wire = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => to.write(bytes));
      if (isFrozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => wire.close(resolve));
  });
  const url = new URL(target);
  url.port = String((wire.address() as net.AddressInfo).port);
  const freeze = () => {
    isFrozen = true;
    for (const socket of sockets) socket.pause();
  };
  const thaw = () => {
    isFrozen = false;
    for (const socket of sockets) socket.resume();
  };
  return { url: url.href, freeze, thaw };
}

it('a frozen database shows in /readyz; lookups end with an error, and all works again once it does', async () => {
  const folder = await temporaryFolder();
  closing.push(() => folder.remove());
  const database = await freezable(await databaseOf(folder.value));
  const server = await temporaryServer({ env: { DATABASE_URL: database.url } });
  closing.push(() => server.close());
  const lookUp = () => server.call('skipTraceSingle', { json: MATCH });
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    return [answer.status, await answer.text()];
  };
  expect((await lookUp()).status).toBe(200);
  database.freeze();
  const lookup = lookUp();
  expect(await readiness()).toEqual([503, expect.stringContaining('the database does not answer')]);
  const { status, json } = await lookup;
  expect([status, json['error']]).toEqual([500, expect.stringContaining('charged')]);
  database.thaw();
  await vi.waitFor(async () => expect((await readiness())[0]).toBe(200), { timeout: 20_000 });
  expect((await lookUp()).status).toBe(200);
}, 90_000);
