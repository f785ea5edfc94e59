import { type Clock, MS_PER_MINUTE } from '../clock.js';
import { Batches } from '../lib/batches.js';
import { explainLead, type Explanation, type Pass } from './match/explain.js';
import {
  matchLeads,
  matchResult,
  propertyOf,
  type Decision,
  type Lead,
  type MatchResult,
  type Screen,
} from './match/match-leads.js';
import { unitsAt, type BuildingUnit } from './match/units.js';
import type { OwnerMatch, OwnerRecord } from './record.js';
import type { OwnerStores } from './stores.js';
import { directoryStats, type DirectoryStats } from './stats.js';

/** A loading import without a heartbeat for this long belongs to a dead process. */
const DEAD_AFTER_MS = 5 * MS_PER_MINUTE;

/**
 * Permanently removes the records of imports retired before `beforeMs`, and leftovers of dead processes. Can be stopped at
 * any point and run again.
 * @returns number of removed records
 */
export async function purgeRetired(
  { store, purges }: OwnerStores,
  nowMs: number,
  beforeMs: number,
): Promise<number> {
  await purges.buryDead(nowMs - DEAD_AFTER_MS);
  const retired = (await store.imports('retired')).filter(
    ({ retiredAt }) => retiredAt !== null && retiredAt < beforeMs,
  );
  if (retired.length === 0) return 0;
  const sequences = retired.map(({ sequence }) => sequence);
  // Keys first, so that no key is ever without its record.
  await purges.removeKeys(sequences);
  // A joined record is deleted with the first of its sources.
  await purges.removeJoins(sequences);
  let removed = 0;
  for (const one of retired) removed += await purges.removeRecords(one);
  await purges.forget(sequences);
  return removed;
}

/** Units offered for one building. */
const MOST_UNITS = 50;
const ORDER = new Intl.Collator('en-US', { numeric: true });

/** Maximum number of leads or records per batch. */
const MAX_PER_BATCH = 1_000;

/** Finds owners of properties in the operator's data. Reads committed data only and never writes. */
export class OwnerDirectory {
  readonly #decisions: Batches<Lead, Decision>;
  readonly #records: Batches<number, OwnerRecord | undefined>;

  constructor(
    private readonly stores: OwnerStores,
    private readonly clock: Clock,
    private readonly screen?: Screen,
  ) {
    const { index } = stores;
    this.#decisions = new Batches(
      (leads) => matchLeads(index, leads, 'owners', undefined, screen),
      MAX_PER_BATCH,
    );
    this.#records = new Batches(async (ids) => {
      const records = await index.records(ids);
      return ids.map((id) => records.get(id));
    }, MAX_PER_BATCH);
  }

  /**
   * Results in the order of the leads. Concurrent calls share a batch.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async match(leads: readonly Lead[]): Promise<MatchResult[]> {
    const decisions = await this.#decisions.ask(leads);
    return decisions.map(matchResult);
  }

  /**
   * Owner matches in the order of the leads; null for a miss.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    return this.#found(await this.#decisions.ask(leads));
  }

  /**
   * Owner matches for a few leads, each with a screen of its own.
   * @throws SandboxFaultError
   */
  protected async findBehind(screen: Screen, leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    return this.#found(await matchLeads(this.stores.index, leads, 'owners', undefined, screen));
  }

  async #found(decisions: readonly Decision[]): Promise<(OwnerMatch | null)[]> {
    const found = decisions.map((decision) => ({
      decision,
      result: matchResult(decision),
      owner: 'record' in decision ? decision.owner : undefined,
      coOwnerIds: ('record' in decision && decision.coOwners) || [],
    }));
    const unread = found.flatMap(({ result, owner }) =>
      result.matched && owner === undefined ? [result.ownerRecordId] : [],
    );
    const read = await this.#read(unread);
    return found.map(({ decision, result, owner, coOwnerIds }) => {
      if (!result.matched) return null;
      const record = owner ?? read.get(result.ownerRecordId);
      // A record stays readable after its import is retired (docs/readings.md#35).
      if (record === undefined) throw new Error('an owner record that was just found is gone');
      return { owner: record, property: () => propertyOf(decision), coOwnerIds };
    });
  }

  /**
   * The other owners of a property that was just found, each with the contacts of all sources that name it.
   * @param _asked the address that was asked for
   */
  async coOwners({ coOwnerIds }: OwnerMatch, _asked: Lead): Promise<OwnerRecord[]> {
    if (coOwnerIds.length === 0) return [];
    const { index } = this.stores;
    const joins = await index.joins(await index.visibleImports(), coOwnerIds);
    const ids = coOwnerIds.map((id) => joins.get(id)?.id ?? id);
    const records = await this.#read(ids);
    return ids.flatMap((id) => records.get(id) ?? []);
  }

  /**
   * Units on file in the building of a lead that was a miss, in order, for the person to choose from.
   */
  async unitsAt(lead: Lead): Promise<string[]> {
    const units = await unitsAt(this.stores.index, lead);
    const shown = await this.shownIn(units, lead);
    const names = shown.map(({ unit }) => unit);
    return names.sort((one, other) => ORDER.compare(one, other)).slice(0, MOST_UNITS);
  }

  /** Units that may be shown. @param _lead the address that was asked for */
  protected shownIn(units: BuildingUnit[], _lead: Lead): Promise<BuildingUnit[]> {
    return Promise.resolve(units);
  }

  /**
   * Records by id, including records of imports retired since. Ids that were purged or never existed have no entry. Null for owners
   * on the suppression list.
   */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>> {
    return this.#read(ids);
  }

  async #read(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    if (ids.length === 0) return new Map();
    const records = await this.#records.ask(ids);
    return new Map(records.flatMap((record) => (record === undefined ? [] : [[record.id, record]])));
  }

  explain(lead: Lead, screen = this.screen, pass?: Pass): Promise<Explanation> {
    return explainLead(this.stores.index, lead, screen, pass);
  }

  stats(): Promise<DirectoryStats> {
    return directoryStats(this.stores.store);
  }

  /**
   * Permanently removes records retired before `beforeMs`, to which nothing may refer any more.
   * @returns number of removed records
   */
  purgeRetired(beforeMs: number): Promise<number> {
    return purgeRetired(this.stores, this.clock.now(), beforeMs);
  }
}
