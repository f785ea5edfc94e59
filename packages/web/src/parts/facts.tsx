import { Box, Paper, SimpleGrid, Skeleton, Text, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fine } from './text.js';

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

interface FigureCardProps {
  label: string;
  value: string;
  /** Breakdown of the figure, in smaller text. */
  about?: string;
}

export function FigureCard({ label, value, about }: FigureCardProps) {
  return (
    <Card padding="md">
      <Text c="dimmed">{label}</Text>
      <Text fz={24} fw={700}>
        {value}
      </Text>
      {about !== undefined && <Fine>{about}</Fine>}
    </Card>
  );
}
