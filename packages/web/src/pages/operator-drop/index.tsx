import { Alert, Code, Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { Facts } from '../../parts/facts.js';
import { capital, count, localDate, plural, dateAndTime } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Sentences } from '../../parts/sentences.js';

const dropQuery = queryOptions({
  queryKey: ['operator', 'drop'],
  queryFn: () => bodyOf(own.GET('/operator/api/drop')),
});

const STATUSES = {
  waits: 'Waits for deletion',
  exempted: 'Exempted',
  deleted: 'Deleted',
  'opted out': 'Opted out',
  'not found': 'Not found',
} as const satisfies Record<NonNullable<AppSchemas['DropStatus']>, string>;

export default function DropPage() {
  const found = useQuery(dropQuery);
  return (
    <Page title="DROP" about="Deletion requests from California's platform for data brokers.">
      <Loaded of={found}>{(state) => <Status {...state} />}</Loaded>
    </Page>
  );
}

type DropState = AppSchemas['DropState'];

function Status(state: DropState) {
  const { hasKey, periodDays, lastAccessAt, nextAccessBy, answerBy, findings, counts } = state;
  return (
    <>
      {findings.length > 0 && (
        <Alert color="red" icon={<TriangleAlert />} title="A deadline is near">
          <Sentences of={findings.map((text) => `${capital(text)}.`)} />
        </Alert>
      )}
      <Facts
        facts={[
          ['Last sync', lastAccessAt === null ? 'Never' : dateAndTime(lastAccessAt)],
          ['Next sync by', nextAccessBy === null ? '–' : localDate(nextAccessBy)],
          ['Statuses due', answerBy === null ? 'None' : localDate(answerBy)],
          ['Period', plural(periodDays, 'day')],
        ]}
      />
      {lastAccessAt === null && (
        <Empty title="Not synced yet">
          {hasKey ? 'Run ' : 'Data brokers registered in California set DROP_API_KEY, and run '}
          <Code>npx @skiptrace/server drop sync</Code> on the server, once a day.
        </Empty>
      )}
      {counts.length > 0 && (
        <DataTable
          label="Rows of the lists"
          heads={['List', { title: 'Rows', isNumber: true }, 'Status', { title: 'Reported', from: 'sm' }]}
        >
          {counts.map(({ list, items, status, reported, inForce }, at) => (
            <Table.Tr key={at}>
              <Table.Td>
                {list}
                {!inForce && (
                  <Text size="xs" c="dimmed">
                    Taken back
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">{count(items)}</Table.Td>
              <Table.Td>{status === null ? 'Not matched yet' : STATUSES[status]}</Table.Td>
              <Table.Td visibleFrom="sm">{reported === null ? 'No' : STATUSES[reported]}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </>
  );
}
