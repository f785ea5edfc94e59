import { compare, matchKeys, parseAddress, unitOf } from '@skiptrace/address';
import { MS_PER_MINUTE, type Clock } from '../clock.js';
import { Batches } from '../lib/batches.js';
import { explainLead, type Explanation, type Pass } from './match/explain.js';
import {
  matchLeads,
  matchResult,
  propertyOf,
  Candidates,
  type Decision,
  type Lead,
  type MatchResult,
  type Screen,
} from './match/match-leads.js';
import type { OwnerMatch, OwnerRecord, PhoneType } from './record.js';
import type { OwnerStores } from './stores.js';
import { keyHash, addressRules } from './property.js';
import type { OwnerIndex } from './match/owner-index.js';
import { storedPhones, type Import } from './entities.js';
import type { ImportStore } from './import/import-store.js';

/** Maximum number of leads or records per batch. */
const MAX_PER_BATCH = 1_000;

/** A loading import without a heartbeat for this long belongs to a dead process. */
const DEAD_AFTER_MS = 5 * MS_PER_MINUTE;

/** Units offered for one building. */
const MOST_UNITS = 50;
const UNIT_ORDER = new Intl.Collator('en-US', { numeric: true });

/** Finds owners of properties in the operator's data. Reads committed data only; writes only to purge. */
export class OwnerDirectory {
  readonly #decisions: Batches<Lead, Decision>;
  readonly #records: Batches<number, OwnerRecord | undefined>;

  constructor(
    private readonly stores: OwnerStores,
    private readonly clock: Clock,
    private readonly screen?: Screen,
  ) {
    const { index } = stores;
    this.#decisions = new Batches((leads) => matchLeads(index, leads, 'owners', screen), MAX_PER_BATCH);
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
   * Owner matches for a few leads, behind the given screen.
   * @throws SandboxFaultError
   */
  protected async findBehind(screen: Screen, leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    return this.#found(await matchLeads(this.stores.index, leads, 'owners', screen));
  }

  async #found(decisions: readonly Decision[]): Promise<(OwnerMatch | null)[]> {
    const found = decisions.map((decision) => ({
      decision,
      result: matchResult(decision),
      owner: 'record' in decision ? decision.owner : undefined,
      coOwnerIds: ('record' in decision ? (decision.coOwners ?? []) : []).map(({ id }) => id),
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
      let digests: readonly string[] | undefined;
      return { owner: record, property: () => (digests ??= propertyOf(decision)), coOwnerIds };
    });
  }

  /**
   * The other owners of a property that was just found, each with the contacts of all sources that name it.
   * @param _asked the address that was asked for
   */
  async coOwners({ coOwnerIds }: OwnerMatch, _asked: Lead): Promise<OwnerRecord[]> {
    const records = await this.#read(coOwnerIds);
    return coOwnerIds.flatMap((id) => records.get(id) ?? []);
  }

  /**
   * Units on file in the building of a lead that was a miss, in order, for the person to choose from.
   */
  async unitsAt(lead: Lead): Promise<string[]> {
    const units = await unitsAt(this.stores.index, lead);
    const shown = await this.shownIn(units, lead);
    const names = shown.map(({ unit }) => unit);
    return names.sort((one, other) => UNIT_ORDER.compare(one, other)).slice(0, MOST_UNITS);
  }

  /** Units that may be shown. @param _lead the address that was asked for */
  protected shownIn(units: BuildingUnit[], _lead: Lead): Promise<BuildingUnit[]> {
    return Promise.resolve(units);
  }

  /**
   * Records by id, including records of imports retired since. Ids that were purged or never existed have no entry. With the suppression
   * list (ScreenedOwners), its owners are null.
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
   * Permanently removes records retired before `beforeMs`, to which nothing may refer any more, and leftovers of dead processes. Can be
   * stopped at any point and run again.
   * @returns number of removed records
   */
  async purgeRetired(beforeMs: number): Promise<number> {
    const { store, purges } = this.stores;
    await purges.buryDead(this.clock.now() - DEAD_AFTER_MS);
    const retired = (await store.imports('retired')).filter(
      ({ retiredAt }) => retiredAt !== null && retiredAt < beforeMs,
    );
    if (retired.length === 0) return 0;
    const sequences = retired.map(({ sequence }) => sequence);
    // Keys first, so that no key is ever without its record.
    await purges.removeKeys(retired);
    // A joined record is deleted with the first of its sources.
    await purges.removeJoins(sequences);
    let removed = 0;
    for (const one of retired) removed += await purges.removeRecords(one);
    await purges.forget(sequences);
    return removed;
  }
}

/** Statistics of a source, over its active imports. */
export interface SourceStats {
  source: string;
  /** If several sources know a property, the highest priority wins, then the newest import. */
  priority: number;
  imports: number;
  records: number;
  addressKeys: number;
  /** All stored phones, with or without a type. */
  phones: number;
  /** Type assumed for phones without one; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  /** Number of `phones` without a type in the data. Answers leave them out if the setting is null. */
  untypedPhones: number;
  emails: number;
  lastImportAt: number;
  /** Imported under other address rules, so some of its owners aren't found until their file is imported again. */
  outdated: boolean;
}

export interface DirectoryStats {
  /** Sources sorted by name. */
  sources: SourceStats[];
  /** Retired records, kept until nothing can refer to them any more. */
  retired: { imports: number; records: number };
  /** Imports being written, or left by a dead process. */
  loading: number;
}

/** Uses counts stored at import time, so it takes the same time for any size of directory. */
export async function directoryStats(store: ImportStore): Promise<DirectoryStats> {
  const imports = await store.imports();
  const inState = (state: Import['state']): Import[] => imports.filter((one) => one.state === state);
  const names = [...new Set(inState('active').map(({ source }) => source))].sort();
  return {
    sources: names.map((name) => {
      const active = inState('active').filter(({ source }) => source === name);
      return {
        source: name,
        priority: active[0]?.priority ?? 0,
        imports: active.length,
        records: sum(active, 'records'),
        addressKeys: sum(active, 'addressKeys'),
        phones: active.reduce((total, one) => total + storedPhones(one), 0),
        phoneTypeDefault: active.at(-1)?.phoneTypeDefault ?? null,
        untypedPhones: sum(active, 'untypedPhones'),
        emails: sum(active, 'emails'),
        lastImportAt: Math.max(...active.map(({ activatedAt }) => activatedAt ?? 0)),
        outdated: active.some((one) => one.addressRules !== addressRules()),
      };
    }),
    retired: { imports: inState('retired').length, records: sum(inState('retired'), 'records') },
    loading: inState('loading').length,
  };
}

const sum = (
  imports: readonly Import[],
  field: 'records' | 'addressKeys' | 'untypedPhones' | 'emails',
): number => imports.reduce((total, one) => total + one[field], 0);

/** A unit of the building that was asked for, with the records of its owners. */
export interface BuildingUnit {
  unit: string;
  recordIds: number[];
}

/** Records compared for one building, so that a large one costs little. */
const MOST_RECORDS = 1_000;

const UNIT_KIND = /^(?:#|[A-Z]{2,5})$/;
const UNIT_ID = /^(?:[A-Z]{1,2}|[A-Z./-]{0,3}\d[A-Z\d./-]{0,7})$/;
const UNIT_PLACES = new Set('BSMT FRNT LOWR PH REAR SIDE UPPR'.split(' '));

/**
 * Units on file at the address asked for, apart from the unit. Owners who asked to be left out are included: the
 * caller leaves out units that only they have.
 */
async function unitsAt(index: OwnerIndex, lead: Lead): Promise<BuildingUnit[]> {
  const asked = parseAddress(lead);
  const hashes = matchKeys(asked).map(keyHash);
  const candidates = new Candidates(index, await index.visibleImports());
  await candidates.load(hashes);
  const units = new Map<string, number[]>();
  for (const { address, record } of candidates.under(hashes).slice(0, MOST_RECORDS)) {
    const unit = unitOf(address);
    if (!isDesignator(unit) || !isOtherUnit(compare(asked, address).reason)) continue;
    units.set(unit, [...(units.get(unit) ?? []), record.id]);
  }
  return [...units].map(([unit, recordIds]) => ({ unit, recordIds }));
}

const isOtherUnit = (reason: ReturnType<typeof compare>['reason']): boolean =>
  reason === 'unit' || reason === 'unit_missing';

/** Whether a unit is designators with their numbers or letters and nothing else: owner files have names and notes in the same place. */
function isDesignator(unit: string): boolean {
  const words = unit.split(' ');
  if (UNIT_PLACES.has(words.at(-1) ?? ''))
    return words.length === 1 || (words.length === 2 && words[0] === '#');
  // A first number may stand alone; behind it there are pairs.
  const first = words.length % 2;
  return words.every((word, at) => (at % 2 === first ? UNIT_KIND : UNIT_ID).test(word));
}
