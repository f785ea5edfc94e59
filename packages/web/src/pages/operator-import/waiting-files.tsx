import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { throwAway, waitingFilesQuery, type WaitingOwnerFile } from '../../operator/owner-import.js';
import { Confirm } from '../../parts/confirm.js';
import { bytes, time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Uploaded files that weren't imported yet, to continue with. */
export function WaitingFiles({ onGoOn }: { onGoOn: (file: WaitingOwnerFile) => void }) {
  const found = useQuery(waitingFilesQuery);
  const [leaving, setLeaving] = useState<WaitingOwnerFile | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: WaitingOwnerFile) => throwAway(id),
    onSuccess: () => setLeaving(null),
    onSettled: () => found.refetch(),
  });
  if (found.isError) return <ProblemNote error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined || found.data.files.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="waiting-files">
      <Title order={2} size="h4" id="waiting-files">
        Not imported yet
      </Title>
      <Table verticalSpacing="sm" aria-label="Files that are not imported yet">
        <Table.Tbody>
          {found.data.files.map((file) => (
            <Table.Tr key={file.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={500}>
                  {file.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {bytes(file.bytes)}, sent {time(file.receivedAt)}. {becameOf(file)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Delete ${file.name}`}
                    onClick={() => {
                      remove.reset();
                      setLeaving(file);
                    }}
                  >
                    Delete
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={`Continue with ${file.name}`}
                    onClick={() => onGoOn(file)}
                  >
                    Continue
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Delete ${leaving?.name ?? 'the file'}?`}
        action="Delete the file"
        isDangerous
        onConfirm={() => {
          if (leaving !== null) remove.mutate(leaving);
        }}
        isPending={remove.isPending}
        error={remove.error}
      >
        The file is deleted from the server, with the columns chosen for it. To import it, send it again.
      </Confirm>
    </Stack>
  );
}

function becameOf({ lastImport }: WaitingOwnerFile): string {
  if (lastImport === null) return 'Not checked yet.';
  const { dryRun, state } = lastImport;
  if (state === 'running') return dryRun ? 'Is being checked.' : 'Is being imported.';
  if (state === 'failed') return dryRun ? 'The check failed.' : 'The import failed.';
  return 'Checked.';
}
