import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import {
  Card,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { count, utcDate, money, share, shortUtcDate } from './format.js';
import { QueryProblem } from './loaded.js';

const SPANS = [7, 30, 90] as const;

/** Chart colors, with a contrast of at least 3:1 to each other in both color schemes. */
const STRONG = 'light-dark(var(--mantine-color-brand-9), var(--mantine-color-brand-2))';
const FAINT = 'light-dark(var(--mantine-color-gray-5), var(--mantine-color-dark-3))';

const MONEY_NAMES = { spent: 'Spent', charged: 'Charged' } as const;

const DAYS_OF_WEEK = 7;

/** Axis labels: every day of up to a week; for a longer time one day per week, counted back from the last. */
const weekly = (days: readonly string[]): string[] =>
  days.filter((_, at) => days.length <= DAYS_OF_WEEK || (days.length - 1 - at) % DAYS_OF_WEEK === 0);

interface ActivityCardProps {
  /** Number of days shown, up to today (UTC). */
  span: number;
  onSpan: (days: number) => void;
  /** Verb for the money: a customer has spent it, the operator has charged it. */
  moneyWas?: keyof typeof MONEY_NAMES;
  found: {
    data?: { days: readonly AppSchemas['ActivityDay'][] } | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
}

/** Spending and matches by day. Loaded lazily, because the chart library is large. */
export default function ActivityCard({ span: days, onSpan, moneyWas = 'spent', found }: ActivityCardProps) {
  const all = found.data?.days ?? [];
  const sum = (of: (day: (typeof all)[number]) => number): number =>
    all.reduce((total, day) => total + of(day), 0);
  const matches = sum((day) => day.matches);
  const misses = sum((day) => day.misses);
  const moneyName = MONEY_NAMES[moneyWas];
  const data = all.map((day) => ({
    day: shortUtcDate(day.date),
    [moneyName]: day.spentCents / 100,
    Matches: day.matches,
    Misses: day.misses,
  }));
  const common = {
    data,
    dataKey: 'day',
    xAxisProps: {
      ticks: weekly(data.map(({ day }) => day)),
      interval: 'equidistantPreserveStart',
      padding: { left: 16, right: 16 },
    },
    h: 220,
    tickLine: 'none',
    // Only one chart has two kinds of bars, but both get a legend so that they have the same height.
    withLegend: true,
    barProps: { isAnimationActive: false },
    // Hidden from screen readers, so it must not contain focusable elements.
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
        <QueryProblem of={found} />
        {found.data === undefined ? (
          !found.isError && <Skeleton h={{ base: 605, md: 280 }} />
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <div>
              <Text size="sm">
                {money(sum((day) => day.spentCents))} {moneyWas} in {all.length} days
                {moneyWas === 'charged' && ', less refunds'}
              </Text>
              <div aria-hidden style={{ marginTop: 12 }}>
                <BarChart
                  {...common}
                  series={[{ name: moneyName, color: STRONG }]}
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
                  series={[
                    { name: 'Matches', color: STRONG },
                    { name: 'Misses', color: FAINT },
                  ]}
                  valueFormatter={count}
                  yAxisProps={{ allowDecimals: false }}
                />
              </div>
            </div>
          </SimpleGrid>
        )}
        {all.length > 0 && <DayTable days={all} moneyName={moneyName} />}
      </Stack>
    </Card>
  );
}

/** The same figures as a table, for screen readers and keyboards. */
function DayTable({ days, moneyName }: { days: readonly AppSchemas['ActivityDay'][]; moneyName: string }) {
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        Show as a table
      </Text>
      <Table mt="xs" aria-label="Activity by day">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day (UTC)</Table.Th>
            {[moneyName, 'Matches', 'Misses'].map((name) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...days].reverse().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{utcDate(day.date)}</Table.Td>
              <Table.Td ta="right">{money(day.spentCents)}</Table.Td>
              <Table.Td ta="right">{count(day.matches)}</Table.Td>
              <Table.Td ta="right">{count(day.misses)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
