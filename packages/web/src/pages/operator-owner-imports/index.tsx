import { Badge, Text } from '@mantine/core';
import { usePages } from '../../api/clients.js';
import { whoDidIt } from '../../operator/events.js';
import { importWords, RUN_WORDS, type OwnerImport } from '../../operator/owner-import.js';
import type { Column } from '../../parts/data-table.js';
import { UrlSelect } from '../../parts/filters.js';
import { count, dateAndTime } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { ButtonTo, Fine, LinkTo } from '../../parts/text.js';
import { useUrlChoice } from '../../parts/url-search.js';

const { running, done, failed } = RUN_WORDS;
const STATES = { running: running.label, done: done.label, failed: failed.label };

const COLUMNS: readonly Column<OwnerImport>[] = [
  {
    title: 'File',
    breaks: 'anywhere',
    cell: (one) => (
      <>
        <LinkTo to={`/operator/owners/imports/${one.id}`} fw={500}>
          {one.fileName ?? 'A file'}
        </LinkTo>
        <Fine>{importWords(one)}</Fine>
        <Fine hiddenFrom="sm">{dateAndTime(one.startedAt)}</Fine>
      </>
    ),
  },
  {
    title: 'How it went',
    breaks: 'anywhere',
    cell: ({ state, error }) => (
      <>
        <Badge color={RUN_WORDS[state].color}>{RUN_WORDS[state].label}</Badge>
        {error !== null && (
          <Text size="xs" mt={4} lineClamp={3}>
            {error}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Rows', isNumber: true, from: 'sm', cell: ({ rowsRead }) => count(rowsRead) },
  {
    title: 'Who',
    from: 'md',
    breaks: 'anywhere',
    cell: ({ startedBy }) => (startedBy === null ? '–' : whoDidIt(startedBy)),
  },
  { title: 'Started', from: 'sm', breaks: 'never', cell: ({ startedAt }) => dateAndTime(startedAt) },
];

export default function OwnerImportsPage() {
  const state = useUrlChoice('state', STATES) ?? 'all';
  const found = usePages('/operator/api/owners/imports', { params: { query: { state } } });
  return (
    <Page
      title="Imports of owners"
      about="The last 30 days, newest first. Imports of the command line are here, too."
      actions={
        <ButtonTo to="/operator/owners/import" variant="filled">
          Import owners
        </ButtonTo>
      }
    >
      <UrlSelect name="state" label="How it went" maw={240} choices={STATES} />
      <PagedTable
        label="Imports"
        found={found}
        rows={found.data?.pages.flatMap((page) => page.imports)}
        of={state}
        columns={COLUMNS}
        empty={
          <Empty title={state === 'all' ? 'No imports in 30 days' : 'No such imports in 30 days'}>
            {state === 'all' && 'Import a CSV or Excel file of owners, and it shows up here.'}
          </Empty>
        }
      />
    </Page>
  );
}
