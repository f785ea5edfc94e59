import { Button, Group, Skeleton, Stack, Switch, Table, Text } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty } from '../../parts/empty.js';
import { Facts } from '../../parts/facts.js';
import { count, time } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ShowMore } from '../../parts/show-more.js';
import { useUrlSearch } from '../../parts/url-search.js';
import { AddSuppression, LiftSuppression, SUPPRESSIONS } from './changes.js';

type Entry = AppSchemas['Suppression'];

const suppressionsQuery = (all: boolean) =>
  infiniteQueryOptions({
    queryKey: [...SUPPRESSIONS, all],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) =>
      bodyOf(
        own.GET('/operator/api/suppressions', {
          params: { query: { all, ...(pageParam !== '' && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const KINDS = {
  person: 'Person at an address',
  zip: 'Name in a ZIP',
  property: 'Property',
  phone: 'Phone',
  email: 'Email',
} as const satisfies Record<Entry['kind'], string>;

export default function SuppressionsPage() {
  const { params, set } = useUrlSearch();
  const all = params.get('all') === '1';
  const found = useInfiniteQuery(suppressionsQuery(all));
  const entries = found.data?.pages.flatMap((page) => page.entries);
  const counts = found.data?.pages[0];
  const [isAdding, setAdding] = useState(false);
  const [lifted, lift] = useState<Entry | null>(null);
  return (
    <Page
      title="Suppressions"
      about="Who is in no answer. We keep keyed hashes only, so the list can't say whom an entry is about."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add entry
        </Button>
      }
    >
      <Facts
        facts={[
          ['In force', counts && count(counts.inForce)],
          ['Lifted', counts && count(counts.lifted)],
        ]}
      />
      <Switch
        label="Show lifted entries"
        checked={all}
        onChange={(event) => set({ all: event.currentTarget.checked ? '1' : '' })}
      />
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {entries === undefined ? (
        !found.isError && <Skeleton height={240} radius="md" />
      ) : entries.length === 0 ? (
        <Empty title="No entries">People who ask to be left out show up here.</Empty>
      ) : (
        <Stack>
          <DataTable
            label="Suppressions"
            heads={[
              'Kind and reason',
              { title: 'Source', from: 'sm' },
              { title: 'Added', from: 'sm' },
              { title: 'Change', isHidden: true },
            ]}
          >
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} lift={() => lift(entry)} />
            ))}
          </DataTable>
          <ShowMore pages={found} of={String(all)} />
        </Stack>
      )}
      <AddSuppression opened={isAdding} onClose={() => setAdding(false)} />
      <LiftSuppression id={lifted?.id ?? null} onClose={() => lift(null)} />
    </Page>
  );
}

function Row({ entry, lift }: { entry: Entry; lift: () => void }) {
  const { id, kind, reason, source, enteredBy, createdAt, liftedAt, liftedBy, liftReason, erasedAt } = entry;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {KINDS[kind]}
        </Text>
        <Text size="sm">{reason}</Text>
        {erasedAt !== null && (
          <Text size="xs" c="dimmed">
            Deleted {time(erasedAt)}
          </Text>
        )}
        {liftedAt !== null && (
          <Text size="xs" c="dimmed">
            Lifted {time(liftedAt)} by {liftedBy}: {liftReason}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {source}, {time(createdAt)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{source}</Table.Td>
      <Table.Td visibleFrom="sm">
        {time(createdAt)}
        <Text size="xs" c="dimmed">
          by {enteredBy}
        </Text>
      </Table.Td>
      <Table.Td>
        {liftedAt === null && (
          <Group justify="flex-end">
            <Button size="xs" variant="default" onClick={lift} aria-label={`Lift entry ${id}`}>
              Lift
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
