import {
  chooseOwner,
  decide,
  matchKeys,
  parseAddress,
  unpack,
  type Candidate,
  type MatchKey,
  type MissReason,
  type Outcome,
  type ParsedAddress,
} from '@skiptrace/address';
import type { Reader } from '../../database/index.js';
import { SandboxFaultError } from '../errors.js';
import { hash53 } from '../hash.js';
import { findByKeys, type CandidateRow } from './candidates.js';
import { coOwners } from './co-owners.js';
import { readRecords } from './read.js';
import { visibleImports, type VisibleImports } from './visible.js';

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
export type Decision = { record: CandidateRow } | { reason: MissReason };

export type MatchResult =
  | { matched: true; ownerRecordId: number; phoneCount: number; emailCount: number }
  | { matched: false; reason: MissReason };

/** @throws SandboxFaultError for the sandbox's failing address */
export function matchResult(decision: Decision): MatchResult {
  if (!('record' in decision)) return { matched: false, reason: decision.reason };
  const { id, phoneCount, emailCount, fails } = decision.record;
  if (fails !== 0) throw new SandboxFaultError();
  return { matched: true, ownerRecordId: id, phoneCount, emailCount };
}

/** How a lead is read and what it is looked up by. */
export interface Question {
  address: ParsedAddress;
  keys: readonly MatchKey[];
}

/** Decides a batch: exact keys for all of them first, then the looser keys for those that are still open. */
export async function matchLeads(reader: Reader, leads: readonly Lead[]): Promise<Decision[]> {
  const visible = await visibleImports(reader);
  const directory = new BatchDirectory(reader, visible);
  const questions = leads.map(questionOf);
  const exact = questions.map(({ keys }) => hashesOf(keys.filter((key) => key.exact)));
  await directory.load(exact.flat());
  const outcomes = questions.map(({ address }, index) =>
    decide(address, directory.under(exact[index] ?? [])),
  );
  const open = questions.flatMap((question, index) =>
    isFinal(question, outcomes[index])
      ? []
      : [{ index, address: question.address, hashes: hashesOf(question.keys) }],
  );
  await directory.load(open.flatMap(({ hashes }) => hashes));
  for (const { index, address, hashes } of open) outcomes[index] = decide(address, directory.under(hashes));
  return chooseRecords(reader, visible, leads, outcomes);
}

export function questionOf(lead: Lead): Question {
  const address = parseAddress(lead);
  return { address, keys: matchKeys(address) };
}

export const hashesOf = (keys: readonly MatchKey[]): number[] => keys.map(({ key }) => hash53(key));

/** An exact match in the same ZIP cannot be beaten or made ambiguous by anything under a looser key. */
function isFinal({ address }: Question, outcome: Outcome<CandidateRow> | undefined): boolean {
  if (outcome?.matched !== true || outcome.how !== 'exact') return false;
  return address.zip5 !== '' && !address.needsCity && address.otherReadings.length === 0;
}

/** The candidates of a batch: every key is asked for once, every record is unpacked once. */
export class BatchDirectory {
  readonly #byKey = new Map<number, Candidate<CandidateRow>[]>();
  readonly #byId = new Map<number, Candidate<CandidateRow>>();

  constructor(
    private readonly reader: Reader,
    private readonly visible: VisibleImports,
  ) {}

  async load(keys: readonly number[]): Promise<void> {
    const wanted = new Set(keys.filter((key) => !this.#byKey.has(key)));
    const found = await findByKeys(this.reader, this.visible, wanted);
    for (const key of wanted)
      this.#byKey.set(
        key,
        (found.get(key) ?? []).map((row) => this.#candidate(row)),
      );
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

/** One record for every match. Names are read only where a property has several owners. */
async function chooseRecords(
  reader: Reader,
  visible: VisibleImports,
  leads: readonly Lead[],
  outcomes: readonly Outcome<CandidateRow>[],
): Promise<Decision[]> {
  const owners = outcomes.map((outcome) => (outcome.matched ? coOwners(outcome.records, visible) : []));
  const names = await readRecords(
    reader,
    owners.filter(({ length }) => length > 1).flatMap((several) => several.map(({ id }) => id)),
  );
  return outcomes.map((outcome, index) => {
    const candidates = owners[index] ?? [];
    const record =
      candidates.length < 2
        ? candidates[0]
        : chooseOwner(
            candidates.map((candidate) => ({ ...names.get(candidate.id), ...candidate })),
            leads[index],
          );
    if (record !== undefined) return { record };
    return { reason: outcome.matched ? 'no_candidates' : outcome.reason };
  });
}
