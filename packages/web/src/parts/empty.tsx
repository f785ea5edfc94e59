import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Placeholder for an empty list: why it is empty, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack gap={4} align="center">
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text size="sm" c="dimmed" ta="center" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
