import { Badge, Stack, Table, Text } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../api/clients.js';
import { DataTable, type Column } from '../parts/data-table.js';
import { Disclosure, Facts } from '../parts/facts.js';
import { count, dateAndTime, Emails, money, phone as phoneText, plural } from '../parts/format.js';
import { Section } from '../parts/page.js';
import { ButtonTo, Fine, QueryProblem } from '../parts/text.js';
import { useSession } from '../session/sessions.js';
import { Reach } from './reach.js';
import { contentsOf, lookedUpOf, MISS_WORDS, missesOf } from './words.js';

/** A line of a receipt: item, quantity, cost. */
type ReceiptLine = readonly [what: string, amount: string, cost: string];

const FREE = 'Free';
const SHOWN_NO_MORE = 'Owners we may no longer show';

/** Paid and free items of a completed list; the last line is the total. */
export function receiptLines(job: SkipTraceJob): ReceiptLine[] {
  const { totalRows, matchedRows, pricePerRowCents, repeatRows = 0, requirePhone = false } = job;
  const lookedUp = lookedUpOf(job);
  if (typeof totalRows !== 'number' || typeof matchedRows !== 'number' || lookedUp === null) return [];
  const charged = job.totalChargeCents ?? 0;
  const price = pricePerRowCents ?? 0;
  const refund = job.refundCents ?? 0;
  const paid = price > 0 ? charged / price : matchedRows - repeatRows;
  const missed = lookedUp - paid - repeatRows;
  // Matches that were withheld since count as not on file, and are in the line of what was paid for.
  const withheld = lookedUp - matchedRows - missed;
  const { missReasons: reasons } = job;
  const misses =
    reasons === undefined
      ? []
      : missesOf({
          missReasons: { ...reasons, notOnFileRows: Math.max(0, reasons.notOnFileRows - withheld) },
        });
  const free = (what: string, rows: number): ReceiptLine[] => (rows > 0 ? [[what, count(rows), FREE]] : []);
  return [
    [requirePhone ? 'Matches with a phone' : 'Matches', `${count(paid)} × ${money(price)}`, money(charged)],
    ...free('Matches you paid for before', repeatRows),
    ...(misses.length > 0
      ? misses.map(([why, rows]): ReceiptLine => [why, rows, FREE])
      : free(requirePhone ? 'Not found, or no phone' : 'Not found', missed)),
    ...free('Duplicates, or can’t match', totalRows - lookedUp),
    ...(refund > 0
      ? [['Refund', refund > withheld * price ? 'See Billing' : SHOWN_NO_MORE, money(-refund)] as const]
      : []),
    ['Total', plural(totalRows, 'row'), money(charged - refund)],
  ];
}

/** Paid and free items. */
export const ReceiptTable = ({ lines }: { lines: readonly ReceiptLine[] }) => (
  <Table aria-label="Receipt" data-number>
    <Table.Tbody>
      {lines.map(([what, amount, cost], at) => (
        <Table.Tr key={what} {...(at === lines.length - 1 && { fw: 650 })}>
          <Table.Th scope="row">{what}</Table.Th>
          <Table.Td ta="right">{amount}</Table.Td>
          <Table.Td ta="right">{cost}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

/** Costs, contents and first rows of a completed list. The receipt to print is a page of its own, without people. */
export function Receipt({ job }: { job: SkipTraceJob }) {
  const { name } = useSession();
  const contents = contentsOf(job);
  return (
    <>
      <Section
        title="Receipt"
        about={`${name} · ${job.filename} · ${dateAndTime(job.updatedAt)}`}
        actions={
          <ButtonTo to={`/app/jobs/${job.id}/receipt`} size="xs" leftSection={<Printer size={14} />}>
            Print receipt
          </ButtonTo>
        }
        gap="xs"
      >
        <ReceiptTable lines={receiptLines(job)} />
      </Section>
      <Reach job={job} />
      {contents.length > 0 && (
        <Disclosure title="All figures">
          <Facts areFigures facts={contents} />
        </Disclosure>
      )}
      {typeof job.downloadUrl === 'string' && <FirstRows job={job} />}
    </>
  );
}

type ResultRow = AppSchemas['ResultRow'];
type ResultOwner = AppSchemas['ResultOwner'];

/** Rows that repeat a property or have none to look up are left out, so these may be fewer than the list's. */
function FirstRows({ job }: { job: SkipTraceJob }) {
  const found = useRead('/app/api/jobs/{jobId}/rows', { params: { path: { jobId: job.id } } });
  const rows = found.data?.rows;
  const shown = rows?.length ?? 0;
  const all = lookedUpOf(job) ?? shown;
  if (found.isError) return <QueryProblem of={found} />;
  if (rows?.length === 0) return null;
  return (
    <Section
      title={all > shown && shown > 0 ? `First ${count(shown)} of ${count(all)} properties` : 'Properties'}
      gap="xs"
    >
      <DataTable label="First properties" rows={rows} columns={COLUMNS} verticalAlign="top" />
    </Section>
  );
}

const ownersOf = ({ owner, coOwners }: ResultRow): readonly ResultOwner[] =>
  owner === null ? [] : [owner, ...coOwners];

const COLUMNS: readonly Column<ResultRow>[] = [
  {
    title: 'Property',
    breaks: 'anywhere',
    cell: ({ property, matchedTo }) => (
      <>
        {property}
        {matchedTo !== null && <Fine>Matched to {matchedTo}</Fine>}
      </>
    ),
  },
  {
    title: 'Owner',
    breaks: 'anywhere',
    cell: (row) => (
      <>
        {row.owner === null && <Text>No match</Text>}
        {row.missReason !== null && <Fine>{MISS_WORDS[row.missReason]}</Fine>}
        <OfOwners owners={ownersOf(row)} show={(one) => <Who owner={one} />} />
      </>
    ),
  },
  {
    title: 'Phones',
    from: 'sm',
    cell: (row) => (
      <OfOwners owners={ownersOf(row)} isNamed show={({ phones }) => <Phones phones={phones} />} />
    ),
  },
  {
    title: 'Emails',
    from: 'md',
    breaks: 'anywhere',
    cell: (row) => <OfOwners owners={ownersOf(row)} isNamed show={({ emails }) => <Emails of={emails} />} />,
  },
];

const nameOf = ({ name }: ResultOwner): string => name || 'No name on file';

interface OfOwnersProps {
  owners: readonly ResultOwner[];
  /** Puts each owner's name above, where there are several: a phone must not be taken for another person's. */
  isNamed?: boolean;
  show: (owner: ResultOwner) => ReactNode;
}

const OfOwners = ({ owners, isNamed = false, show }: OfOwnersProps) => (
  <Stack gap="xs">
    {owners.map((owner, at) => (
      <div key={at}>
        {isNamed && owners.length > 1 && <Fine>{nameOf(owner)}</Fine>}
        {show(owner)}
      </div>
    ))}
  </Stack>
);

const Who = ({ owner }: { owner: ResultOwner }) => (
  <>
    {nameOf(owner)}
    {owner.mailing !== '' && <Fine>{owner.mailing}</Fine>}
    <Stack gap={0} hiddenFrom="sm">
      <Phones phones={owner.phones} />
    </Stack>
    <Stack gap={0} hiddenFrom="md">
      <Emails of={owner.emails} />
    </Stack>
  </>
);

const STATUSES = ['not listed', 'not checked', 'listed'] as const;
const BADGES = { listed: ['red', 'DNC'], 'not checked': ['yellow', 'Not checked'] } as const;

/** Phone numbers as plain text, never links: first those that may be called, then the others with a badge. */
const Phones = ({ phones }: { phones: ResultOwner['phones'] }) =>
  STATUSES.flatMap((status) => phones.filter(({ dncStatus }) => dncStatus === status)).map(
    ({ number, type, dncStatus }) => (
      <Text key={number}>
        <span style={{ whiteSpace: 'nowrap' }}>{phoneText(number)}</span>{' '}
        <Fine span>{type === 'mobile' ? 'Mobile' : 'Landline'}</Fine>{' '}
        {dncStatus !== 'not listed' && (
          <Badge size="xs" variant="light" color={BADGES[dncStatus][0]}>
            {BADGES[dncStatus][1]}
          </Badge>
        )}
      </Text>
    ),
  );
