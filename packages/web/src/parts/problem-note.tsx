import { Alert, Button, Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { sentenceOf } from '../api/problem.js';

/** What went wrong, and the way to try again where there is one. */
export function ProblemNote({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  return (
    <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} role="alert" variant="light">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{sentenceOf(error)}</Text>
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
