import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import type { PartCall } from '../part-work.js';
import { errorOf, type ProcessNeeds, type ProcessReply, type ProcessRequest } from './messages.js';

/** The built file (package.json, `imports`), even when tests run the sources: a process cannot read TypeScript. */
const ENTRY = createRequire(import.meta.url).resolve('#job-process');

const NODE_OPTIONS = [
  // Work that outgrows this limit is at fault: the process ends, and the server survives.
  '--max-old-space-size=192',
  '--max-semi-space-size=16',
  // No request waits for a batch, so garbage may be collected in one pause: incremental marking costs a fifth of all work.
  '--no-incremental-marking',
];
/**
 * Size of the thread pool for SQLite and files. With one thread, a statement finds the previous statement's data in the
 * processor's cache: 11 % less processor time (decision 6).
 */
const SYSTEM_THREADS = '1';
/** Single lookups go before batches. */
const PRIORITY = os.constants.priority.PRIORITY_LOW;
/** A batch takes far less; a process that does not stop within this time is killed. */
const STOP_PATIENCE_MS = 10_000;

/** A process and its current work. It is started for the first call, and again after it died. */
export class JobProcess {
  #child: ChildProcess | null = null;

  /** @param aliveLock the file that the process locks while it is alive (alive-lock.sqlite.ts) */
  constructor(
    private readonly needs: ProcessNeeds,
    private readonly aliveLock: string,
  ) {}

  /** @throws any error of the call, an error if the process dies, or the reason of `signal` */
  async run(call: PartCall, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const child = (this.#child ??= this.#start());
    let patience: NodeJS.Timeout | undefined;
    const stop = () => {
      send(child, 'stop');
      patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS).unref();
    };
    signal.addEventListener('abort', stop);
    try {
      const reply = replyOf(child);
      send(child, call);
      const answer = await reply;
      signal.throwIfAborted();
      if ('fault' in answer) throw errorOf(answer.fault);
      return answer.done;
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(patience);
    }
  }

  /** Ends the process, which must have no work. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.disconnect();
    await ended;
  }

  #start(): ChildProcess {
    const child = fork(ENTRY, [this.aliveLock], {
      execArgv: NODE_OPTIONS,
      // eslint-disable-next-line no-restricted-properties -- It is handed on, not read.
      env: { ...process.env, UV_THREADPOOL_SIZE: SYSTEM_THREADS },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('exit', () => {
      this.#child = null;
    });
    // Pending replies are rejected; an error event without a listener would end the server.
    child.on('error', () => undefined);
    send(child, { open: this.needs });
    if (this.needs.priority === 'low') stepBack(child);
    return child;
  }
}

function send(child: ChildProcess, request: ProcessRequest): void {
  // If the process is gone, its exit event reports it.
  child.send(request, () => undefined);
}

function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, PRIORITY);
  } catch {
    // The process died at once, or the system has no priorities: the work is done anyway.
  }
}

function replyOf(child: ChildProcess): Promise<ProcessReply> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      child.off('message', onReply).off('error', onError).off('exit', onExit);
      then();
    };
    const onReply = (message: unknown) => settle(() => resolve(message as ProcessReply));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('The job process ended in the middle of its work.')));
    child.on('message', onReply).on('error', onError).on('exit', onExit);
  });
}
