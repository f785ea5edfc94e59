import { Button, Checkbox, Group, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { count, plural } from '../parts/format.js';
import { QueryProblem } from '../parts/loaded.js';
import { ProblemNote } from '../parts/problem-note.js';
import {
  correctRows,
  importQuery,
  rejectedRowsQuery,
  type CorrectedRow,
  type OwnerImportSummary,
  type RejectedOwnerRows,
} from './owner-import.js';

interface RejectedRowsProps {
  importId: string;
  summary: OwnerImportSummary;
}

/** The rejected rows of an import, to correct and import. */
export function RejectedRows({ importId, summary }: RejectedRowsProps) {
  const rejected = useQuery(rejectedRowsQuery(importId));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Edits>({});
  const correctedRows = correctedRowsOf(edits);
  const correct = useMutation({
    mutationFn: () => correctRows(importId, correctedRows),
    onSuccess: (begun) => {
      queries.setQueryData(importQuery(begun.id).queryKey, begun);
      void navigate(`/operator/owners/import?run=${begun.id}`);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rejectedRowsQuery(importId).queryKey }),
  });
  if (rejected.isError) return <QueryProblem of={rejected} />;
  if (rejected.data === undefined) return <Skeleton h={160} radius="md" />;
  const { rows, corrected, more } = rejected.data;
  return (
    <Stack component="section" gap="sm" aria-labelledby="correct-rows">
      <div>
        <Title order={3} size="h5" id="correct-rows">
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
            disabled={correctedRows.length === 0}
            loading={correct.isPending}
            onClick={() => correct.mutate()}
          >
            {correctedRows.length === 0
              ? 'Import the corrected rows'
              : `Import ${correctedRows.length === 1 ? 'the corrected row' : `the ${count(correctedRows.length)} corrected rows`}`}
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

/** Changed cells of rejected rows: line → column, from 0 → new text. */
type Edits = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** The edits after a cell was typed in. A row with its original texts is not edited. */
export function withCell(
  edits: Edits,
  { line, cells }: { line: number; cells: readonly string[] },
  column: number,
  text: string,
): Edits {
  const { [line]: before = {}, ...others } = edits;
  const { [column]: _, ...kept } = before;
  const row = text === (cells[column] ?? '') ? kept : { ...kept, [column]: text };
  return Object.keys(row).length === 0 ? others : { ...others, [line]: row };
}

/** The rows to send, in the order of the file. */
export const correctedRowsOf = (edits: Edits): CorrectedRow[] =>
  Object.entries(edits)
    .map(([line, cells]) => ({ line: Number(line), cells }))
    .sort((a, b) => a.line - b.line);

/** Indexes of the columns that the import reads; every column if the file maps none. */
export function readColumns(headers: readonly string[], read: readonly string[]): number[] {
  const all = headers.map((_, at) => at);
  const known = all.filter((at) => read.includes(headers[at] ?? ''));
  return known.length === 0 ? all : known;
}
