import { Button, Group, Text } from '@mantine/core';
import { sentenceOf } from '../api/problem.js';
import { Bad } from './text.js';

interface ProblemNoteProps {
  error: unknown;
  /** Consequence for the person, if the error alone doesn't say it. */
  meaning?: string;
  retry?: (() => void) | undefined;
}

/** Error message, with a retry button if a retry is possible. */
export function ProblemNote({ error, meaning, retry }: ProblemNoteProps) {
  return (
    <Bad role="alert" variant="light">
      <Group justify="space-between" gap="sm">
        <Text>
          {meaning} {sentenceOf(error)}
        </Text>
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Bad>
  );
}
