import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Accounts, TermsOfUse } from '../money/accounts/index.js';
import { Billing, type Books, type LedgerChanges, type LedgerScope } from '../money/billing/index.js';
import type { DailyMisses, LookupCounts } from '../money/limits/index.js';
import { Audit } from '../money/log/index.js';
import type { Clock } from '../platform/clock.js';
import { AccountsBlockedError } from '../platform/database/index.js';
import { randomIds } from '../platform/ids.js';
import type { ServiceStores } from '../surfaces/service/engine.js';
import { engineOfTests, type TestEngine } from './engines.js';

/** Clock that only moves when told to. */
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

/** Stores of a service in a temporary folder, with an account that holds `balanceCents`. */
export async function temporaryBilling(balanceCents: number, engine: TestEngine = engineOfTests) {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const stores = await engine.openStores(folder.value);
  const { database, ledger } = stores;
  const audit = new Audit({ database, store: stores.auditStore, clock });
  const billing = new Billing({ database, ledger, clock, ids: randomIds, audit });
  const accounts = new Accounts(database, clock, randomIds, audit);
  const accountId = await database.write(async (tx) => {
    const { id } = await accounts.create(tx, { name: 'Test', email: null });
    if (balanceCents > 0) {
      await billing.post(tx, { accountId: id, type: 'top_up', amountCents: balanceCents, reference: null });
    }
    return id;
  });
  return {
    ...stores,
    folder: folder.value,
    accountId,
    accounts,
    audit,
    billing,
    termsOfUse: new TermsOfUse(database, clock),
    clock,
    remove: async () => {
      await database.close();
      await folder.remove();
    },
  };
}

/**
 * Settles only on the ledger: everything that `decide` posts is written in one commit. Waits for accounts that another server
 * holds, as the service does.
 */
export const settleLedger =
  ({ billing, settlements }: Pick<ServiceStores, 'settlements'> & { billing: Billing }) =>
  async <T>(scope: LedgerScope, decide: (books: Books) => T): Promise<T> => {
    for (;;) {
      try {
        return await settlements.settle(
          { ledger: scope, tallies: NO_TALLIES, replays: [], paid: [] },
          (state) => {
            const books = billing.open(state.ledger);
            const value = decide(books);
            const rest = { tallies: [], replays: [], paid: [], saved: [], audit: [] };
            return { value, changes: { ledger: books.changes(), ...rest } };
          },
        );
      } catch (error) {
        if (!(error instanceof AccountsBlockedError)) throw error;
        await Promise.all(error.freed.values());
      }
    }
  };

/** Sets the number of lookups made today. */
export async function countToday(
  { settlements, misses }: Pick<ServiceStores, 'settlements'> & { misses: DailyMisses },
  accountId: string,
  found: LookupCounts,
): Promise<void> {
  const today = misses.today([accountId]);
  await settlements.settle({ ledger: NO_MONEY, tallies: today.scope, replays: [], paid: [] }, (state) => {
    const tallies = today.open(state.tallies);
    tallies.count(accountId, found);
    const rest = { replays: [], paid: [], saved: [], audit: [] };
    return { value: null, changes: { ledger: NO_MOVES, tallies: tallies.changes(), ...rest } };
  });
}

const NO_MONEY: LedgerScope = { accountIds: [], reservationIds: [], requestFingerprints: [] };
const NO_TALLIES = { accountIds: [], day: '' };
export const NO_MOVES: LedgerChanges = { moved: [], records: [], opened: [], closed: [] };

/** In-memory file system that can be filled to the last byte (Linux, as root). Null if the system doesn't support it. */
export async function smallDisk(megabytes: number): Promise<Temporary<string> | null> {
  const folder = await temporaryFolder();
  const run = (command: string, ...options: string[]) => spawnSync(command, options).status === 0;
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.value)) {
    await folder.remove();
    return null;
  }
  return {
    value: folder.value,
    remove: async () => {
      run('umount', folder.value);
      await folder.remove();
    },
  };
}
