import { explain, matchKeys, parseAddress, type MissReason } from '@skiptrace/address';
import { itemAt } from '../../item-at.js';
import { keyHash } from '../property.js';
import { Candidates, matchLeads, type Lead } from './match-leads.js';
import type { OwnerIndex } from './owner-index.js';
import type { OwnerRecord } from '../record.js';

/** Why a lead matches, or does not. */
export interface Explanation {
  /** Null for a match. */
  reason: MissReason | null;
  /** How the address was read, what was found under its keys and how each of it compares, in lines for a person. */
  lines: string[];
  /** The owner who is handed out, and where he comes from; null for a miss. */
  owner: {
    recordId: number;
    source: string;
    fullName: string | null;
    /** Which source gave how much, the winner first. One phone can be of several. */
    from: { source: string; phones: number; emails: number }[];
  } | null;
}

const COMPARED = 'compared to';

/** Candidates a person would read. */
const MAX_COMPARED = 20;

export async function explainLead(index: OwnerIndex, lead: Lead): Promise<Explanation> {
  const address = parseAddress(lead);
  const hashes = matchKeys(address).map(keyHash);
  const visible = await index.visibleImports();
  const candidates = new Candidates(index, visible);
  await candidates.load(hashes);
  const explained = explain(address, candidates.under(hashes)).split('\n');
  // Co-owners, and the same property in several sources, compare alike.
  const all = [...new Set(explained)];
  const compared = all.filter((line) => line.startsWith(COMPARED)).length;
  const told = all.length - compared + MAX_COMPARED;
  const lines = all.length > told ? [...all.slice(0, told), `… and ${all.length - told} more`] : all;
  const decision = itemAt(await matchLeads(index, [lead]), 0);
  if (!('record' in decision)) return { reason: decision.reason, lines, owner: null };
  const { id, importSequence } = decision.record;
  const parents = (await index.parentsOf(id)) ?? [[id, importSequence]];
  const records = await index.records([id, ...parents.map(([recordId]) => recordId)]);
  // An import may come or go between the questions.
  const changed = (): Error =>
    new Error('The directory changed while the address was looked up. Run it again.');
  const sourceOf = (sequence: number): string => {
    const from = visible.get(sequence);
    if (from === undefined) throw changed();
    return from.source;
  };
  const recordOf = (recordId: number): OwnerRecord => {
    const record = records.get(recordId);
    if (record === undefined) throw changed();
    return record;
  };
  return {
    reason: null,
    lines,
    owner: {
      recordId: id,
      source: sourceOf(importSequence),
      fullName: recordOf(id).fullName,
      from: parents.map(([recordId, sequence]) => ({
        source: sourceOf(sequence),
        phones: recordOf(recordId).phones.length,
        emails: recordOf(recordId).emails.length,
      })),
    },
  };
}
