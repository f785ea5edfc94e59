import { clientNetwork, widerNetwork } from './client-network.js';
import { RateLimitedError, type RateLimit, type RequestRate, type RateState } from './request-rate.js';

/** Limits of a form that strangers send without an account. */
export interface LimitsForAnyone {
  /** For one network: an IPv4 address, or an IPv6 /64. */
  network: Pick<RateLimit, 'name'>;
  /** For a wider network, such as a provider gives to one customer: an IPv6 /48, which has 65,536 of the networks above. */
  wider: RateLimit;
  /** For an IPv4 /24, which many people share. */
  ofIpv4: number;
  /** For all together. Above it, each wider network may still send its first of the hour. */
  all: RateLimit;
}

const EVERYBODY = 'all';

/**
 * Counts one form. Many from a few networks don't keep others from sending one.
 * @returns the state of the sender's network
 * @throws RateLimitedError
 */
export async function countFromAnyone(
  rate: Pick<RequestRate, 'consume' | 'requireRoom'>,
  { network, wider, ofIpv4, all }: LimitsForAnyone,
  ipAddress: string,
): Promise<RateState> {
  const around = widerNetwork(ipAddress, { ipv6: wider.limit, ipv4: ofIpv4 });
  const { remaining } = await rate.requireRoom(wider.name, around.network, around.limit);
  // Checked first, so that a refusal doesn't count toward the sender's own limit.
  if (remaining < around.limit) await rate.requireRoom(all.name, EVERYBODY);
  const state = await rate.consume(network.name, clientNetwork(ipAddress));
  const counted = await rate.consume(wider.name, around.network, around.limit);
  // Decided by the count: of requests sent at the same time, only one is the first.
  const isFirst = counted.remaining === around.limit - 1;
  await rate.consume(all.name, EVERYBODY).catch((error: unknown) => {
    if (!isFirst || !(error instanceof RateLimitedError)) throw error;
  });
  return state;
}
