import { MS_PER_DAY, type Clock } from '../../clock.js';
import type { DncReads } from './dnc-store.js';

/** Callers must have checked the national registry within 31 days (16 CFR 310.4(b)(3)(iv)). */
export const MAX_DNC_AGE_DAYS = 31;
/** Area codes that a sentence names. */
const MOST_NAMED = 10;

/** @param dated `YYYY-MM-DD` */
export const ageInDays = (dated: string, nowMs: number): number =>
  Math.floor((nowMs - Date.parse(dated)) / MS_PER_DAY);

/** National lists that are too old, as a sentence for the operator. Internal lists have no age: they hold until they are replaced. */
export async function dncFindings(reads: Pick<DncReads, 'lists'>, clock: Clock): Promise<string[]> {
  const now = clock.now();
  const old = (await reads.lists()).filter(
    ({ kind, dated }) => kind === 'national' && ageInDays(dated, now) > MAX_DNC_AGE_DAYS,
  );
  if (old.length === 0) return [];
  const oldest = Math.max(...old.map(({ dated }) => ageInDays(dated, now)));
  const codes = old.map(({ areaCode }) => areaCode).sort((a, b) => a - b);
  const more = codes.length > MOST_NAMED ? ` and ${codes.length - MOST_NAMED} more` : '';
  const which = codes.includes(0) ? '' : ` of ${codes.slice(0, MOST_NAMED).join(', ')}${more}`;
  return [
    `the national Do Not Call list${which} is ${oldest} days old, and ${MAX_DNC_AGE_DAYS} are the most: import a newer one with "dnc import"`,
  ];
}
