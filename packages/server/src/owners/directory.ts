import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import { Batches } from './match/batches.js';
import { explainLead, type Explanation } from './match/explain.js';
import { matchLeads, matchResult, type Decision, type Lead, type MatchResult } from './match/match-leads.js';
import { readRecords } from './match/read.js';
import type { OwnerRecord } from './record.js';
import { purgeRetired } from './retire/purge.js';
import { directoryStats, type DirectoryStats } from './stats.js';

/** Leads that share the queries of one batch. */
const MAX_LEADS_PER_BATCH = 1_000;

/** The owners of properties, as the operator's files have them. It answers from what is committed and never writes. */
export class OwnerDirectory {
  readonly #batches: Batches<Lead, Decision>;

  constructor(
    readonly database: Database,
    readonly clock: Clock,
    readonly ids: Ids,
  ) {
    this.#batches = new Batches((leads) => matchLeads(database.read, leads), MAX_LEADS_PER_BATCH);
  }

  /**
   * Results in the order of the leads. Whoever asks at the same time shares a batch.
   * @throws SandboxFaultError when a lead hits the sandbox's failing address
   */
  async match(leads: readonly Lead[]): Promise<MatchResult[]> {
    const decisions = await this.#batches.ask(leads);
    return decisions.map(matchResult);
  }

  /** Records by id, also of imports that were retired since; left out are those that were purged or never were. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    return readRecords(this.database.read, ids);
  }

  explain(lead: Lead): Promise<Explanation> {
    return explainLead(this.database.read, lead);
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
