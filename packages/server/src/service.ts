import { availableParallelism } from 'node:os';
import path from 'node:path';
import { operationPolicies } from '@skiptrace/contract';
import { AccountEntity, accountFigures, Accounts, ApiKeyEntity, Authenticator } from './accounts/index.js';
import { Billing, ledgerFindings, LedgerRecordEntity, ReservationEntity } from './billing/index.js';
import type { Clock } from './clock.js';
import type { Config } from './config.js';
import {
  isDamaged,
  mailTaskHandlers,
  SUPPORT_RATE_LIMITS,
  SupportMessageEntity,
  SupportMessages,
} from './contact/index.js';
import {
  Database,
  fileLocks,
  ownersMigrations,
  serviceMigrations,
  supportMigrations,
} from './database/index.js';
import { ReplayEntity, Replays } from './idempotency/index.js';
import { openDataDirectory } from './data-directory.js';
import type { Ids } from './ids.js';
import {
  Downloads,
  fileFindings,
  JobEntity,
  jobFindings,
  JobLinks,
  Jobs,
  JobSweep,
  jobTaskHandlers,
  JobWork,
  ProcessPool,
  spaceFindings,
  SqliteJobStore,
  untilNoneIsAlive,
  Uploads,
} from './jobs/index.js';
import { attemptsOf, DailyLookupsEntity, DailyMisses, RequestRate, type RateLimit } from './limits/index.js';
import type { Logger } from './logger.js';
import { CountedSettlements, Settlements, TestSettlements, type Lookups } from './lookups/index.js';
import {
  loadSandbox,
  OwnerDirectory,
  ownerEntities,
  SandboxDirectory,
  unloadSandbox,
} from './owners/index.js';
import { InProcessTaskQueue, lanes, SqliteTaskStore, TaskEntity } from './queue/index.js';
import { openFiles, openSigningSecret, roomBytes, SignedLinks, type FileSource } from './storage/index.js';

export interface ServiceParts {
  clock: Clock;
  ids: Ids;
  logger: Logger;
}

/** Everything below HTTP, opened on one data directory. Operator commands use it without a server. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** Opens the data directory, making and migrating what is missing. Several processes may have it open. */
export async function openService(config: Config, { clock, ids, logger }: ServiceParts) {
  const { dataDir } = config;
  await openDataDirectory(dataDir);
  const database = await openServiceDatabase(dataDir);
  const ownersFile = path.join(dataDir, 'owners.sqlite');
  const directoryDatabase = await Database.open({
    path: ownersFile,
    entities: ownerEntities,
    migrations: ownersMigrations,
    undo: 'files',
  });
  const supportDatabase = await Database.open({
    path: path.join(dataDir, 'support.sqlite'),
    entities: [SupportMessageEntity],
    migrations: supportMigrations,
    undo: 'memory',
  });
  const rate = await RequestRate.open(path.join(dataDir, 'limits.sqlite'), rateLimits(config));
  const files: FileSource = {
    kind: 'local',
    root: path.join(dataDir, 'files'),
    reserveBytes: config.diskReserveBytes,
  };
  const store = await openFiles(files, ids);
  const secret = await openSigningSecret(path.join(dataDir, 'signing-secret'), ids);

  const accounts = new Accounts(database, clock, ids);
  const authenticator = new Authenticator(database, clock);
  const billing = new Billing(database, clock, ids);
  const misses = new DailyMisses(database, clock);
  const replays = new Replays(database, clock);
  const owners = new OwnerDirectory(directoryDatabase, clock, ids);
  const queue = new InProcessTaskQueue(new SqliteTaskStore(database), clock, ids, logger, {
    laneMaxWeights: lanes(config.jobsAtOnce),
    atOncePerAccount: config.jobsAtOncePerAccount,
    // Whoever works holds the worker lock of the data directory.
    soleWorker: true,
  });
  const messages = new SupportMessages({
    database: supportDatabase,
    isDamaged: () => isDamaged(supportDatabase),
    rate,
    clock,
    ids,
    logger,
    roomBytes: () => roomBytes(store),
    retentionDays: config.supportRetentionDays,
    outbox: config.mail === null ? null : { database, queue },
  });

  // Known once the server listens, unless the operator says under which address it is reached.
  let baseUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const links = new JobLinks({
    signed: new SignedLinks(secret, clock),
    store,
    config,
    isInForce: (keyId) => accounts.isInForce(keyId),
    baseUrl: () => baseUrl,
  });
  const jobStore = new SqliteJobStore(database);
  const jobNeeds = { database, jobStore, clock, ids, billing, replays, store, queue, links, quotas: config };
  const jobs = {
    jobs: new Jobs(jobNeeds),
    uploads: new Uploads(jobNeeds),
    downloads: new Downloads(jobNeeds),
  };
  const aliveLock = path.join(dataDir, 'job-processes.lock');
  // One a core, as many as four: a job is computing and little else.
  const processes = Math.min(4, availableParallelism());
  const ownerSource = { engine: 'sqlite', path: ownersFile } as const;
  const pool = new ProcessPool(
    { owners: ownerSource, files, priority: config.jobsPriority },
    aliveLock,
    processes,
  );
  const sweep = new JobSweep({ database, jobStore, clock, store, queue, directory: owners, config });
  const settlements = new CountedSettlements(new Settlements({ database, billing, misses, replays }));
  const lookups: Lookups = {
    live: { owners, replays, settlements },
    test: {
      owners: new SandboxDirectory(),
      replays,
      settlements: new TestSettlements({ database, replays }),
    },
  };

  return {
    config,
    clock,
    ids,
    logger,
    locks: fileLocks(dataDir),
    database,
    directoryDatabase,
    supportDatabase,
    accounts,
    authenticator,
    billing,
    rate,
    misses,
    replays,
    owners,
    lookups,
    jobs,
    messages,
    /** Tells where clients reach the server, unless PUBLIC_URL does. */
    listensAt: (url: string) => {
      baseUrl = config.publicUrl ?? url;
    },
    /** For the process that holds the data directory's worker lock: what is in work belongs to dead ones. */
    startWorker: async () => {
      await untilNoneIsAlive(aliveLock);
      await queue.work({
        ...jobTaskHandlers(jobNeeds, new JobWork(pool, pool.size)),
        ...(config.mail !== null &&
          mailTaskHandlers({ database: supportDatabase, clock, logger }, config.mail)),
      });
    },
    sweepJobs: () => sweep.run(),
    ledgerFindings: () => ledgerFindings(database, clock),
    jobFindings: () => jobFindings(jobStore),
    fileFindings: () => fileFindings(database, store, clock),
    taskBacklog: () => queue.backlog(),
    lookupTallies: () => settlements.tallies,
    jobFigures: () => jobStore.figures(),
    accountFigures: () => accountFigures(database, config.lowBalanceCents),
    loadSandbox: () => loadSandbox(owners),
    unloadSandbox: () => unloadSandbox(owners),
    capacity: () => store.capacity(),
    /** What the server does not do at the moment although it works, as sentences. */
    shortages: async (): Promise<string[]> => spaceFindings(await store.capacity()),
    /** What keeps the server from working, as sentences. */
    faults: async (): Promise<string[]> => {
      const answers = await Promise.allSettled([
        database.read.query('SELECT 1 FROM accounts LIMIT 1'),
        directoryDatabase.read.query('SELECT 1'),
      ]);
      const names = ['service.sqlite', 'owners.sqlite'];
      return names
        .filter((_, index) => answers[index]?.status === 'rejected')
        .map((name) => `${name} does not answer`);
    },
    close: async () => {
      await queue.stop();
      await pool.close();
      await rate.close();
      await supportDatabase.close();
      await directoryDatabase.close();
      await database.close();
    },
  };
}

const openServiceDatabase = (dataDir: string): Promise<Database> =>
  Database.open({
    path: path.join(dataDir, 'service.sqlite'),
    entities: [
      AccountEntity,
      ApiKeyEntity,
      LedgerRecordEntity,
      ReservationEntity,
      DailyLookupsEntity,
      ReplayEntity,
      JobEntity,
      TaskEntity,
    ],
    migrations: serviceMigrations,
    undo: 'memory',
  });

/** Of the requests that are accepted from one address, so many more may be tried. */
const ATTEMPTS_FACTOR = 40;

/** The limits of openapi.yaml; the one of the job endpoints is the operator's (reading 13). */
function rateLimits({ jobRequestsPerMinute }: Config): RateLimit[] {
  const limits = new Map<string, RateLimit>();
  for (const { rateLimit } of Object.values(operationPolicies)) {
    const { name, windowSeconds } = rateLimit;
    const limit = rateLimit.configurable ? jobRequestsPerMinute : rateLimit.limit;
    limits.set(name, { name, limit, windowSeconds });
    if (rateLimit.scope === 'ip') {
      limits.set(attemptsOf(name), { name: attemptsOf(name), limit: ATTEMPTS_FACTOR * limit, windowSeconds });
    }
  }
  return [...limits.values(), ...SUPPORT_RATE_LIMITS];
}
