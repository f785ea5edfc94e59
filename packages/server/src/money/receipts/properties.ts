import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RepeatTerm } from '../accounts/index.js';

/** Bytes of a hash, enough that a billion properties of an account don't collide by accident. */
const HASH_BYTES = 16;

/**
 * Hashes of a property, the one of its record first. The property is paid for if one of them is. Each answer about it, charged or
 * free, saves all of them.
 */
export type PropertyHashes = readonly string[];

/**
 * Stored form of a property: hashes under the account's own key (HMAC-SHA-256), so that an address can't be found by trying all
 * possible ones, and accounts can't be compared.
 * @param digests of its standard addresses (`OwnerMatch.property`)
 */
export const propertyHashes = (
  { secret }: Pick<RepeatTerm, 'secret'>,
  digests: readonly string[],
): PropertyHashes =>
  digests.map((digest) =>
    createHmac('sha256', secret).update(digest).digest().toString('base64url', 0, HASH_BYTES),
  );

/** Properties of a list; properties that share a hash are joined into one. */
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

  /** All properties; each hash occurs only once. */
  all(): PropertyHashes[] {
    return [...new Set(this.#byHash.values())];
  }
}

/** Properties hashed before the event loop gets a turn: a few milliseconds. */
const HASHED_AT_ONCE = 1_000;

/** Joined hashes of a list of properties, computed without blocking lookups. @param digests see `propertyHashes` */
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
