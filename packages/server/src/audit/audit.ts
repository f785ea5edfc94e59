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

/** Writes what was disclosed and done, in the transaction that does it: there is an entry exactly where it happened. */
export class Audit {
  constructor(private readonly needs: AuditNeeds) {}

  /** For settlements, which read and write the log along with other things; transactions have `note`. */
  open(heads: Heads): AuditBook {
    return new AuditBook(heads, this.needs.clock.now());
  }

  /** Notes facts of one chain; `tx` is that of the account's own work (`Database.writeFor`) where they belong to an account. */
  async note(tx: Tx, ...facts: readonly Fact[]): Promise<void> {
    const { store } = this.needs;
    const book = this.open(await store.read(tx, [...new Set(facts.map(({ chain }) => chain))]));
    for (const fact of facts) book.note(fact);
    await store.write(tx, book.changes());
  }

  /** Notes what belongs to no account and no other write. */
  async noteAlone(fact: Omit<Fact, 'chain'>): Promise<void> {
    await this.needs.database.write((tx) => this.note(tx, { ...fact, chain: SERVICE_CHAIN }));
  }

  /** Writes packed records before the entry that names them by their digests. */
  writePart(part: RecordsPart): Promise<void> {
    return this.needs.store.writePart(part);
  }
}
