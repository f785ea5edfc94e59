import { eraseInSteps, type OwnerStores } from '../../directory/index.js';
import type { OwnerRecord } from '../../directory/match/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { CorrectedOwners } from '../list/corrected-owners.js';
import { ListRules } from '../list/rules.js';
import { SuppressionList } from '../list/suppression-list.js';
import { listOf, type SuppressionStore } from '../list/suppression-store.js';
import { requireLatin } from '../list/suppression.js';
import { isInCity, isNamed, ownerOf, type FoundOwner, type PersonSearch } from './person-search.js';

/** Finds people in the owner directory, and deletes them from it. */
export class Erasures {
  constructor(
    private readonly owners: Pick<OwnerStores, 'erasures' | 'holdings'>,
    private readonly store: Pick<SuppressionStore, 'state' | 'erased'>,
    private readonly corrections: {
      owners(): Promise<Pick<CorrectedOwners, 'of'>>;
      forgetBy(rules: Pick<ListRules, 'pass'>): Promise<void>;
    },
  ) {}

  /** Searches the whole directory, in imports of any state. */
  async find(search: PersonSearch): Promise<FoundOwner[]> {
    const found: FoundOwner[] = [];
    for await (const page of this.owners.holdings.pages('stored', search.mayBe)) {
      const owners = page.map(ownerOf);
      const meant = new Set(await search.among(owners));
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
    const found: OwnerRecord[] = [];
    for await (const page of this.owners.holdings.pages('stored'))
      for (const owner of page.map(ownerOf))
        // Cities are compared before names, because that is faster.
        if (isInCity(owner, city, state) && isNamed(owner, name)) found.push(owner);
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
    const entries = await this.store.erased();
    if (entries.length === 0) return 0;
    const list = new SuppressionList(listOf((await this.store.state()).secret, entries));
    const rules = new ListRules(list, { doubt: 'passes' });
    const corrected = await this.corrections.owners();
    let erased = 0;
    for await (const page of this.owners.holdings.pages('stored')) {
      const owners = page.map(ownerOf);
      const passed = await rules.pass(owners);
      const others = await rules.pass(owners.map((owner) => corrected.of(owner)));
      // A phone or an email alone never identifies the whole owner, because numbers change hands.
      const isDeleted = (at: number) => itemAt(passed, at) === null || itemAt(others, at) === null;
      const ids = owners.filter((_, at) => isDeleted(at)).map(({ id }) => id);
      await this.erase(ids);
      erased += ids.length;
    }
    // Last: a correction that is forgotten before its record would show the owner as on file.
    await this.corrections.forgetBy(rules);
    return erased;
  }

  /** Whether an import is running: its owners can be deleted only when it's done. */
  isImporting(): Promise<boolean> {
    return this.owners.erasures.isLoading();
  }
}
