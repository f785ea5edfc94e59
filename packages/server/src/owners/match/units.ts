import { compare, matchKeys, parseAddress, unitOf } from '@skiptrace/address';
import { keyHash } from '../property.js';
import { Candidates, type Lead } from './match-leads.js';
import type { OwnerIndex } from './owner-index.js';

/** Records read for one building, so that a large one costs little. */
const MOST_RECORDS = 1_000;

const KIND = /^(?:#|[A-Z]{2,5})$/;
const ID = /^(?:[A-Z]{1,2}|[A-Z./-]{0,3}\d[A-Z\d./-]{0,7})$/;
const PLACES = new Set('BSMT FRNT LOWR PH REAR SIDE UPPR'.split(' '));

/** Whether a unit is designators with their numbers or letters and nothing else: owner files have names and notes in the same place. */
function isDesignator(unit: string): boolean {
  const words = unit.split(' ');
  if (PLACES.has(words.at(-1) ?? '')) return words.length === 1 || (words.length === 2 && words[0] === '#');
  // A first number may stand alone; behind it there are pairs.
  const first = words.length % 2;
  return words.every((word, at) => (at % 2 === first ? KIND : ID).test(word));
}

/** A unit of the building that was asked for, with the records of its owners. */
export interface BuildingUnit {
  unit: string;
  recordIds: number[];
}

/**
 * Units on file at exactly the address asked for, in all but the unit. Owners who asked to be left out are included: the
 * caller leaves out units that only they have.
 */
export async function unitsAt(index: OwnerIndex, lead: Lead): Promise<BuildingUnit[]> {
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
