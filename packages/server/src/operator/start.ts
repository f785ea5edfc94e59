import { Command, Option } from 'commander';
import { MAX_PORT, type ConfigFlags, type Role } from '../config.js';
import { command, type CommonOptions } from './command.js';
import { wholeNumber, type Io } from './io.js';
import type { Addresses } from './serve.js';

interface StartOptions extends CommonOptions {
  port?: number;
  host?: string;
  role: Role;
  sandbox?: boolean;
}

export const startCommand = (io: Io): Command =>
  command('start', 'run the server until it is told to stop')
    .option(
      '--port <port>',
      'port to listen on; 0 picks a free one (or PORT; default 3000)',
      wholeNumber('--port', 0, MAX_PORT),
    )
    .option('--host <address>', 'address to listen on (or HOST; default 127.0.0.1)')
    .addOption(
      new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'),
    )
    .option('--sandbox', 'add the made-up owners at the documented sandbox addresses')
    .action(async (options: StartOptions) => {
      // Only here: the other commands start faster without a server.
      const { serve } = await import('./serve.js');
      await serve(io, flagsOf(options), (addresses) => ready(io, options, addresses));
    });

const flagsOf = ({ port, host, dataDir, role, sandbox }: StartOptions): ConfigFlags => ({
  ...(port === undefined ? {} : { port }),
  ...(host === undefined ? {} : { host }),
  ...(dataDir === undefined ? {} : { dataDir }),
  role,
  sandbox: sandbox ?? false,
});

/** One line when it serves: scripts wait for it. */
function ready(io: Io, { json }: CommonOptions, { url, metricsUrl }: Addresses): void {
  const metrics = metricsUrl === undefined ? {} : { metricsUrl };
  const event = { event: 'ready', url, pid: process.pid, ...metrics };
  const lines = [
    `Serving at ${url ?? 'no address (worker)'}`,
    ...(metricsUrl === undefined ? [] : [`Metrics at ${metricsUrl}`]),
  ];
  io.out(json === true ? `${JSON.stringify(event)}\n` : `${lines.join('\n')}\n`);
}
