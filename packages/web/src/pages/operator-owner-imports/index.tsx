import { Anchor, Badge, Button, NativeSelect, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { whoDidIt } from '../../operator/events.js';
import {
  importsQuery,
  importWords,
  RUN_STATES,
  RUN_WORDS,
  type OwnerImport,
} from '../../operator/owner-import.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { count, dateAndTime } from '../../parts/format.js';
import { PagedList } from '../../parts/paged-list.js';
import { useUrlSearch } from '../../parts/url-search.js';

export default function OwnerImportsPage() {
  const { params, set } = useUrlSearch();
  const state = RUN_STATES.find((one) => one === params.get('state')) ?? 'all';
  const found = useInfiniteQuery(importsQuery(state));
  return (
    <Page
      title="Imports of owners"
      about="The last 30 days, newest first. Imports of the command line are here, too."
      actions={
        <Button component={Link} to="/operator/owners/import">
          Import owners
        </Button>
      }
    >
      <NativeSelect
        label="How it went"
        maw={240}
        data={[
          { value: '', label: 'All' },
          ...(['running', 'done', 'failed'] as const).map((value) => ({
            value,
            label: RUN_WORDS[value].label,
          })),
        ]}
        value={state === 'all' ? '' : state}
        onChange={(event) => set({ state: event.currentTarget.value })}
      />
      <PagedList
        found={found}
        rows={found.data?.pages.flatMap((page) => page.imports)}
        of={state}
        empty={
          <Empty title={state === 'all' ? 'No imports in 30 days' : 'No such imports in 30 days'}>
            {state === 'all' && 'Import a CSV or Excel file of owners, and it shows up here.'}
          </Empty>
        }
      >
        {(imports) => (
          <DataTable
            label="Imports"
            heads={[
              'File',
              'How it went',
              { title: 'Rows', isNumber: true, from: 'sm' },
              { title: 'Who', from: 'md' },
              { title: 'Started', from: 'sm' },
            ]}
          >
            {imports.map((one) => (
              <Row key={one.id} of={one} />
            ))}
          </DataTable>
        )}
      </PagedList>
    </Page>
  );
}

function Row({ of }: { of: OwnerImport }) {
  const { id, fileName, state, error, rowsRead, startedAt, startedBy } = of;
  const { label, color } = RUN_WORDS[state];
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={`/operator/owners/imports/${id}`} size="sm" fw={500}>
          {fileName ?? 'A file'}
        </Anchor>
        <Text size="xs" c="dimmed">
          {importWords(of)}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {dateAndTime(startedAt)}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Badge color={color}>{label}</Badge>
        {error !== null && (
          <Text size="xs" mt={4} lineClamp={3}>
            {error}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {count(rowsRead)}
      </Table.Td>
      <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
        {startedBy === null ? '–' : whoDidIt(startedBy)}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        {dateAndTime(startedAt)}
      </Table.Td>
    </Table.Tr>
  );
}
