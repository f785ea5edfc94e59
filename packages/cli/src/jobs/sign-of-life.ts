import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import type { Host } from '../host.js';
import { errorCode } from '../failures/system-error.js';

/** A socket's path has 104 bytes on macOS and 108 on Linux, its final zero included. */
const LONGEST_PATH = 103;

/**
 * Tells that this process is alive: a local socket (on Windows a named pipe) that it listens at. The system ends it with the
 * process, however that ends, and others can ask it from another container with the same folder. A process id can do
 * neither: ids are given again, and in a container they begin at 1.
 */
export interface SignOfLife {
  /** What `givesSign` takes; null where no socket can be made, as on some mounted folders. */
  readonly name: string | null;
  end(): Promise<void>;
}

export async function signOfLife(folder: string, host: Pick<Host, 'platform'>): Promise<SignOfLife> {
  const name = `.${randomBytes(6).toString('hex')}.alive`;
  const address = addressOf(folder, name, host);
  if (Buffer.byteLength(address) > LONGEST_PATH) return NO_SIGN;
  // Being connected is the answer.
  const server = createServer((asking) => asking.destroy());
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(address, () => resolve(true));
  });
  if (!listens) return NO_SIGN;
  server.on('error', () => undefined);
  server.unref();
  return { name, end: () => new Promise((resolve) => void server.close(() => resolve())) };
}

const NO_SIGN: SignOfLife = { name: null, end: () => Promise.resolve() };

/** Whether the process that made this sign is alive. Only a certain no is a no. */
export async function givesSign(
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

/** Removes what a killed process left of its sign. */
export const removeSign = (folder: string, name: string): Promise<void> =>
  rm(path.join(folder, name), { force: true });

const addressOf = (folder: string, name: string, { platform }: Pick<Host, 'platform'>): string =>
  platform === 'win32' ? `\\\\.\\pipe\\skiptrace${name}` : path.join(folder, name);
