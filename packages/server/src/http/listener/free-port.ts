import { createServer } from 'node:net';

/** The server cannot listen on the address; the message says why. */
export class ListenError extends Error {
  readonly code = 'listen';

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(REASONS[cause.code ?? '']?.(host, port) ?? `Can't listen on ${host}:${port}: ${cause.message}.`, {
      cause,
    });
  }
}

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is already in use. Choose another with --port or PORT (0 picks a free one).`,
  EACCES: (_, port) => `This user may not use port ${port}. Choose one above 1023 with --port or PORT.`,
  EADDRNOTAVAIL: (host) =>
    `This machine doesn't have the address ${host}. Choose another with --host or HOST.`,
  ENOTFOUND: (host) => `There's no host named ${host}. Choose another with --host or HOST.`,
};

/**
 * Listens for a moment, so that a port in use is detected before anything is created or opened. Another process may still take
 * the port before the server does. Port 0 is always free.
 * @throws ListenError
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(host, port, error)));
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
