import { Button, Checkbox, Group, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../api/act.js';
import { own } from '../api/clients.js';
import { DataTable } from '../parts/data-table.js';
import { count, plural } from '../parts/format.js';
import { ProblemNote, QueryProblem, Subheading } from '../parts/text.js';
import {
  importQuery,
  rejectsOf,
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
  const rejected = useQuery({ ...rejectsOf(importId), staleTime: 0 });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Edits>({});
  const changed = correctedRowsOf(edits);
  const correct = useAct({
    send: () =>
      own.POST('/operator/api/owners/imports/{importId}/corrections', {
        params: { path: { importId } },
        body: { rows: changed },
      }),
    changes: ['/operator/api/owners/imports/{importId}/rejects'],
    onDone: (begun) => {
      queries.setQueryData(importQuery(begun.id).queryKey, begun);
      void navigate(`/operator/owners/import?run=${begun.id}`);
    },
  });
  if (rejected.isError) return <QueryProblem of={rejected} />;
  if (rejected.data === undefined) return <Skeleton h={160} radius="md" />;
  const { rows, corrected, more } = rejected.data;
  return (
    <Stack component="section" gap="sm" aria-labelledby="correct-rows">
      <div>
        <Subheading id="correct-rows">Correct them</Subheading>
        <Text c="dimmed">
          Change the cells, then import the rows you changed: into “{summary.source}”, read like this file.
          Nothing else changes. The rows stay here for a day.
        </Text>
      </div>
      {corrected > 0 && (
        <Text role="status">{plural(corrected, 'row was', 'rows were')} corrected and imported.</Text>
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
        <Text>
          {plural(more, 'more row', 'more rows')}
          {rows.length > 0 && ', shown once these are corrected'}. You can also download all, correct them,
          and import that file into the same source.
        </Text>
      )}
      {correct.isError && <ProblemNote error={correct.error} />}
      {rows.length > 0 && (
        <Group>
          <Button disabled={changed.length === 0} loading={correct.isPending} onClick={() => correct.run()}>
            {changed.length === 0
              ? 'Import the corrected rows'
              : `Import ${changed.length === 1 ? 'the corrected row' : `the ${count(changed.length)} corrected rows`}`}
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
  type Row = RejectedOwnerRows['rows'][number];
  return (
    <>
      <Table.ScrollContainer
        minWidth={280 + 150 * columns.length}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Rejected rows' } }}
      >
        <DataTable
          label="Rejected rows to correct"
          isDense
          rows={rows}
          columns={[
            { title: 'Line', isNumber: true, cell: ({ line }) => count(line) },
            { title: 'Reason', cell: ({ reason }) => <Text miw={160}>{reason}</Text> },
            ...columns.map((at) => ({
              title: headers[at] ?? '',
              cell: (row: Row) => (
                <TextInput
                  size="xs"
                  miw={120}
                  maxLength={5_000}
                  autoComplete="off"
                  aria-label={`${headers[at] ?? ''} of line ${row.line}`}
                  value={edits[row.line]?.[at] ?? row.cells[at] ?? ''}
                  onChange={({ currentTarget: { value } }) => onEdit(withCell(edits, row, at, value))}
                />
              ),
            })),
          ]}
        />
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
