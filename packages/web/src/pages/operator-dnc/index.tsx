import { Alert, Badge, Code, Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { bodyOf, own } from '../../api/clients.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { capital, count, utcDate, plural, dateAndTime } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Sentences } from '../../parts/sentences.js';

const dncQuery = queryOptions({
  queryKey: ['operator', 'dnc'],
  queryFn: () => bodyOf(own.GET('/operator/api/dnc')),
});

const KINDS = { national: 'National registry', internal: 'Your own list', litigator: 'Litigators' } as const;

export default function DncPage() {
  const found = useQuery(dncQuery);
  return (
    <Page
      title="Do Not Call"
      about="Lists in force. Answers mark numbers on them, and leave out numbers of litigators."
    >
      <Loaded of={found}>
        {({ lists, findings, maxAgeDays }) =>
          lists.length === 0 ? (
            <Empty title="No lists yet">
              Import one on the server:{' '}
              <Code>npx @skiptrace/server dnc import 937.txt --area-codes --date 2027-01-05</Code>
            </Empty>
          ) : (
            <>
              {findings.length > 0 && (
                <Alert
                  color="red"
                  icon={<TriangleAlert />}
                  title={`Import a newer list: ${maxAgeDays} days is the limit`}
                >
                  <Sentences of={findings.map((text) => `${capital(text)}.`)} />
                </Alert>
              )}
              <DataTable
                label="Do Not Call lists"
                heads={[
                  'List',
                  { title: 'Numbers', isNumber: true },
                  'Age',
                  { title: 'Imported', from: 'sm' },
                ]}
              >
                {lists.map(({ kind, areaCode, numbers, ageDays, dated, importedAt }) => (
                  <Table.Tr key={kind + (areaCode ?? '')}>
                    <Table.Td>
                      {KINDS[kind]}
                      {kind === 'national' && (
                        <Text size="xs" c="dimmed">
                          {areaCode === null ? 'All area codes' : `Area code ${areaCode}`}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td ta="right">{count(numbers)}</Table.Td>
                    <Table.Td>
                      {kind === 'national' && ageDays > maxAgeDays ? (
                        <Badge color="red">{plural(ageDays, 'day')}</Badge>
                      ) : (
                        plural(ageDays, 'day')
                      )}
                      <Text size="xs" c="dimmed">
                        {utcDate(dated)}
                      </Text>
                    </Table.Td>
                    <Table.Td visibleFrom="sm">{dateAndTime(importedAt)}</Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
