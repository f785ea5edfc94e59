import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Box, Card, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Sample } from '../../operator/health.js';
import { bytes, count } from '../../parts/format.js';
import { SmallHeading } from '../../parts/text.js';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });
const rate = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

const CHART_HEIGHT = 180;

/** Charts of the samples since the page was opened. */
export default function LiveCharts({ samples }: { samples: readonly Sample[] }) {
  const data = samples.map(({ at, waitingTasks, residentBytes, matchesPerSecond, missesPerSecond }) => ({
    at: clock.format(at),
    Waiting: waitingTasks,
    Memory: residentBytes,
    Matches: matchesPerSecond,
    Misses: missesPerSecond,
  }));
  const last = samples.at(-1);
  // One figure is a dot without a line.
  const isDrawn = samples.length > 1;
  const common = {
    data,
    dataKey: 'at',
    h: CHART_HEIGHT,
    withDots: false,
    curveType: 'linear',
    tickLine: 'none',
    areaProps: { isAnimationActive: false },
    // Hidden from screen readers, so it must not contain focusable elements.
    areaChartProps: { accessibilityLayer: false },
  } as const;
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} component="section" aria-label="Live charts">
      <ChartCard
        title="Lookups a second"
        text={
          last?.matchesPerSecond === null || last?.matchesPerSecond === undefined
            ? 'Waiting for the next figures'
            : `${rate(last.matchesPerSecond)} matches, ${rate(last.missesPerSecond ?? 0)} misses`
        }
      >
        {isDrawn && (
          <AreaChart
            {...common}
            type="stacked"
            withLegend
            series={[
              { name: 'Matches', color: 'brand.6' },
              { name: 'Misses', color: 'gray.6' },
            ]}
            valueFormatter={rate}
          />
        )}
      </ChartCard>
      <ChartCard title="Tasks waiting" text={count(last?.waitingTasks ?? 0)}>
        {isDrawn && (
          <AreaChart
            {...common}
            series={[{ name: 'Waiting', color: 'orange.6' }]}
            valueFormatter={count}
            yAxisProps={{ allowDecimals: false }}
          />
        )}
      </ChartCard>
      <ChartCard title="Memory" text={bytes(last?.residentBytes ?? 0)}>
        {isDrawn && (
          <AreaChart
            {...common}
            series={[{ name: 'Memory', color: 'teal.6' }]}
            valueFormatter={bytes}
            yAxisProps={{ width: 64 }}
          />
        )}
      </ChartCard>
    </SimpleGrid>
  );
}

/** A chart with its latest value as text, for screen readers. */
function ChartCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card padding="md">
      <SmallHeading>{title}</SmallHeading>
      <Text c="dimmed" mb="xs">
        {text}
      </Text>
      <Box aria-hidden h={CHART_HEIGHT}>
        {children}
      </Box>
    </Card>
  );
}
