import type { SkipTraceJob } from '@skiptrace/contract';
import { count, money, share } from '../parts/format.js';
import { Facts } from '../parts/facts.js';

/** Rows, matches and the price of a job whose rows are matched; nothing before. */
export function JobCounts({ job }: { job: SkipTraceJob }) {
  const { totalRows, matchedRows, nonMatchCount, blankAddressCount, pricePerRowCents, totalChargeCents } =
    job;
  if (typeof totalRows !== 'number' || typeof matchedRows !== 'number') return null;
  return (
    <Facts
      facts={[
        ['Rows', count(totalRows)],
        ['Matches', `${count(matchedRows)} (${share(matchedRows, totalRows - (blankAddressCount ?? 0))})`],
        ['Without a match', count(nonMatchCount ?? totalRows - matchedRows)],
        ...(typeof blankAddressCount === 'number' && blankAddressCount > 0
          ? [['No address, or repeated', count(blankAddressCount)] as const]
          : []),
        ...(typeof pricePerRowCents === 'number'
          ? [['Price of a match', money(pricePerRowCents)] as const]
          : []),
        ...(typeof totalChargeCents === 'number'
          ? [[job.status === 'preview' ? 'To pay' : 'Price', money(totalChargeCents)] as const]
          : []),
      ]}
    />
  );
}
