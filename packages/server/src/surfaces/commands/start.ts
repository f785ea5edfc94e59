import { Command, Option } from 'commander';
import { MAX_PORT, type Role } from '../../platform/config.js';
import type { Service } from '../service/service.js';
import { command, type CommonOptions } from './command.js';
import { demoLines, firstSteps, openDemo, stockOf } from './first-steps.js';
import { typedHere, wholeNumber, type Io } from './io.js';
import type { Addresses } from './serve.js';

interface StartOptions extends CommonOptions {
  port?: number;
  host?: string;
  role: Role;
  sandbox?: boolean;
  demo?: boolean;
  acceptMissingSuppressions?: boolean;
}

export const startCommand = (io: Io): Command =>
  command('start', 'Run the server until it is stopped')
    .option(
      '--port <port>',
      'port; 0 picks a free one (or PORT; default: 3000)',
      wholeNumber('--port', 0, MAX_PORT),
    )
    .option('--host <address>', 'address to listen on (or HOST; default: 127.0.0.1)')
    .addOption(
      new Option('--role <role>', 'what this process does: answer requests, work on jobs, or both')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--sandbox', 'add made-up owners at the documented sandbox addresses')
    .option(
      '--accept-missing-suppressions',
      'after a restore: start although people who asked to be left out since the backup are missing',
    )
    .option('--demo', 'make an account with a test key and show how to try it')
    .action(async (options: StartOptions) => {
      // Imported here because the other commands start faster without a server.
      const { serve } = await import('./serve.js');
      const { port, host, dataDir, role, sandbox, acceptMissingSuppressions } = options;
      await serve(
        io,
        { port, host, dataDir, role, sandbox, acceptMissing: acceptMissingSuppressions === true },
        (addresses, service) => ready(io, options, addresses, service),
      );
    });

/** Prints that the server is ready: with `--json` the line that scripts wait for, otherwise with the next steps. */
async function ready(
  io: Io,
  options: StartOptions,
  { url, metricsUrl }: Addresses,
  service: Service,
): Promise<void> {
  const demo = options.demo === true && url !== null ? await openDemo(service) : null;
  if (options.json === true) {
    const metrics = metricsUrl === undefined ? {} : { metricsUrl };
    const event = { event: 'ready', url, pid: process.pid, ...metrics };
    io.out(`${JSON.stringify(event)}\n`);
    return;
  }
  const lines = [
    ...(url === null
      ? ['Working on jobs (no address: role worker)']
      : [
          `Serving at ${url} (API docs: ${url}/docs)`,
          `Web app at ${url}/app (operators: ${url}/operator)`,
          service.personRequests.isTaking
            ? `People ask to be left out at ${url}/opt-out`
            : 'The page /opt-out, where people ask to be left out, is off: OPT_OUT=on opens it',
        ]),
    ...(metricsUrl === undefined ? [] : [`Metrics at ${metricsUrl}`]),
    ...(demo !== null && url !== null
      ? demoLines(demo, url)
      : url === null
        ? []
        : firstSteps(await stockOf(service), service.config)),
  ];
  io.out(`${typedHere(io, lines.join('\n'))}\n`);
}
