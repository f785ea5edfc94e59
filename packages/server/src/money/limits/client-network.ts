import { isIPv4, isIPv6 } from 'node:net';

/** One network for all values that aren't an address: nonsense avoids no limit. */
const UNKNOWN = 'unknown';

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`: some proxies add the port. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/;

/**
 * The network of a client, by which every limit per address counts. An IPv4 address is its own network, however it is
 * written (also as a v4-mapped IPv6 address, RFC 4291 §2.5.5.2). For IPv6 it is the /64, which is what a provider gives one
 * customer.
 */
export function clientNetwork(ipAddress: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(ipAddress) ?? [];
  const [address = ''] = (ipv4 ?? ipv6 ?? ipAddress).split('%');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return UNKNOWN;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The wider network that one customer of a provider may have: an IPv6 /48, or an IPv4 /24, which many people share.
 * @param limits requests allowed from each
 */
export function widerNetwork(
  ipAddress: string,
  limits: { ipv4: number; ipv6: number },
): { network: string; limit: number } {
  const network = clientNetwork(ipAddress);
  if (network === UNKNOWN) return { network, limit: limits.ipv6 };
  if (isIPv4(network))
    return { network: `${network.split('.').slice(0, 3).join('.')}.0/24`, limit: limits.ipv4 };
  return { network: `${network.split(':').slice(0, 3).join(':')}::/48`, limit: limits.ipv6 };
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const before = numbersOf(head);
  const after = numbersOf(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

const numbersOf = (text: string): number[] =>
  text
    .split(':')
    .filter((part) => part !== '')
    .flatMap((part) => {
      if (!part.includes('.')) return [Number.parseInt(part, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
