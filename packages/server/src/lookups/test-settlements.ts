import type { Database } from '../database/index.js';
import type { Receipt, Replays } from '../idempotency/index.js';
import type { Charge, HeldBulk, LookupSettlements, SingleSettlement } from './ports.js';

/** Cost of everything with a test key. */
const FREE: Charge = { priceCents: 0 };

/**
 * Settles lookups with a test key by writing replay records only. It has no ledger and no tallies, so a test request can
 * never be charged, refused for its balance or counted as a miss.
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
  async settleSingle({ receiptOf }: Pick<SingleSettlement, 'receiptOf'>): Promise<Charge> {
    await this.#keep(receiptOf(FREE));
    return FREE;
  }

  reserveBulk(): Promise<HeldBulk> {
    return Promise.resolve({
      settle: async ({ entries, receiptOf }) => {
        const charges = entries.map(() => FREE);
        await this.#keep(receiptOf(charges));
        return charges;
      },
      release: () => Promise.resolve(),
    });
  }

  /** The sandbox's owners are made up, so no one opts out. */
  withdraw(): Promise<void> {
    return Promise.reject(new Error('a test lookup was withdrawn'));
  }

  async #keep(receipt: Receipt | null): Promise<void> {
    if (receipt !== null) await this.#database.write((tx) => this.#replays.keep(tx, receipt));
  }
}
