// The program on this machine: makes the Host from `process`, turns signals into interruptions, ends the process.
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import v8 from 'node:v8';
import { EXIT, Interruption, INTERRUPTIONS, type InterruptSignal } from './failures/failure.js';
import { errorCode } from './failures/system-error.js';
import type { Host, ProcessWarning, Suspendable } from './host.js';
import { runProgram } from './run-program.js';
import { programName } from './terminal/typed-here.js';

/**
 * More work than any command gives the HTTP client's WebAssembly parser. At V8's default budget a background
 * thread would recompile the parser, which takes 0.1 s and more, and the process waits for it before it
 * exits: Ctrl-C in an upload would wait too.
 */
const NEVER_COMPILE_PARSER_ANEW = '--wasm-tiering-budget=1000000000';

export async function runHere(argv: readonly string[]): Promise<void> {
  v8.setFlagsFromString(NEVER_COMPILE_PARSER_ANEW);
  const interrupt = new AbortController();
  for (const signal of Object.keys(INTERRUPTIONS) as InterruptSignal[]) {
    process.on(signal, () => {
      // A second Ctrl-C ends the process at once, without a message.
      if (interrupt.signal.aborted) process.exit(EXIT[INTERRUPTIONS[signal].exit]);
      interrupt.abort(new Interruption(signal));
    });
  }
  // A write of the result throws. A reader of standard error that went away ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const host: Host = {
    // A getter: opening standard input is a cost that most commands do not have.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    homeDirectory: os.homedir(),
    temporaryDirectory: os.tmpdir(),
    platform: process.platform,
    pid: process.pid,
    program: programName(process.env, process.argv[1]),
    hostname: os.hostname(),
    isAlive,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    interrupt: interrupt.signal,
    unwind: (unwound) => Promise.race([unwound, delay(UNWIND_MS)]),
    onSuspend,
    onWarning,
    openClient: async (options) => new (await import('@skiptrace/sdk')).SkipTrace(options),
  };
  // Open handles (a connection, standard input) must not keep the process from ending.
  process.exit(await runProgram(argv, host));
}

/** The next run removes the rest. */
const UNWIND_MS = 50;

function onWarning(listener: (warning: ProcessWarning) => void): void {
  // Node's own listener names the process and advises flags of node.
  process.removeAllListeners('warning');
  process.on('warning', listener);
}

/** Ctrl-Z: restores the terminal, then stops the process as the default handler does. */
function onSuspend(shown: Suspendable): void {
  const stop = () => {
    shown.suspend();
    // Only the signal's default action knows whether there is a shell that can resume the process.
    process.off('SIGTSTP', stop);
    process.kill(process.pid, 'SIGTSTP');
    process.on('SIGTSTP', stop);
    shown.resume();
  };
  process.on('SIGTSTP', stop);
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 is not sent; it only shows whether it could be.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
