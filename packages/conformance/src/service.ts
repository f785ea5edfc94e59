import {
  TERMINAL_JOB_STATUSES,
  type ConfirmSkipTraceJobResponse,
  type CreateSkipTraceJobResponse,
  type JobStatus,
  type SkipTraceJob,
  type SkipTraceJobList,
  type BulkSkipTraceResponse,
  type SkipTraceMatch,
  type SkipTraceMiss,
} from '@skiptrace/contract';
import { parse } from 'csv-parse/sync';
import type { FullAddress } from './fixtures.js';
import { CENTS_PER_MATCH, type Exchange, Skip } from './http/exchange.js';
import { type Context, expectBody, expectStatus, expectThat, expectEqual } from './suite/check.js';

const SINGLE = '/api/v1/skip-trace';
const BULK = '/api/v1/skip-trace-bulk';

interface Sending {
  /** The account's key; the run's own by default. */
  key?: string;
  headers?: Readonly<Record<string, string>>;
}

export const single = ({ http, key }: Context, address: unknown, options: Sending = {}): Promise<Exchange> =>
  http.send({ method: 'POST', path: SINGLE, key, json: address, ...options });

export const bulk = ({ http, key }: Context, addresses: unknown, options: Sending = {}): Promise<Exchange> =>
  http.send({ method: 'POST', path: BULK, key, json: { addresses }, ...options });

/** Looks up an address that matches by the fixtures. */
export async function match(context: Context, address: unknown, options?: Sending): Promise<SkipTraceMatch> {
  const exchange = await single(context, address, options);
  const body = expectBody<SkipTraceMatch>(exchange, 200);
  expectEqual('found', body.found, true, exchange);
  return body;
}

/** Looks up an address that has no owner by the fixtures. */
export async function miss(context: Context, address: unknown, options?: Sending): Promise<SkipTraceMiss> {
  const exchange = await single(context, address, options);
  const body = expectBody<SkipTraceMiss>(exchange, 200);
  expectEqual('found', body.found, false, exchange);
  return body;
}

export async function bulkBody(
  context: Context,
  addresses: unknown,
  options?: Sending,
): Promise<BulkSkipTraceResponse> {
  return expectBody<BulkSkipTraceResponse>(await bulk(context, addresses, options), 200);
}

/** A file that the suite uploads. */
export interface CsvFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows that may match, and so may be charged for on confirm. */
  readonly matchableRows: number;
}

export const HEADER = ['Ref', 'Street', 'Town', 'State', 'Zip', 'Note'];

/** A cell as RFC 4180 requires it. */
export const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

export const lineOf = (cells: readonly string[]): string => cells.map(cell).join(',');

/** A row under HEADER. */
export const row = (ref: string, { address, city, state, zip }: FullAddress, note = ''): string =>
  lineOf([ref, address, city, state, zip, note]);

/** A file of lines that each end with LF. */
export const csvFile = (lines: readonly string[], matchableRows: number): CsvFile => ({
  bytes: bytesOf(lines.map((line) => `${line}\n`).join('')),
  matchableRows,
});

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Every record of a CSV, parsed by a library rather than our own reader. */
export const recordsOf = (bytes: Uint8Array): string[][] =>
  parse(Buffer.from(bytes), { bom: true, relax_column_count: true, skip_empty_lines: true });

/** Records as objects, by the names in the header. */
export function rowsByHeader(bytes: Uint8Array): Record<string, string>[] {
  const [header = [], ...records] = recordsOf(bytes);
  return records.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

export const JOBS = '/api/user/skip-trace';
export const MAPPING = { address: 'Street', city: 'Town', state: 'State', zip: 'Zip' };
export type Action = 'upload' | 'uploaded' | 'confirm' | 'cancel';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 2_000;
const PATIENCE_MS = 180_000;

/** A job made by the suite, with its actions. */
export class TestJob {
  constructor(
    private readonly context: Context,
    readonly created: CreateSkipTraceJobResponse,
    readonly key: string,
  ) {}

  get id(): string {
    return this.created.jobId;
  }

  /** Reads the job; the caller checks the answer. */
  read(): Promise<Exchange> {
    return this.#send('GET', '');
  }

  async detail(): Promise<SkipTraceJob> {
    return expectBody<SkipTraceJob>(await this.read(), 200);
  }

  /** Sends an action without a body; for `upload` with a small file. */
  act(action: Action, key = this.key): Promise<Exchange> {
    if (action === 'upload') return this.post(formOf('late.csv', 'Street,Town,State,Zip\n'), key);
    return this.context.http.send({ method: 'POST', path: `${JOBS}/${this.id}/${action}`, key });
  }

  /** Sends a form to the direct upload, regardless of the job's upload method. */
  post(form: FormData, key = this.key): Promise<Exchange> {
    return this.context.http.send({ method: 'POST', path: `${JOBS}/${this.id}/upload`, key, body: form });
  }

  /** PUTs a file to the presigned address. */
  put(bytes: Uint8Array<ArrayBuffer>, url = this.created.uploadUrl): Promise<Exchange> {
    return this.context.http.send({
      method: 'PUT',
      path: url,
      headers: { 'Content-Type': 'text/csv' },
      body: bytes,
    });
  }

  /** Sends the file by the job's own method; returns the answer of `upload` or `uploaded`. */
  async upload(file: CsvFile): Promise<Exchange> {
    this.context.jobCosts.set(this.id, file.matchableRows * CENTS_PER_MATCH);
    if (this.created.uploadMethod === 'direct') {
      const body = formOf('leads.csv', file.bytes);
      return this.context.http.send({ method: 'POST', path: this.created.uploadUrl, key: this.key, body });
    }
    const put = await this.put(file.bytes);
    expectThat(put.status >= 200 && put.status < 300, 'the PUT to succeed', put.status, put);
    return this.act('uploaded');
  }

  /** Polls until the job is in this status, or can no longer get there. Every status in between is recorded. */
  async reach(status: JobStatus, seen: JobStatus[] = []): Promise<SkipTraceJob> {
    const { clock } = this.context;
    const givesUpAt = clock.now() + PATIENCE_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      const exchange = await this.read();
      const job = expectBody<SkipTraceJob>(exchange, 200);
      if (seen.at(-1) !== job.status) seen.push(job.status);
      if (job.status === status) return job;
      const message = `${job.status}: ${job.errorMessage ?? 'without errorMessage'}`;
      expectThat(mayReach(job.status, status), `the job to become ${status}`, message, exchange);
      expectThat(clock.now() < givesUpAt, `the job to become ${status} in time`, job.status, exchange);
      await clock.sleep(pauseMs);
    }
  }

  async confirm(): Promise<ConfirmSkipTraceJobResponse> {
    return expectBody<ConfirmSkipTraceJobResponse>(await this.act('confirm'), 200);
  }

  /** The enriched file, by its own link or the given one. Sent without a key. */
  download(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
    return this.context.http.send({ method: 'GET', path: url, headers });
  }

  #send(method: string, suffix: string): Promise<Exchange> {
    return this.context.http.send({ method, path: `${JOBS}/${this.id}${suffix}`, key: this.key });
  }
}

/** Statuses of a successful job, in order; a file that cannot be read fails before the preview. */
const WAY: readonly JobStatus[] = [
  'pending',
  'uploaded',
  'processing',
  'failed',
  'preview',
  'confirmed',
  'generating',
  'completed',
];

const mayReach = (from: JobStatus, to: JobStatus): boolean =>
  !TERMINAL_JOB_STATUSES.some((final) => final === from) && WAY.indexOf(from) < WAY.indexOf(to);

interface JobOptions {
  key?: string;
  filename?: string;
  mapping?: Readonly<Record<string, unknown>>;
}

export const postJob = (
  { http, key }: Context,
  json: unknown,
  options: { key?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Exchange> => http.send({ method: 'POST', path: JOBS, key, json, ...options });

/** A job in `pending`. */
export async function createJob(context: Context, options: JobOptions = {}): Promise<TestJob> {
  const { key = context.key, filename = 'conformance.csv', mapping = MAPPING } = options;
  const exchange = await postJob(context, { filename, columnMapping: mapping }, { key });
  return new TestJob(context, expectBody<CreateSkipTraceJobResponse>(exchange, 201), key);
}

/** A job after its file was sent. */
export async function uploadedJob(context: Context, file: CsvFile, options?: JobOptions): Promise<TestJob> {
  const job = await createJob(context, options);
  expectStatus(await job.upload(file), 200);
  return job;
}

/** A job in `preview`. */
export async function previewedJob(context: Context, file: CsvFile, options?: JobOptions): Promise<TestJob> {
  const job = await uploadedJob(context, file, options);
  await job.reach('preview');
  return job;
}

export async function listJobs({ http }: Context, key: string): Promise<SkipTraceJobList> {
  return expectBody<SkipTraceJobList>(await http.send({ method: 'GET', path: JOBS, key }), 200);
}

export function formOf(
  filename: string,
  content: string | Uint8Array<ArrayBuffer>,
  field = 'file',
): FormData {
  const form = new FormData();
  form.append(field, new Blob([content], { type: 'text/csv' }), filename);
  return form;
}

/** A signed link with the last character of each of its parameters changed, one at a time. */
export const changedLinks = (link: URL): string[] =>
  [...link.searchParams].map(([name, value]) => {
    const changed = new URL(link);
    changed.searchParams.set(
      name,
      value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
    );
    return changed.href;
  });

/** A job with this upload method. @throws Skip on a server that uses the other */
export async function jobBy(context: Context, method: 'direct' | 'presigned'): Promise<TestJob> {
  const job = await createJob(context);
  if (job.created.uploadMethod !== method)
    throw new Skip(`the uploadMethod of this service is ${job.created.uploadMethod}, not ${method}`);
  return job;
}
