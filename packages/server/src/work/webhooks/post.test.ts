import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress, post, PrivateAddressError, type PostOptions } from './post.js';

let taken = 0;
const receiver = createServer((request, response) => {
  taken += 1;
  request.resume();
  if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
  else if (request.url === '/switching')
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
  else if (request.url === '/gone') request.socket.end();
  else if (request.url !== '/silent') response.end('thanks');
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((listens) => receiver.listen(0, '127.0.0.1', listens));
  port = (receiver.address() as AddressInfo).port;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const options = (changes: Partial<PostOptions> = {}): PostOptions => ({
  allowPrivate: false,
  signal: new AbortController().signal,
  ...changes,
});
const sent = { headers: {}, body: '{}' };
const resolvingTo =
  (...addresses: readonly string[]): NonNullable<PostOptions['resolve']> =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('a post', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1'])(
    'does not reach this machine as %s',
    async (host) => {
      const before = taken;
      await expect(post(`http://${host}:${port}/`, sent, options())).rejects.toThrow(PrivateAddressError);
      expect(taken).toBe(before);
    },
  );

  it('does not go to a name that has a private address among its addresses', async () => {
    const resolve = resolvingTo('93.184.216.34', '10.0.0.1');
    await expect(post('http://example.com/', sent, options({ resolve }))).rejects.toThrow(
      PrivateAddressError,
    );
  });

  it('ends if the receiver switches protocols, or closes without a response', async () => {
    const at = (path: string) =>
      post(`http://127.0.0.1:${port}${path}`, sent, options({ allowPrivate: true, answerMs: 50_000 }));
    expect(await at('/switching')).toBe(101);
    await expect(at('/gone')).rejects.toThrow();
  });

  it('goes only to the address that was checked', async () => {
    const resolve = resolvingTo('127.0.0.1');
    const url = `http://nowhere.invalid:${port}/`;
    expect(await post(url, sent, options({ allowPrivate: true, resolve }))).toBe(200);
  });

  it('follows no redirect', async () => {
    const before = taken;
    expect(await post(`http://127.0.0.1:${port}/moved`, sent, options({ allowPrivate: true }))).toBe(302);
    expect(taken).toBe(before + 1);
  });

  it('waits no longer than it is told', async () => {
    const url = `http://127.0.0.1:${port}/silent`;
    const waiting = post(url, sent, options({ allowPrivate: true, answerMs: 50 }));
    await expect(waiting).rejects.toMatchObject({ name: /TimeoutError|AbortError/ });
  });
});

it.each([
  ...['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '192.167.1.1', '2606:4700::1111'].map(
    (address) => [address, true] as const,
  ),
  ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1'].map(
    (address) => [address, false] as const,
  ),
  ...['127.8.9.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '203.0.113.9'].map(
    (address) => [address, false] as const,
  ),
  ...[
    ...['::1', '::', 'fd00::1', 'fe80::1', 'ff02::1', '::ffff:8.8.8.8', '64:ff9b::a00:1'],
    ...['2002:a00:1::', '2001:db8::1'],
  ].map((address) => [address, false] as const),
  ['not an address', false] as const,
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
