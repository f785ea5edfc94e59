import { Code } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useAct } from '../../api/act.js';
import { own, useRead } from '../../api/clients.js';
import { whoDidIt } from '../../operator/events.js';
import {
  SEARCH_NEEDS,
  cellsOf,
  isNamed,
  NO_PERSON,
  PersonFields,
  PersonSearch,
} from '../../operator/person-fields.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { Facts } from '../../parts/facts.js';
import { useDraft } from '../../parts/fields.js';
import { count, dateAndTime, money, plural } from '../../parts/format.js';
import { faultOf, numberIn, NumberField, type Bounds } from '../../parts/number-field.js';
import { Empty, Page } from '../../parts/page.js';
import { Bad, Fine, LinkTo, QueryProblem, To } from '../../parts/text.js';

const RECORD: Bounds = { min: 1, max: 2 ** 48 - 1 };
const MISSING =
  'Enter a name with an address, a ZIP, or a city and state; or an address, a phone or an email; or the number of a record.';

const NOTHING = { person: NO_PERSON, record: '' };
type Sought = { person: AppSchemas['PersonCells'] } | { recordId: number };

export default function DisclosuresPage() {
  const find = useAct({
    send: (body: Sought) => own.POST('/operator/api/people/disclosures', { body }),
  });
  const { draft, change, text } = useDraft(NOTHING, find.reset);
  const sought = soughtIn(draft);
  return (
    <Page
      title="Disclosures"
      about="Which customers received a person's data, when and at what price, from the sealed log of disclosures."
    >
      <LogState />
      <PersonSearch
        about={SEARCH_NEEDS}
        missing={sought === null ? MISSING : null}
        action="Find receivers"
        act={find}
        onSearch={() => sought !== null && find.run(sought)}
      >
        <PersonFields person={draft.person} onChange={(person) => change({ person })} />
        <NumberField
          label="Record number"
          description="Instead of a person: the record's number, as One person shows it."
          bounds={RECORD}
          maw={320}
          {...text('record')}
        />
      </PersonSearch>
      {find.isSuccess && <Receivers of={find.data.disclosures} />}
    </Page>
  );
}

/** The record or the person to search for; null if too little is filled in, or the number is wrong. */
function soughtIn({ person, record }: typeof NOTHING): Sought | null {
  if (record.trim() === '') return isNamed(person) ? { person: cellsOf(person) } : null;
  return faultOf(record, RECORD) === null ? { recordId: numberIn(record) } : null;
}

function LogState() {
  const found = useRead('/operator/api/disclosure-log');
  const log = found.data;
  const faults = log?.lastCheck?.faults ?? 0;
  if (found.isError) return <QueryProblem of={found} />;
  return (
    <>
      {faults > 0 && (
        <Bad title="The log was changed">
          The last check found {plural(faults, 'fault')}. Run <Code>npx @skiptrace/server audit verify</Code>{' '}
          on the server to see them.
        </Bad>
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

type Disclosure = AppSchemas['Disclosure'];

const OPERATIONS = {
  lookup: 'Lookup',
  bulk: 'Bulk lookup',
  job: 'List',
} as const satisfies Record<Disclosure['operation'], string>;

const COLUMNS: readonly Column<Disclosure>[] = [
  {
    title: 'When',
    cell: ({ at, by }) => (
      <>
        {dateAndTime(at)}
        {by === 'property' && <Fine>Another record of the property</Fine>}
      </>
    ),
  },
  {
    title: 'Account',
    breaks: 'anywhere',
    cell: ({ accountId, account }) => (
      <LinkTo to={`/operator/accounts/${accountId}`}>{account === '' ? accountId : account}</LinkTo>
    ),
  },
  {
    title: 'Operation',
    cell: ({ operation, downloadedAt }) => (
      <>
        {OPERATIONS[operation]}
        {downloadedAt.map((one) => (
          <Fine key={one}>Downloaded {dateAndTime(one)}</Fine>
        ))}
      </>
    ),
  },
  {
    title: 'Price',
    isNumber: true,
    cell: ({ cents, operation }) => (
      <>
        {money(cents)}
        {operation === 'job' && <Fine>for the list</Fine>}
      </>
    ),
  },
  {
    title: 'Asked by',
    from: 'md',
    breaks: 'anywhere',
    cell: ({ actor, account, operation, reference }) => (
      <>
        {whoDidIt(actor, account === '' ? {} : { accountName: account })}
        <Fine>
          {operation === 'job' ? <To to={`/operator/jobs/${reference}`}>Job {reference}</To> : reference}
        </Fine>
      </>
    ),
  },
];

const Receivers = ({ of: found }: { of: readonly Disclosure[] }) =>
  found.length === 0 ? (
    <Empty title="No customer received it">Nothing in the log, for as long as it is kept.</Empty>
  ) : (
    <DataTable label="Disclosures" rows={found} columns={COLUMNS} />
  );
