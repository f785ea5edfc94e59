import type { PartCall, PartWork } from '../part-work.js';
import { JobProcess } from './job-process.js';
import type { ProcessNeeds } from './messages.js';

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
