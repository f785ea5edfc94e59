import { randomUUID } from 'node:crypto';
import {
  type Account,
  type AddressInput,
  type BulkSkipTraceRequest,
  type BulkSkipTraceResponse,
  type ColumnMapping,
  type CreateSkipTraceJobRequest,
  type JobStatus,
  type OperationId,
  type SkipTraceJob,
  type SkipTraceMatch,
  type UploadMethod,
  callPolicies,
  limits,
} from '@skiptrace/contract';
import { CsvInputError, CsvReader, EnrichedCsv, NO_WIDTHS, widen } from '@skiptrace/csv';
import { brokenRules } from '../lookups/address.js';
import {
  type Scenario,
  badRequest,
  conflict,
  exampleOf,
  idempotencyConflict,
  insufficientBalance,
  notFound,
  reply,
  serverError,
} from './scenario.js';

/** Settings of the small service that answers if no scenario is scripted. */
export interface ServiceOptions {
  /** False for a service that ignores `requirePhone`. Default true. */
  readonly knowsRequirePhone?: boolean;
  /** Cents on the account. Default 100,000. */
  balanceCents?: number;
  uploadMethod?: UploadMethod;
  /** Result at an address; undefined is a miss. Also decides the rows of files, if they are sent unchanged. */
  find?: ((address: AddressInput) => SkipTraceMatch | Scenario | undefined) | undefined;
  /** The enriched file. Default a line of CSV. */
  enriched?: Uint8Array;
}

/** A request the service has to answer. */
export interface ServiceRequest {
  readonly operation: OperationId;
  readonly jobId: string | undefined;
  readonly json: unknown;
  /** The query of the path. */
  readonly query?: URLSearchParams | undefined;
  readonly origin: string;
  /** Set if the server honors keys: a create with a used key returns the same job. */
  readonly idempotencyKey?: string | undefined;
}

/** Result of a job's file. */
interface TracedFile {
  readonly rows: number;
  readonly matched: number;
  readonly blank: number;
  readonly enriched: Uint8Array;
}

/** Result of a file that is not read. */
const unreadFile: Omit<TracedFile, 'enriched'> = { rows: 3, matched: 2, blank: 0 };

const jobIdIn = (path: string) => /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(path)?.[0];

/** The contract's own example of a match, and of a miss. */
const match = exampleOf('skipTraceSingle', 200, 'match') as SkipTraceMatch;
const miss = (exampleOf('skipTraceBulk', 200, 'noMatch') as BulkSkipTraceResponse).results[0];
const account = exampleOf('getAccount', 200, 'live') as Account;
const newJob = exampleOf('getSkipTraceJob', 200, 'processing') as SkipTraceJob;

/** After these statuses, every read of the job moves it to the next status. */
const movesOnTo: Partial<Record<JobStatus, JobStatus>> = {
  uploaded: 'processing',
  processing: 'preview',
  confirmed: 'generating',
  generating: 'completed',
};

/**
 * A service in memory, as far as a client can tell: addresses with "Miss" miss, with "Failure" fail, with
 * "Nulls" have no phone.
 */
export class Service {
  readonly jobs = new Map<string, SkipTraceJob>();
  readonly enriched: Uint8Array;
  balanceCents: number;
  /** Price of a match. */
  priceCents: number = callPolicies.skipTraceSingle.priceCents;
  readonly #uploadMethod: UploadMethod;
  readonly #find: (address: AddressInput) => SkipTraceMatch | Scenario | undefined;
  readonly #readsFiles: boolean;
  readonly #knowsRequirePhone: boolean;
  /** Bodies by which the jobs were created, by the jobs' IDs. */
  readonly #creations = new Map<string, CreateSkipTraceJobRequest>();
  readonly #files = new Map<string, TracedFile>();
  /** Why the files of jobs can't be read, by the jobs' IDs. */
  readonly #unreadable = new Map<string, string>();
  /** Bodies and answers of lookups and new jobs by their keys. */
  readonly #replays = new Map<string, { readonly asked: string; readonly answer: Scenario }>();

  constructor(options: ServiceOptions = {}) {
    this.#knowsRequirePhone = options.knowsRequirePhone ?? true;
    this.#find = options.find ?? findByName;
    this.#readsFiles = options.find !== undefined;
    this.balanceCents = options.balanceCents ?? 100_000;
    this.#uploadMethod = options.uploadMethod ?? 'direct';
    this.enriched =
      options.enriched ?? Buffer.from('Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n');
  }

  answer(request: ServiceRequest): Scenario {
    const job = request.jobId === undefined ? undefined : this.jobs.get(request.jobId);
    switch (request.operation) {
      case 'skipTraceSingle':
        return this.#once(request, () => this.#single(request.json as AddressInput));
      case 'skipTraceBulk':
        return this.#once(request, () => this.#bulk(request.json as BulkSkipTraceRequest));
      case 'createSkipTraceJob':
        return this.#once(request, () => this.#create(request));
      case 'listSkipTraceJobs':
        return this.#listed(request);
      case 'getAccount':
        return reply(200, {
          ...account,
          balanceCents: this.balanceCents,
          pricePerMatchCents: this.priceCents,
          ...(this.#knowsRequirePhone && { offers: ['requirePhone'] }),
        });
      case 'listDeliveries':
        return reply(200, { isOn: false, endpoints: 0, deliveries: [] });
      case 'sendContactMessage':
        return reply(200, { success: true });
      case 'getSkipTraceJob':
        return job ? this.#read(job, request.origin) : notFound();
      case 'uploadSkipTraceJobFile':
      case 'markSkipTraceJobUploaded':
        return this.#act(job, ['pending'], 'uploaded');
      case 'cancelSkipTraceJob':
        return this.#act(job, ['pending', 'uploaded', 'preview'], 'cancelled');
      case 'confirmSkipTraceJob':
        return this.#confirm(job);
    }
  }

  /** Puts a job into a status, for scenarios. */
  put(id: string, changes: Partial<SkipTraceJob>): void {
    const job = this.jobs.get(id);
    if (job) this.jobs.set(id, { ...job, ...changes });
  }

  /** Takes the file of a job that was sent to this path. */
  receive(path: string, file: Uint8Array): void {
    const id = jobIdIn(path) ?? '';
    const mapping = this.#creations.get(id)?.columnMapping;
    if (!this.#readsFiles || !mapping) return;
    try {
      this.#files.set(id, this.#traced(file, mapping, this.jobs.get(id)?.requirePhone === true));
    } catch (error) {
      if (!(error instanceof CsvInputError)) throw error;
      this.#unreadable.set(id, error.message);
    }
  }

  #traced(file: Uint8Array, mapping: ColumnMapping, requirePhone: boolean): TracedFile {
    const fields = ['address', 'city', 'state', 'zip'] as const;
    const reader = new CsvReader({ mappedHeaders: fields.map((field) => mapping[field]) });
    const records = [...reader.push(file), ...reader.end()].filter(({ blank }) => !blank);
    const { dialect, header } = reader;
    if (!dialect || !header) throw new CsvInputError('empty', 'The file is empty.');
    const isOneColumn = mapping.city === mapping.address;
    const addresses = records.map(({ values }): AddressInput => {
      const [address = '', ...others] = values.map((value) => value.trim());
      const parts = fields.slice(1).map((field, at) => [field, others[at]] as const);
      const given = isOneColumn ? [] : parts.filter(([, cell]) => cell !== '');
      return { address, ...Object.fromEntries(given) };
    });
    const owners = addresses.map((address) => {
      const found = this.#find(address);
      const isMatch = found && 'found' in found && !(requirePhone && found.phones.length === 0);
      return isMatch ? { ...found.contact, phones: found.phones, emails: found.emails } : null;
    });
    const widths = owners.reduce((most, owner, at) => {
      const [phones, emails] = [owner?.phones.length ?? 0, owner?.emails.length ?? 0];
      return widen(most, { phones, emails, cells: records[at]?.cellCount ?? 0 });
    }, NO_WIDTHS);
    const result = new EnrichedCsv({ dialect, header, widths });
    const lines = records.map((record, at) => result.record(record, owners[at] ?? null));
    return {
      rows: records.length,
      matched: owners.filter((owner) => owner !== null).length,
      blank: addresses.filter(({ address }) => address === '').length,
      enriched: Buffer.concat([result.head(), ...lines]),
    };
  }

  /** The enriched file that is downloaded at this path. */
  fileAt(path: string): Uint8Array {
    return this.#files.get(jobIdIn(path) ?? '')?.enriched ?? this.enriched;
  }

  /** Replays the answer of a used key, or refuses another body. */
  #once({ idempotencyKey, operation, json }: ServiceRequest, answer: () => Scenario): Scenario {
    if (idempotencyKey === undefined) return answer();
    const asked = `${operation} ${JSON.stringify(json)}`;
    const earlier = this.#replays.get(idempotencyKey);
    if (earlier && earlier.asked !== asked) return idempotencyConflict();
    if (earlier)
      return { ...earlier.answer, headers: { ...earlier.answer.headers, 'idempotency-replayed': 'true' } };
    const made = answer();
    if (made.status < 300) this.#replays.set(idempotencyKey, { asked, answer: made });
    return made;
  }

  #single(address: AddressInput): Scenario {
    const problems = brokenRules(address);
    if (problems.length > 0) return badRequest(problems.join('; '));
    const found = this.#find(address);
    if (found && !('found' in found)) return found;
    if (this.balanceCents < this.priceCents) return insufficientBalance(this.priceCents);
    if (!found) return reply(200, { success: true, found: false, contact: null });
    this.balanceCents -= this.priceCents;
    return reply(200, { ...found, charged: this.priceCents });
  }

  #bulk({ addresses, requirePhone = false }: BulkSkipTraceRequest): Scenario {
    const problems = addresses.flatMap((address, at) =>
      brokenRules(address).map((problem) => `addresses[${at}].${problem}`),
    );
    if (problems.length > 0) return badRequest(problems.join('; '));
    const found = addresses.map((address) => this.#find(address));
    const failure = found.find((each) => each && !('found' in each));
    if (failure) return failure as Scenario;
    const worstCents = addresses.length * this.priceCents;
    if (this.balanceCents < worstCents) return insufficientBalance(worstCents);
    const results = (found as (SkipTraceMatch | undefined)[]).map((each) => {
      if (!each || (requirePhone && each.phones.length === 0)) return miss;
      const { success: _success, ...rest } = each;
      return { ...rest, charged: this.priceCents };
    });
    const matched = results.filter((result) => result?.found).length;
    this.balanceCents -= matched * this.priceCents;
    const totalCharged = matched * this.priceCents;
    return reply(200, { success: true, total: results.length, matched, totalCharged, results });
  }

  #listed({ query, origin }: ServiceRequest): Scenario {
    const [contentDigest, before] = [query?.get('contentDigest') ?? undefined, query?.get('before') ?? ''];
    if (query?.has('before') && !this.jobs.has(before))
      return badRequest('before must be the ID of one of your jobs. Begin again without it.');
    const all = [...this.jobs.values()].reverse();
    // Without `before` the index is -1, so the page begins with the newest.
    const jobs = all
      .slice(all.findIndex(({ id }) => id === before) + 1)
      .filter(
        ({ id }) => !query?.has('contentDigest') || this.#creations.get(id)?.contentDigest === contentDigest,
      )
      .slice(0, limits.jobsInList)
      .map((job) => ({
        ...this.#shown(job, origin),
        ...(contentDigest !== undefined && { contentDigest }),
      }));
    return reply(200, { jobs });
  }

  #create({ json, origin }: ServiceRequest): Scenario {
    const now = new Date().toISOString();
    const request = json as CreateSkipTraceJobRequest;
    const { filename, requirePhone } = request;
    const job: SkipTraceJob = {
      ...newJob,
      id: randomUUID(),
      status: 'pending',
      filename,
      ...(this.#knowsRequirePhone && requirePhone === true && { requirePhone }),
      createdAt: now,
      updatedAt: now,
    };
    this.jobs.set(job.id, job);
    this.#creations.set(job.id, request);
    const uploadMethod = this.#uploadMethod;
    const path =
      uploadMethod === 'direct'
        ? `api/user/skip-trace/${job.id}/upload`
        : `files/uploads/${job.id}?signature=made-up`;
    return reply(201, { jobId: job.id, uploadUrl: `${origin}/${path}`, uploadMethod });
  }

  #read(job: SkipTraceJob, origin: string): Scenario {
    const seen = this.#shown(job, origin);
    const next = movesOnTo[job.status];
    if (next) this.#move(job, next);
    return reply(200, seen);
  }

  #shown(job: SkipTraceJob, origin: string): SkipTraceJob {
    return job.status === 'completed' && job.downloadUrl !== null
      ? { ...job, downloadUrl: `${origin}/files/results/${job.id}?signature=made-up` }
      : job;
  }

  #move(job: SkipTraceJob, status: JobStatus): void {
    const errorMessage = this.#unreadable.get(job.id);
    if (status === 'processing' && errorMessage !== undefined)
      return this.put(job.id, { status: 'failed', errorMessage });
    const { rows, matched, blank } = this.#files.get(job.id) ?? unreadFile;
    const preview = {
      totalRows: rows,
      matchedRows: matched,
      unmatchedRows: rows - matched,
      totalChargeCents: matched * this.priceCents,
      nonMatchCount: rows - matched - blank,
      blankAddressCount: blank,
    };
    this.put(job.id, {
      status,
      ...(status === 'preview' ? preview : {}),
      ...(status === 'completed' ? { downloadUrl: '' } : {}),
      updatedAt: new Date().toISOString(),
    });
  }

  #act(job: SkipTraceJob | undefined, from: JobStatus[], to: JobStatus): Scenario {
    if (!job) return notFound();
    if (!from.includes(job.status)) return conflict(job.status);
    this.#move(job, to);
    return reply(200, { status: to, jobId: job.id });
  }

  #confirm(job: SkipTraceJob | undefined): Scenario {
    if (!job) return notFound();
    if (job.status !== 'preview') return conflict(job.status);
    const totalChargeCents = job.totalChargeCents ?? 0;
    if (this.balanceCents < totalChargeCents) return insufficientBalance(totalChargeCents);
    this.balanceCents -= totalChargeCents;
    this.#move(job, 'confirmed');
    return reply(200, { status: 'confirmed', jobId: job.id, totalChargeCents });
  }
}

/** Addresses with "Miss" miss, with "Failure" fail; all others match, those with "Nulls" without a phone. */
function findByName({ address }: AddressInput): SkipTraceMatch | Scenario | undefined {
  if (address.includes('Failure')) return serverError();
  if (address.includes('Miss')) return undefined;
  const phones = address.includes('Nulls') ? [] : match.phones;
  return { ...match, phones, contact: { ...match.contact, propertyAddress: address } };
}
