import { isIPv6 } from 'node:net';

/** One customer of a provider has a whole /64 of IPv6, so that is what counts as one place. */
export function place(ipAddress: string): string {
  if (!isIPv6(ipAddress) || ipAddress.includes('.')) return ipAddress;
  const [head = '', tail = ''] = ipAddress.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
