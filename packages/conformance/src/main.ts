import { setTimeout as sleep } from 'node:timers/promises';
import { command } from './command.js';

// The report is on standard output; a reader of standard error that went away ends nothing.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader went away (`| head`): no further check is made, since each may cost money.
  if (error.code === 'EPIPE') process.exit(2);
  throw error;
});

process.exitCode = await command({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  clock: { now: () => Date.now(), sleep: (ms) => sleep(ms) },
});
