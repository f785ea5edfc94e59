import {
  chooseOwner,
  decide,
  matchKeys,
  parseAddress,
  unpack,
  type Candidate,
  type MissReason,
  type Outcome,
  type ParsedAddress,
  type StreetsOnFile,
} from '@skiptrace/address';
import { SandboxFaultError } from '../errors.js';
import { keyHash, propertyDigests, sealedKey, streetHash, type SealedKey } from '../property.js';
import type { OwnerRecord } from '../record.js';
import { coOwners } from './co-owners.js';
import {
  importOf,
  type CandidateRow,
  type Entries,
  type FoundRecord,
  type OwnerIndex,
  type VisibleImports,
} from './owner-index.js';

/** An address to look up. The names choose among co-owners; they never make or prevent a match. */
export interface Lead {
  address: string;
  city?: string;
  state?: string;
  zip?: string;
  firstName?: string;
  lastName?: string;
}

/** The record a lead was matched to, or why there is none. */
export type Decision =
  | {
      record: FoundRecord;
      /** Its property; of several records, in each of their spellings. */
      at: () => readonly ParsedAddress[];
      /** The lead's own address; left out where it is that of the record in every part. */
      asked?: ParsedAddress;
      /** Only where it was wanted and the index alone could tell it. */
      owner?: OwnerRecord;
    }
  | { reason: MissReason };

export type MatchResult =
  | {
      matched: true;
      ownerRecordId: number;
      phoneCount: number;
      emailCount: number;
      /** See `propertyOf`; only where it was wanted. */
      property?: readonly string[];
    }
  | { matched: false; reason: MissReason };

/** See `propertyDigests`. @throws Error for a miss */
export function propertyOf(decision: Decision): readonly string[] {
  if (!('record' in decision)) throw new Error('a miss has no property');
  return propertyDigests(decision.at(), decision.asked);
}

/** @throws SandboxFaultError for the sandbox's failing address */
export function matchResult(decision: Decision): MatchResult {
  if (!('record' in decision)) return { matched: false, reason: decision.reason };
  const { id, phoneCount, emailCount, fails } = decision.record;
  if (fails !== 0) throw new SandboxFaultError();
  return { matched: true, ownerRecordId: id, phoneCount, emailCount };
}

/** The same with the property of a match. @throws SandboxFaultError */
export function matchResultAt(decision: Decision): MatchResult {
  const result = matchResult(decision);
  return result.matched ? { ...result, property: propertyOf(decision) } : result;
}

/** A lead on its way to a decision. */
export interface OpenLead {
  readonly lead: Lead;
  readonly address: ParsedAddress;
  /** Not null when an exact match cannot be beaten or made ambiguous by anything under a looser key (property.ts). */
  readonly sealed: SealedKey | null;
  /** Hashes of its exact keys. */
  readonly exact: readonly number[];
  decision: Decision | undefined;
}

/**
 * Decides a batch in layers: first what the index settles by itself (docs/decisions/007), then the rest by comparing
 * records. Decisions are in the order of the leads.
 * @param want `owners` adds the owner to decisions where that costs no further query
 * @param first a layer before these, which may be made ready while the addresses are read
 * @throws Error when a lead is left without a decision: it would otherwise look like a miss
 */
export async function matchLeads(
  index: OwnerIndex,
  leads: readonly Lead[],
  want: 'decisions' | 'owners' = 'decisions',
  first?: Promise<(lead: OpenLead) => Decision | undefined>,
): Promise<Decision[]> {
  const all = leads.map(openLead);
  if (first !== undefined) {
    const settle = await first;
    for (const one of all) one.decision = settle(one);
  }
  await settleByIndex(index, all.filter(isOpen), want);
  return all.map(({ decision }) => {
    if (decision === undefined) throw new Error('a lead was left without a decision');
    return decision;
  });
}

const isOpen = ({ decision }: OpenLead): boolean => decision === undefined;

async function settleByIndex(
  index: OwnerIndex,
  all: readonly OpenLead[],
  want: 'decisions' | 'owners',
): Promise<void> {
  if (all.length === 0) return;
  const entries = await index.entries(
    new Set(all.flatMap(({ exact }) => exact)),
    want === 'owners' ? all.flatMap(({ sealed }) => sealed ?? []) : [],
  );
  for (const one of all) settleByEntry(one, entries);
  await settleByRecords(index, all.filter(isOpen), entries);
}

function openLead(lead: Lead): OpenLead {
  const address = parseAddress(lead);
  const sealed = sealedKey(address);
  return {
    lead,
    address,
    sealed,
    exact: sealed === null ? hashesOf(address, true) : [sealed.key],
    decision: undefined,
  };
}

/** Hashes of the looser keys of a lead. */
export const looseHashes = ({ address }: OpenLead): number[] => hashesOf(address, false);

const hashesOf = (address: ParsedAddress, exact: boolean): number[] =>
  matchKeys(address)
    .filter((key) => key.exact === exact)
    .map(keyHash);

/** The only record at the very address, where key and seal say that there can be no other. */
function settleByEntry(open: OpenLead, { byKey, records }: Entries): void {
  if (open.sealed === null) return;
  const [entry, another] = byKey.get(open.sealed.key) ?? [];
  if (entry === undefined || another !== undefined || entry.sealed?.seal !== open.sealed.seal) return;
  const { id, importSequence, sealed } = entry;
  const { phoneCount, emailCount } = sealed;
  // What fails has no seal.
  const record = { id, importSequence, phoneCount, emailCount, fails: 0 };
  const owner = records.get(id);
  // Key and seal are those of both addresses.
  const at = () => [open.address];
  open.decision = owner === undefined ? { record, at } : { record, at, owner };
}

/** Compares records under exact keys first, then those under looser keys for leads that are not decided for good. */
async function settleByRecords(
  index: OwnerIndex,
  leads: readonly OpenLead[],
  { byKey, visible }: Entries,
): Promise<void> {
  if (leads.length === 0) return;
  const candidates = new Candidates(index, visible);
  // Without an entry there is no record; one that was added meanwhile is found by the looser keys.
  await candidates.load(leads.flatMap(({ exact }) => exact.filter((key) => byKey.has(key))));
  const compared = leads.map((open) => ({
    open,
    outcome: decide(open.address, candidates.under(open.exact)),
  }));
  const unsure = compared
    .filter(({ open, outcome }) => !isFinal(open, outcome))
    .map((one) => ({ one, loose: looseHashes(one.open) }));
  await candidates.load(unsure.flatMap(({ loose }) => loose));
  for (const { one, loose } of unsure) {
    one.outcome = decide(one.open.address, candidates.under([...one.open.exact, ...loose]));
  }
  const doubtful = unsure.filter(({ one }) => questionsOf(one.outcome).length > 0);
  const streets = await streetsOnFile(
    index,
    visible,
    doubtful.flatMap(({ one }) => questionsOf(one.outcome)),
  );
  for (const { one, loose } of doubtful) {
    one.outcome = decide(one.open.address, candidates.under([...one.open.exact, ...loose]), streets);
  }
  await chooseRecords(index, visible, compared);
}

const isFinal = ({ sealed }: OpenLead, outcome: Outcome<CandidateRow>): boolean =>
  sealed !== null && outcome.matched && outcome.how === 'exact';

/** Keys of the streets that decide what is left open. */
export const questionsOf = (outcome: Outcome<unknown>): readonly string[] =>
  outcome.matched ? [] : (outcome.questions ?? []);

/** What is on file under these keys of streets. */
export async function streetsOnFile(
  index: OwnerIndex,
  visible: VisibleImports,
  keys: readonly string[],
): Promise<StreetsOnFile> {
  const hashes = new Map(keys.map((key) => [key, streetHash(key)]));
  const found = await index.streets(visible, new Set(hashes.values()));
  return new Map([...hashes].map(([key, hash]) => [key, found.get(hash) ?? []]));
}

/** The candidates of a batch: every key is asked for once, every record is unpacked once. */
export class Candidates {
  readonly #byKey = new Map<number, Candidate<CandidateRow>[]>();
  readonly #byId = new Map<number, Candidate<CandidateRow>>();

  constructor(
    private readonly index: OwnerIndex,
    private readonly visible: VisibleImports,
  ) {}

  async load(keys: readonly number[]): Promise<void> {
    const wanted = new Set(keys.filter((key) => !this.#byKey.has(key)));
    const found = await this.index.candidates(this.visible, wanted);
    for (const key of wanted) {
      this.#byKey.set(
        key,
        (found.get(key) ?? []).map((row) => this.#candidate(row)),
      );
    }
  }

  /** The records under any of these keys, each once. */
  under(keys: readonly number[]): readonly Candidate<CandidateRow>[] {
    const [first] = keys;
    if (first === undefined) return [];
    if (keys.length === 1) return this.#byKey.get(first) ?? [];
    return [...new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []))];
  }

  #candidate(row: CandidateRow): Candidate<CandidateRow> {
    const known = this.#byId.get(row.id);
    if (known !== undefined) return known;
    const candidate = { address: unpack(row.address), record: row };
    this.#byId.set(row.id, candidate);
    return candidate;
  }
}

/** A lead, and what comparing its candidates came to. */
interface Compared {
  open: OpenLead;
  outcome: Outcome<CandidateRow>;
}

/** Decides on one record for every match. Names are read only where a property has several owners. */
async function chooseRecords(
  index: OwnerIndex,
  visible: VisibleImports,
  compared: readonly Compared[],
): Promise<void> {
  const matched = compared.flatMap(({ open, outcome }) => {
    if (outcome.matched)
      return [{ open, records: outcome.records, owners: coOwners(outcome.records, visible) }];
    open.decision = { reason: outcome.reason };
    return [];
  });
  const several = matched.flatMap(({ owners }) => (owners.length > 1 ? owners : []));
  const names = await index.records(several.map(({ id }) => id));
  const chosen = matched.map(({ open, records, owners }) => {
    const record =
      owners.length > 1
        ? chooseOwner(
            owners.map((owner) => {
              const named = names.get(owner.id);
              // Without their names, somebody else could be chosen.
              if (named === undefined) throw new Error('an owner record that was just found is gone');
              return { ...named, ...owner };
            }),
            open.lead,
          )
        : owners[0];
    if (record === undefined) throw new Error('an address was matched, but to no record');
    return { open, record, records, isShared: haveSeveralSources(records, visible) };
  });
  // What other sources know of the same owner is handed out with it.
  const shared = chosen.flatMap(({ record, isShared }) => (isShared ? [record.id] : []));
  const joins = await index.joins(visible, shared);
  for (const { open, record, records } of chosen) {
    const { importSequence, fails } = record;
    const join = joins.get(record.id);
    open.decision = {
      record: join === undefined ? record : { ...join, importSequence, fails },
      at: () => records.map(({ address }) => unpack(address)),
      asked: open.address,
    };
  }
}

const haveSeveralSources = (records: readonly CandidateRow[], visible: VisibleImports): boolean =>
  new Set(records.map((record) => importOf(visible, record).source)).size > 1;
