import { compare, matchKeys, parseAddress, unitOf } from '@skiptrace/address';
import { keyHash } from '../property.js';
import { Candidates, type Lead } from './match-leads.js';
import { isHidden, type OwnerIndex } from './owner-index.js';

/** Units offered for one building. */
const MOST_UNITS = 50;
const UNIT_ORDER = new Intl.Collator('en-US', { numeric: true });

/** Records compared for one building, so that a large one costs little. */
const MOST_RECORDS = 1_000;

const UNIT_KIND = /^(?:#|[A-Z]{2,5})$/;
const UNIT_ID = /^(?:[A-Z]{1,2}|[A-Z./-]{0,3}\d[A-Z\d./-]{0,7})$/;
const UNIT_PLACES = new Set('BSMT FRNT LOWR PH REAR SIDE UPPR'.split(' '));

/** Units on file at the address asked for, apart from the unit, in order, without units of hidden owners alone. */
export async function unitsAt(index: OwnerIndex, lead: Lead): Promise<string[]> {
  const asked = parseAddress(lead);
  const hashes = matchKeys(asked).map(keyHash);
  const candidates = new Candidates(index, await index.visibleImports());
  await candidates.load(hashes);
  const units = new Set<string>();
  for (const { address, record } of candidates.under(hashes).slice(0, MOST_RECORDS)) {
    const unit = unitOf(address);
    if (!isHidden(record) && isDesignator(unit) && isOtherUnit(compare(asked, address).reason))
      units.add(unit);
  }
  return [...units].sort((one, other) => UNIT_ORDER.compare(one, other)).slice(0, MOST_UNITS);
}

const isOtherUnit = (reason: ReturnType<typeof compare>['reason']): boolean =>
  reason === 'unit' || reason === 'unit_missing';

/** Whether a unit is designators with their numbers or letters and nothing else: owner files have names and notes in the same place. */
function isDesignator(unit: string): boolean {
  const words = unit.split(' ');
  if (UNIT_PLACES.has(words.at(-1) ?? ''))
    return words.length === 1 || (words.length === 2 && words[0] === '#');
  // A first number may stand alone; behind it there are pairs.
  const first = words.length % 2;
  return words.every((word, at) => (at % 2 === first ? UNIT_KIND : UNIT_ID).test(word));
}
