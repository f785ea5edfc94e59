import type { AddressInput } from '@skiptrace/contract';
import type { OwnerMatch, OwnerRecord } from '../../directory/index.js';
import { AccountEntity } from '../../money/accounts/index.js';
import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { Between, In, LessThan, LessThanOrEqual } from '../../platform/database/typeorm.js';
import { inSteps } from '../../platform/lib/batches.js';
import { pageOf, readCursor, type Cursor, type Page } from '../../platform/lib/cursor.js';
import { itemAt } from '../../platform/lib/item-at.js';
import {
  coOwnersIn,
  markOf,
  SavedBook,
  SavedLookupEntity,
  type LookupToSave,
  type SavedLookup,
} from './saved-book.js';

/** Lookups per query for their owners. */
const PER_STEP = 200;
/** Rows per commit of a cleanup. */
const ROWS_PER_DELETE = 500;
/** Maximum per account, so that lookups can't fill the ledger's database. */
const MOST_OF_AN_ACCOUNT = 10_000;

/** A saved lookup with the current record of its owner. */
export interface ShownLookup {
  lookup: SavedLookup;
  /** Null if no longer on file or suppressed, and for good where the price came back for that: then it wasn't bought. */
  owner: OwnerRecord | null;
  /** The other owners that it was answered with, as far as they're still on file and not suppressed. */
  coOwners: OwnerRecord[];
  /** The part of its charge that came back. */
  refundedCents: number;
}

interface SavedNeeds {
  database: Database;
  clock: Clock;
  /** Owner directory that applies the suppression list. */
  owners: {
    find(leads: readonly AddressInput[]): Promise<(OwnerMatch | null)[]>;
    read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>>;
  };
  config: { savedLookupDays: number };
  /** Cents that came back of an account's charges, by their references (`refundsOf`). */
  refunds(
    accountId: string,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, { cents: number; isWithdrawn: boolean }>>;
}

/** Paid lookups, saved for as long as each account chooses. `Settlements` adds them. */
export class SavedLookups {
  constructor(private readonly needs: SavedNeeds) {}

  /** Opens a book for settlements. */
  open(): SavedBook {
    return new SavedBook(this.needs.clock.now());
  }

  /**
   * Page of saved lookups, newest first.
   * @param search words that the address or the owner's name must have, in any order and case
   * @throws InvalidCursorError
   */
  async list(
    accountId: string,
    { search = '', cursor, limit }: { search?: string; cursor?: string | undefined; limit: number },
  ): Promise<Page<ShownLookup>> {
    const words = wordsOf(search);
    const rows: ShownLookup[] = [];
    const from = cursor === undefined ? null : readCursor(cursor);
    for await (const shown of this.#all(accountId, from, words.length === 0 ? limit + 1 : PER_STEP)) {
      if (isAbout(shown, words)) rows.push(shown);
      if (rows.length > limit) break;
    }
    return pageOf(rows, limit, ({ lookup }) => cursorOf(lookup));
  }

  /** All saved lookups of an account, newest first. */
  all(accountId: string): AsyncGenerator<ShownLookup> {
    return this.#all(accountId, null, PER_STEP);
  }

  /**
   * Newest lookup of a property that can still be shown, by any spelling: the address leads to the same record, or is the one asked
   * for originally. Reveals nothing about properties that the account has not looked up.
   */
  async find(accountId: string, asked: AddressInput): Promise<ShownLookup | null> {
    const [match] = await this.needs.owners.find([asked]);
    if (!match) return null;
    const digests = In(match.property());
    const saved = await this.needs.database.read.find(SavedLookupEntity, {
      where: [
        { accountId, property: digests },
        { accountId, asked: digests },
      ],
      order: { createdAt: 'DESC', id: 'DESC' },
      take: PER_STEP,
    });
    return (await this.#shown(saved)).find(({ owner }) => owner !== null) ?? null;
  }

  /** Whether the account has a saved lookup of the same property that shows the same owners. */
  isSaved({ accountId, property, recordId, recordMark, coOwners }: LookupToSave): Promise<boolean> {
    return this.needs.database.read.existsBy(SavedLookupEntity, {
      ...{ accountId, property, recordId, recordMark },
      ...(coOwners !== null && { coOwners }),
    });
  }

  /** Deletes a lookup; idempotent. */
  async remove(accountId: string, id: string): Promise<void> {
    await this.needs.database.writeFor(accountId, (tx) => tx.delete(SavedLookupEntity, { accountId, id }));
  }

  /** @returns number of deleted lookups */
  async removeAll(accountId: string): Promise<number> {
    const deleted = await this.needs.database.writeFor(accountId, (tx) =>
      tx.delete(SavedLookupEntity, { accountId }),
    );
    return deleted.affected ?? 0;
  }

  /** Addresses of saved lookups by request id; empty if the account doesn't want them named. */
  async addresses(accountId: string, requestIds: readonly string[]): Promise<Record<string, string>> {
    const { read } = this.needs.database;
    if (await read.existsBy(AccountEntity, { id: accountId, namePurchases: 0 })) return {};
    const named = await read.find(SavedLookupEntity, {
      select: { id: true, address: true },
      where: { accountId, id: In(requestIds) },
    });
    return Object.fromEntries(named.map(({ id, address }) => [id, address]));
  }

  /** Sets the days that lookups are saved; deletes older ones at once, and all of them at 0. */
  async keepFor(accountId: string, days: number): Promise<void> {
    const { database, clock } = this.needs;
    await database.writeFor(accountId, async (tx) => {
      await tx.update(AccountEntity, { id: accountId }, { savedLookupDays: days });
      await tx.delete(SavedLookupEntity, {
        accountId,
        createdAt: LessThanOrEqual(clock.now() - days * MS_PER_DAY),
      });
    });
  }

  /** Deletes expired lookups, and the oldest ones above the maximum per account. @returns their number */
  async sweep(): Promise<number> {
    return (await this.#deleteFound(TOO_OLD, this.#cutoff(0))) + (await this.#deleteFound(TOO_MANY, []));
  }

  /** Findings as sentences: lookups that should have been deleted a day ago. */
  async findings(): Promise<string[]> {
    const late = await this.needs.database.read.query<unknown[]>(`${TOO_OLD} LIMIT 1`, this.#cutoff(1));
    return late.length === 0
      ? []
      : ['saved lookups should have been deleted: "purge --now" does it, and so does a running server'];
  }

  /** All lookups that refer to one of these records, or asked for one of these addresses. */
  async concerning(
    recordIds: readonly number[],
    isAbout: (address: string) => boolean,
  ): Promise<SavedLookup[]> {
    const wanted = new Set(recordIds);
    const found: SavedLookup[] = [];
    const { read } = this.needs.database;
    for (const { accountId } of await read.query<{ accountId: string }[]>(ACCOUNTS))
      for (const lookup of await read.findBy(SavedLookupEntity, { accountId })) {
        const ids = [lookup.recordId, ...coOwnersIn(lookup).map(([id]) => id)];
        if (ids.some((id) => wanted.has(id)) || isAbout(lookup.address)) found.push(lookup);
      }
    return found;
  }

  /** @returns number of deleted lookups */
  async removeThese(lookups: readonly Pick<SavedLookup, 'accountId' | 'id'>[]): Promise<number> {
    let removed = 0;
    for (const some of inSteps(lookups, ROWS_PER_DELETE)) {
      const byAccount = new Map<string, string[]>();
      for (const { accountId, id } of some)
        byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), id]);
      removed += await this.needs.database.write(async (tx) => {
        let deleted = 0;
        for (const [accountId, ids] of byAccount)
          deleted += (await tx.delete(SavedLookupEntity, { accountId, id: In(ids) })).affected ?? 0;
        return deleted;
      });
    }
    return removed;
  }

  async *#all(accountId: string, from: Cursor | null, atOnce: number): AsyncGenerator<ShownLookup> {
    for (let before = from; ;) {
      const saved = await this.needs.database.read.find(SavedLookupEntity, {
        where:
          before === null
            ? { accountId }
            : [
                { accountId, createdAt: LessThan(before.at) },
                { accountId, createdAt: Between(before.at, before.at), id: LessThan(before.id) },
              ],
        order: { createdAt: 'DESC', id: 'DESC' },
        take: atOnce,
      });
      yield* await this.#shown(saved);
      const last = saved.at(-1);
      if (last === undefined || saved.length < atOnce) return;
      before = cursorOf(last);
    }
  }

  async #shown(saved: readonly SavedLookup[]): Promise<ShownLookup[]> {
    const [first] = saved;
    if (first === undefined) return [];
    const others = saved.map(coOwnersIn);
    const ids = [...saved.map(({ recordId }) => recordId), ...others.flat().map(([id]) => id)];
    // All are of one account.
    const [owners, refunds] = await Promise.all([
      this.needs.owners.read([...new Set(ids)]),
      this.needs.refunds(
        first.accountId,
        saved.map(({ id }) => id),
      ),
    ]);
    const marked = (id: number, mark: string): OwnerRecord | null => {
      const owner = owners.get(id) ?? null;
      return owner !== null && markOf(owner) === mark ? owner : null;
    };
    return saved.map((lookup, index): ShownLookup => {
      const { cents = 0, isWithdrawn = false } = refunds.get(lookup.id) ?? {};
      const shown = { lookup, refundedCents: cents };
      if (isWithdrawn) return { ...shown, owner: null, coOwners: [] };
      return {
        ...shown,
        owner: marked(lookup.recordId, lookup.recordMark),
        coOwners: itemAt(others, index).flatMap(([id, mark]) => marked(id, mark) ?? []),
      };
    });
  }

  #cutoff(moreDays: number): [number, number] {
    const { clock, config } = this.needs;
    return [clock.now() - moreDays * MS_PER_DAY, config.savedLookupDays];
  }

  async #deleteFound(sql: string, parameters: readonly number[]): Promise<number> {
    let deleted = 0;
    for (;;) {
      const rows = await this.needs.database.read.query<Pick<SavedLookup, 'accountId' | 'id'>[]>(
        `${sql} LIMIT ${ROWS_PER_DELETE}`,
        [...parameters],
      );
      if (rows.length === 0) return deleted;
      deleted += await this.removeThese(rows);
    }
  }
}

const ACCOUNTS = 'SELECT DISTINCT account_id AS "accountId" FROM saved_lookups';

const TOO_OLD = `
  SELECT saved.account_id AS "accountId", saved.id FROM saved_lookups saved JOIN accounts account ON account.id = saved.account_id
   WHERE saved.created_at <= CAST($1 AS BIGINT) - COALESCE(account.saved_lookup_days, CAST($2 AS BIGINT)) * ${MS_PER_DAY}`;

const TOO_MANY = `
  SELECT account_id AS "accountId", id
    FROM (SELECT account_id, id, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY created_at DESC, id DESC) AS place
            FROM saved_lookups) AS counted
   WHERE place > ${MOST_OF_AN_ACCOUNT}`;

const cursorOf = ({ createdAt: at, id }: SavedLookup): Cursor => ({ at, id });

const wordsOf = (text: string): string[] => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether every search word is a prefix of a word in the address asked for, the record's address, or an owner's name. */
function isAbout({ lookup, owner, coOwners }: ShownLookup, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { propertyAddress, propertyCity, propertyState, propertyZip } = owner ?? {};
  const names = [owner, ...coOwners].flatMap((one) => [one?.fullName, one?.firstName, one?.lastName]);
  const texts = [lookup.address, ...names];
  const known = [...texts, propertyAddress, propertyCity, propertyState, propertyZip].flatMap((text) =>
    wordsOf(text ?? ''),
  );
  return words.every((word) => known.some((one) => one.startsWith(word)));
}
