import { Box, Paper, SimpleGrid, Skeleton, Text, Card } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  /** An undefined value is still loading and keeps its space. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Values are short, such as numbers: two fit beside each other on a phone. */
  areFigures?: boolean;
}

/** Names with values, side by side if they fit. */
export function Facts({ facts, areFigures = false }: FactsProps) {
  return (
    <Paper withBorder p="md">
      <SimpleGrid
        component="dl"
        cols={{ base: areFigures ? 2 : 1, xs: 2, md: 3, lg: Math.min(6, facts.length) }}
        spacing="md"
        m={0}
      >
        {facts.map(([name, value]) => (
          <Box key={name} miw={0}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text size="md" component="dd" m={0} fw={600}>
              {value === undefined ? (
                <Skeleton component="span" display="block">
                  …
                </Skeleton>
              ) : (
                value
              )}
            </Text>
          </Box>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

/** Part of a page that is folded until it is asked for. */
export const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <details>
    <Text component="summary" mb="xs" style={{ cursor: 'pointer' }}>
      {title}
    </Text>
    {children}
  </details>
);

interface FigureCardProps {
  label: string;
  /** Undefined while it is loading: it keeps its space. */
  value: string | undefined;
  /** More about the figure, in smaller text. */
  about?: ReactNode;
  children?: ReactNode;
}

export function FigureCard({ label, value, about, children }: FigureCardProps) {
  const figure = (
    <>
      <Text fz={24} fw={650} lh={1.3} style={{ whiteSpace: 'nowrap' }}>
        {value ?? '…'}
      </Text>
      {about !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          {about}
        </Text>
      )}
    </>
  );
  return (
    <Card padding="md">
      <Text c="dimmed">{label}</Text>
      {value === undefined ? <Skeleton>{figure}</Skeleton> : figure}
      {children}
    </Card>
  );
}
