import { standardForm } from '@skiptrace/address';
import type { OwnerDetails } from '@skiptrace/csv';
import { MS_PER_MINUTE, type Clock } from '../platform/clock.js';
import { Batches } from '../platform/lib/batches.js';
import { itemAt } from '../platform/lib/item-at.js';
import { storedPhones, type Import } from './entities.js';
import type { ImportStore } from './import/import-store.js';
import { passedDetails, withDncStatus, type DoNotCall } from './match/do-not-call.js';
import { explainLead, type Explanation } from './match/explain.js';
import { decisionsOf, matchResult, type Decision, type Lead, type MatchResult } from './match/match-leads.js';
import { unitsAt } from './match/units.js';
import { addressRules } from './property.js';
import type { OwnerMatch, OwnerRecord, PhoneType } from './record.js';
import { isErased } from './stored-contact.js';
import type { OwnerStores } from './stores.js';

/** Maximum number of leads or records per batch. */
const MAX_PER_BATCH = 1_000;

/** A loading import without a heartbeat for this long belongs to a dead process. */
const DEAD_AFTER_MS = 5 * MS_PER_MINUTE;

/**
 * Finds owners of properties in the operator's data, as they may be handed out: never an erased or hidden one, and phones as the Do Not
 * Call lists have them. Reads committed data only; writes only to purge.
 */
export class OwnerDirectory {
  readonly #decisions: Batches<Lead, Decision | Promise<Decision>>;
  readonly #records: Batches<number, OwnerRecord | null | undefined>;

  constructor(
    private readonly stores: OwnerStores,
    private readonly clock: Clock,
    private readonly doNotCall: Pick<DoNotCall, 'view'> | null = null,
  ) {
    const { index } = stores;
    this.#decisions = new Batches((leads) => decisionsOf(index, leads), MAX_PER_BATCH);
    this.#records = new Batches(async (ids) => {
      const records = await index.records(ids);
      const found = ids.flatMap((id) => records.get(id) ?? []);
      const passed = new Map(found.map(({ id }) => [id, null as OwnerRecord | null]));
      for (const owner of await this.#passed(found)) if (owner !== null) passed.set(owner.id, owner);
      return ids.map((id) => passed.get(id));
    }, MAX_PER_BATCH);
  }

  /**
   * Results in the order of the leads. Concurrent calls share a batch.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async match(leads: readonly Lead[]): Promise<MatchResult[]> {
    return (await this.#decided(leads)).map((decision) => matchResult(decision));
  }

  /**
   * Owner matches in the order of the leads; null for a miss.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    const found = (await this.#decided(leads)).map((decision) => ({
      decision,
      result: matchResult(decision),
      ...('record' in decision && { owner: decision.owner, edition: decision.doNotCallEdition }),
      coOwnerIds: ('record' in decision ? (decision.coOwners ?? []) : []).map(({ id }) => id),
    }));
    const unread = found.flatMap(({ result, owner }) =>
      result.matched && owner === undefined ? [result.ownerRecordId] : [],
    );
    const [read, known] = await Promise.all([
      this.read(unread),
      this.#passed(
        found.flatMap(({ owner }) => owner ?? []),
        Math.max(...found.flatMap(({ edition }) => edition ?? [])),
      ),
    ]);
    let next = 0;
    return found.map(({ decision, result, owner, coOwnerIds }) => {
      if (!result.matched || !('record' in decision)) return null;
      const record = owner === undefined ? read.get(result.ownerRecordId) : known[next++];
      // A record stays readable after its import is retired (docs/readings.md#35).
      if (record === undefined) throw new Error('an owner record that was just found is gone');
      // It was hidden or erased meanwhile.
      if (record === null) return null;
      let digests: readonly string[] | undefined;
      return {
        owner: record,
        property: () => (digests ??= decision.property()),
        asked: () => standardForm(decision.asked).text,
        coOwnerIds,
      };
    });
  }

  async #decided(leads: readonly Lead[]): Promise<Decision[]> {
    const decisions = await this.#decisions.ask(leads);
    return Promise.all(decisions.map((decision) => Promise.resolve(decision)));
  }

  /** The other owners of a property that was just found, each with the contacts of all sources that name it. */
  async coOwners({ coOwnerIds }: OwnerMatch): Promise<OwnerRecord[]> {
    const records = await this.read(coOwnerIds);
    return coOwnerIds.flatMap((id) => records.get(id) ?? []);
  }

  /**
   * Units on file in the building of a lead that was a miss, in order, for the person to choose from.
   */
  unitsAt(lead: Lead): Promise<string[]> {
    return unitsAt(this.stores.index, lead);
  }

  /**
   * Records by id, including records of imports retired since; null for hidden and erased ones. Ids that were purged or never existed have
   * no entry.
   */
  async read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>> {
    if (ids.length === 0) return new Map();
    const records = await this.#records.ask(ids);
    return new Map(
      records.flatMap((record, at) => (record === undefined ? [] : [[itemAt(ids, at), record]])),
    );
  }

  /** Owners by record id for the check of a stored result: bytes where the record is shown as on file. */
  async details(ids: readonly number[]): Promise<Map<number, OwnerDetails | null>> {
    const { index, shown } = this.stores;
    const details = await index.details(ids);
    for (const [id, { contact, correctionId }] of await shown.changed(ids))
      if (contact !== null)
        details.set(id, { ...contact, id, ...(correctionId !== null && { correctionId }) } as OwnerDetails);
    return passedDetails(this.doNotCall, details);
  }

  explain(lead: Lead): Promise<Explanation> {
    return explainLead(this.stores, lead, (records) => this.#passed(records));
  }

  /**
   * The records as they may be handed out, in their order.
   * @param edition of the Do Not Call lists, if it was read with them
   */
  async #passed(records: readonly OwnerRecord[], edition?: number): Promise<(OwnerRecord | null)[]> {
    const shown = records.map((record) => (isErased(record) ? null : record));
    const lists = records.length === 0 ? null : await this.doNotCall?.view(edition);
    return lists === null || lists === undefined ? shown : withDncStatus(lists, shown);
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
