import {
  compare,
  decide,
  describeReason,
  explanation,
  matchKeys,
  parseAddress,
  type ComparedAddress,
  type MissReason,
} from '@skiptrace/address';
import { itemAt } from '../../platform/lib/item-at.js';
import { keyHash } from '../property.js';
import { personDetails, type OwnerRecord, type PersonDetails } from '../record.js';
import type { OwnerStores } from '../stores.js';
import { Candidates, matchLeads, questionsOf, streetsOnFile, type Lead } from './match-leads.js';

/** Explanation of a match or a miss. */
export interface Explanation {
  /** Null for a match. */
  reason: MissReason | 'suppressed' | null;
  /** Readings of the address, the most likely first. */
  readings: string[];
  /** Kind of match, or reason of a miss, as a clause. */
  outcome: string;
  /** Addresses found under its keys, fitting ones first; not more than a person would read. */
  compared: ComparedAddress[];
  moreCompared: number;
  /** The matched owner with its sources; null for a miss. */
  owner: {
    recordId: number;
    source: string;
    fullName: string | null;
    property: PropertyLines;
    /** The details that are handed out. */
    contact: PersonDetails;
    /** The operator's correction that they come from; null if they are the record's. */
    correctionId: string | null;
    /** Contacts by source, the winner first. Several sources may have the same phone. */
    from: (OtherRecord & { phones: number; emails: number })[];
    /** Records of the property that are not in the answer, such as of another owner in another source. */
    others: OtherRecord[];
  } | null;
}

interface PropertyLines {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

interface OtherRecord {
  source: string;
  recordId: number;
  fullName: string | null;
}

/** The records as they may be shown: null takes the place of one that may not. */
export type Pass = (records: readonly OwnerRecord[]) => Promise<(OwnerRecord | null)[]>;

/** Complete explanation for a hidden owner or property. */
const SUPPRESSED: Explanation = {
  reason: 'suppressed',
  readings: [],
  outcome: 'suppressed',
  compared: [],
  moreCompared: 0,
  owner: null,
};

/** Maximum number of candidates shown. */
const MAX_COMPARED = 20;

export async function explainLead(
  { index, shown: changes }: Pick<OwnerStores, 'index' | 'shown'>,
  lead: Lead,
  pass: Pass,
): Promise<Explanation> {
  const address = parseAddress(lead);
  const hashes = matchKeys(address).map(keyHash);
  const visible = await index.visibleImports();
  const candidates = new Candidates(index, visible);
  await candidates.load(hashes);
  const near = candidates.under(hashes);
  const streets = await streetsOnFile(index, visible, questionsOf(decide(address, near)));
  const { readings, matched, outcome, compared } = explanation(address, near, streets);
  // Co-owners, and the same property in several sources, compare alike.
  const different = [...new Map(compared.map((one) => [`${one.address}\t${one.result}`, one])).values()];
  const found = {
    readings,
    outcome,
    compared: different.sort((a, b) => Number(b.fits) - Number(a.fits)).slice(0, MAX_COMPARED),
    moreCompared: Math.max(0, different.length - MAX_COMPARED),
  };
  const decision = itemAt(await matchLeads(index, [lead]), 0);
  if ('isHidden' in decision) return SUPPRESSED;
  if (!('record' in decision)) {
    // Fitting records may still lie in two cities of the ZIP.
    const why = matched ? describeReason(decision.reason) : outcome;
    return { ...found, outcome: why, reason: decision.reason, owner: null };
  }
  const { id, importSequence } = decision.record;
  const parents = (await index.parentsOf(id)) ?? [[id, importSequence]];
  const inAnswer = new Set([id, ...parents.map(([recordId]) => recordId)]);
  const fitting = near.filter(({ address: at }) =>
    ['same', 'compatible'].includes(compare(address, at).verdict),
  );
  const others = fitting
    .map(({ record }) => record)
    .filter((record) => !inAnswer.has(record.id))
    .slice(0, MAX_COMPARED);
  const ids = [...inAnswer, ...others.map((record) => record.id)];
  const [records, originals] = [await index.records(ids), await index.originals(ids)];
  const shown = new Map(
    (await pass([...records.values()])).flatMap((record) => (record === null ? [] : [[record.id, record]])),
  );
  // An import may be added or removed between the queries.
  const changed = (): Error =>
    new Error('The directory changed while the address was looked up. Run it again.');
  const sourceOf = (sequence: number): string => {
    const from = visible.get(sequence);
    if (from === undefined) throw changed();
    return from.source;
  };
  const recordOf = (recordId: number): OwnerRecord => {
    const record = originals.get(recordId);
    if (record === undefined) throw changed();
    return record;
  };
  recordOf(id);
  const owner = shown.get(id);
  // It was hidden since it was chosen.
  if (owner === undefined) return SUPPRESSED;
  return {
    ...found,
    reason: null,
    owner: {
      recordId: id,
      source: sourceOf(importSequence),
      fullName: nameOf(owner),
      property: propertyOf(owner),
      contact: personDetails(owner),
      correctionId: (await changes.changed([id])).get(id)?.correctionId ?? null,
      from: parents.map(([recordId, sequence]) => ({
        source: sourceOf(sequence),
        recordId,
        fullName: shown.has(recordId) ? nameOf(recordOf(recordId)) : null,
        phones: recordOf(recordId).phones.length,
        emails: recordOf(recordId).emails.length,
      })),
      others: others.flatMap(({ id: recordId, importSequence: sequence }) => {
        const record = shown.get(recordId);
        return record === undefined
          ? []
          : [{ source: sourceOf(sequence), recordId, fullName: nameOf(record) }];
      }),
    },
  };
}

const nameOf = ({ fullName, firstName, lastName }: OwnerRecord): string | null =>
  fullName ?? ([firstName, lastName].filter((part) => part !== null).join(' ') || null);

const propertyOf = (record: OwnerRecord): PropertyLines => ({
  address: record.propertyAddress,
  city: record.propertyCity,
  state: record.propertyState,
  zip: record.propertyZip,
});
