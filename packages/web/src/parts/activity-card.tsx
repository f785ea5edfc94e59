import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { SegmentedControl, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { DataTable } from './data-table.js';
import { Disclosure } from './facts.js';
import { count, utcDate, money, plural, share, shortUtcDate } from './format.js';
import { Section } from './page.js';
import { type Query, QueryProblem } from './text.js';

const SPANS = [7, 30, 90] as const;

/** Chart colors, with a contrast of at least 3:1 to each other in both color schemes. */
const STRONG = 'light-dark(var(--mantine-color-brand-7), var(--mantine-color-brand-2))';
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
  found: Query & { data?: { days: readonly AppSchemas['ActivityDay'][] } | undefined };
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
    barProps: { isAnimationActive: false },
    // Hidden from screen readers, so it must not contain focusable elements.
    barChartProps: { accessibilityLayer: false },
  } as const;
  return (
    <Section
      title="Activity"
      isCard
      gap="md"
      actions={
        <SegmentedControl
          aria-label="How many days"
          data={SPANS.map((span) => ({ value: String(span), label: `${span} days` }))}
          value={String(days)}
          onChange={(value) => onSpan(Number(value))}
        />
      }
    >
      <QueryProblem of={found} />
      {found.data === undefined ? (
        !found.isError && <Skeleton h={{ base: 605, md: 280 }} />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <div>
            <Text>
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
            <Text>
              {plural(matches, 'match', 'matches')}, {plural(misses, 'miss', 'misses')}:{' '}
              {share(matches, matches + misses)} matched
            </Text>
            <div aria-hidden style={{ marginTop: 12 }}>
              <BarChart
                {...common}
                withLegend
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
    </Section>
  );
}

/** The same figures as a table, for screen readers and keyboards. */
function DayTable({ days, moneyName }: { days: readonly AppSchemas['ActivityDay'][]; moneyName: string }) {
  return (
    <Disclosure title="Show as a table">
      <DataTable
        label="Activity by day"
        isDense
        rows={[...days].reverse()}
        columns={[
          { title: 'Day (UTC)', cell: ({ date }) => utcDate(date) },
          { title: moneyName, isNumber: true, cell: ({ spentCents }) => money(spentCents) },
          { title: 'Matches', isNumber: true, cell: ({ matches: found }) => count(found) },
          { title: 'Misses', isNumber: true, cell: ({ misses }) => count(misses) },
        ]}
      />
    </Disclosure>
  );
}
