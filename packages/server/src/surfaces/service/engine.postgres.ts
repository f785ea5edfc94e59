import path from 'node:path';
import { openPostgresOwners } from '../../directory/stores.postgres.js';
import { PostgresKeyStore } from '../../money/accounts/key-store.postgres.js';
import { postgresLedger } from '../../money/billing/ledger-store.postgres.js';
import { postgresTallies, PostgresWindowStore } from '../../money/limits/stores.postgres.js';
import { postgresAudit } from '../../money/log/audit-store.postgres.js';
import { postgresPaid } from '../../money/receipts/paid-store.postgres.js';
import { PostgresReplayStore } from '../../money/receipts/replay-store.postgres.js';
import type { Config, DatabaseConfig } from '../../platform/config.js';
import { openDataDirectory } from '../../platform/data-directory.js';
import {
  advisoryLocks,
  PostgresDatabase,
  serviceSchema,
  SharedClock,
  supportSchema,
} from '../../platform/database/postgres/index.js';
import { answersInTime } from '../../platform/lib/shared-answer.js';
import { SqlTaskQueue } from '../../platform/queue/index.js';
import { PostgresPeers } from '../../platform/queue/peers.postgres.js';
import { fileSourceOf, openFiles, secretOf } from '../../platform/storage/index.js';
import { keptSecret } from '../../platform/storage/signing-secret.postgres.js';
import { postgresDrops, postgresSuppressions } from '../../privacy/list/suppression-store.postgres.js';
import { PersonRequestEntity } from '../../privacy/requests/index.js';
import { SqlJobStore } from '../../work/jobs/index.js';
import { PostgresPartStore } from '../../work/jobs/pipeline/part-store.postgres.js';
import { postgresSettlements } from '../../work/lookups/settlement-store.postgres.js';
import { SupportMessageEntity } from '../../work/support/index.js';
import { openAll, serviceEntities, type Engine, type Opened, type ServiceStores } from './engine.js';
import type { ServiceNeeds } from './service.js';

/** Opens a database, creating and migrating schemas as needed. Any number of servers share it. */
export const openPostgresEngine = (
  config: Config,
  databaseConfig: PostgresConfig,
  needs: EngineNeeds,
): Promise<Engine> => openAll((opened) => openEngine(config, databaseConfig, needs, opened));

type PostgresConfig = Extract<DatabaseConfig, { engine: 'postgres' }>;
type EngineNeeds = Pick<ServiceNeeds, 'clock' | 'ids'>;

async function openEngine(
  config: Config,
  databaseConfig: PostgresConfig,
  { clock: given, ids }: EngineNeeds,
  opened: Opened,
): Promise<Engine> {
  const { dataDir, signingSecret } = config;
  const { url, ownersUrl, ownersReadUrls } = databaseConfig;
  await openDataDirectory(dataDir);
  const stores = await openServiceStores(databaseConfig, opened);
  const { database } = stores;
  const clock = given ?? (await opened.add(SharedClock.open(database)));
  const ownerSource = { engine: 'postgres', url: ownersUrl, readUrls: ownersReadUrls } as const;
  const owners = await opened.add(openPostgresOwners(ownerSource, clock, path.join(dataDir, 'owners')));
  const fileSource = fileSourceOf(config);
  const pings = [
    ['the database', answersInTime(() => database.read.query('SELECT 1 FROM accounts LIMIT 1'))],
    ['the database of owners', answersInTime(() => owners.ping())],
  ] as const;
  return {
    ...stores,
    clock,
    windows: new PostgresWindowStore(database),
    owners,
    ownerSource,
    supportDatabase: database,
    isSupportDamaged: () => Promise.resolve(false),
    // PostgreSQL's disk is monitored by its operator.
    roomForMessages: () => Promise.resolve(Infinity),
    files: await openFiles(fileSource, ids, clock),
    fileSource,
    signingSecret: signingSecret === null ? await keptSecret(database) : secretOf(signingSecret),
    locks: advisoryLocks(url),
    isForOneWorker: false,
    jobProcessLock: path.join(dataDir, 'job-processes.lock'),
    faults: async () => {
      const answers = await Promise.all(
        pings.map(async ([name, answers]) => ((await answers()) ? [] : [name])),
      );
      return answers.flat().map((name) => `${name} does not answer`);
    },
    close: () => opened.close(),
  };
}

/** @param opened closes the database, with everything else it holds */
export async function openServiceStores(
  { url, urlName, poolSize }: Pick<PostgresConfig, 'url'> & Partial<PostgresConfig>,
  opened: Opened,
): Promise<ServiceStores & { database: PostgresDatabase }> {
  const opening = PostgresDatabase.open({
    url,
    urlName,
    max: poolSize,
    name: 'skiptrace-server',
    entities: [...serviceEntities, SupportMessageEntity, PersonRequestEntity],
    schemas: [serviceSchema, supportSchema],
  });
  const database = await opened.add(opening);
  return {
    database,
    keys: new PostgresKeyStore(database),
    ledger: postgresLedger(database),
    tallies: postgresTallies(database),
    replays: new PostgresReplayStore(database),
    paid: postgresPaid(database),
    auditStore: postgresAudit(database),
    suppressions: postgresSuppressions(database),
    drops: postgresDrops(database),
    settlements: postgresSettlements(database),
    jobStore: new SqlJobStore(database),
    parts: new PostgresPartStore(database),
    openQueue: (needs, options) =>
      new SqlTaskQueue(database, needs, options, new PostgresPeers(database, url)),
  };
}
