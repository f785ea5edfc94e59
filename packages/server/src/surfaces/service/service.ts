import { availableParallelism } from 'node:os';
import type { AddressInput } from '@skiptrace/address';
import { operationPolicies } from '@skiptrace/contract';
import {
  dncFindings,
  DoNotCall,
  isIntakeFolder,
  loadSandbox,
  OwnerDirectory,
  OwnerIntake,
  recordsAt,
  SandboxDirectory,
  unloadSandbox,
  withDncStatus,
  type OwnerRecord,
} from '../../directory/index.js';
import {
  accountFigures,
  Accounts,
  Authenticator,
  Sessions,
  TermsGate,
  TermsOfUse,
} from '../../money/accounts/index.js';
import { Billing, ledgerFindings, refundOnce, refundsOf, type Refund } from '../../money/billing/index.js';
import { attemptsOf, DailyMisses, RequestRate, type RateLimit } from '../../money/limits/index.js';
import { Audit, newestFaults, Sealing, SealKey, verify, type SignedHead } from '../../money/log/index.js';
import { Replays, Repeats } from '../../money/receipts/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Ids } from '../../platform/ids.js';
import type { HeldLock } from '../../platform/lib/locks.js';
import { sharedAnswer } from '../../platform/lib/shared-answer.js';
import type { Logger } from '../../platform/logger.js';
import { lanes } from '../../platform/queue/index.js';
import { SignedLinks } from '../../platform/storage/index.js';
import { Corrections } from '../../privacy/corrections/index.js';
import { Drop, dropFindings, isDropFolder } from '../../privacy/drop/index.js';
import {
  leadAt,
  ListRules,
  OwnerScreening,
  SuppressionList,
  SuppressionLog,
  Suppressions,
} from '../../privacy/list/index.js';
import {
  PersonRequests,
  Proofs,
  REQUEST_RATE_LIMITS,
  requestTaskHandlers,
} from '../../privacy/requests/index.js';
import { Erasures } from '../../privacy/search/index.js';
import {
  ColumnChoices,
  Downloads,
  fileFindings,
  jobFindings,
  JobLinks,
  Jobs,
  JobSweep,
  jobTaskHandlers,
  LIST_MAIL_TASK,
  ListMails,
  ListMailTask,
  PersonalFiles,
  ProcessPool,
  Results,
  retentionFindings,
  spaceFindings,
  untilNoneIsAlive,
  Uploads,
} from '../../work/jobs/index.js';
import { Settlements, TestSettlements, type Lookups } from '../../work/lookups/index.js';
import { SIGN_IN_MAIL_TASK, SignInMails, SignInMailTask } from '../../work/mail/index.js';
import { ServiceActivity } from '../../work/overview/index.js';
import { SavedLookups } from '../../work/saved/index.js';
import {
  MAIL_TASK,
  MailTask,
  REPLY_TASK,
  ReplyTask,
  SUPPORT_RATE_LIMITS,
  SupportMessages,
} from '../../work/support/index.js';
import { WEBHOOK_TASK, Webhooks, WebhookTask } from '../../work/webhooks/index.js';
import { DoctorChecks, examine, type Examination } from './doctor.js';
import type { Engine } from './engine.js';
import { ServiceNotes, type Difference } from './notes.js';

export interface ServiceNeeds {
  /** For tests. Default: the clock that all servers of the database share. */
  clock?: Clock;
  ids: Ids;
  logger: Logger;
  /** Settings of this shell that a command ignores, because the server has others (`withSettingsOfServer`). */
  differing?: readonly Difference[];
  /** For a command: its signing secret is not the server's. */
  hasOtherSecret?: boolean;
  /** True for `move`: also opens a data directory with an interrupted move. */
  isMoving?: boolean;
}

/** Everything below HTTP. Operator commands use it without a server. */
export type Service = ReturnType<typeof createService>;

/** Connects the domains to an engine; closing the service closes the engine. */
export function createService(
  engine: Engine,
  config: Config,
  { ids, logger, differing = [], hasOtherSecret = false }: ServiceNeeds,
) {
  const { clock, database, supportDatabase, ledger, jobStore, files: store } = engine;
  const rate = new RequestRate(engine.windows, clock, rateLimits(config));
  const audit = new Audit({ database, store: engine.auditStore, clock });
  const sealKey = new SealKey(engine.signingSecret);
  const accounts = new Accounts(database, clock, ids, audit);
  const termsGate = new TermsGate(config.requireTerms === 'on', () => `${baseUrl}/app`);
  const authenticator = new Authenticator(engine.keys, clock, config, termsGate);
  const sessions = new Sessions(database, clock, ids, config, audit);
  const notes = new ServiceNotes(database, clock);
  const billing = new Billing({ database, ledger, clock, ids, audit });
  const misses = new DailyMisses(engine.tallies, clock);
  const replays = new Replays(engine.replays, clock);
  const repeats = new Repeats({ paid: engine.paid, database, clock, ids });
  const atAddresses = (addresses: readonly AddressInput[]) =>
    recordsAt(engine.owners.index, addresses.map(leadAt));
  const suppressionLog = new SuppressionLog(config.dataDir, engine.locks);
  const list = new SuppressionList(engine.suppressions);
  const rules = new ListRules(list, { recordsAt: atAddresses });
  const screening = new OwnerScreening({ store: engine.suppressions, list, rules, owners: engine.owners });
  const ownerStores = { ...engine.owners, screening };
  const suppressions = new Suppressions({
    store: engine.suppressions,
    screening,
    drops: engine.drops,
    log: suppressionLog,
    database,
    clock,
    ids,
    audit,
    recordsAt: atAddresses,
  });
  const doNotCall = new DoNotCall(engine.owners.index.doNotCall);
  const owners = new OwnerDirectory(engine.owners, clock, doNotCall);
  const corrections = new Corrections({
    database,
    store: engine.suppressions,
    index: engine.owners.index,
    shown: engine.owners.shown,
    rules,
    screening,
    clock,
    ids,
    audit,
  });
  const erasures = corrections.erasedWith(engine.owners.erasures);
  const drop = new Drop({
    drops: engine.drops,
    list: engine.suppressions,
    log: suppressionLog,
    suppressions,
    screening,
    holdings: engine.owners.holdings,
    index: engine.owners.index,
    erasures,
    files: store,
    database,
    clock,
    ids,
  });
  const ownerIntake = new OwnerIntake({
    database,
    stores: ownerStores,
    store,
    clock,
    ids,
    logger,
    diskReserveBytes: config.diskReserveBytes,
  });
  // One process per core, at most four: a job is computing and little else.
  const processes = Math.min(4, availableParallelism());
  const queue = engine.openQueue(
    { clock, ids, logger },
    {
      // Where parts are tasks, each job process of this machine needs a lane.
      laneMaxWeights: lanes(
        engine.parts === null ? config.jobsAtOnce : Math.max(config.jobsAtOnce, processes),
      ),
      apart: { [WEBHOOK_TASK]: WEBHOOK_LANES },
      atOncePerAccount: config.jobsAtOncePerAccount,
      soleWorker: engine.isForOneWorker,
    },
  );
  const webhooks = new Webhooks({ database, clock, ids, queue, config });
  const messages = new SupportMessages({
    database: supportDatabase,
    isDamaged: () => engine.isSupportDamaged(),
    rate,
    clock,
    ids,
    logger,
    roomBytes: () => engine.roomForMessages(),
    retentionDays: config.supportRetentionDays,
    outbox: config.mail === null ? null : { database, queue },
  });

  const proofs = new Proofs(engine.signingSecret);
  const personRequests: PersonRequests = new PersonRequests({
    database: supportDatabase,
    rate,
    clock,
    logger,
    proofs,
    suppressions,
    config,
    roomBytes: () => engine.roomForMessages(),
    baseUrl: () => baseUrl,
    outbox: config.mail === null ? null : { database, queue },
  });

  const storageFault = sharedAnswer(clock, () => store.fault());
  const engineFaults = sharedAnswer(clock, () => engine.faults());
  let isLeaving = false;
  let serverLock: HeldLock | null = null;
  // Set once the server listens, unless the operator configured a public URL.
  let baseUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  let reached: 'everywhere' | 'here' | 'perhaps' = config.publicUrl === null ? 'perhaps' : 'everywhere';
  const links = new JobLinks({
    signed: new SignedLinks(engine.signingSecret, clock),
    store,
    config,
    isInForce: (keyId) => accounts.isInForce(keyId),
    baseUrl: () => baseUrl,
  });
  const partsOfJobs = {
    database,
    jobStore,
    clock,
    ids,
    billing,
    replays,
    store,
    queue,
    webhooks,
    listMails: new ListMails({ queue, isSetUp: config.mail !== null }),
    links,
    quotas: config,
    repeats,
    audit,
    listVersion: async () => (await engine.owners.shown.state()).at.list + (await doNotCall.version()),
    pass: async (all: readonly OwnerRecord[]) => {
      const [passed, lists] = [await rules.pass(all), await doNotCall.view()];
      return lists === null ? passed : withDncStatus(lists, passed);
    },
    owners: {
      read: (ids: readonly number[]) => owners.details(ids),
      addresses: async (ids: readonly number[]) =>
        new Map(
          [...(await engine.owners.index.originals(ids))].map(([id, { propertyAddress }]) => [
            id,
            propertyAddress,
          ]),
        ),
      at: (leads: Parameters<typeof recordsAt>[1]) => recordsAt(engine.owners.index, leads),
    },
  };
  const results = new Results(partsOfJobs);
  const jobNeeds = { ...partsOfJobs, results };
  const jobs = {
    jobs: new Jobs(jobNeeds),
    uploads: new Uploads(jobNeeds),
    downloads: new Downloads(jobNeeds),
  };
  const pool = new ProcessPool(
    {
      owners: engine.ownerSource,
      files: engine.fileSource,
      priority: config.jobsPriority,
    },
    engine.jobProcessLock,
    processes,
  );
  const sweep = new JobSweep({ database, jobStore, clock, store, queue, directory: owners, config });
  const saved = new SavedLookups({
    database,
    clock,
    owners,
    config,
    refunds: (accountId, references) => refundsOf(database.read, accountId, references),
  });
  const settlements = new Settlements({
    database,
    store: engine.settlements,
    billing,
    misses,
    replays,
    repeats,
    saved,
    audit,
  });
  const lookups: Lookups = {
    live: { owners, replays, settlements },
    test: {
      owners: new SandboxDirectory(),
      replays,
      settlements: new TestSettlements({ database, replays }),
    },
  };

  const activity = new ServiceActivity(database, clock);

  const service = {
    engine,
    config,
    clock,
    ids,
    logger,
    locks: engine.locks,
    queue,
    database,
    ownerStores,
    screening,
    supportDatabase,
    accounts,
    authenticator,
    termsGate,
    termsOfUse: new TermsOfUse(database, clock),
    sessions,
    signInMails: new SignInMails({ database, queue, logger, isSetUp: config.mail !== null }),
    /** Base URL at which browsers reach the server. */
    baseUrl: () => baseUrl,
    /** Where browsers can reach it: everywhere with PUBLIC_URL, on this machine while a server runs without it, or unknown. */
    isReached: () => reached,
    audit,
    auditStore: engine.auditStore,
    sealing: new Sealing({ store: engine.auditStore, clock, key: sealKey }),
    /** Checks the whole log of disclosures. @param options further public keys to accept, and a head that was kept elsewhere */
    verifyAudit: async ({ keys = [], head }: { keys?: readonly string[]; head?: SignedHead } = {}) => {
      const known = [sealKey.publicKey, ...keys];
      const verified = await verify(engine.auditStore, { keys: known, head, now: clock.now() });
      await notes.leave('audit verify', { faults: verified.faults.length });
      return verified;
    },
    notes,
    differing,
    hasOtherSecret,
    billing,
    rate,
    misses,
    replays,
    repeats,
    saved,
    columnChoices: new ColumnChoices({ database, clock }),
    owners,
    suppressions,
    corrections,
    erasures: new Erasures({ holdings: engine.owners.holdings, erasures }, engine.suppressions, corrections),
    personalFiles: new PersonalFiles(jobNeeds),
    drop,
    ownerIntake,
    lookups,
    jobs,
    /** See `refundOnce`. */
    refund: (refund: Refund, key: string, by?: string) =>
      refundOnce({ database, billing, repeats, jobs: jobs.jobs }, refund, key, by),
    webhooks,
    messages,
    personRequests,
    /** Sets the base URL of the listening server, unless PUBLIC_URL is set. */
    listensAt: (url: string) => {
      if (config.publicUrl !== null) return;
      baseUrl = url;
      reached = 'here';
    },
    /** Starts the worker. On SQLite, call it only while holding the worker lock: all unfinished work then belongs to dead processes. */
    startWorker: async () => {
      if (engine.isForOneWorker) await untilNoneIsAlive(engine.jobProcessLock);
      await queue.work({
        ...jobTaskHandlers(
          { ...jobNeeds, termDefaults: config },
          { work: pool, atOnce: pool.size, store: engine.parts },
        ),
        ...(config.webhooks === 'on' && {
          [WEBHOOK_TASK]: new WebhookTask({ database, clock, config }),
        }),
        ...(config.mail !== null && {
          [MAIL_TASK]: new MailTask({ database: supportDatabase, clock, logger }, config.mail),
          [REPLY_TASK]: new ReplyTask({ messages, clock, logger }, config.mail),
          ...requestTaskHandlers(
            {
              personRequests,
              proofs,
              clock,
              logger,
              baseUrl: () => baseUrl,
            },
            config.mail,
          ),
          [LIST_MAIL_TASK]: new ListMailTask(
            { database, clock, logger, baseUrl: () => baseUrl },
            config.mail,
          ),
          [SIGN_IN_MAIL_TASK]: new SignInMailTask(
            { database, sessions, logger, baseUrl: () => baseUrl },
            config.mail,
          ),
        }),
      });
    },
    sweepJobs: () => sweep.run(),
    sweptJobs: () => sweep.swept(),
    retentionFindings: async () => [
      ...(await retentionFindings(database, clock, config)),
      ...(await saved.findings()),
    ],
    ledgerFindings: async () => [
      ...(await ledgerFindings({ accounts, ledger, clock })),
      ...(await repeats.findings()),
    ],
    jobFindings: () => jobFindings(jobStore),
    fileFindings: () => fileFindings(database, store, clock, isForeignFolder),
    auditFindings: () => newestFaults(engine.auditStore),
    dncFindings: () => dncFindings(engine.owners.index.doNotCall, clock),
    dncLists: () => engine.owners.index.doNotCall.lists(),
    dropFindings: () => dropFindings(engine.drops, clock, config.drop.periodDays),
    taskBacklog: () => queue.backlog(),
    lookupTallies: () => settlements.tallies,
    jobFigures: () => jobStore.figures(),
    accountFigures: () => accountFigures(database, config.lowBalanceCents),
    activity: (days: number) => activity.days(days),
    loadSandbox: () => loadSandbox(ownerStores, ids),
    unloadSandbox: () => unloadSandbox(ownerStores),
    capacity: () => store.capacity(),
    /** Origin to which browsers upload files directly; null if files go through the server. */
    storeOrigin: async (): Promise<string | null> =>
      config.uploadMethod === 'direct' ? null : ((await store.uploadLink('any/any', 1))?.origin ?? null),
    /** Why files can't be read and written now, as a sentence; null if they can. */
    storageFault,
    /** Functions that are unavailable at the moment although the server works, as sentences. */
    shortages: sharedAnswer(clock, async (): Promise<string[]> => {
      const fault = await storageFault();
      return [...spaceFindings(await store.capacity()), ...(fault === null ? [] : [fault])];
    }),
    /** Faults that keep the server from working, as sentences. */
    faults: async () => [
      ...(isLeaving ? ['this server is about to stop'] : []),
      ...(serverLock?.isHeld() === false
        ? ['"skiptrace-server move" cannot see this server: its lock was lost, and is being taken again']
        : []),
      ...(await engineFaults()),
    ],
    /** @param lock makes this server visible to moves; without it, customers are sent elsewhere */
    join: (lock: HeldLock) => {
      serverLock = lock;
    },
    /** Answers 503 at `/readyz`, so that load balancers stop sending traffic. */
    leave: () => {
      isLeaving = true;
    },
    close: async () => {
      await ownerIntake.stop();
      await results.close();
      await queue.stop();
      await pool.close();
      rate.stop();
      await engine.close();
    },
  };
  const examineOnce = sharedAnswer(clock, (): Promise<Examination> => examine(service));
  return {
    ...service,
    /** Checks everything once; concurrent calls share a check. */
    examine: examineOnce,
    doctorChecks: new DoctorChecks({ database, clock, logger, examine: examineOnce }),
  };
}

/** Whether a folder of the file store belongs to another part of the server than jobs. */
const isForeignFolder = (folder: string): boolean => isIntakeFolder(folder) || isDropFolder(folder);

/**
 * Rate limits of web app requests by account or operator, and of sign-in links by email, by requesting network and by address.
 */
const BROWSER_RATE_LIMITS: readonly RateLimit[] = [
  { name: 'app', limit: 1_200, windowSeconds: 60 },
  { name: 'sign-in', limit: 60, windowSeconds: 60 },
  { name: 'sign-in-request', limit: 60, windowSeconds: 900 },
  { name: 'sign-in-mail', limit: 5, windowSeconds: 900 },
];

/** Webhook messages sent at the same time: a receiver may take seconds to answer. */
const WEBHOOK_LANES = 4;

/** Attempts allowed per address, as a multiple of its accepted-request limit. */
const ATTEMPTS_FACTOR = 40;

/** The limits of openapi.yaml; the operator sets the one of the job endpoints (reading 13). */
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
  return [...limits.values(), ...SUPPORT_RATE_LIMITS, ...REQUEST_RATE_LIMITS, ...BROWSER_RATE_LIMITS];
}
