import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { MS_PER_SECOND } from '../../platform/clock.js';
import { coded } from '../../platform/lib/coded.js';

/** Longest time a slow receiver may block a worker. */
export const ANSWER_MS = 10 * MS_PER_SECOND;

/** The host is or resolves to an address outside the public internet. Nothing was sent. */
export class PrivateAddressError extends coded(
  'private_address',
  'There is no such host at a public address.',
) {}

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface PostOptions {
  /** Allows receivers on the operator's own network. */
  allowPrivate: boolean;
  signal: AbortSignal;
  answerMs?: number;
  resolve?: Resolve;
}

/**
 * Sends a POST to an address on the public internet, and follows no redirect. Connects to the address that was checked, so that a
 * second DNS resolution can't lead elsewhere.
 * @returns the HTTP status
 * @throws PrivateAddressError; the reason of `signal`; whatever the connection ends with
 */
export function post(
  url: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  { allowPrivate, signal, answerMs = ANSWER_MS, resolve = systemLookup }: PostOptions,
): Promise<number> {
  const { protocol, hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(literal) !== 0 && !isPublicAddress(literal))
    return Promise.reject(new PrivateAddressError());
  const checked: LookupFunction = (name, options, callback) => {
    resolve(name, { all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((answer, fail) => {
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: checked,
      // No keep-alive: a reused connection was checked for another host name.
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    sent.on('response', (response) => {
      // The response body is not read.
      response.on('error', () => undefined);
      response.destroy();
      answer(response.statusCode ?? 0);
    });
    // Without this listener, Node closes the socket of a 101 without an event, and the delivery would never end.
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      answer(response.statusCode ?? 0);
    });
    sent.on('error', fail);
    sent.on('close', () => fail(new Error('The receiver closed the connection without an answer.')));
    sent.end(body);
  });
}

/** Addresses that are not of the public internet (IANA's registries of special-purpose addresses, RFC 6890). */
const NOT_PUBLIC: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Within 2000::/3, of which all public ones are. The first two lead on to IPv4 addresses of any kind. */
const NOT_PUBLIC_V6: typeof NOT_PUBLIC = [
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

const notPublic = new BlockList();

for (const [address, prefix] of NOT_PUBLIC) notPublic.addSubnet(address, prefix, 'ipv4');

for (const [address, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(address, prefix, 'ipv6');

const globalV6 = new BlockList();

globalV6.addSubnet('2000::', 3, 'ipv6');

/** Whether a machine of the public internet has this address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && globalV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
