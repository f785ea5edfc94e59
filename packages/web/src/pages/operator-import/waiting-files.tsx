import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { throwAway, waitingFilesQuery, type WaitingOwnerFile } from '../../operator/owner-import.js';
import { bytes, time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Files that were sent and not imported: an import that was left goes on here. */
export function WaitingFiles({ onGoOn }: { onGoOn: (file: WaitingOwnerFile) => void }) {
  const found = useQuery(waitingFilesQuery);
  const remove = useMutation({
    mutationFn: ({ id }: WaitingOwnerFile) => throwAway(id),
    onSettled: () => found.refetch(),
  });
  if (found.isError) return <ProblemNote error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined || found.data.files.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="waiting-files">
      <Title order={2} size="h4" id="waiting-files">
        Files that wait to be imported
      </Title>
      {remove.isError && <ProblemNote error={remove.error} />}
      <Table verticalSpacing="sm" aria-labelledby="waiting-files">
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
                    aria-label={`Throw away ${file.name}`}
                    loading={remove.isPending && remove.variables.id === file.id}
                    onClick={() => remove.mutate(file)}
                  >
                    Throw away
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={`Go on with ${file.name}`}
                    onClick={() => onGoOn(file)}
                  >
                    Go on
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function becameOf({ lastImport }: WaitingOwnerFile): string {
  if (lastImport === null) return 'Not tried yet.';
  const { dryRun, state } = lastImport;
  if (state === 'running') return dryRun ? 'Is being tried.' : 'Is being imported.';
  if (state === 'failed') return dryRun ? 'Could not be tried.' : 'Could not be imported.';
  return 'Was tried.';
}
