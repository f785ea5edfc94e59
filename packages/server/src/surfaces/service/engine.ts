import { OwnerRunEntity, OwnerUploadEntity, type OwnerStores } from '../../directory/index.js';
import type { OwnerSource } from '../../directory/owner-source.js';
import {
  AccountEntity,
  ApiKeyEntity,
  SessionEntity,
  SignInLinkEntity,
  TermsAcceptanceEntity,
  type KeyStore,
} from '../../money/accounts/index.js';
import { LedgerRecordEntity, ReservationEntity, type LedgerStore } from '../../money/billing/index.js';
import { DailyLookupsEntity, type TallyStore, type WindowStore } from '../../money/limits/index.js';
import type { AuditStore } from '../../money/log/index.js';
import {
  ReplayEntity,
  PaidPropertyEntity,
  type ReplayStore,
  type PaidStore,
} from '../../money/receipts/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import type { EntitySchema } from '../../platform/database/typeorm.js';
import type { Locks } from '../../platform/lib/locks.js';
import {
  TaskEntity,
  type QueueNeeds,
  type QueueOptions,
  type TaskQueue,
} from '../../platform/queue/index.js';
import type { FileSource, FileStore } from '../../platform/storage/index.js';
import type { DropStore, SuppressionStore } from '../../privacy/list/index.js';
import { ColumnChoicesEntity, JobEntity, type JobStore, type PartStore } from '../../work/jobs/index.js';
import type { SettlementStore } from '../../work/lookups/index.js';
import { SavedLookupEntity } from '../../work/saved/index.js';
import { webhookEntities } from '../../work/webhooks/index.js';

/** Entities in the service's database. */
export const serviceEntities: readonly EntitySchema[] = [
  AccountEntity,
  ApiKeyEntity,
  SessionEntity,
  SignInLinkEntity,
  TermsAcceptanceEntity,
  LedgerRecordEntity,
  ReservationEntity,
  DailyLookupsEntity,
  ReplayEntity,
  PaidPropertyEntity,
  JobEntity,
  TaskEntity,
  OwnerUploadEntity,
  OwnerRunEntity,
  SavedLookupEntity,
  ColumnChoicesEntity,
  ...webhookEntities,
];

/** The stores of accounts, their money, lookups and jobs. */
export interface ServiceStores {
  database: Database;
  keys: KeyStore;
  ledger: LedgerStore;
  tallies: TallyStore;
  replays: ReplayStore;
  paid: PaidStore;
  auditStore: AuditStore;
  suppressions: SuppressionStore;
  drops: DropStore;
  settlements: SettlementStore;
  jobStore: JobStore;
  /** Null on SQLite, where one worker does all parts of a job. */
  parts: PartStore | null;
  /** Opens a queue. Each queue is a separate worker if it is told to work. */
  openQueue(needs: QueueNeeds, options: Partial<QueueOptions>): TaskQueue;
}

/** Every port a server needs, opened. */
export interface Engine extends ServiceStores {
  clock: Clock;
  windows: WindowStore;
  /** Owners and their imports, stored apart so that they never hold up money. */
  owners: OwnerStores;
  /** Where job processes find the owners. */
  ownerSource: OwnerSource;
  /** Support messages from strangers, in a separate database so that they cannot fill the one with the money. */
  supportDatabase: Database;
  isSupportDamaged(): Promise<boolean>;
  /** Bytes that support messages may still use on the disk. */
  roomForMessages(): Promise<number>;
  files: FileStore;
  /** Where job processes find the files. */
  fileSource: FileSource;
  /** Signs links to files. */
  signingSecret: Buffer;
  /** Locks held by a process for its life: the worker, and the server that shows the sandbox. */
  locks: Locks;
  /** True on SQLite: only one worker process may run, and it resumes the tasks of its predecessor. PostgreSQL allows any number. */
  isForOneWorker: boolean;
  /** The lock that job processes hold while they are alive. */
  jobProcessLock: string;
  /** Components that do not respond, as sentences. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/** Resources opened so far, to be closed together in reverse order, because later ones use earlier ones. */
export class Opened {
  readonly #closes: (() => Promise<void>)[] = [];

  async add<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
    const opened = await opening;
    this.#closes.push(() => opened.close());
    return opened;
  }

  /** Closes each resource, even after a failure. @throws the first error */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#closes.reverse().splice(0)) {
      await close().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Opens several resources. If one of them cannot be opened, the earlier ones are closed. */
export async function openAll<T>(open: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = new Opened();
  try {
    return await open(opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}
