import type { SkipTraceJob } from '@skiptrace/contract';
import { count, money } from '../parts/format.js';
import { lookedUpOf } from './words.js';

/** A line of a receipt: item, quantity, cost. */
export type ReceiptLine = readonly [what: string, amount: string, cost: string];

const FREE = 'Free';

/** Paid and free items of a completed list; the last line is the total. */
export function receiptLines(job: SkipTraceJob): ReceiptLine[] {
  const { totalRows, matchedRows, pricePerRowCents, repeatRows = 0, requirePhone = false } = job;
  const lookedUp = lookedUpOf(job);
  if (typeof totalRows !== 'number' || typeof matchedRows !== 'number' || lookedUp === null) return [];
  const charged = job.totalChargeCents ?? 0;
  const price = pricePerRowCents ?? 0;
  const refund = job.refundCents ?? 0;
  // After a refund fewer rows are matched than were paid for.
  const paid = price > 0 ? charged / price : matchedRows - repeatRows;
  const free = (what: string, rows: number): ReceiptLine[] => (rows > 0 ? [[what, count(rows), FREE]] : []);
  return [
    [requirePhone ? 'Matches with a phone' : 'Matches', `${count(paid)} × ${money(price)}`, money(charged)],
    ...free('Matches you paid for before', repeatRows),
    ...free(requirePhone ? 'No match, or no phone' : 'No match', lookedUp - matchedRows),
    ...free('Duplicates or no address', totalRows - lookedUp),
    ...(refund > 0 ? [['Refund', 'Owners we may no longer show', money(-refund)] as const] : []),
    ['Total', `${count(totalRows)} rows`, money(charged - refund)],
  ];
}
