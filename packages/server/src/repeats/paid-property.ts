import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RepeatTerm } from '../accounts/index.js';
import { integer, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** A hash of a property that an account was charged for. Nothing of it says which property that is. */
export interface PaidProperty {
  accountId: string;
  /** See `propertyHashes`. */
  property: string;
  /** The UTC day of the charge, `YYYY-MM-DD`. */
  paidOn: string;
  /** What the ledger record of the charge refers to: a refund of it ends the term. */
  reference: string;
  /** 1 for one more hash of a property that the same charge has paid for under another hash; else 0. */
  further: 0 | 1;
}

export const PaidPropertyEntity = new EntitySchema<PaidProperty>({
  name: 'PaidProperty',
  tableName: 'paid_properties',
  columns: {
    accountId: { type: 'text', primary: true },
    property: { type: 'text', primary: true },
    paidOn: text,
    reference: text,
    further: integer,
  },
});

/** Bytes of a hash. Of a billion properties no two of an account meet by accident. */
const HASH_BYTES = 16;

/**
 * Hashes that a property is recognized by, the one of its record first: it is paid for where one of them is. What is answered for
 * the property, charged or free, notes all of them.
 */
export type PropertyHashes = readonly string[];

/**
 * Stored form of a property: hashes under the account's own key (HMAC-SHA-256), so that an address can't be found by trying all
 * there are, and accounts can't be compared.
 * @param digests of its standard addresses (`OwnerMatch.property`)
 */
export const propertyHashes = (
  { secret }: Pick<RepeatTerm, 'secret'>,
  digests: readonly string[],
): PropertyHashes =>
  digests.map((digest) =>
    createHmac('sha256', secret).update(digest).digest().toString('base64url', 0, HASH_BYTES),
  );

/** Properties of a list, joined where they share a hash: they are one. */
export class JoinedProperties {
  readonly #byHash = new Map<string, string[]>();

  add(property: PropertyHashes): void {
    let whole: string[] = [];
    for (const hash of property) {
      const known = this.#byHash.get(hash) ?? [hash];
      if (known === whole) continue;
      const [more, less] = known.length > whole.length ? [known, whole] : [whole, known];
      more.push(...less);
      for (const one of less) this.#byHash.set(one, more);
      this.#byHash.set(hash, more);
      whole = more;
    }
  }

  /** Each hash once in all. */
  all(): PropertyHashes[] {
    return [...new Set(this.#byHash.values())];
  }
}

/** Properties that are hashed in a few milliseconds. */
const HASHED_AT_ONCE = 1_000;

/** Hashes of a list of properties, joined. Lookups are answered meanwhile. @param digests see `propertyHashes` */
export async function joinedHashes(
  term: Pick<RepeatTerm, 'secret'>,
  digests: readonly (readonly string[])[],
): Promise<PropertyHashes[]> {
  const joined = new JoinedProperties();
  for (const [index, each] of digests.entries()) {
    if (index % HASHED_AT_ONCE === 0) await setImmediate();
    joined.add(propertyHashes(term, each));
  }
  return joined.all();
}

/** Names a property of an account. What it is found by. */
export const slotOf = ({ accountId, property }: Pick<PaidProperty, 'accountId' | 'property'>): string =>
  JSON.stringify([accountId, property]);
