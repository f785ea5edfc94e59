import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Card, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activityQuery } from '../../operator/health.js';
import { count, date, money, share } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

const SPANS = [7, 30, 90] as const;

/** What all customers spent and found, day by day. */
export default function Activity() {
  const [days, setDays] = useState<number>(30);
  const found = useQuery(activityQuery(days));
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
            onChange={(value) => setDays(Number(value))}
          />
        </Group>
        {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
        {found.data === undefined ? (
          !found.isError && <Skeleton height={260} />
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
                {count(matches)} matches, {count(misses)} misses: {share(matches, matches + misses)} matched
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
