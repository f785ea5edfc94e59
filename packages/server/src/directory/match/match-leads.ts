import {
  chooseOwner,
  decide,
  inOneCity,
  matchKeys,
  parseAddress,
  unpack,
  type Candidate,
  type MissReason,
  type Outcome,
  type ParsedAddress,
  type StreetsOnFile,
} from '@skiptrace/address';
import { contentsOf, UNKNOWN_CONTENTS } from '../contact-counts.js';
import { SandboxFaultError } from '../errors.js';
import {
  keyHash,
  propertyDigests,
  sealedAddress,
  sealedDigests,
  streetHash,
  type SealedAddress,
} from '../property.js';
import type { OwnerRecord } from '../record.js';
import {
  importOf,
  isHidden,
  type CandidateRow,
  type Entries,
  type FoundRecord,
  type IndexEntry,
  type OwnerIndex,
  type VisibleImports,
} from './owner-index.js';

/**
 * Chooses the owners of one property among all records at it (reading 31). Across sources, all owners come from the source with the
 * highest priority, then from the newest import: people of two sources are never mixed. Within a source, a person who was imported
 * again counts with the newest record.
 */
function coOwners<T extends CandidateRow>(records: readonly T[], visible: VisibleImports): T[] {
  const edition = (record: CandidateRow): number => importOf(visible, record).edition;
  const source = (record: CandidateRow): string => importOf(visible, record).source;
  const priority = (record: CandidateRow): number => importOf(visible, record).priority;
  const winner = records.reduce<T | undefined>((best, record) => {
    const lead =
      best === undefined ? 1 : priority(record) - priority(best) || edition(record) - edition(best);
    return lead > 0 ? record : best;
  }, undefined);
  const ofSource = records.filter((record) => winner !== undefined && source(record) === source(winner));
  const latest = new Map<string | number, number>();
  for (const record of ofSource) {
    // The first record of a person is the newest so far.
    latest.set(personOf(record), Math.max(latest.get(personOf(record)) ?? 0, edition(record)));
  }
  return ofSource.filter((record) => edition(record) === latest.get(personOf(record)));
}

/** Identifies a person: the operator's id, which is a text, or else the identity, a number, so that the two never collide. */
const personOf = ({ ownerId, identity }: CandidateRow): string | number => ownerId ?? identity;

/** An address to look up. The names choose among co-owners; they never make or prevent a match. */
export interface Lead {
  address: string;
  city?: string;
  state?: string;
  zip?: string;
  firstName?: string;
  lastName?: string;
}

/** The record a lead was matched to, or the reason of a miss. */
export type Decision =
  | {
      record: FoundRecord;
      /** The lead's own address. */
      asked: ParsedAddress;
      /** See `propertyDigests`. */
      property: () => readonly string[];
      /** Present only if wanted and available without another query, with the edition of the Do Not Call lists at that moment. */
      owner?: OwnerRecord;
      doNotCallEdition?: number;
      /** Records of the other owners at the property; missing without other owners. */
      coOwners?: readonly FoundRecord[];
    }
  | {
      reason: MissReason;
      /** Hidden records (shown/) would make it a match, or a miss with another reason. */
      isHidden?: true;
    };

export type MatchResult =
  | {
      matched: true;
      ownerRecordId: number;
      phoneCount: number;
      emailCount: number;
      /** See `contentsOf`; `UNKNOWN_CONTENTS` if the index doesn't have it. */
      contents: number;
      /** See `propertyDigests`; present only if wanted. */
      property?: readonly string[] | undefined;
      /** The other owners of the property, as a lookup has them; missing without other owners. */
      coOwners?: readonly CoOwner[] | undefined;
    }
  /** `no_phone`: an owner is on file, but only owners with a phone are wanted. */
  | { matched: false; reason: MissReason | 'no_phone' };

/** A further owner of a property. */
export type CoOwner = Pick<FoundRecord, 'id' | 'phoneCount' | 'emailCount'>;

/**
 * One literal with all properties, because a job makes one for every row: V8 reads objects of one shape faster.
 * @param want adds the property to a match
 * @throws SandboxFaultError for the sandbox's failing address
 */
export function matchResult(decision: Decision, want?: 'property'): MatchResult {
  if (!('record' in decision)) return { matched: false, reason: decision.reason };
  const { id: ownerRecordId, phoneCount, emailCount, contents, fails } = decision.record;
  if (fails !== 0) throw new SandboxFaultError();
  return {
    matched: true,
    ownerRecordId,
    phoneCount,
    emailCount,
    contents,
    property: want && decision.property(),
    coOwners: decision.coOwners,
  };
}

/**
 * Fills in the contents of matches if the index doesn't have them: for other spellings, joined records, and records of imports
 * from before contents were noted.
 */
export async function withContents(
  index: Pick<OwnerIndex, 'records'>,
  results: readonly MatchResult[],
): Promise<readonly MatchResult[]> {
  const isUnknown = (result: MatchResult) => result.matched && result.contents === UNKNOWN_CONTENTS;
  const unknown = results.flatMap((result) =>
    result.matched && isUnknown(result) ? [result.ownerRecordId] : [],
  );
  if (unknown.length === 0) return results;
  const records = await index.records(unknown);
  return results.map((result) => {
    if (!result.matched || !isUnknown(result)) return result;
    const record = records.get(result.ownerRecordId);
    if (record === undefined) throw new Error('an owner record that was just found is gone');
    return { ...result, contents: contentsOf(record) };
  });
}

/** An undecided lead. */
export interface OpenLead {
  readonly lead: Lead;
  readonly address: ParsedAddress;
  /** Not null if no record under a looser key can win over an exact match or make it ambiguous (property.ts). */
  readonly sealed: SealedAddress | null;
  /** Hashes of its exact keys. */
  readonly exact: readonly number[];
  decision: Decision | undefined;
}

/**
 * Decides a batch in layers: first what the index settles by itself (docs/decisions/007), then the rest by comparing
 * records. Decisions are in the order of the leads; a lead of the second layer, such as a miss, has a promise, so that the others
 * don't wait for it. Where the same query read the owner's record, the decision has it.
 * @throws Error for a lead without a decision, which would otherwise look like a miss
 */
export async function decisionsOf(
  index: OwnerIndex,
  leads: readonly Lead[],
): Promise<(Decision | Promise<Decision>)[]> {
  if (leads.length === 0) return [];
  const all = leads.map(openLead);
  const entries = await index.entries(
    exactKeysOf(all),
    all.flatMap(({ sealed }) => sealed ?? []),
  );
  const compared = settleByRecords(index, unsettled(all, entries), entries);
  return all.map((one) => one.decision ?? compared.then(() => decisionOf(one)));
}

/** All decisions of a batch, without owners. */
export async function matchLeads(index: OwnerIndex, leads: readonly Lead[]): Promise<Decision[]> {
  const all = leads.map(openLead);
  const entries = await index.entries(exactKeysOf(all), []);
  await settleByRecords(index, unsettled(all, entries), entries);
  return all.map(decisionOf);
}

function decisionOf({ decision }: OpenLead): Decision {
  if (decision === undefined) throw new Error('a lead was left without a decision');
  return decision;
}

function exactKeysOf(leads: readonly OpenLead[]): Set<number> {
  const keys = new Set<number>();
  for (const { exact } of leads) for (const key of exact) keys.add(key);
  return keys;
}

/** Decides what the entries alone decide. @returns the other leads */
function unsettled(leads: readonly OpenLead[], entries: Entries): OpenLead[] {
  for (const one of leads) settleByEntry(one, entries);
  return leads.filter(({ decision }) => decision === undefined);
}

function openLead(lead: Lead): OpenLead {
  const address = parseAddress(lead);
  const sealed = sealedAddress(address);
  return {
    lead,
    address,
    sealed,
    exact: sealed === null ? hashesOf(address, true) : [sealed.key],
    decision: undefined,
  };
}

/** Hashes of the looser keys of a lead. */
const looseHashes = ({ address }: OpenLead): number[] => hashesOf(address, false);

const hashesOf = (address: ParsedAddress, exact: boolean): number[] =>
  matchKeys(address)
    .filter((key) => key.exact === exact)
    .map(keyHash);

/** The only record at exactly this address, if key and seal rule out any other. */
function settleByEntry(open: OpenLead, { byKey, records, doNotCallEdition }: Entries): void {
  const { address: asked, sealed } = open;
  if (sealed === null) return;
  const [record, another] = byKey.get(sealed.key) ?? NO_ENTRY;
  if (another !== undefined || record?.seal !== sealed.seal) return;
  const owner = records.get(record.id);
  // Lead and record have this key and seal, so they are one property.
  const property = () => sealedDigests(sealed);
  open.decision =
    owner === undefined ? { record, asked, property } : { record, asked, property, owner, doNotCallEdition };
}

const NO_ENTRY: readonly IndexEntry[] = [];

async function settleByRecords(
  index: OwnerIndex,
  leads: readonly OpenLead[],
  entries: Entries,
): Promise<void> {
  if (leads.length === 0) return;
  const { visible } = entries;
  const candidates = new Candidates(index, visible);
  await chooseRecords(index, visible, await comparedRecords(index, leads, entries, candidates));
  await settleReasons(index, visible, leads, candidates);
}

/** Reasons shown to customers (work/jobs/miss-reasons.ts) that reveal other records: other units, other properties. */
const OF_OTHER_RECORDS: ReadonlySet<MissReason> = new Set(['ambiguous', 'unit', 'unit_missing']);

/**
 * Gives misses the reason that they would have if hidden owners were not on file: a reason must not reveal them. A lead stays a miss if
 * only a hidden owner kept it from a match, because it may mean that owner's property: then nothing is on file.
 */
async function settleReasons(
  index: OwnerIndex,
  visible: VisibleImports,
  leads: readonly OpenLead[],
  candidates: Candidates,
): Promise<void> {
  const told = leads.flatMap((open) => {
    const { decision } = open;
    if (decision === undefined || 'record' in decision) return [];
    const { reason, isHidden: isLeftOut = false } = decision;
    return isLeftOut || OF_OTHER_RECORDS.has(reason) ? [{ open, isLeftOut }] : [];
  });
  if (told.length === 0) return;
  const keysOf = (open: OpenLead): number[] => [...open.exact, ...looseHashes(open)];
  await candidates.load(told.flatMap(({ open }) => keysOf(open)));
  const again = told.flatMap(({ open, isLeftOut }) => {
    const near = candidates.under(keysOf(open));
    const left = near.filter(({ record }) => !isHidden(record));
    const isSame = left.length === near.length;
    return isSame ? [] : [{ open, isLeftOut, left, outcome: decide(open.address, left) }];
  });
  const questions = again.flatMap(({ outcome }) => questionsOf(outcome));
  const streets = await streetsOnFile(index, visible, questions);
  for (const { open, isLeftOut, left, outcome: first } of again) {
    const outcome = questionsOf(first).length === 0 ? first : decide(open.address, left, streets);
    const reason = outcome.matched ? 'no_candidates' : outcome.reason;
    open.decision = { reason, ...((isLeftOut || !OF_OTHER_RECORDS.has(reason)) && { isHidden: true }) };
  }
}

/**
 * Records of all owners at the property of each lead, from every source, as on file; empty for a miss. For comparisons only, because
 * hidden owners are included.
 */
export async function recordsAt(
  index: OwnerIndex,
  leads: readonly Lead[],
): Promise<(readonly OwnerRecord[])[]> {
  const open = leads.map(openLead);
  const entries = await index.entries(exactKeysOf(open), []);
  const compared = await comparedRecords(index, open, entries);
  const ids = compared.map(({ outcome }) => (outcome.matched ? outcome.records.map(({ id }) => id) : []));
  const records = await index.originals(ids.flat());
  return ids.map((some) => some.flatMap((id) => records.get(id) ?? []));
}

/**
 * Compares records under exact keys first, then records under looser keys for leads not finally decided. Leads with equal cells are compared
 * once and share the outcome.
 */
async function comparedRecords(
  index: OwnerIndex,
  leads: readonly OpenLead[],
  { byKey, visible }: Entries,
  candidates = new Candidates(index, visible),
): Promise<Compared[]> {
  // Without an entry there is no record; a record added meanwhile is found under the looser keys.
  await candidates.load(leads.flatMap(({ exact }) => exact.filter((key) => byKey.has(key))));
  const distinct = [...new Map(leads.map((open) => [textOf(open), open])).values()];
  const compared = distinct.map((open) => ({
    open,
    outcome: decide(open.address, candidates.under(open.exact)),
  }));
  const unsure = compared
    .filter(({ open, outcome }) => !isFinal(open, outcome))
    .map((one) => ({ one, loose: looseHashes(one.open) }));
  await candidates.load(unsure.flatMap(({ loose }) => loose));
  const beside = unsure.map(({ one, loose }) => ({
    one,
    near: candidates.under([...one.open.exact, ...loose]),
  }));
  for (const { one, near } of beside) one.outcome = decide(one.open.address, near);
  const doubtful = beside.filter(({ one }) => questionsOf(one.outcome).length > 0);
  const streets = await streetsOnFile(
    index,
    visible,
    doubtful.flatMap(({ one }) => questionsOf(one.outcome)),
  );
  for (const { one, near } of doubtful) one.outcome = decide(one.open.address, near, streets);
  const outcomes = new Map(compared.map(({ open, outcome }) => [textOf(open), outcome]));
  return leads.flatMap((open) => {
    const outcome = outcomes.get(textOf(open));
    return outcome === undefined ? [] : [{ open, outcome }];
  });
}

/** Equal for leads with the same cells, which may have any character. */
const textOf = ({ lead: { address, city = '', state = '', zip = '' } }: OpenLead): string =>
  `${address.length} ${city.length} ${state.length} ${address}${city}${state}${zip}`;

const isFinal = ({ sealed }: OpenLead, outcome: Outcome<CandidateRow>): boolean =>
  sealed !== null && outcome.matched && outcome.grade === 'exact';

/** Keys of the streets that settle open readings. */
export const questionsOf = (outcome: Outcome<unknown>): readonly string[] =>
  outcome.matched ? [] : (outcome.questions ?? []);

/** Streets on file under these keys. */
export async function streetsOnFile(
  index: OwnerIndex,
  visible: VisibleImports,
  keys: readonly string[],
): Promise<StreetsOnFile> {
  const hashes = new Map(keys.map((key) => [key, streetHash(key)]));
  const found = await index.streets(visible, new Set(hashes.values()));
  return new Map([...hashes].map(([key, hash]) => [key, found.get(hash) ?? []]));
}

/** Candidates of a batch: each key is queried once, each record unpacked once. */
export class Candidates {
  readonly #byKey = new Map<number, Candidate<CandidateRow>[]>();
  /** Addresses in standard form: the owners of a property share one. */
  readonly #addresses = new Map<string, ParsedAddress>();
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
    const found = new Set<Candidate<CandidateRow>>();
    for (const key of keys) for (const one of this.#byKey.get(key) ?? NONE) found.add(one);
    return [...found];
  }

  #candidate(row: CandidateRow): Candidate<CandidateRow> {
    const known = this.#byId.get(row.id);
    if (known !== undefined) return known;
    const address = this.#addresses.get(row.address) ?? unpack(row.address);
    this.#addresses.set(row.address, address);
    const candidate = { address, record: row };
    this.#byId.set(row.id, candidate);
    return candidate;
  }
}

const NONE: readonly Candidate<CandidateRow>[] = [];

/** A lead with the result of comparing its candidates. */
interface Compared {
  open: OpenLead;
  outcome: Outcome<CandidateRow>;
}

/** Chooses one record for every match. Reads names only if a property has several owners. */
async function chooseRecords(
  index: OwnerIndex,
  visible: VisibleImports,
  compared: readonly Compared[],
): Promise<void> {
  // Leads with the same address have the same outcome.
  const known = new Map<Outcome<CandidateRow>, CandidateRow[] | undefined>();
  const matched = compared.flatMap(({ open, outcome }): Matched[] => {
    if (outcome.matched && !known.has(outcome))
      known.set(outcome, ownersThere(open.address, outcome.records, visible));
    const owners = known.get(outcome);
    // Nothing tells whom the lead means, not even a name.
    const isCrowd = owners !== undefined && owners.length > MOST_TO_CHOOSE_FROM;
    if (!isCrowd && outcome.matched && owners !== undefined) {
      const shown = owners.filter((owner) => !isHidden(owner));
      if (shown.length > 0) return [{ open, records: outcome.records, owners: shown }];
      open.decision = NOT_SHOWN;
      return [];
    }
    open.decision = { reason: outcome.matched ? 'ambiguous' : outcome.reason };
    return [];
  });
  const named = matched.flatMap(({ owners }) => (owners.length > 1 ? owners : []));
  const names = await index.records(named.map(({ id }) => id));
  const withName = (record: CandidateRow): CandidateRow & OwnerRecord => {
    const owner = names.get(record.id);
    // Without their names, another person could be chosen.
    if (owner === undefined) throw new Error('an owner record that was just found is gone');
    return { ...owner, ...record };
  };
  const chosen = matched.map(({ open, records, owners }) => {
    const record = owners.length > 1 ? chooseOwner(owners.map(withName), open.lead) : owners[0];
    if (record === undefined) throw new Error('an address was matched, but to no record');
    const coOwners = owners.length === 1 ? [] : othersOf(record, owners);
    return { open, record, records, coOwners, isShared: haveSeveralSources(records, visible) };
  });
  // Includes contacts of the same owner from other sources.
  const shared = chosen.flatMap(({ record, coOwners, isShared }) =>
    isShared ? [record, ...coOwners].map(({ id }) => id) : [],
  );
  const joins = await index.joins(visible, shared);
  const foundAs = (record: CandidateRow): FoundRecord => {
    const { importSequence, fails } = record;
    const join = joins.get(record.id);
    return join === undefined ? record : { ...join, importSequence, contents: UNKNOWN_CONTENTS, fails };
  };
  for (const { open, record: chosenOne, records, coOwners } of chosen) {
    const record = foundAs(chosenOne);
    const others = coOwners.map(foundAs).filter((other) => !isHidden(other));
    open.decision = isHidden(record)
      ? NOT_SHOWN
      : {
          record,
          asked: open.address,
          property: () => propertyDigests(addressesOf(records), open.address),
          ...(others.length > 0 && { coOwners: others }),
        };
  }
}

/** A miss because all owners of the property are hidden. */
const NOT_SHOWN: Decision = { reason: 'no_candidates', isHidden: true };

/** With more owners a property is a miss: it is a building without units on file, or shares of one. */
const MOST_TO_CHOOSE_FROM = 500;

/** More owners than this are probably people of a building without units on file: then no co-owners are reported. */
const MOST_OWNERS = 10;

/** The other owners of a property, in the order of the data. */
const othersOf = ({ id: chosen }: CandidateRow, owners: readonly CandidateRow[]): CandidateRow[] =>
  owners.length > MOST_OWNERS
    ? []
    : owners
        .filter(({ id }) => id !== chosen)
        .sort((one, other) => one.ownerNumber - other.ownerNumber || one.id - other.id);

/** The co-owners; undefined if their source's records lie in two cities and the lead may mean either. */
function ownersThere(
  lead: ParsedAddress,
  records: readonly CandidateRow[],
  visible: VisibleImports,
): CandidateRow[] | undefined {
  const owners = coOwners(records, visible);
  if (owners.length < 2 || owners.length > MOST_TO_CHOOSE_FROM) return owners;
  const found = owners.map((record) => ({ address: unpack(record.address), record }));
  return inOneCity(lead, found)?.map(({ record }) => record);
}

/** The addresses of records, each standard form once. */
const addressesOf = (records: readonly CandidateRow[]): ParsedAddress[] =>
  [...new Set(records.map(({ address }) => address))].map(unpack);

/** A lead with the records at its property, and the owners among them. */
interface Matched {
  open: OpenLead;
  records: readonly CandidateRow[];
  owners: readonly CandidateRow[];
}

const haveSeveralSources = (records: readonly CandidateRow[], visible: VisibleImports): boolean =>
  new Set(records.map((record) => importOf(visible, record).source)).size > 1;
