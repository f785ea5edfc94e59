import type { SkipTraceJob } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Ban, Printer } from 'lucide-react';
import { Link } from 'react-router';
import { bodyOf, own } from '../api/clients.js';
import { DataTable } from '../parts/data-table.js';
import { Emails, phone as phoneText, dateAndTime, count, money, plural } from '../parts/format.js';
import { Facts } from '../parts/facts.js';
import { QueryProblem } from '../parts/loaded.js';
import { useSession } from '../session/sessions.js';
import { jobKeys } from './queries.js';
import { contentsOf, lookedUpOf, MISS_WORDS, missesOf } from './words.js';

/** A line of a receipt: item, quantity, cost. */
type ReceiptLine = readonly [what: string, amount: string, cost: string];

const FREE = 'Free';

/** Paid and free items of a completed list; the last line is the total. */
export function receiptLines(job: SkipTraceJob): ReceiptLine[] {
  const { totalRows, matchedRows, pricePerRowCents, repeatRows = 0, requirePhone = false } = job;
  const lookedUp = lookedUpOf(job);
  if (typeof totalRows !== 'number' || typeof matchedRows !== 'number' || lookedUp === null) return [];
  const charged = job.totalChargeCents ?? 0;
  const price = pricePerRowCents ?? 0;
  const refund = job.refundCents ?? 0;
  // After a refund fewer rows are matched than were paid for.
  const paid = price > 0 ? charged / price : matchedRows - repeatRows;
  const misses = missesOf(job);
  const free = (what: string, rows: number): ReceiptLine[] => (rows > 0 ? [[what, count(rows), FREE]] : []);
  return [
    [requirePhone ? 'Matches with a phone' : 'Matches', `${count(paid)} × ${money(price)}`, money(charged)],
    ...free('Matches you paid for before', repeatRows),
    ...(misses.length > 0
      ? misses.map(([why, rows]): ReceiptLine => [why, rows, FREE])
      : free(requirePhone ? 'Not found, or no phone' : 'Not found', lookedUp - matchedRows)),
    ...free('Duplicates, or can’t match', totalRows - lookedUp),
    ...(refund > 0 ? [['Refund', 'Owners we may no longer show', money(-refund)] as const] : []),
    ['Total', plural(totalRows, 'row'), money(charged - refund)],
  ];
}

/** Paid and free items. */
export const ReceiptTable = ({ lines }: { lines: readonly ReceiptLine[] }) => (
  <Table aria-label="Receipt" maw={640}>
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
      <section aria-labelledby="receipt">
        <Group justify="space-between" mb="xs">
          <div>
            <Title order={2} size="h4" id="receipt">
              Receipt
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {name} · {job.filename} · {dateAndTime(job.updatedAt)}
            </Text>
          </div>
          <Button
            component={Link}
            to={`/app/jobs/${job.id}/receipt`}
            variant="default"
            size="xs"
            leftSection={<Printer size={14} />}
          >
            Print receipt
          </Button>
        </Group>
        <ReceiptTable lines={receiptLines(job)} />
      </section>
      {contents.length > 0 && <Facts areFigures facts={contents} />}
      {typeof job.downloadUrl === 'string' && <FirstRows job={job} />}
    </>
  );
}

type ResultRow = AppSchemas['ResultRow'];

const firstRowsQuery = (jobId: string) =>
  queryOptions({
    queryKey: jobKeys.rows(jobId),
    queryFn: async () =>
      (await bodyOf(own.GET('/app/api/jobs/{jobId}/rows', { params: { path: { jobId } } }))).rows,
  });

/** Rows that repeat a property or have none to look up are left out, so these may be fewer than the list's. */
function FirstRows({ job: { id, resultSummary } }: { job: SkipTraceJob }) {
  const rows = useQuery(firstRowsQuery(id));
  // The file only says that a number is not to be called; the summary says whether all of them were checked.
  const barred = (resultSummary?.notCheckedRows ?? 0) > 0 ? 'Do not call, or not checked' : 'Do not call';
  if (rows.isError) return <QueryProblem of={rows} />;
  if (rows.data?.length === 0) return null;
  return (
    <section aria-labelledby="first-rows">
      <Title order={2} size="h4" id="first-rows" mb="xs">
        First properties
      </Title>
      <DataTable
        label="First properties"
        heads={['Property', 'Owner', { title: 'Phones', from: 'sm' }, { title: 'Emails', from: 'md' }]}
      >
        {rows.data?.map((row, at) => (
          <Row key={at} row={row} barred={barred} />
        ))}
      </DataTable>
    </section>
  );
}

function Row({ row, barred }: { row: ResultRow; barred: string }) {
  const { property, owner, matchedTo, missReason } = row;
  const phones = owner?.phones ?? [];
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {property}
        {matchedTo !== null && (
          <Text size="xs" c="dimmed">
            Matched to {matchedTo}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {owner === null ? <Text size="sm">No match</Text> : owner.name || 'No name on file'}
        {missReason !== null && (
          <Text size="xs" c="dimmed">
            {MISS_WORDS[missReason]}
          </Text>
        )}
        {owner !== null && owner.mailing !== '' && (
          <Text size="xs" c="dimmed">
            {owner.mailing}
          </Text>
        )}
        <Stack gap={0} hiddenFrom="sm">
          <Phones phones={phones} barred={barred} />
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Phones phones={phones} barred={barred} />
      </Table.Td>
      <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
        {owner !== null && <Emails of={owner.emails} />}
      </Table.Td>
    </Table.Tr>
  );
}

interface PhonesProps {
  phones: NonNullable<ResultRow['owner']>['phones'];
  /** Said of numbers that are not to be called. */
  barred: string;
}

/** Phone numbers as plain text, never links; those on a do-not-call registry are marked. */
const Phones = ({ phones, barred }: PhonesProps) =>
  phones.map(({ number, type, dnc }) => (
    <Text key={number} size="sm" {...(dnc && { c: 'var(--mantine-color-error)' })}>
      <span style={{ whiteSpace: 'nowrap' }}>{phoneText(number)}</span>{' '}
      <Text span size="xs" {...(!dnc && { c: 'dimmed' })}>
        {dnc ? (
          <>
            <Ban size={12} /> {barred}
          </>
        ) : type === 'mobile' ? (
          'Mobile'
        ) : (
          'Landline'
        )}
      </Text>
    </Text>
  ));
