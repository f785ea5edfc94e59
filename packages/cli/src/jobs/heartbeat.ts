import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import type { Host } from '../host.js';
import { errorCode } from '../failures/system-error.js';

/** Longest path of a socket: 104 bytes on macOS and 108 on Linux, including the final zero. */
const LONGEST_PATH = 103;

/**
 * Shows that this process is alive: a local socket (on Windows a named pipe) that it listens on. The system closes it when
 * the process ends in any way, and other processes can connect to it, also from another container with the same folder. A
 * process id can do neither: ids are reused, and in a container they begin at 1.
 */
export interface Heartbeat {
  /** Argument of `isBeating`; null if no socket can be made, as on some mounted folders. */
  readonly name: string | null;
  end(): Promise<void>;
}

export async function startHeartbeat(folder: string, host: Pick<Host, 'platform'>): Promise<Heartbeat> {
  const name = `.${randomBytes(6).toString('hex')}.alive`;
  const address = addressOf(folder, name, host);
  if (Buffer.byteLength(address) > LONGEST_PATH) return NO_HEARTBEAT;
  // The connection itself is the answer.
  const server = createServer((asking) => asking.destroy());
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(address, () => resolve(true));
  });
  if (!listens) return NO_HEARTBEAT;
  server.on('error', () => undefined);
  server.unref();
  return { name, end: () => new Promise((resolve) => void server.close(() => resolve())) };
}

const NO_HEARTBEAT: Heartbeat = { name: null, end: () => Promise.resolve() };

/** Whether the process with this heartbeat is alive. Errors other than "not there" and "refused" count as alive. */
export async function isBeating(
  folder: string,
  name: string,
  host: Pick<Host, 'platform'>,
): Promise<boolean> {
  const failure = await new Promise<string | undefined>((resolve) => {
    const socket = connect(addressOf(folder, name, host));
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error) => resolve(errorCode(error)));
  });
  return failure !== 'ENOENT' && failure !== 'ECONNREFUSED';
}

/** Removes the heartbeat's socket of a killed process. */
export const removeHeartbeat = (folder: string, name: string): Promise<void> =>
  rm(path.join(folder, name), { force: true });

const addressOf = (folder: string, name: string, { platform }: Pick<Host, 'platform'>): string =>
  platform === 'win32' ? `\\\\.\\pipe\\skiptrace${name}` : path.join(folder, name);
