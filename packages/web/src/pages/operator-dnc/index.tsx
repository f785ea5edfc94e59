import { Badge } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useRead } from '../../api/clients.js';
import { DataTable } from '../../parts/data-table.js';
import { DialogButton } from '../../parts/dialog.js';
import { capital, count, dateAndTime, plural, utcDate } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { Bad, Fine, Loaded, Sentences } from '../../parts/text.js';
import { ImportList } from './import-list.js';

const KINDS = { national: 'National registry', internal: 'Your own list', litigator: 'Litigators' } as const;

export default function DncPage() {
  const found = useRead('/operator/api/dnc');
  return (
    <Page
      title="Do Not Call"
      about="Lists in force. Answers mark numbers on them, and leave out numbers of litigators."
      actions={
        <DialogButton
          label="Import a list"
          button={{ variant: 'filled', leftSection: <Upload size={16} /> }}
          title="Import a Do Not Call list"
          size="lg"
        >
          <ImportList />
        </DialogButton>
      }
    >
      <Loaded of={found}>
        {({ lists, findings, maxAgeDays }) =>
          lists.length === 0 ? (
            <Empty title="No lists yet">
              Import the national registry&apos;s lists of your area codes, and your own list.
            </Empty>
          ) : (
            <>
              {findings.length > 0 && (
                <Bad title={`Import a newer list: ${maxAgeDays} days is the limit`}>
                  <Sentences of={findings.map((text) => `${capital(text)}.`)} />
                </Bad>
              )}
              <DataTable
                label="Do Not Call lists"
                rows={lists}
                columns={[
                  {
                    title: 'List',
                    cell: ({ kind, areaCode }) => (
                      <>
                        {KINDS[kind]}
                        {kind === 'national' && (
                          <Fine>{areaCode === null ? 'All area codes' : `Area code ${areaCode}`}</Fine>
                        )}
                      </>
                    ),
                  },
                  { title: 'Numbers', isNumber: true, cell: ({ numbers }) => count(numbers) },
                  {
                    title: 'Age',
                    cell: ({ kind, ageDays, dated }) => (
                      <>
                        {kind === 'national' && ageDays > maxAgeDays ? (
                          <Badge color="red">{plural(ageDays, 'day')}</Badge>
                        ) : (
                          plural(ageDays, 'day')
                        )}
                        <Fine>{utcDate(dated)}</Fine>
                      </>
                    ),
                  },
                  { title: 'Imported', from: 'sm', cell: ({ importedAt }) => dateAndTime(importedAt) },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
