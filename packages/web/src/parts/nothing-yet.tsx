import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface NothingYetProps {
  title: string;
  /** What will be here, in a sentence or two. */
  children: ReactNode;
  /** The page where it begins. */
  next?: { to: string; label: string };
}

/** In place of a list that has nothing in it yet. */
export function NothingYet({ title, children, next }: NothingYetProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="flex-start" gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed">{children}</Text>
        {next !== undefined && (
          <Button component={Link} to={next.to}>
            {next.label}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
