import path from 'node:path';
import { sqliteOwnerStores } from '../../directory/stores.sqlite.js';
import { SqliteKeyStore } from '../../money/accounts/key-store.sqlite.js';
import { sqliteLedger } from '../../money/billing/ledger-store.sqlite.js';
import { sqliteTallies, SqliteWindowStore } from '../../money/limits/stores.sqlite.js';
import { sqliteAudit } from '../../money/log/audit-store.sqlite.js';
import { sqlitePaid } from '../../money/receipts/paid-store.sqlite.js';
import { SqliteReplayStore } from '../../money/receipts/replay-store.sqlite.js';
import { systemClock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import { openDataDirectory, refuseMoved } from '../../platform/data-directory.js';
import {
  fileLocks,
  ownersMigrations,
  serviceMigrations,
  SqliteDatabase,
  supportMigrations,
} from '../../platform/database/sqlite/index.js';
import { SqlTaskQueue } from '../../platform/queue/index.js';
import {
  DiskReserve,
  fileSourceOf,
  measureDisk,
  openFiles,
  openSigningSecret,
  roomBytes,
  secretOf,
} from '../../platform/storage/index.js';
import { sqliteDrops, sqliteSuppressions } from '../../privacy/list/suppression-store.sqlite.js';
import { PersonRequestEntity } from '../../privacy/requests/index.js';
import { SqlJobStore } from '../../work/jobs/index.js';
import { openSettlementStore } from '../../work/lookups/settlement-store.sqlite.js';
import { SupportMessageEntity } from '../../work/support/index.js';
import { openAll, serviceEntities, type Engine, type Opened, type ServiceStores } from './engine.js';
import type { ServiceNeeds } from './service.js';

/** Opens a data directory, creating and migrating files as needed. Several processes may have it open. */
export const openSqliteEngine = (config: Config, needs: EngineNeeds): Promise<Engine> =>
  openAll((opened) => openEngine(config, needs, opened));

type EngineNeeds = Pick<ServiceNeeds, 'clock' | 'ids' | 'isMoving'>;

async function openEngine(
  config: Config,
  { clock = systemClock, ids, isMoving = false }: EngineNeeds,
  opened: Opened,
): Promise<Engine> {
  const { dataDir, signingSecret } = config;
  await openDataDirectory(dataDir);
  await refuseMoved(dataDir, isMoving);
  const within = (name: string) => path.join(dataDir, name);
  const stores = await openServiceStores(within('service.sqlite'), opened);
  const ownerSource = { engine: 'sqlite', path: within('owners.sqlite') } as const;
  const ownerDatabase = await opened.add(openOwnerDatabase(ownerSource.path));
  const supportDatabase = await opened.add(
    SqliteDatabase.open({
      path: within('support.sqlite'),
      entities: [SupportMessageEntity, PersonRequestEntity],
      migrations: supportMigrations,
      undo: 'memory',
    }),
  );
  const fileSource = fileSourceOf(config);
  return {
    ...stores,
    clock,
    windows: await opened.add(SqliteWindowStore.open(within('limits.sqlite'))),
    owners: sqliteOwnerStores(ownerDatabase, clock),
    ownerSource,
    supportDatabase,
    roomForMessages: () => roomBytes(new DiskReserve(measureDisk(dataDir), config.diskReserveBytes)),
    isSupportDamaged: () => isDamaged(supportDatabase),
    files: await openFiles(fileSource, ids, clock),
    fileSource,
    signingSecret:
      signingSecret === null ? await openSigningSecret(within('signing-secret')) : secretOf(signingSecret),
    locks: fileLocks(dataDir),
    isForOneWorker: true,
    jobProcessLock: within('job-processes.lock'),
    faults: async () => {
      const answers = await Promise.allSettled([
        stores.database.read.query('SELECT 1 FROM accounts LIMIT 1'),
        ownerDatabase.read.query('SELECT 1'),
      ]);
      const names = ['service.sqlite', 'owners.sqlite'];
      return names
        .filter((_, index) => answers[index]?.status === 'rejected')
        .map((name) => `${name} does not answer`);
    },
    close: () => opened.close(),
  };
}

/** Whether SQLite's quick check finds a fault in a file. */
async function isDamaged({ read }: SqliteDatabase): Promise<boolean> {
  const checked = await read.query<{ quick_check: string }[]>('PRAGMA quick_check(1)');
  return checked.some(({ quick_check: answer }) => answer !== 'ok');
}

/** @param opened closes the database, with everything else it holds */
export async function openServiceStores(file: string, opened: Opened): Promise<ServiceStores> {
  const opening = SqliteDatabase.open({
    path: file,
    entities: serviceEntities,
    migrations: serviceMigrations,
    undo: 'memory',
  });
  const database = await opened.add(opening);
  return {
    database,
    keys: new SqliteKeyStore(database),
    ledger: sqliteLedger(database),
    tallies: sqliteTallies(database),
    replays: new SqliteReplayStore(database),
    paid: sqlitePaid(database),
    auditStore: sqliteAudit(database),
    suppressions: sqliteSuppressions(database),
    drops: sqliteDrops(database),
    settlements: await openSettlementStore(database),
    jobStore: new SqlJobStore(database),
    parts: null,
    openQueue: (needs, options) => new SqlTaskQueue(database, needs, options),
  };
}

export const openOwnerDatabase = (file: string): Promise<SqliteDatabase> =>
  SqliteDatabase.open({ path: file, entities: [], migrations: ownersMigrations, undo: 'files' });
