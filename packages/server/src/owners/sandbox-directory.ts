import { createMatcher, parseAddress, type Matcher } from '@skiptrace/address';
import { itemAt } from '../lib/item-at.js';
import { contentsOf } from './contact-counts.js';
import { SandboxFaultError } from './errors.js';
import type { Lead, MatchResult } from './match/match-leads.js';
import { propertyDigests } from './property.js';
import type { OwnerMatch, OwnerRecord } from './record.js';
import { SANDBOX_OWNERS } from './sandbox-owners.js';

interface SandboxRecord {
  address: string;
  city: string;
  state: string;
  zip: string;
  id: number;
  ownerNumber: number;
  firstName: string | null;
  lastName: string | null;
  fails: boolean;
  owner: OwnerRecord;
}

/**
 * Directory of only the sandbox's owners, for requests with a test key. It has no database, so no lead can reach a real owner
 * through it, and the operator's data can't change its answers.
 */
export class SandboxDirectory {
  readonly #matcher: Matcher<SandboxRecord>;
  readonly #records: ReadonlyMap<number, SandboxRecord>;

  constructor() {
    const records = SANDBOX_OWNERS.map(({ property, ownerNumber, fails, contact }, index): SandboxRecord => {
      const { firstName, lastName } = contact;
      // Replays and jobs refer to records by id, so new owners must be added at the end of the list.
      const owner = { id: index + 1, ...contact };
      return { ...property, id: owner.id, ownerNumber, firstName, lastName, fails, owner };
    });
    this.#matcher = createMatcher(records);
    this.#records = new Map(records.map((record) => [record.id, record]));
  }

  /** In the order of the leads. @throws SandboxFaultError when a lead is the failing address */
  match(leads: readonly Lead[]): Promise<MatchResult[]> {
    return settled(() =>
      leads.map((lead) => {
        const outcome = this.#matcher.match(lead, lead);
        if (!outcome.matched) return { matched: false, reason: outcome.reason };
        const { fails, owner } = outcome.record;
        if (fails) throw new SandboxFaultError();
        const { id: ownerRecordId, phones, emails } = owner;
        const counts = { phoneCount: phones.length, emailCount: emails.length };
        return { matched: true, ownerRecordId, ...counts, contents: contentsOf(owner) };
      }),
    );
  }

  /** Owner matches in the order of the leads; null for a miss. @throws SandboxFaultError */
  async find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    const results = await this.match(leads);
    return results.map((result, index) => {
      const record = result.matched ? this.#records.get(result.ownerRecordId) : undefined;
      if (record === undefined) return null;
      const property = () => propertyDigests([parseAddress(record)], parseAddress(itemAt(leads, index)));
      return { owner: record.owner, property, coOwnerIds: this.#othersAt(record).map(({ id }) => id) };
    });
  }

  async coOwners({ coOwnerIds }: OwnerMatch): Promise<OwnerRecord[]> {
    return [...(await this.read(coOwnerIds)).values()];
  }

  /** No building of the sandbox has units. */
  unitsAt(): Promise<string[]> {
    return Promise.resolve([]);
  }

  #othersAt({ id, address, zip }: SandboxRecord): SandboxRecord[] {
    const records = [...this.#records.values()];
    return records.filter((other) => other.address === address && other.zip === zip && other.id !== id);
  }

  /** Records by id. An id without a record is not in the answer. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    const wanted = new Set(ids);
    const found = [...this.#records].filter(([id]) => wanted.has(id));
    return Promise.resolve(new Map(found.map(([id, { owner }]) => [id, owner])));
  }
}

/** Turns exceptions into rejections, like a directory with a real database. */
const settled = async <T>(work: () => T): Promise<T> => Promise.resolve(work());
