import type { Database } from '../database/index.js';
import type { Receipt, Replays } from '../idempotency/index.js';
import type { HeldBulk, LookupSettlements, SingleSettlement } from './ports.js';

/**
 * What lookups with a test key write: their replay records, and nothing else. It is given no ledger and no tallies, so
 * whatever a test request does, it cannot be charged, refused for its balance or counted as a miss.
 */
export class TestSettlements implements LookupSettlements {
  readonly #database: Database;
  readonly #replays: Replays;

  constructor({ database, replays }: { database: Database; replays: Replays }) {
    this.#database = database;
    this.#replays = replays;
  }

  requireMeans(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws ReplayExistsError */
  settleSingle({ receipt }: Pick<SingleSettlement, 'receipt'>): Promise<void> {
    return this.#keep(receipt);
  }

  reserveBulk(): Promise<HeldBulk> {
    return Promise.resolve({
      settle: ({ receipt }) => this.#keep(receipt),
      release: () => Promise.resolve(),
    });
  }

  async #keep(receipt: Receipt | null): Promise<void> {
    if (receipt !== null) await this.#database.write((tx) => this.#replays.keep(tx, receipt));
  }
}
