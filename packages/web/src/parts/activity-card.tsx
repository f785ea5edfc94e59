import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Card, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { count, date, money, share } from './format.js';
import { ProblemNote } from './problem-note.js';

const SPANS = [7, 30, 90] as const;

interface ActivityCardProps {
  /** How many days are shown, up to today (UTC). */
  span: number;
  onSpan: (days: number) => void;
  found: {
    data?: { days: readonly AppSchemas['ActivityDay'][] } | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
}

/** What was spent and found, day by day. Loaded when it is shown: the drawing of charts is large. */
export default function ActivityCard({ span: days, onSpan, found }: ActivityCardProps) {
  const all = found.data?.days ?? [];
  const sum = (of: (day: (typeof all)[number]) => number): number =>
    all.reduce((total, day) => total + of(day), 0);
  const matches = sum((day) => day.matches);
  const misses = sum((day) => day.misses);
  const data = all.map((day) => ({
    date: date(day.date),
    Spent: day.spentCents / 100,
    Matches: day.matches,
    Misses: day.misses,
  }));
  const common = {
    data,
    dataKey: 'date',
    h: 220,
    tickLine: 'none',
    barProps: { isAnimationActive: false },
    // The drawing is hidden from readers of the screen, so nothing in it may take the focus.
    barChartProps: { accessibilityLayer: false },
  } as const;
  return (
    <Card withBorder padding="lg" component="section" aria-label="Activity">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            Activity
          </Title>
          <SegmentedControl
            aria-label="How many days"
            data={SPANS.map((span) => ({ value: String(span), label: `${span} days` }))}
            value={String(days)}
            onChange={(value) => onSpan(Number(value))}
          />
        </Group>
        {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
        {found.data === undefined ? (
          !found.isError && <Skeleton h={{ base: 560, md: 260 }} />
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <div>
              <Text size="sm">
                {money(sum((day) => day.spentCents))} spent in {days} days
              </Text>
              <div aria-hidden style={{ marginTop: 12 }}>
                <BarChart
                  {...common}
                  series={[{ name: 'Spent', color: 'indigo.6' }]}
                  valueFormatter={(dollars) => money(Math.round(dollars * 100))}
                  yAxisProps={{ width: 72 }}
                />
              </div>
            </div>
            <div>
              <Text size="sm">
                {matches === 1 ? '1 match' : `${count(matches)} matches`},{' '}
                {misses === 1 ? '1 miss' : `${count(misses)} misses`}: {share(matches, matches + misses)}{' '}
                matched
              </Text>
              <div aria-hidden style={{ marginTop: 12 }}>
                <BarChart
                  {...common}
                  type="stacked"
                  withLegend
                  series={[
                    { name: 'Matches', color: 'indigo.6' },
                    { name: 'Misses', color: 'gray.6' },
                  ]}
                  valueFormatter={count}
                />
              </div>
            </div>
          </SimpleGrid>
        )}
      </Stack>
    </Card>
  );
}
