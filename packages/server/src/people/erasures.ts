import {
  eraseInSteps,
  type HeldImport,
  type Holding,
  type OwnerRecord,
  type OwnerStores,
} from '../owners/index.js';
import { itemAt } from '../lib/item-at.js';
import type { Corrections } from './corrections.js';
import { Door } from './door.js';
import { SuppressionList } from './suppression-list.js';
import type { SuppressionStore } from './suppression-store.js';
import { requireLatin } from './suppression.js';
import { isNamed, type Wanted } from './wanted.js';

/** An owner on file, with the source of the record. */
export interface FoundOwner {
  owner: OwnerRecord;
  origin: HeldImport;
}

/** Finds people in the owner directory, and deletes them from it. */
export class Erasures {
  constructor(
    private readonly owners: Pick<OwnerStores, 'erasures' | 'holdings'>,
    private readonly list: Pick<SuppressionStore, 'erased'>,
    private readonly corrections: Pick<Corrections, 'forgetBy'>,
  ) {}

  /** Searches the whole directory, in imports of any state. */
  async find(wanted: Wanted): Promise<FoundOwner[]> {
    const found: FoundOwner[] = [];
    for await (const page of this.owners.holdings.pages('stored', wanted.mayBe)) {
      const owners = page.map(ownerOf);
      const meant = new Set(await wanted.among(owners));
      for (const [at, owner] of owners.entries()) {
        const { source, state } = itemAt(page, at);
        if (meant.has(owner)) found.push({ owner, origin: { source, state } });
      }
    }
    return found;
  }

  /** Owners of this name with a property, or a mailing address, in a city. @throws SuppressionError */
  async inCity({ name, city, state }: { name: string; city: string; state: string }): Promise<OwnerRecord[]> {
    requireLatin(name, city, state);
    const isThere = (ofOwner: string | null, there: string | null) =>
      same(ofOwner ?? '', city) && same(there ?? '', state);
    const found: OwnerRecord[] = [];
    for await (const page of this.owners.holdings.pages('stored'))
      for (const owner of page.map(ownerOf))
        // Cities are compared before names, because that is faster.
        if (
          (isThere(owner.propertyCity, owner.propertyState) ||
            isThere(owner.mailingCity, owner.mailingState)) &&
          isNamed(owner, name)
        )
          found.push(owner);
    return found;
  }

  /** Erases owners; idempotent. */
  async erase(ids: readonly number[]): Promise<void> {
    await eraseInSteps(this.owners.erasures, ids);
  }

  /**
   * Deletes owners again that are stored although the list says they are deleted: after a restore, an import
   * or a kill.
   * @returns number of owner records
   */
  async again(): Promise<number> {
    const door = new Door(new SuppressionList(this.list.erased), null, { doubt: 'passes' });
    if ((await door.view()).list === null) return 0;
    await this.corrections.forgetBy(door);
    let erased = 0;
    for await (const page of this.owners.holdings.pages('stored')) {
      const owners = page.map(ownerOf);
      const passed = await door.pass(owners);
      // A phone or an email alone never identifies the whole owner, because numbers change hands.
      const ids = owners.filter((_, at) => itemAt(passed, at) === null).map(({ id }) => id);
      await this.erase(ids);
      erased += ids.length;
    }
    return erased;
  }

  /** Whether an import is running: its owners can be deleted only when it's done. */
  isImporting(): Promise<boolean> {
    return this.owners.erasures.isLoading();
  }
}

const ownerOf = ({ id, contact }: Holding): OwnerRecord => ({ id, ...contact });

const same = (one: string, other: string): boolean => one.trim().toUpperCase() === other.trim().toUpperCase();
