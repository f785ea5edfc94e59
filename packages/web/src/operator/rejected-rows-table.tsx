import { Button, Checkbox, Group, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { count, plural } from '../parts/format.js';
import { ProblemNote } from '../parts/problem-note.js';
import {
  correctRows,
  importQuery,
  rejectedRowsQuery,
  type OwnerImportSummary,
  type RejectedOwnerRows,
} from './owner-import.js';
import { changesOf, readColumns, withCell, type Edits } from './rejected-rows.js';

interface CorrectionsProps {
  importId: string;
  summary: OwnerImportSummary;
}

/** The rejected rows of an import, to correct and import. */
export function Corrections({ importId, summary }: CorrectionsProps) {
  const rejected = useQuery(rejectedRowsQuery(importId));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Edits>({});
  const changes = changesOf(edits);
  const correct = useMutation({
    mutationFn: () => correctRows(importId, changes),
    onSuccess: (begun) => {
      queries.setQueryData(importQuery(begun.id).queryKey, begun);
      void navigate(`/operator/owners/import?run=${begun.id}`);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rejectedRowsQuery(importId).queryKey }),
  });
  if (rejected.isError) return <ProblemNote error={rejected.error} retry={() => void rejected.refetch()} />;
  if (rejected.data === undefined) return <Skeleton h={160} radius="md" />;
  const { rows, corrected, more } = rejected.data;
  return (
    <Stack component="section" gap="sm" aria-labelledby="corrections">
      <div>
        <Title order={3} size="h5" id="corrections">
          Correct them
        </Title>
        <Text size="sm" c="dimmed">
          Change the cells, then import the rows you changed: into “{summary.source}”, read like this file.
          Nothing else changes. The rows stay here for a day.
        </Text>
      </div>
      {corrected > 0 && (
        <Text size="sm" role="status">
          {plural(corrected, 'row was', 'rows were')} corrected and imported.
        </Text>
      )}
      {rows.length > 0 && (
        <Rows
          rejected={rejected.data}
          read={summary.mapping.flatMap(({ headers }) => headers)}
          edits={edits}
          onEdit={setEdits}
        />
      )}
      {more > 0 && (
        <Text size="sm">
          {plural(more, 'more row', 'more rows')}
          {rows.length > 0 && ', shown once these are corrected'}. You can also download all, correct them,
          and import that file into the same source.
        </Text>
      )}
      {correct.isError && <ProblemNote error={correct.error} />}
      {rows.length > 0 && (
        <Group>
          <Button
            disabled={changes.length === 0}
            loading={correct.isPending}
            onClick={() => correct.mutate()}
          >
            {changes.length === 0
              ? 'Import the corrected rows'
              : `Import ${changes.length === 1 ? 'the corrected row' : `the ${count(changes.length)} corrected rows`}`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RowsProps {
  rejected: RejectedOwnerRows;
  /** Headers of the columns that are read. */
  read: readonly string[];
  edits: Edits;
  onEdit: (edits: Edits) => void;
}

function Rows({ rejected: { headers, rows }, read, edits, onEdit }: RowsProps) {
  const [showsAll, showAll] = useState(false);
  const known = readColumns(headers, read);
  const columns = showsAll ? headers.map((_, at) => at) : known;
  return (
    <>
      <Table.ScrollContainer
        minWidth={280 + 150 * columns.length}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Rejected rows' } }}
      >
        <Table aria-label="Rejected rows to correct" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" ta="right">
                Row
              </Table.Th>
              <Table.Th scope="col">Reason</Table.Th>
              {columns.map((at) => (
                <Table.Th key={at} scope="col">
                  {headers[at]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.line} {...(edits[row.line] !== undefined && { 'data-edited': true })}>
                <Table.Td ta="right">{count(row.line)}</Table.Td>
                <Table.Td miw={160}>
                  <Text size="sm">{row.reason}</Text>
                </Table.Td>
                {columns.map((at) => (
                  <Table.Td key={at}>
                    <TextInput
                      size="xs"
                      miw={120}
                      maxLength={5_000}
                      autoComplete="off"
                      aria-label={`${headers[at] ?? ''} of row ${row.line}`}
                      value={edits[row.line]?.[at] ?? row.cells[at] ?? ''}
                      onChange={({ currentTarget: { value } }) => onEdit(withCell(edits, row, at, value))}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {known.length < headers.length && (
        <Checkbox
          label="Show the columns that aren’t read, too"
          checked={showsAll}
          onChange={({ currentTarget: { checked } }) => showAll(checked)}
        />
      )}
    </>
  );
}
