import { Alert, Anchor, Code, Table, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { whoDidIt } from '../../operator/events.js';
import {
  ADDRESS_NEEDS,
  isNamed,
  NO_PERSON,
  PersonFields,
  PersonSearch,
  type Typed,
} from '../../operator/person-fields.js';
import { faultOf, numberIn, type Bounds, NumberField } from '../../parts/number-field.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { Facts } from '../../parts/facts.js';
import { count, money, plural, dateAndTime } from '../../parts/format.js';
import { QueryProblem } from '../../parts/loaded.js';
import { ProblemNote } from '../../parts/problem-note.js';

const logQuery = queryOptions({
  queryKey: ['operator', 'disclosure-log'],
  queryFn: () => bodyOf(own.GET('/operator/api/disclosure-log')),
});

const RECORD: Bounds = { min: 1, max: 2 ** 48 - 1 };
const MISSING =
  'Enter a name with an address, a ZIP, or a city and state; or an address, a phone or an email; or the number of a record.';

type Sought = { person: Typed } | { recordId: number };

export default function DisclosuresPage() {
  const [person, setPerson] = useState<Typed>(NO_PERSON);
  const [record, setRecord] = useState('');
  const find = useMutation({
    mutationFn: (body: Sought) => bodyOf(own.POST('/operator/api/people/disclosures', { body })),
  });
  const sought = soughtIn(person, record);
  return (
    <Page
      title="Disclosures"
      about="Which customers received a person's data, when and at what price, from the sealed log of disclosures."
    >
      <LogState />
      <PersonSearch
        about={ADDRESS_NEEDS}
        missing={sought === null ? MISSING : null}
        action="Find receivers"
        isPending={find.isPending}
        onSearch={() => sought !== null && find.mutate(sought)}
      >
        <PersonFields
          person={person}
          onChange={(next) => {
            setPerson(next);
            find.reset();
          }}
        />
        <NumberField
          label="Record number"
          description="Instead of a person: the record's number, as One person shows it."
          bounds={RECORD}
          maw={320}
          value={record}
          onChange={(next) => {
            setRecord(next);
            find.reset();
          }}
        />
      </PersonSearch>
      {find.isError && <ProblemNote error={find.error} />}
      {find.isSuccess && <Receivers of={find.data.disclosures} />}
    </Page>
  );
}

/** The record or the person to search for; null if too little is filled in, or the number is wrong. */
function soughtIn(person: Typed, record: string): Sought | null {
  if (record.trim() === '') return isNamed(person) ? { person } : null;
  return faultOf(record, RECORD) === null ? { recordId: numberIn(record) } : null;
}

function LogState() {
  const found = useQuery(logQuery);
  const log = found.data;
  if (found.isError) return <QueryProblem of={found} />;
  return (
    <>
      {log !== undefined && (log.lastCheck?.faults ?? 0) > 0 && (
        <Alert color="red" icon={<TriangleAlert />} title="The log was changed">
          The last check found {plural(log.lastCheck?.faults ?? 0, 'fault')}. Run{' '}
          <Code>npx @skiptrace/server audit verify</Code> on the server to see them.
        </Alert>
      )}
      <Facts
        facts={[
          ['Entries', log && count(log.entries)],
          ['Last sealed', log && (log.lastSealAt === null ? 'Never' : dateAndTime(log.lastSealAt))],
          ['Last check', log && lastCheck(log)],
        ]}
      />
    </>
  );
}

const lastCheck = ({ lastCheck: last }: AppSchemas['DisclosureLog']): string =>
  last === null
    ? 'Never. Run "npx @skiptrace/server audit verify" on the server.'
    : `${dateAndTime(last.at)}: ${last.faults === 0 ? 'whole' : plural(last.faults, 'fault')}`;

const OPERATIONS = {
  lookup: 'Lookup',
  bulk: 'Bulk lookup',
  job: 'List',
} as const satisfies Record<AppSchemas['Disclosure']['operation'], string>;

function Receivers({ of: found }: { of: readonly AppSchemas['Disclosure'][] }) {
  if (found.length === 0)
    return <Empty title="No customer received it">Nothing in the log, for as long as it is kept.</Empty>;
  return (
    <DataTable
      label="Disclosures"
      heads={[
        'When',
        'Account',
        'Operation',
        { title: 'Price', isNumber: true },
        { title: 'Asked by', from: 'md' },
      ]}
    >
      {found.map(({ at, accountId, account, operation, reference, cents, actor, by, downloadedAt }, row) => (
        <Table.Tr key={row}>
          <Table.Td>
            {dateAndTime(at)}
            {by === 'property' && (
              <Text size="xs" c="dimmed">
                Another record of the property
              </Text>
            )}
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={`/operator/accounts/${accountId}`} size="sm">
              {account === '' ? accountId : account}
            </Anchor>
          </Table.Td>
          <Table.Td>
            {OPERATIONS[operation]}
            {downloadedAt.map((one) => (
              <Text key={one} size="xs" c="dimmed">
                Downloaded {dateAndTime(one)}
              </Text>
            ))}
          </Table.Td>
          <Table.Td ta="right">
            {money(cents)}
            {operation === 'job' && (
              <Text size="xs" c="dimmed">
                for the list
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
            {whoDidIt(actor, account === '' ? {} : { accountName: account })}
            <Text size="xs" c="dimmed">
              {operation === 'job' ? (
                <Anchor component={Link} to={`/operator/jobs/${reference}`} inherit>
                  Job {reference}
                </Anchor>
              ) : (
                reference
              )}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
