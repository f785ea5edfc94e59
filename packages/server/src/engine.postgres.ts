import { AccountEntity, ApiKeyEntity } from './accounts/index.js';
import { PostgresKeyStore } from './accounts/key-store.postgres.js';
import { LedgerRecordEntity, ReservationEntity } from './billing/index.js';
import { postgresLedger } from './billing/ledger-store.postgres.js';
import { SupportMessageEntity } from './contact/index.js';
import { PostgresDatabase, serviceSchema, supportSchema } from './database/postgres/index.js';
import type { ServiceStores } from './engine.js';
import { ReplayEntity } from './idempotency/index.js';
import { PostgresReplayStore } from './idempotency/replay-store.postgres.js';
import { JobEntity, SqlJobStore } from './jobs/index.js';
import { DailyLookupsEntity } from './limits/index.js';
import { PostgresTallyStore } from './limits/tally-store.postgres.js';
import { postgresSettlements } from './lookups/settlement-store.postgres.js';
import { SqlTaskStore, TaskEntity } from './queue/index.js';

/** @param url as `postgresUrl` has read it */
export async function openServiceStores(
  url: string,
): Promise<ServiceStores & { database: PostgresDatabase }> {
  const database = await PostgresDatabase.open({
    url,
    name: 'skiptrace-server',
    entities: [
      AccountEntity,
      ApiKeyEntity,
      LedgerRecordEntity,
      ReservationEntity,
      DailyLookupsEntity,
      ReplayEntity,
      JobEntity,
      TaskEntity,
      SupportMessageEntity,
    ],
    schemas: [serviceSchema, supportSchema],
  });
  return {
    database,
    keys: new PostgresKeyStore(database),
    ledger: postgresLedger(database),
    tallies: new PostgresTallyStore(database),
    replays: new PostgresReplayStore(database),
    settlements: postgresSettlements(database),
    jobStore: new SqlJobStore(database),
    tasks: new SqlTaskStore(database),
  };
}
