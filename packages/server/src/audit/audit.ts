import type { Clock } from '../clock.js';
import type { Database, Tx } from '../database/index.js';
import { AuditBook, type Heads } from './audit-book.js';
import type { AuditStore, RecordsPart } from './audit-store.js';
import { SERVICE_CHAIN, type Fact } from './entry.js';

export interface AuditNeeds {
  database: Database;
  store: AuditStore;
  clock: Clock;
}

/** Writes audit entries for disclosures and actions, in the same transaction: an entry exists exactly if it happened. */
export class Audit {
  constructor(private readonly needs: AuditNeeds) {}

  /** For settlements, which read and write the log together with other data; transactions use `note`. */
  open(heads: Heads): AuditBook {
    return new AuditBook(heads, this.needs.clock.now());
  }

  /**
   * Adds facts to one chain. If it is an account's chain, `tx` is the transaction of that account's own work
   * (`Database.writeFor`).
   */
  async note(tx: Tx, ...facts: readonly Fact[]): Promise<void> {
    const { store } = this.needs;
    const book = this.open(await store.read(tx, [...new Set(facts.map(({ chain }) => chain))]));
    for (const fact of facts) book.note(fact);
    await store.write(tx, book.changes());
  }

  /** Adds a fact that belongs to no account and to no other write. */
  async noteAlone(fact: Omit<Fact, 'chain'>): Promise<void> {
    await this.needs.database.write((tx) => this.note(tx, { ...fact, chain: SERVICE_CHAIN }));
  }

  /** Writes packed records before the entry that names them by their digests. */
  writePart(part: RecordsPart): Promise<void> {
    return this.needs.store.writePart(part);
  }
}
