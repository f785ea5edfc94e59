import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { faultForLog } from './platform/lib/error-code.js';
import { createLogger } from './platform/logger.js';
import { programName } from './surfaces/commands/io.js';
import { main } from './surfaces/commands/main.js';

// The only file that touches the process: arguments, environment, streams, signals, exit code.
let stopping: Promise<void> | undefined;
let isStopped = false;
const stopRequested = (): Promise<void> =>
  (stopping ??= new Promise((resolve) => {
    const stop = () => {
      // A second signal ends the process at once.
      process.off('SIGTERM', stop).off('SIGINT', stop);
      isStopped = true;
      resolve();
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  }));

// Node would print the error with its message, which may quote a customer's data.
process.on('uncaughtException', (error) => {
  createLogger('fatal').fatal(faultForLog(error), 'the process ends: nothing caught this fault');
  process.exit(1);
});

// A reader that went away (`2>&1 | head`) ends no command: what it changes is done whole, and its exit code is true.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // No answer (Ctrl-D) is not consent.
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  program: programName(process.env, process.argv[1]),
  out: (shown) => process.stdout.write(shown),
  err: (shown) => process.stderr.write(shown),
  input: () => text(process.stdin),
  interactive: process.stderr.isTTY,
  ...(process.stderr.isTTY && process.stdin.isTTY && { confirm }),
  stopRequested,
});

// A line that a stalled reader of standard error doesn't take is tried again for ever, and would keep a stopped process alive.
const LEAVE_MS = 1_000;
if (isStopped) setTimeout(() => process.exit(), LEAVE_MS).unref();
