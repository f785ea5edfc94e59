import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import type { PartCall, PartWork } from '../part-work.js';
import { errorOf, type ProcessNeeds, type ProcessReply, type ProcessRequest } from './messages.js';

/** Processes keep their compiled code; after this idle time they end and free their memory. */
const IDLE_MS = 30_000;

interface Rested {
  worker: JobProcess;
  timer: NodeJS.Timeout;
}

/**
 * Runs work in other processes, so that neither the event loop that answers requests nor its threads wait for a job (decision
 * 6). First come, first served: jobs that request one part at a time take turns.
 */
export class ProcessPool implements PartWork {
  readonly #rested: Rested[] = [];
  readonly #waiting: ((worker: JobProcess) => void)[] = [];
  readonly #ending = new Set<Promise<void>>();
  #started = 0;

  readonly survey = this.#calling('survey');
  readonly match = this.#calling('match');
  readonly properties = this.#calling('properties');
  readonly enrich = this.#calling('enrich');
  readonly disclosed = this.#calling('disclosed');
  readonly assemble = this.#calling('assemble');
  readonly tidy = this.#calling('tidy');

  /**
   * @param aliveLock the file that the processes lock while they are alive (alive-lock.sqlite.ts)
   * @param size processes at the same time
   */
  constructor(
    private readonly needs: ProcessNeeds,
    private readonly aliveLock: string,
    readonly size: number,
  ) {}

  /** Ends the processes. Call it when no work is under way. */
  async close(): Promise<void> {
    for (const rested of this.#rested.splice(0)) this.#end(rested);
    await Promise.all(this.#ending);
  }

  /** Runs the method of that name in one of the processes. */
  #calling<C extends keyof PartWork>(call: C): PartWork[C] {
    const method = (...given: unknown[]) => {
      const signal = given.pop() as AbortSignal;
      return this.#run({ call, args: given } as PartCall, signal);
    };
    return method as PartWork[C];
  }

  async #run(call: PartCall, signal: AbortSignal): Promise<unknown> {
    const worker = await this.#take();
    try {
      return await worker.run(call, signal);
    } finally {
      this.#giveBack(worker);
    }
  }

  /**
   * Returns the process that became idle last, so that the others reach IDLE_MS and end; else a new one; else the next one to
   * become free. The longest-waiting caller is served first.
   */
  #take(): Promise<JobProcess> | JobProcess {
    const rested = this.#rested.pop();
    if (rested !== undefined) {
      clearTimeout(rested.timer);
      return rested.worker;
    }
    if (this.#started < this.size) {
      this.#started += 1;
      return new JobProcess(this.needs, this.aliveLock);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(worker: JobProcess): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(worker);
      return;
    }
    const rested: Rested = { worker, timer: setTimeout(() => this.#dismiss(rested), IDLE_MS) };
    rested.timer.unref();
    this.#rested.push(rested);
  }

  #dismiss(rested: Rested): void {
    this.#rested.splice(this.#rested.indexOf(rested), 1);
    this.#end(rested);
  }

  #end({ worker, timer }: Rested): void {
    clearTimeout(timer);
    this.#started -= 1;
    const ended = worker.close().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}

/** Built file (package.json, `imports`), even when tests run the sources: a process cannot read TypeScript. */
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
class JobProcess {
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
      // oxlint-disable-next-line no-restricted-properties -- It is handed on, not read.
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
