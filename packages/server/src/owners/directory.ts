import type { Clock } from '../clock.js';
import { Batches, type Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import { explainLead, type Explanation } from './match/explain.js';
import { matchLeads, matchResult, type Decision, type Lead, type MatchResult } from './match/match-leads.js';
import { SqliteOwnerIndex } from './match/owner-index.sqlite.js';
import type { OwnerIndex } from './match/owner-index.js';
import type { OwnerRecord } from './record.js';
import { purgeRetired } from './retire/purge.js';
import { directoryStats, type DirectoryStats } from './stats.js';

/** Leads, or records, that share the queries of one batch. */
const MAX_PER_BATCH = 1_000;

/** The owners of properties, as the operator's files have them. It answers from what is committed and never writes. */
export class OwnerDirectory {
  readonly #decisions: Batches<Lead, Decision>;
  readonly #index: OwnerIndex;
  readonly #records: Batches<number, OwnerRecord | undefined>;

  constructor(
    readonly database: Database,
    readonly clock: Clock,
    readonly ids: Ids,
  ) {
    this.#index = new SqliteOwnerIndex(database.read);
    this.#decisions = new Batches((leads) => matchLeads(this.#index, leads, 'owners'), MAX_PER_BATCH);
    this.#records = new Batches(async (ids) => {
      const records = await this.#index.records(ids);
      return ids.map((id) => records.get(id));
    }, MAX_PER_BATCH);
  }

  /**
   * Results in the order of the leads. Whoever asks at the same time shares a batch.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async match(leads: readonly Lead[]): Promise<MatchResult[]> {
    const decisions = await this.#decisions.ask(leads);
    return decisions.map(matchResult);
  }

  /**
   * The owners that the leads match, in their order; null for a miss.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async find(leads: readonly Lead[]): Promise<(OwnerRecord | null)[]> {
    const decisions = await this.#decisions.ask(leads);
    const results = decisions.map(matchResult);
    const unread = results.flatMap((result, at) =>
      result.matched && ownerOf(decisions[at]) === undefined ? [result.ownerRecordId] : [],
    );
    const read = await this.read(unread);
    return results.map((result, at) => {
      if (!result.matched) return null;
      const owner = ownerOf(decisions[at]) ?? read.get(result.ownerRecordId);
      // A record outlives the decision for it (reading 35).
      if (owner === undefined) throw new Error('an owner record that was just found is gone');
      return owner;
    });
  }

  /** Records by id, also of imports that were retired since; left out are those that were purged or never were. */
  async read(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    if (ids.length === 0) return new Map();
    const records = await this.#records.ask(ids);
    return new Map(records.flatMap((record) => (record === undefined ? [] : [[record.id, record]])));
  }

  explain(lead: Lead): Promise<Explanation> {
    return explainLead(this.#index, lead);
  }

  stats(): Promise<DirectoryStats> {
    return directoryStats(this.database);
  }

  /**
   * Removes for good what was retired before `beforeMs`: nothing may refer to it any more.
   * @returns how many records were removed
   */
  purgeRetired(beforeMs: number): Promise<number> {
    return purgeRetired(this.database, this.clock, beforeMs);
  }
}

const ownerOf = (decision: Decision | undefined): OwnerRecord | undefined =>
  decision !== undefined && 'record' in decision ? decision.owner : undefined;
