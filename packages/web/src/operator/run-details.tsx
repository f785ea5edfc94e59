import { Alert, Button, Card, Group, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { Download, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { FigureCard } from '../parts/facts.js';
import { rejectsUrl, type OwnerImportSummary } from './owner-import.js';
import { DataTable } from '../parts/data-table.js';
import { count } from '../parts/format.js';
import { Sentences } from '../parts/sentences.js';
import { labelOf } from './owner-fields.js';

// Loaded after the page: few imports have rejected rows.
const RejectedRows = lazy(() =>
  import('./rejected-rows.js').then((loaded) => ({ default: loaded.RejectedRows })),
);

/** Counts of imported and rejected rows, and how the file was read. */
export function RunDetails({ runId, summary }: { runId: string; summary: OwnerImportSummary }) {
  const { status, rows, refusals, phonesLeftOut, mapping, nameOrderReason, warnings, hasRejects } = summary;
  const { ignoredColumns, sensitiveColumns } = summary;
  const figures: [string, number][] = [
    ['Rows read', rows.read],
    ['Accepted', rows.stored],
    ['Merged into an earlier row', rows.merged],
    ['Rejected', rows.refused],
  ];
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {figures.map(([label, value]) => (
          <FigureCard key={label} label={label} value={count(value)} />
        ))}
      </SimpleGrid>
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<TriangleAlert />} title="Worth a look">
          <Sentences of={warnings} />
        </Alert>
      )}
      {rows.refused > 0 && (
        <Card withBorder padding="lg" component="section" aria-label="Rejected rows">
          <Stack gap="sm">
            <Group justify="space-between">
              <Title order={2} size="h4">
                Rejected rows
              </Title>
              {hasRejects && (
                <Button
                  component="a"
                  href={rejectsUrl(runId)}
                  download
                  variant="default"
                  size="xs"
                  leftSection={<Download size={14} />}
                >
                  Download rejects
                </Button>
              )}
            </Group>
            <DataTable
              label="Rejected rows by reason"
              isDense
              heads={['Reason', { title: 'Rows', isNumber: true }, { title: 'First lines', from: 'xs' }]}
            >
              {refusals.map(({ reason, rows: refused, lines }) => (
                <Table.Tr key={reason}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{reason}</Table.Td>
                  <Table.Td ta="right">{count(refused)}</Table.Td>
                  <Table.Td visibleFrom="xs">{lines.map(count).join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
            {status === 'imported' && hasRejects && (
              <Suspense fallback={<Skeleton h={160} radius="md" />}>
                <RejectedRows importId={runId} summary={summary} />
              </Suspense>
            )}
          </Stack>
        </Card>
      )}
      <Card withBorder padding="lg" component="section" aria-label="How the file was read">
        <Stack gap="sm">
          <Title order={2} size="h4">
            How the file was read
          </Title>
          <DataTable
            label="Fields and their columns"
            isDense
            heads={['Field', 'Columns', { title: 'Example', from: 'xs' }, { title: 'Why', from: 'md' }]}
          >
            {mapping.map(({ field, headers, sample, reason }, at) => (
              <Table.Tr key={at}>
                <Table.Td>{labelOf(field)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{headers.join(' + ')}</Table.Td>
                <Table.Td visibleFrom="xs" style={{ overflowWrap: 'anywhere' }}>
                  {sample ?? ''}
                </Table.Td>
                <Table.Td visibleFrom="md">{reason ?? ''}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
          <Titled title="Order of names" sentences={nameOrderReason === null ? [] : [nameOrderReason]} />
          <Titled title="Phones left out" sentences={phoneSentences(phonesLeftOut)} />
          <Titled title="Never read" sentences={sensitiveColumns} />
          <Titled title="Not used" sentences={ignoredColumns} />
        </Stack>
      </Card>
    </>
  );
}

/** Sentences about phones left out, except phones without a type: a warning covers those. */
function phoneSentences({ unusable, ofOthers, over }: OwnerImportSummary['phonesLeftOut']): string[] {
  const reasons: [number, string][] = [
    [unusable, 'not a 10-digit US number'],
    [ofOthers, 'the row says they are another person’s'],
    [over, 'more than a match can hold'],
  ];
  return reasons.filter(([phones]) => phones > 0).map(([phones, reason]) => `${count(phones)}: ${reason}`);
}

function Titled({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Sentences of={sentences} />
    </div>
  );
}
