import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ColumnMapping } from '@skiptrace/contract';
import type { EnrichedOwner } from '@skiptrace/csv';
import { SandboxDirectory, type OwnerRecord } from '../directory/index.js';
import { contentsOf } from '../directory/match/index.js';
import { DEFAULT_TERMS, type Caller } from '../money/accounts/index.js';
import { Replays, Repeats } from '../money/receipts/index.js';
import { randomIds } from '../platform/ids.js';
import { silentLogger } from '../platform/logger.js';
import type { QueueOptions, TaskQueue } from '../platform/queue/index.js';
import { LocalFileStore, SignedLinks, type FileStore } from '../platform/storage/index.js';
import {
  Downloads,
  JobLinks,
  Jobs,
  jobTaskHandlers,
  Results,
  SqlJobStore,
  Uploads,
  WorkHere,
  type Arrival,
  type Directory,
  type OwnersOnFile,
  type Quotas,
} from '../work/jobs/index.js';
import { temporaryBilling, temporaryFolder } from './temporary.js';
import { LOOK_EVERY_MS, untilStatus } from './waiting.js';

export const MAPPING: ColumnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/** Owner directory in memory, by street line. */
export class StreetDirectory implements Directory {
  readonly #streets = new Map<string, number>();
  readonly #owners = new Map<number, EnrichedOwner>();
  /** Number of rows looked up so far. */
  asked = 0;

  add(street: string, owner: Partial<EnrichedOwner> = {}): this {
    const id = this.#streets.size + 1;
    this.#streets.set(street, id);
    this.#owners.set(id, { ...EMPTY_OWNER, ...owner });
    return this;
  }

  match(leads: Parameters<Directory['match']>[0]) {
    this.asked += leads.length;
    const results = leads.map((lead) => {
      const { address } = lead;
      const ownerRecordId = this.#streets.get(address);
      const owner = ownerRecordId === undefined ? undefined : this.#owners.get(ownerRecordId);
      if (ownerRecordId === undefined || owner === undefined) return MISS;
      const { phones, emails } = owner;
      const counts = { phoneCount: phones.length, emailCount: emails.length };
      const contents = contentsOf({ propertyAddress: address, propertyZip: null, ...owner });
      return { matched: true, ownerRecordId, ...counts, contents, property: this.propertyOf(lead) } as const;
    });
    return Promise.resolve(results);
  }

  /** See `propertyDigests`. */
  protected propertyOf({ address }: { readonly address: string }): readonly string[] {
    return [digestOf(address)];
  }

  read(ids: readonly number[]): Promise<ReadonlyMap<number, EnrichedOwner | null>> {
    return Promise.resolve(new Map([...this.#owners].filter(([id]) => ids.includes(id))));
  }
}

const MISS = { matched: false, reason: 'no_candidates' } as const;

const EMPTY_OWNER: EnrichedOwner = {
  firstName: null,
  lastName: null,
  fullName: null,
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
  phones: [],
  emails: [],
};

/** Directory without any of the records that were matched. */
const NO_OWNERS: OwnersOnFile = {
  read: () => Promise.resolve(new Map()),
  addresses: () => Promise.resolve(new Map()),
  at: (leads) => Promise.resolve(leads.map(() => [])),
};

const digestOf = (street: string): string =>
  createHash('sha256').update(street).digest().toString('base64url', 0, 16);

/** Bytes as the stream of an upload. */
export const arrivalOf =
  (bytes: Uint8Array | string): Arrival =>
  (keep) =>
    keep(Readable.from([Buffer.from(bytes)]));

/** Job pipeline of one account on a real database and file store in a temporary folder. */
export async function temporaryJobs(
  options: {
    balanceCents?: number;
    uploadMethod?: 'direct' | 'presigned';
    quotas?: Partial<Quotas>;
    /** Free bytes on the store's disk; tests change it while the server runs. */
    space?: () => { freeBytes: number; totalBytes: number };
    reserveBytes?: number;
    freeRepeatDays?: number;
  } = {},
) {
  const base = await temporaryBilling(options.balanceCents ?? 1_000_000);
  const { accountId, accounts, database, clock, billing } = base;
  const folder = await temporaryFolder();
  const { space, reserveBytes = 0 } = options;
  const root = path.join(folder.value, 'files');
  const measure = space === undefined ? undefined : () => Promise.resolve(space());
  const store: FileStore = await LocalFileStore.open(root, randomIds, reserveBytes, measure);
  const config = {
    uploadMethod: options.uploadMethod ?? 'direct',
    uploadTtlSeconds: 3_600,
    downloadTtlSeconds: 900,
  };
  const links = new JobLinks({
    signed: new SignedLinks(Buffer.alloc(32, 1), clock),
    store,
    config,
    isInForce: (keyId) => accounts.isInForce(keyId),
    baseUrl: () => 'http://server.test',
  });
  const newQueue = (queueOptions: Partial<QueueOptions> = {}) =>
    base.openQueue(
      { clock, ids: randomIds, logger: silentLogger },
      { pollMs: 20, heartbeatMs: 20, ...queueOptions },
    );
  const replays = new Replays(base.replays, clock);
  const quotas: Quotas = {
    openJobsPerAccount: 1_000,
    unchargedJobsPerDay: 100_000,
    unpaidBytesPerAccount: 1_000_000_000,
    uploadsAtOncePerAccount: 100,
    ...options.quotas,
  };
  const needs = {
    database,
    jobStore: new SqlJobStore(database),
    clock,
    ids: randomIds,
    billing,
    audit: base.audit,
    replays,
    store,
    queue: newQueue(),
    links,
    quotas,
    repeats: new Repeats({ paid: base.paid, database, clock, ids: randomIds }),
    listVersion: () => Promise.resolve(0),
    pass: (owners: readonly OwnerRecord[]) => Promise.resolve([...owners]),
    owners: NO_OWNERS,
    webhooks: { note: () => Promise.resolve() },
    listMails: { note: () => Promise.resolve() },
    termDefaults: { freeRepeatDays: options.freeRepeatDays ?? 0, savedLookupDays: 0 },
  };
  const parts = { ...needs, results: new Results(needs) };
  const jobs = new Jobs(parts);
  const uploads = new Uploads(parts);
  const { keyId } = await database.write((tx) => accounts.createKey(tx, accountId));
  const caller: Caller = { accountId, keyId, mode: 'live', terms: DEFAULT_TERMS, origin: 'api' };
  const workers: TaskQueue[] = [];

  /** Adds a worker, like a separate process. */
  const startWorker = (
    directory: Directory,
    { queue = {}, files = store }: { queue?: Partial<QueueOptions>; files?: FileStore } = {},
  ) => {
    const worker = newQueue(queue);
    workers.push(worker);
    void worker.work(
      jobTaskHandlers(parts, {
        work: new WorkHere(files, { live: directory, test: new SandboxDirectory() }),
        atOnce: 1,
        store: base.parts,
      }),
    );
    return worker;
  };
  const create = async (mapping: ColumnMapping = MAPPING): Promise<string> =>
    (await jobs.create(caller, { filename: 'leads.csv', columnMapping: mapping }, undefined)).value.jobId;

  return {
    ...base,
    ...parts,
    folder: folder.value,
    jobs,
    uploads,
    downloads: new Downloads(parts),
    caller,
    create,
    startWorker,
    upload: async (bytes: Uint8Array | string, mapping?: ColumnMapping) => {
      const jobId = await create(mapping);
      await uploads.direct(caller, jobId, arrivalOf(bytes));
      return jobId;
    },
    /** Polls the job until it has one of the statuses. */
    until: (jobId: string, ...statuses: readonly string[]) =>
      untilStatus(() => jobs.get(caller, jobId), statuses),
    /** Polls the job while moving the clock, so that tasks that failed on a busy machine are retried. */
    untilInTime: (jobId: string, ...statuses: readonly string[]) =>
      untilStatus(() => {
        clock.ms += LOOK_EVERY_MS;
        return jobs.get(caller, jobId);
      }, statuses),
    /** Moves the clock while `work` runs, so that failed tasks are retried. */
    whileTimePasses: async <T>(work: () => Promise<T>): Promise<T> => {
      const passing = setInterval(() => (clock.ms += 1_000), 5);
      try {
        return await work();
      } finally {
        clearInterval(passing);
      }
    },
    result: async (jobId: string) => (await buffer(await store.read(`${jobId}/result`))).toString('latin1'),
    ledger: async () =>
      (await billing.records(accountId, 100)).map(({ type, amountCents }) => [type, amountCents]),
    remove: async () => {
      for (const worker of workers) await worker.stop();
      await base.remove();
      await folder.remove();
    },
  };
}

export type TemporaryJobs = Awaited<ReturnType<typeof temporaryJobs>>;
