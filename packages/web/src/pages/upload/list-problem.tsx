import { Alert, Button, Stack, Text } from '@mantine/core';
import { FileWarning } from 'lucide-react';
import { Link } from 'react-router';
import { ListError } from '../../lead-file/reader.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { FileGone } from './queries.js';

/** Shows what is wrong with a list, what it cost (nothing), and what to do. */
export function ListProblem({ error, another = true }: { error: unknown; another?: boolean }) {
  if (!(error instanceof ListError) && !(error instanceof FileGone)) return <ProblemNote error={error} />;
  return (
    <Alert color="red" role="alert" icon={<FileWarning size={18} aria-hidden />} title={error.message}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {error instanceof ListError && error.hint !== null && `${error.hint} `}
          Nothing was sent or charged.
        </Text>
        {another && (
          <Button component={Link} to="/app/upload" size="xs" variant="default">
            Choose another file
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
