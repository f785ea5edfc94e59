import type { SkipTraceJob } from '@skiptrace/contract';
import { Stack, Text } from '@mantine/core';
import { count, money, plural, share } from '../parts/format.js';
import { Facts } from '../parts/facts.js';
import { contentsOf, lookedUpOf, priceOf } from './words.js';

/** Rows, matches and the price of a job whose rows are matched; nothing before. */
export function JobCounts({ job }: { job: SkipTraceJob }) {
  const { totalRows, matchedRows, pricePerRowCents, repeatRows = 0, requirePhone = false } = job;
  const lookedUp = lookedUpOf(job);
  if (typeof totalRows !== 'number' || typeof matchedRows !== 'number' || lookedUp === null) return null;
  const price = priceOf(job);
  const contents = contentsOf(job);
  const notLookedUp = totalRows - lookedUp;
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          ['Rows in the file', count(totalRows)],
          ['Looked up', count(lookedUp)],
          [
            requirePhone ? 'Matched, with a phone' : 'Matched',
            `${count(matchedRows)} (${share(matchedRows, lookedUp)})`,
          ],
          [requirePhone ? 'Without a match or a phone' : 'Without a match', count(lookedUp - matchedRows)],
          ...(repeatRows > 0 ? [['Already paid for, free', count(repeatRows)] as const] : []),
          ...(price !== null && typeof pricePerRowCents === 'number'
            ? [['Price per match', money(pricePerRowCents)] as const]
            : []),
          ...(price !== null ? [[job.status === 'preview' ? 'To pay' : 'Price', money(price)] as const] : []),
        ]}
      />
      {contents.length > 0 && <Facts facts={contents} />}
      {notLookedUp > 0 && (
        <Text size="sm" c="dimmed">
          {plural(notLookedUp, 'row')} {notLookedUp === 1 ? 'was' : 'were'} free: duplicates or missing an
          address. Duplicates get their owner in the file you download.
        </Text>
      )}
    </Stack>
  );
}
