import { Code } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useRead } from '../../api/clients.js';
import { DataTable } from '../../parts/data-table.js';
import { Facts } from '../../parts/facts.js';
import { capital, count, dateAndTime, localDate, plural } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { Bad, Fine, Loaded, Sentences } from '../../parts/text.js';

const STATUSES = {
  waits: 'Waits for deletion',
  exempted: 'Exempted',
  deleted: 'Deleted',
  'opted out': 'Opted out',
  'not found': 'Not found',
} as const satisfies Record<NonNullable<AppSchemas['DropStatus']>, string>;

export default function DropPage() {
  const found = useRead('/operator/api/drop');
  return (
    <Page title="DROP" about="Deletion requests from California's platform for data brokers.">
      <Loaded of={found}>
        {({ hasKey, periodDays, lastAccessAt, nextAccessBy, answerBy, findings, counts }) => (
          <>
            {findings.length > 0 && (
              <Bad title="A deadline is near">
                <Sentences of={findings.map((text) => `${capital(text)}.`)} />
              </Bad>
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
                rows={counts}
                columns={[
                  {
                    title: 'List',
                    cell: ({ list, inForce }) => (
                      <>
                        {list}
                        {!inForce && <Fine>Taken back</Fine>}
                      </>
                    ),
                  },
                  { title: 'Rows', isNumber: true, cell: ({ items }) => count(items) },
                  {
                    title: 'Status',
                    cell: ({ status }) => (status === null ? 'Not matched yet' : STATUSES[status]),
                  },
                  {
                    title: 'Reported',
                    from: 'sm',
                    cell: ({ reported }) => (reported === null ? 'No' : STATUSES[reported]),
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
