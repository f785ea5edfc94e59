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
} from '@skiptrace/address';
import type { Reader } from '../../database/index.js';
import { itemAt } from '../../item-at.js';
import { SandboxFaultError } from '../errors.js';
import { keyHash, sealedKey, type SealedKey } from '../property.js';
import { findByKeys, findEntries, type CandidateRow, type Entries, type FoundRecord } from './candidates.js';
import type { OwnerRecord } from '../record.js';
import { findJoins } from '../join/find-joins.js';
import { coOwners } from './co-owners.js';
import type { CopyView, IndexCopy } from './index-copy.js';
import { readRecords } from './read.js';
import type { VisibleImports } from './visible.js';

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
      /** Only where it was wanted and the index alone could tell it. */
      owner?: OwnerRecord;
    }
  | { reason: MissReason };

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
interface Question {
  lead: Lead;
  address: ParsedAddress;
  /** Not null when an exact match cannot be beaten or made ambiguous by anything under a looser key (property.ts). */
  sealed: SealedKey | null;
}

/** A question to the index. */
interface IndexQuestion extends Question {
  /** Hashes of the exact keys. */
  exact: readonly number[];
}

/**
 * Decides a batch: what the index can settle by itself first, then the others by a look at the records.
 * @param want `owners` are handed out along with the decisions that they cost nothing but a look at their record
 */
export async function matchLeads(
  reader: Reader,
  leads: readonly Lead[],
  want: 'decisions' | 'owners' = 'decisions',
): Promise<Decision[]> {
  return decideAll(reader, leads.map(questionOf), want);
}

/** The same decisions for somebody with many batches: what a copy of the index settles is not asked for. */
export async function matchWithCopy(
  reader: Reader,
  copy: IndexCopy,
  leads: readonly Lead[],
): Promise<Decision[]> {
  // Asked before the leads are read, which takes longer.
  const viewing = copy.view();
  const questions = leads.map(questionOf);
  const view = await viewing;
  const settled = questions.map((question) => settledByCopy(question, view));
  const open = questions.filter((_, at) => settled[at] === undefined);
  return inOrder(settled, await decideAll(reader, open, 'decisions'));
}

/** What was settled at once, and in the gaps what was decided later. @throws Error when a question has no answer */
function inOrder(settled: readonly (Decision | undefined)[], decided: readonly Decision[]): Decision[] {
  let next = 0;
  return settled.map((decision) => decision ?? itemAt(decided, next++));
}

function settledByCopy(question: Question, view: CopyView): Decision | undefined {
  const { address, sealed } = question;
  const record = sealed === null ? undefined : view.find(sealed);
  if (record !== undefined) return { record };
  if (!view.hasNone(exactHashes(question)) || !view.hasNone(hashesOf(address, false))) return undefined;
  // There is nothing to choose from.
  const outcome = decide(address, []);
  return outcome.matched ? undefined : { reason: outcome.reason };
}

async function decideAll(
  reader: Reader,
  asked: readonly Question[],
  want: 'decisions' | 'owners',
): Promise<Decision[]> {
  if (asked.length === 0) return [];
  const questions = asked.map(indexQuestionOf);
  const entries = await findEntries(
    reader,
    new Set(questions.flatMap(({ exact }) => exact)),
    want === 'owners' ? questions.map(({ sealed }) => sealed).filter((key) => key !== null) : [],
  );
  const decisions = questions.map((question) => settledByIndex(question, entries));
  const open = questions.filter((_, at) => decisions[at] === undefined);
  return inOrder(decisions, await decideByRecords(reader, open, entries));
}

function questionOf(lead: Lead): Question {
  const address = parseAddress(lead);
  return { lead, address, sealed: sealedKey(address) };
}

const indexQuestionOf = (question: Question): IndexQuestion => ({
  ...question,
  exact: exactHashes(question),
});

const exactHashes = ({ address, sealed }: Question): number[] =>
  sealed === null ? hashesOf(address, true) : [sealed.key];

/** The only record at the very address, where key and seal say that there can be no other. */
function settledByIndex({ sealed }: Question, { byKey, records }: Entries): Decision | undefined {
  if (sealed === null) return undefined;
  const [record, another] = byKey.get(sealed.key) ?? [];
  if (record?.addressSeal !== sealed.seal || another !== undefined) return undefined;
  const owner = records.get(record.id);
  return owner === undefined ? { record } : { record, owner };
}

/** Records under exact keys first, then those under looser keys for leads that are still open. */
async function decideByRecords(
  reader: Reader,
  questions: readonly IndexQuestion[],
  { byKey, visible }: Entries,
): Promise<Decision[]> {
  if (questions.length === 0) return [];
  const directory = new BatchDirectory(reader, visible);
  // Where the index has no entry there is no record; one that came meanwhile is found by the looser keys.
  await directory.load(questions.flatMap(({ exact }) => exact.filter((key) => byKey.has(key))));
  const outcomes = questions.map(({ address, exact }) => decide(address, directory.under(exact)));
  const open = questions.flatMap((question, at) =>
    isFinal(question, outcomes[at]) ? [] : [{ at, ...question, loose: hashesOf(question.address, false) }],
  );
  await directory.load(open.flatMap(({ loose }) => loose));
  for (const { at, address, exact, loose } of open) {
    outcomes[at] = decide(address, directory.under([...exact, ...loose]));
  }
  return chooseRecords(reader, visible, questions, outcomes);
}

const hashesOf = (address: ParsedAddress, exact: boolean): number[] =>
  matchKeys(address)
    .filter((key) => key.exact === exact)
    .map(keyHash);

const isFinal = ({ sealed }: Question, outcome: Outcome<CandidateRow> | undefined): boolean =>
  sealed !== null && outcome?.matched === true && outcome.how === 'exact';

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
  questions: readonly Question[],
  outcomes: readonly Outcome<CandidateRow>[],
): Promise<Decision[]> {
  const owners = outcomes.map((outcome) => (outcome.matched ? coOwners(outcome.records, visible) : []));
  const names = await readRecords(
    reader,
    owners.filter(({ length }) => length > 1).flatMap((several) => several.map(({ id }) => id)),
  );
  const decisions = outcomes.map((outcome, index): Decision => {
    if (!outcome.matched) return { reason: outcome.reason };
    const candidates = itemAt(owners, index);
    const record =
      candidates.length < 2
        ? candidates[0]
        : chooseOwner(
            candidates.map((candidate) => ({ ...names.get(candidate.id), ...candidate })),
            itemAt(questions, index).lead,
          );
    if (record === undefined) throw new Error('an address was matched, but to no record');
    return { record };
  });
  return withJoins(reader, visible, outcomes, decisions);
}

/** What other sources know of the same owners is handed out with them. Asked only where several sources know the property. */
async function withJoins(
  reader: Reader,
  visible: VisibleImports,
  outcomes: readonly Outcome<CandidateRow>[],
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const isShared = (outcome: Outcome<CandidateRow> | undefined): boolean =>
    outcome?.matched === true &&
    outcome.records.some(
      ({ importSequence }) =>
        visible.get(importSequence)?.source !==
        visible.get(outcome.records[0]?.importSequence ?? importSequence)?.source,
    );
  const shared = decisions.flatMap((decision, at) =>
    'record' in decision && isShared(outcomes[at]) ? [decision.record.id] : [],
  );
  const joins = await findJoins(reader, visible, shared);
  if (joins.size === 0) return [...decisions];
  return decisions.map((decision) => {
    if (!('record' in decision)) return decision;
    const join = joins.get(decision.record.id);
    if (join === undefined) return decision;
    const { importSequence, fails } = decision.record;
    return { record: { ...join, importSequence, fails } };
  });
}
