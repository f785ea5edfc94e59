import { ColorSwatch, Group, Progress, Text } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { count, money, plural } from '../parts/format.js';
import { lookedUpOf } from './words.js';

type Matched = Pick<
  SkipTraceJob,
  'matchedRows' | 'nonMatchCount' | 'totalChargeCents' | 'resultSummary' | 'requirePhone'
>;

/** Amount in dollars; "free" for 0. */
export const costOf = (cents: number): string => (cents === 0 ? 'free' : money(cents));

/** The price of each owner who may be called; empty without one, or below a tenth of a cent. */
function eachOf(priceCents: number, callableRows: number): string {
  const cents = priceCents / callableRows;
  if (callableRows === 0 || cents < 0.1) return '';
  const tenths = Math.round(10 * cents);
  const each = tenths < 1_000 ? `${tenths / 10}¢` : money(Math.round(cents));
  return ` (${each} for each you can call)`;
}

/** Sentence with what the price of a list buys: the figure that counts, and the rest. */
export function offerOf(job: Matched): readonly [figure: string, rest: string] {
  const { totalChargeCents, resultSummary: summary, requirePhone = false } = job;
  const matches = job.matchedRows ?? 0;
  const price = totalChargeCents ?? 0;
  const cost = costOf(price);
  if (matches === 0) return [requirePhone ? 'no owners with a phone found' : 'no owners found', `, ${cost}`];
  if (summary === undefined)
    return [
      plural(matches, 'match', 'matches'),
      ` for ${plural(lookedUpOf(job) ?? 0, 'address', 'addresses')}, ${cost}`,
    ];
  const { callableRows } = summary;
  return [
    `${count(callableRows)} you can call`,
    ` of ${plural(matches, 'match', 'matches')}, ${cost}${eachOf(price, callableRows)}`,
  ];
}

/** The matches of a list by what their phones allow, in the order of the bar; without empty parts. */
export function reachOf({ matchedRows, resultSummary: summary }: Matched) {
  if (summary === undefined) return [];
  const { callableRows, notCheckedRows, dncOnlyRows, phoneRows } = summary;
  const parts = [
    { name: 'You can call', rows: callableRows, color: 'var(--mantine-primary-color-filled)' },
    { name: 'Not checked', rows: notCheckedRows, color: 'light-dark(#f08c00, #fab005)' },
    { name: 'Only on Do Not Call', rows: dncOnlyRows, color: 'light-dark(#c92a2a, #ff8787)' },
    { name: 'No phone', rows: (matchedRows ?? 0) - phoneRows, color: 'light-dark(#adb5bd, #6a707c)' },
  ];
  return parts.filter(({ rows }) => rows > 0);
}

/** Bar of these parts with its legend; nothing if the server doesn't say. */
export function Reach({ job }: { job: Matched }) {
  const parts = reachOf(job);
  if (parts.length === 0) return null;
  return (
    <div style={{ width: '100%' }}>
      <Progress.Root size="lg" aria-hidden>
        {parts.map(({ name, rows, color }) => (
          <Progress.Section key={name} value={(100 * rows) / (job.matchedRows ?? 1)} color={color} />
        ))}
      </Progress.Root>
      <Group gap="md" mt="xs" component="ul" p={0} mb={0} style={{ listStyle: 'none' }}>
        {parts.map(({ name, rows, color }) => (
          <Group key={name} component="li" gap={6}>
            <ColorSwatch color={color} size={10} withShadow={false} aria-hidden />
            <Text>
              {name}: {count(rows)}
            </Text>
          </Group>
        ))}
      </Group>
    </div>
  );
}
