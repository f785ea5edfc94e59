import type { Clock } from '../clock.js';
import { itemAt } from '../lib/item-at.js';
import {
  OwnerDirectory,
  type BuildingUnit,
  type Explanation,
  type Lead,
  type OwnerMatch,
  type OwnerRecord,
  type OwnerStores,
} from '../owners/index.js';
import type { Door } from './door.js';

/** Owner directory that passes every owner through the door; the only access to owners for answers. */
export class ScreenedOwners extends OwnerDirectory {
  readonly #door: Door;

  constructor(stores: OwnerStores, clock: Clock, door: Door) {
    super(stores, clock, door.screen);
    this.#door = door;
  }

  override async find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    // Started at once, so it shares a statement with the other queries before a lookup.
    const viewing = this.#door.view();
    const passed = await this.#pass(leads, await super.find(leads), viewing);
    // Found on the list only by details in the record, such as the mailing address.
    const late = passed.flatMap(({ isLate }, at) => (isLate ? [at] : []));
    if (late.length > 0) {
      const asked = late.map((at) => itemAt(leads, at));
      const again = await this.findBehind(this.#door.closeScreen, asked);
      const others = await this.#pass(asked, again, viewing);
      for (const [index, at] of late.entries()) passed[at] = itemAt(others, index);
    }
    return passed.map(({ match }) => match);
  }

  override async coOwners(match: OwnerMatch, asked: Lead): Promise<OwnerRecord[]> {
    return this.#left(await super.coOwners(match, asked), asked);
  }

  /** A unit with owners who all asked to be left out is not to be told from one that was never on file. */
  protected override async shownIn(units: BuildingUnit[], asked: Lead): Promise<BuildingUnit[]> {
    const records = await super.read(units.flatMap(({ recordIds }) => recordIds));
    const owners = [...records.values()].filter((owner) => owner !== null);
    const left = new Set((await this.#left(owners, asked)).map(({ id }) => id));
    return units.filter(({ recordIds }) => recordIds.some((id) => left.has(id)));
  }

  /** Owners at an address that was asked for, without those on the list. */
  async #left(owners: readonly OwnerRecord[], asked: Lead): Promise<OwnerRecord[]> {
    if (owners.length === 0) return [];
    const at = owners.map(() => asked);
    const passed = await this.#door.pass(owners, this.#door.view(), at);
    return passed.filter((owner) => owner !== null);
  }

  override async read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>> {
    const records = await super.read(ids);
    const owners = [...records.values()].filter((owner) => owner !== null);
    const passed = await this.#door.pass(owners);
    return new Map(owners.map(({ id }, at) => [id, itemAt(passed, at)]));
  }

  override explain(lead: Lead): Promise<Explanation> {
    return super.explain(lead, this.#door.closeScreen, (records) => this.#door.pass(records));
  }

  async #pass(
    leads: readonly Lead[],
    matches: readonly (OwnerMatch | null)[],
    viewing: ReturnType<Door['view']>,
  ): Promise<{ match: OwnerMatch | null; isLate: boolean }[]> {
    const found = matches.flatMap((match) => (match === null ? [] : [match.owner]));
    const asked = leads.filter((_, at) => itemAt(matches, at) !== null);
    const passed = await this.#door.pass(found, viewing, asked);
    let next = 0;
    return matches.map((match) => {
      if (match === null) return { match, isLate: false };
      const owner = itemAt(passed, next++);
      return { match: owner === null ? null : { ...match, owner }, isLate: owner === null };
    });
  }
}
