import { setTimeout as sleep } from 'node:timers/promises';
import { command } from './command.js';

process.exitCode = await command({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  clock: { now: () => Date.now(), sleep: (ms) => sleep(ms) },
});
