import type { Clock } from '../clock.js';
import type { Database, Tx } from '../database/index.js';
import type { Ids } from '../ids.js';
import { Hashes } from './suppression-list.js';
import { SuppressionError, valuesOf, type Request, type Suppression } from './suppression.js';
import type { NewSuppression, SuppressionStore } from './suppression-store.js';

/** Where a process that only asks finds the list. Plain data: it is handed to other processes. */
export type SuppressionSource = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

/** Entries that share a commit: others write in between. */
const PER_STEP = 1_000;

/** Why an entry is on the list, and who says so. */
export interface Circumstances {
  reason: string;
  source: string;
  enteredBy: string;
}

export interface Added {
  added: number;
  /** Requests that were on the list already. */
  known: number;
  /** Ids of the added entries, in the order of the requests; of those on the list already, none. */
  ids: string[];
}

interface SuppressionsNeeds {
  store: SuppressionStore;
  database: Database;
  clock: Clock;
  ids: Ids;
}

/** Who asked to be left out: what the operator does with the list. What asks it is `SuppressionList`. */
export class Suppressions {
  constructor(private readonly needs: SuppressionsNeeds) {}

  /** Requests that are on the list change nothing. @throws SuppressionError when one can't be read: then none is added */
  async add(requests: readonly Request[], circumstances: Circumstances): Promise<Added> {
    const { store, database, clock, ids } = this.needs;
    const hashes = new Hashes((await store.state()).secret);
    const createdAt = clock.now();
    const entries = requests.map((request): NewSuppression => {
      const keys = valuesOf(request).map((value) => hashes.both(value));
      const [first] = keys;
      if (first === undefined) throw new SuppressionError('There is nothing to leave out.');
      return { id: ids.uuid(), kind: request.kind, identity: first.key, ...circumstances, createdAt, keys };
    });
    const added: string[] = [];
    for (let from = 0; from < entries.length; from += PER_STEP) {
      const some = entries.slice(from, from + PER_STEP);
      added.push(...(await database.write((tx: Tx) => store.add(tx, some))));
    }
    return { added: added.length, known: entries.length - added.length, ids: added };
  }

  /** Takes an entry out of force; what is known of it stays. @returns false when none with this id is in force */
  async lift(id: string, { reason, by }: { reason: string; by: string }): Promise<boolean> {
    const { store, database, clock } = this.needs;
    const lift = { id, at: clock.now(), by, reason };
    return (await database.write((tx) => store.lift(tx, [lift]))).length > 0;
  }

  /** Newest first. @param inForce leaves out lifted ones */
  list(filter: { inForce: boolean; limit: number }): Promise<Suppression[]> {
    return this.needs.store.list(filter);
  }
}
