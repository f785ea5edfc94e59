import { type CreateSkipTraceJobRequest, limits } from '@skiptrace/contract';
import { checkOptions, type OptionKinds } from '../check-options.js';
import { NotOfferedError } from '../errors.js';
import type { SkipTraceJob } from '../open-answers.js';
import { type Answer, answering } from '../transport/answer.js';
import { checkJobId } from '../transport/operations.js';
import { callOptions, type CallOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import { type JobFilter, listJobs, readJob } from './api.js';
import { createJob, resumeJob, JobHandle } from './handle.js';
import { run, type RunOptions, type RunResult } from './run.js';
import { type ListJob, type ListJobOptions, jobOfList, listJobOptions } from './same-list.js';
import type { FileSource } from './source.js';

export interface ListJobsOptions extends CallOptions, JobFilter {}

const listOptions: OptionKinds<ListJobsOptions> = {
  ...callOptions,
  contentDigest: 'string',
  before: 'string',
};

/** Jobs, newest first: await it for the first page, or iterate over all of them, page by page. */
export interface JobList extends Answer<SkipTraceJob[]>, AsyncIterable<SkipTraceJob> {}

async function* allPages(
  first: Answer<SkipTraceJob[]>,
  pageBefore: (id: string) => Answer<SkipTraceJob[]>,
): AsyncGenerator<SkipTraceJob, void, undefined> {
  for (let page = await first; ;) {
    yield* page;
    const last = page.at(-1)?.id;
    if (last === undefined || page.length < limits.jobsInList) return;
    page = await pageBefore(last);
    // A server that ignores `before` answers the same jobs again.
    if (page.some(({ id }) => id === last))
      throw new NotOfferedError('This server lists the most recent jobs only.', {
        operation: 'listSkipTraceJobs',
      });
  }
}

/** CSV jobs: `client.jobs`. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a job that waits for its file. Costs nothing. */
  create(request: CreateSkipTraceJobRequest, options: CallOptions = {}): Answer<JobHandle> {
    return answering('jobs.create', options, callOptions, () => createJob(this.#transport, request, options));
  }

  /**
   * The job of a list, identified by its `contentDigest`: an existing job of the account, made on any machine, or a new one
   * that waits for its file. Processes that start the same list at the same time get one job.
   */
  async ofList(request: CreateSkipTraceJobRequest, options: ListJobOptions = {}): Promise<ListJob> {
    checkOptions('jobs.ofList', options, listJobOptions);
    const { handle, found } = await jobOfList(this.#transport, request, options);
    return { handle, found };
  }

  /** Reads the current state of a job. */
  get(jobId: string, options: CallOptions = {}): Answer<SkipTraceJob> {
    return answering('jobs.get', options, callOptions, () =>
      readJob({ transport: this.#transport, id: jobId }, options),
    );
  }

  /**
   * The account's 50 most recent jobs, newest first; iterate for all of them. With `contentDigest` only the jobs of that list;
   * a server that doesn't know digests returns all jobs, without the field `contentDigest`.
   *
   * @throws NotOfferedError while it is iterated, after 50 jobs, when the server lists no others
   *
   * @example
   * for await (const job of client.jobs.list()) console.log(job.createdAt, job.filename);
   */
  list(options: ListJobsOptions = {}): JobList {
    const pageBefore = (before: string | undefined) =>
      answering('jobs.list', options, listOptions, () => listJobs(this.#transport, { ...options, before }));
    const first = pageBefore(options.before);
    return Object.assign(first, { [Symbol.asyncIterator]: () => allPages(first, pageBefore) });
  }

  /**
   * A handle on an existing job. Sends no request.
   *
   * @throws ConfigurationError when the id is not a UUID
   */
  handle(jobId: string): JobHandle {
    checkJobId(jobId);
    return new JobHandle(this.#transport, jobId);
  }

  /** A handle on the job of a resume token, which another process may have made. */
  resume(token: string): JobHandle {
    return resumeJob(this.#transport, token);
  }

  /**
   * Takes a file through all steps, from creation to the enriched file. Money is spent only if `onPreview`
   * returns `confirm`, and never above `maxCostCents`.
   *
   * @example
   * await client.jobs.run('leads.csv', {
   *   columnMapping: { address: 'Address', city: 'City', state: 'State', zip: 'Zip' },
   *   onPreview: (preview) => ((preview.totalChargeCents ?? 0) < 5_000 ? 'confirm' : 'cancel'),
   *   output: 'leads.enriched.csv',
   * });
   */
  run(file: FileSource, options: RunOptions): Promise<RunResult> {
    return run(this.#transport, file, options);
  }
}
