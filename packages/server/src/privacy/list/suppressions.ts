import type { AddressInput } from '@skiptrace/address';
import type { OwnerRecord } from '../../directory/index.js';
import { SERVICE_CHAIN, type Audit, type Fact, type Kind } from '../../money/log/index.js';
import type { Clock } from '../../platform/clock.js';
import { ConfigError } from '../../platform/config.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { timedUuid, type Ids } from '../../platform/ids.js';
import { inSteps } from '../../platform/lib/batches.js';
import { pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { OwnerScreening } from './screening.js';
import { Hashes, valueSlot } from './suppression-list.js';
import type { DropLine, LogLine, SuppressionLog } from './suppression-log.js';
import type { DropStore, NewSuppression, SuppressionStore } from './suppression-store.js';
import { requestsAt, valuesOf, type Request, type Suppression, type Value } from './suppression.js';

/** Entries that share a commit. Keys are random, so a smaller step writes the same pages more often; lookups wait for a larger one. */
const PER_STEP = 2_000;
/** Added entries that the log names one by one. */
const MOST_NAMED = 20;

/** Why an entry is on the list, and who says so. */
export interface Circumstances {
  reason: string;
  source: string;
  /** Name for the list. */
  enteredBy: string;
  /** Actor in the log of disclosures. */
  actor: string;
}

/** Why entries are lifted, and who says so. */
interface LiftCircumstances {
  reason: string;
  /** Name for the list. */
  by: string;
  /** Actor in the log of disclosures. */
  actor: string;
}

export interface Added {
  added: number;
  /** Requests that were on the list already. */
  known: number;
  /** Ids of the added entries, in the order of the requests; of those on the list already, none. */
  ids: string[];
}

export interface AddOptions {
  /**
   * Separates entries by origin, so lifting a DROP entry doesn't lift the person's own request. Part of their
   * identity.
   */
  apart?: string;
  /** Leaves the screening to the caller, who adds more. */
  isScreenedLater?: boolean;
}

interface SuppressionsNeeds {
  store: SuppressionStore;
  drops: DropStore;
  log: SuppressionLog;
  database: Database;
  clock: Clock;
  ids: Ids;
  audit: Audit;
  screening: Pick<OwnerScreening, 'catchUp'>;
  /** The records at each address, found as lookups find them: in other spellings, too. */
  recordsAt(addresses: readonly AddressInput[]): Promise<(readonly OwnerRecord[])[]>;
}

/** Operator changes to the suppression list. `SuppressionList` is for lookups. */
export class Suppressions {
  constructor(private readonly needs: SuppressionsNeeds) {}

  /** @throws SuppressionError when a request can't be read */
  check(request: Request): void {
    valuesOf(request);
  }

  /**
   * In force when it resolves. Requests that are on the list change nothing.
   * @throws SuppressionError when one can't be read: then none is added
   */
  async add(
    requests: readonly Request[],
    { actor, ...circumstances }: Circumstances,
    { apart, isScreenedLater = false }: AddOptions = {},
  ): Promise<Added> {
    const { store, clock, ids } = this.needs;
    const { secret } = await store.state();
    const hashes = new Hashes(secret);
    const createdAt = clock.now();
    const asked = new Map<string, { request: Request; values: Value[] }>();
    for (const request of requests) {
      const values = valuesOf(request);
      const identity = identityOf(hashes.key(itemAt(values, 0)), apart);
      if (!asked.has(identity)) asked.set(identity, { request, values });
    }
    const added: string[] = [];
    for (const some of inSteps([...asked], PER_STEP)) {
      const onFile = await this.onFile(some.map(([, { request }]) => request));
      const entries = some.map(([identity, { request, values }], at): NewSuppression => {
        const all = [...values, ...itemAt(onFile, at).flatMap(valuesOf)];
        const keys = new Map(all.map((value) => [valueSlot(value), hashes.both(value)]));
        return {
          id: timedUuid(ids, createdAt),
          kind: request.kind,
          identity,
          ...circumstances,
          createdAt,
          ...('address' in request && { address: hashes.seal(request.address) }),
          keys: [...keys.values()],
        };
      });
      added.push(...(await this.#add(secret, entries, actor)));
    }
    if (!isScreenedLater) await this.needs.screening.catchUp();
    return { added: added.length, known: requests.length - added.length, ids: added };
  }

  /** For each request, the same request with the address as the records have it that a lookup of its address finds. */
  async onFile(requests: readonly Request[]): Promise<Request[][]> {
    const addresses = requests.flatMap((request) => (isAsked(request) ? [request.address] : []));
    const records = addresses.length === 0 ? [] : await this.needs.recordsAt(addresses);
    let next = 0;
    return requests.map((request) => (isAsked(request) ? requestsAt(request, itemAt(records, next++)) : []));
  }

  /** The requests, and each once more at every address in another spelling that `onFile` has. */
  async withSpellings(requests: readonly Request[]): Promise<Request[]> {
    const all = [...requests, ...(await this.onFile(requests)).flat()];
    const identity = (request: Request): string => valueSlot(itemAt(valuesOf(request), 0));
    // The first of several stands: it is as asked.
    return [
      ...new Map(all.toReversed().map((request) => [identity(request), request])).values(),
    ].toReversed();
  }

  /** Takes an entry out of force; what is known of it stays. @returns false when none with this id is in force */
  async lift(id: string, why: LiftCircumstances): Promise<boolean> {
    const isLifted = await this.#lift(id, why);
    await this.needs.screening.catchUp();
    return isLifted;
  }

  async #lift(id: string, { reason, by, actor }: LiftCircumstances): Promise<boolean> {
    const { store, log, database, clock } = this.needs;
    const lift = { id, at: clock.now(), by, reason };
    const lifted = await database.write(async (tx) => {
      const lifted = await store.lift(tx, [lift]);
      if (lifted.length > 0) await this.#note(tx, 'suppression', actor, { lifted: [id] });
      return lifted;
    });
    // After it: a lift that is not in the log is lost with a restore, and everyone stays left out.
    if (lifted.length > 0) await log.append((await store.state()).secret, [{ lift }]);
    return lifted.length > 0;
  }

  /**
   * Notes that the people of these requests, which are on the list, are deleted, too: after a restore they are deleted again.
   * Noted before it is done, so that what a kill leaves is found (`Erasures.again`).
   */
  async markErased(
    requests: readonly Request[],
    { enteredBy, actor }: Pick<Circumstances, 'enteredBy' | 'actor'>,
  ): Promise<void> {
    const { store, log, database, clock } = this.needs;
    const { secret } = await store.state();
    const hashes = new Hashes(secret);
    const identities = requests.map((request) => hashes.key(itemAt(valuesOf(request), 0)));
    if (identities.length === 0) return;
    const erasure = { identities: [...new Set(identities)], at: clock.now(), by: enteredBy };
    await log.append(secret, [{ erase: erasure }]);
    await database.write(async (tx) => {
      await store.markErased(tx, erasure);
      await this.#note(tx, 'people.delete', actor, { entries: erasure.identities.length });
    });
  }

  /** Identities of the requests' entries. @throws SuppressionError */
  async identities(requests: readonly Request[], { apart }: AddOptions = {}): Promise<string[]> {
    const hashes = new Hashes((await this.needs.store.state()).secret);
    return requests.map((request) => identityOf(hashes.key(itemAt(valuesOf(request), 0)), apart));
  }

  /** Takes entries out of force by their identities; the caller screens. */
  async liftAll(identities: readonly string[], why: LiftCircumstances): Promise<void> {
    for (const some of inSteps(identities, PER_STEP))
      for (const { id } of await this.needs.store.inForce(some)) await this.#lift(id, why);
  }

  /** Newest first. @param inForce leaves out lifted ones */
  async list({ inForce, limit }: { inForce: boolean; limit: number }): Promise<Suppression[]> {
    return (await suppressionPage(this.needs.database, { all: !inForce, limit })).rows;
  }

  /**
   * After a restore, once: what the backup doesn't know is taken from the log.
   * @param eraseAgain deletes whom the list says to delete
   * @throws ConfigError where the log is missing
   */
  settleRestored(acceptMissing: boolean, eraseAgain: () => Promise<unknown>): Promise<void> {
    return this.needs.log.settleRestored((lines) => this.#apply(lines), eraseAgain, acceptMissing);
  }

  /** @returns ids of the added ones */
  async #add(secret: string, entries: readonly NewSuppression[], actor: string): Promise<string[]> {
    const { store, log, database } = this.needs;
    const inForce = await store.inForce(entries.map(({ identity }) => identity));
    const known = new Map(inForce.map(({ identity, id }) => [identity, id]));
    const fresh = entries.filter(({ identity }) => !known.has(identity));
    // Keys of an entry may have grown since it was made: with new records on file, or with a version of this program.
    const again = entries.flatMap((entry) => {
      const id = known.get(entry.identity);
      return id === undefined ? [] : [{ ...entry, id }];
    });
    const grown = again.length === 0 ? [] : await store.incomplete(again);
    const all = [...fresh, ...grown];
    if (all.length === 0) return [];
    await log.append(
      secret,
      all.map((add) => ({ add })),
    );
    return database.write(async (tx) => {
      const added = await store.add(tx, all);
      // A list of DROP may be long: then the log has a count.
      const which = added.length > MOST_NAMED ? {} : { ids: added };
      if (fresh.length > 0 && added.length > 0)
        await this.#note(tx, 'suppression', actor, { added: added.length, ...which });
      return added;
    });
  }

  #note(tx: Tx, kind: Kind, actor: string, details: Fact['details']): Promise<void> {
    const fact = { chain: SERVICE_CHAIN, kind, actor, reference: null, cents: 0 };
    return this.needs.audit.note(tx, { ...fact, details });
  }

  /** Rows of a batch that the backup doesn't know: what was reported of them is not known either, and nothing is owed. */
  async #applyDrop(tx: Tx, { batch, name, list, items }: DropLine): Promise<void> {
    const { drops } = this.needs;
    await drops.addBatch(tx, { ...batch, state: 'answered', answeredAt: null });
    const id = await drops.putList(tx, { batchId: batch.id, name, list });
    await drops.addItems(
      tx,
      { id, batchId: batch.id, service: batch.service, name, list },
      items.map(([workId, key, mark]) => ({ workId, key, mark })),
    );
    await drops.publish(tx);
  }

  async #apply(lines: readonly LogLine[]): Promise<void> {
    const { store, drops, database } = this.needs;
    for (const some of inSteps(lines, PER_STEP))
      await database.write(async (tx) => {
        let adds: NewSuppression[] = [];
        const addAll = async (): Promise<void> => {
          if (adds.length > 0) await store.add(tx, adds);
          adds = [];
        };
        for (const line of some) {
          if ('add' in line) {
            adds.push(line.add);
            continue;
          }
          await addAll();
          if ('lift' in line) await store.lift(tx, [line.lift]);
          else if ('erase' in line) await store.markErased(tx, line.erase);
          else if ('drop' in line) await this.#applyDrop(tx, line.drop);
          else if ('dropBack' in line) {
            await drops.takeBack(tx, 'production', line.dropBack);
            await drops.publish(tx);
          } else if (!(await store.adoptSecret(tx, line.secret)))
            throw new ConfigError('suppressions.log belongs to another data directory.');
        }
        await addAll();
      });
  }
}

/** Has an address as somebody wrote it. The address of a record needs no other spelling. */
const isAsked = (request: Request): request is Extract<Request, { kind: 'person' | 'property' }> =>
  'address' in request && request.isOnFile !== true;

const identityOf = (key: string, apart?: string): string => (apart === undefined ? key : `${apart}:${key}`);

export interface SuppressionSearch {
  /** Lifted ones, too. */
  all: boolean;
  cursor?: string | undefined;
  limit: number;
}

/** A page of the list, newest first. @throws InvalidCursorError */
export async function suppressionPage(
  { read }: Pick<Database, 'read'>,
  { all, cursor, limit }: SuppressionSearch,
): Promise<Page<Suppression>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await read.query<Suppression[]>(
    `SELECT id, kind, identity, reason, source, entered_by AS "enteredBy", created_at AS "createdAt",
            lifted_at AS "liftedAt", lifted_by AS "liftedBy", lift_reason AS "liftReason",
            erased_at AS "erasedAt", erased_by AS "erasedBy"
       FROM suppressions
      WHERE ${all ? 'true' : 'lifted_at IS NULL'} ${after === null ? '' : 'AND (created_at, id) < ($1, $2)'}
      ORDER BY created_at DESC, id DESC LIMIT ${after === null ? '$1' : '$3'}`,
    [...(after === null ? [] : [after.at, after.id]), limit + 1],
  );
  return pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }));
}

/** How many entries there are. */
export async function suppressionCounts({ read }: Pick<Database, 'read'>) {
  const rows = await read.query<{ inForce: number; lifted: number }[]>(
    `SELECT COUNT(CASE WHEN lifted_at IS NULL THEN 1 END) AS "inForce",
            COUNT(lifted_at) AS lifted FROM suppressions`,
  );
  return itemAt(rows, 0);
}
