import type { EnrichedWidths } from '@skiptrace/csv';
import type { EnrichedPart, JobFile, Overview, PartSummary, PartWork } from '../part-work.js';
import { JobProcess } from './job-process.js';
import type { ProcessData, WorkRequest } from './messages.js';

/** Processes keep what they have compiled; without work for so long they end and give their memory back. */
const IDLE_MS = 30_000;

interface Rested {
  worker: JobProcess;
  timer: NodeJS.Timeout;
}

/**
 * Work in other processes, so that neither the event loop that answers requests nor its threads wait for a job
 * (docs/decisions/006-jobs-in-processes.md). Who comes first is served first: jobs that ask for a part at a time take turns.
 */
export class ProcessPool implements PartWork {
  readonly #rested: Rested[] = [];
  readonly #waiting: ((worker: JobProcess) => void)[] = [];
  readonly #ending = new Set<Promise<void>>();
  #started = 0;

  /** @param size processes at the same time */
  constructor(
    private readonly data: ProcessData,
    readonly size: number,
  ) {}

  async survey(file: JobFile, signal: AbortSignal): Promise<Overview> {
    return (await this.#run({ kind: 'survey', file }, signal)) as Overview;
  }

  async match(file: JobFile, part: number, signal: AbortSignal): Promise<PartSummary> {
    return (await this.#run({ kind: 'match', file, part }, signal)) as PartSummary;
  }

  async enrich(
    file: JobFile,
    part: number,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart> {
    return (await this.#run({ kind: 'enrich', file, part, widths }, signal)) as EnrichedPart;
  }

  async assemble(file: JobFile, parts: number, signal: AbortSignal): Promise<number> {
    return (await this.#run({ kind: 'assemble', file, parts }, signal)) as number;
  }

  async tidy(file: Pick<JobFile, 'jobId'>, signal: AbortSignal): Promise<void> {
    await this.#run({ kind: 'tidy', file }, signal);
  }

  /** Ends the processes. Call it when no work is under way. */
  async close(): Promise<void> {
    for (const rested of this.#rested.splice(0)) this.#end(rested);
    await Promise.all(this.#ending);
  }

  async #run(request: WorkRequest, signal: AbortSignal): Promise<unknown> {
    const worker = await this.#take();
    try {
      return await worker.run(request, signal);
    } finally {
      this.#giveBack(worker);
    }
  }

  /** The one that rested last, which others may follow into their end; a new one when all are at work. */
  #take(): Promise<JobProcess> | JobProcess {
    const rested = this.#rested.pop();
    if (rested !== undefined) {
      clearTimeout(rested.timer);
      return rested.worker;
    }
    if (this.#started < this.size) {
      this.#started += 1;
      return new JobProcess(this.data);
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
