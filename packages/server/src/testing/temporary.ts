import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EntitySchema } from 'typeorm';
import { AccountEntity, ApiKeyEntity, Accounts } from '../accounts/index.js';
import { Billing, LedgerRecordEntity, ReservationEntity } from '../billing/index.js';
import type { Clock } from '../clock.js';
import { Database, serviceMigrations } from '../database/index.js';
import { randomIds } from '../ids.js';

/** A clock that stands until it is moved. */
export class ManualClock implements Clock {
  constructor(public ms: number = Date.UTC(2026, 10, 21, 12)) {}
  now(): number {
    return this.ms;
  }
}

export interface Temporary<T> {
  value: T;
  remove(): Promise<void>;
}

export async function temporaryFolder(): Promise<Temporary<string>> {
  const value = await mkdtemp(path.join(tmpdir(), 'skiptrace-server-'));
  return { value, remove: () => rm(value, { recursive: true, force: true }) };
}

/** A service database in a folder of its own, with an account that holds `balanceCents`. */
export async function temporaryBilling(balanceCents: number, entities: readonly EntitySchema[] = []) {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const database = await Database.open({
    path: path.join(folder.value, 'service.sqlite'),
    entities: [AccountEntity, ApiKeyEntity, LedgerRecordEntity, ReservationEntity, ...entities],
    migrations: serviceMigrations,
    undo: 'memory',
  });
  const billing = new Billing(database, clock, randomIds);
  const accounts = new Accounts(database, clock, randomIds);
  const accountId = await database.write(async (tx) => {
    const { id } = await accounts.create(tx, { name: 'Test', email: null });
    if (balanceCents > 0) {
      await billing.post(tx, { accountId: id, type: 'top_up', amountCents: balanceCents, reference: null });
    }
    return id;
  });
  return {
    accountId,
    accounts,
    billing,
    clock,
    database,
    remove: async () => {
      await database.close();
      await folder.remove();
    },
  };
}
