import { MS_PER_MINUTE, MS_PER_SECOND } from '../../clock.js';

/** What one client may take of the server before it has shown a key. Everything has a limit and the limit has a name. */
export interface ListenerLimits {
  /** Sockets at once; further ones are closed unanswered. */
  maxConnections: number;
  /** Of them, those of one place: an IPv4 address or a /64 of IPv6. 0 = any number. */
  maxConnectionsPerPlace: number;
  /** Requests of one connection that are not answered yet; with more, the connection is closed. */
  maxUnanswered: number;
  /** All header lines of a request together, in bytes (431 beyond). */
  maxHeaderBytes: number;
  /** Until all headers are there (slow loris: 408 and the connection is closed). */
  headersTimeoutMs: number;
  /** Until the whole request is there: a 50 MB upload over a slow line takes a while. */
  requestTimeoutMs: number;
  /** A connection on which nothing moves in either direction. */
  idleTimeoutMs: number;
  /** Between two requests on one connection; longer than the minute that proxies keep theirs open. */
  keepAliveTimeoutMs: number;
  /** A client that was answered may send the rest of its body for so long. */
  lingerMs: number;
  /** A client that was told why its connection is closed may take so long to read it. */
  closeMs: number;
  /** How often the timeouts above are looked at. */
  checkEveryMs: number;
  /** What runs when the server is told to stop may take so long. */
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
