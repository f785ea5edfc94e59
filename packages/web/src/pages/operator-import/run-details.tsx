import { Alert, Button, Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { Download, TriangleAlert } from 'lucide-react';
import { rejectsUrl, type OwnerImportSummary } from '../../operator/owner-import.js';
import { count } from '../../parts/format.js';
import { Sentences } from '../../parts/sentences.js';
import { labelOf, reasonOnPage } from './fields.js';

/** What was taken and what was not, and how the file was read. */
export function RunDetails({ runId, summary }: { runId: string; summary: OwnerImportSummary }) {
  const { rows, refusals, mapping, columns, warnings, ignoredColumns, sensitiveColumns, hasRejects } =
    summary;
  const figures: [string, number][] = [
    ['Rows read', rows.read],
    ['Taken', rows.stored],
    ['Merged into an earlier row', rows.merged],
    ['Rejected', rows.refused],
  ];
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {figures.map(([label, value]) => (
          <Card key={label} withBorder padding="md">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fz={24} fw={700}>
              {count(value)}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="Worth a look">
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
                  leftSection={<Download size={14} aria-hidden />}
                >
                  Download as CSV
                </Button>
              )}
            </Group>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Reason</Table.Th>
                  <Table.Th ta="right">Rows</Table.Th>
                  <Table.Th visibleFrom="xs">First lines</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {refusals.map(({ reason, rows: refused, lines }) => (
                  <Table.Tr key={reason}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{reason}</Table.Td>
                    <Table.Td ta="right">{count(refused)}</Table.Td>
                    <Table.Td visibleFrom="xs">{lines.map(count).join(', ')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Stack>
        </Card>
      )}
      <Card withBorder padding="lg" component="section" aria-label="How the file was read">
        <Stack gap="sm">
          <Title order={2} size="h4">
            How the file was read
          </Title>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Columns</Table.Th>
                <Table.Th visibleFrom="xs">Such as</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {mapping.map(({ field, headers, sample }, at) => (
                <Table.Tr key={at}>
                  <Table.Td>{labelOf(field)}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{headers.join(' + ')}</Table.Td>
                  <Table.Td visibleFrom="xs" style={{ overflowWrap: 'anywhere' }}>
                    {sample ?? ''}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Titled title="Why" sentences={columns.map(reasonOnPage).filter((reason) => reason !== null)} />
          <Titled title="Never read" sentences={sensitiveColumns} />
          <Titled title="Not used" sentences={ignoredColumns} />
        </Stack>
      </Card>
    </>
  );
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
