import { MS_PER_MINUTE, MS_PER_SECOND } from '../../clock.js';

/** Limits on connections and headers, which hold before a client has sent an API key. Times in milliseconds. */
export interface ListenerLimits {
  /** Open connections at once; further ones are closed without an answer. */
  maxConnections: number;
  /** Open connections from one place: an IPv4 address or a /64 of IPv6. 0 = any number. */
  maxConnectionsPerPlace: number;
  /** Unanswered requests on one connection; with one more the connection is closed. */
  maxUnanswered: number;
  /** All header lines of a request together, in bytes (431 beyond). */
  maxHeaderBytes: number;
  /** From the first byte until all headers have arrived (slow loris: 408, and the connection is closed). */
  headersTimeoutMs: number;
  /** Until the whole request has arrived: a 50 MB upload over a slow line takes minutes. */
  requestTimeoutMs: number;
  /** A connection without a byte in either direction for this long is closed. */
  idleTimeoutMs: number;
  /** Idle time between two requests on one connection; longer than the 60 seconds that proxies usually keep theirs open. */
  keepAliveTimeoutMs: number;
  /** Time a client that has its answer may continue to send its body. */
  lingerMs: number;
  /** Time a client has to read why its connection is closed. */
  closeMs: number;
  /** How often the timeouts above are checked. */
  checkEveryMs: number;
  /** How long running requests may take after the server was told to stop. */
  stopGraceMs: number;
}

export const LISTENER_LIMITS: ListenerLimits = {
  maxConnections: 5_000,
  maxConnectionsPerPlace: 0,
  maxUnanswered: 8,
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 20 * MS_PER_SECOND,
  requestTimeoutMs: 30 * MS_PER_MINUTE,
  idleTimeoutMs: 2 * MS_PER_MINUTE,
  keepAliveTimeoutMs: 65 * MS_PER_SECOND,
  lingerMs: 30 * MS_PER_SECOND,
  closeMs: 2 * MS_PER_SECOND,
  checkEveryMs: 5 * MS_PER_SECOND,
  stopGraceMs: 30 * MS_PER_SECOND,
};
