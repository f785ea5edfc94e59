import {
  Alert,
  Button,
  Card,
  Group,
  List,
  Progress,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CircleCheck, Download, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { rejectsUrl, type OwnerImport, type OwnerImportSummary } from '../../operator/owner-import.js';
import { Confirm } from '../../parts/confirm.js';
import { bytes, count } from '../../parts/format.js';
import { labelOf, reasonOnPage } from './fields.js';

interface RunViewProps {
  run: OwnerImport;
  isStarting: boolean;
  /** Imports what was tried; null where the page does not know any more what that was. */
  onImport: (() => void) | null;
  /** Goes back to the columns. */
  onChange: (() => void) | null;
  onStartOver: () => void;
}

export function RunView({ run, isStarting, onImport, onChange, onStartOver }: RunViewProps) {
  const { state, dryRun, summary, error } = run;
  if (state === 'running') return <Running run={run} />;
  if (state === 'failed' || summary === null) {
    return (
      <Stack>
        <Alert
          color="red"
          icon={<TriangleAlert size={18} aria-hidden />}
          role="alert"
          title="It did not work"
        >
          {error ?? 'The import ended without a result. Start it again.'}
        </Alert>
        <Group>
          {onChange !== null && <Button onClick={onChange}>Back to the columns</Button>}
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      {dryRun ? (
        <Tried
          summary={summary}
          isStarting={isStarting}
          onImport={onImport}
          onChange={onChange}
          onStartOver={onStartOver}
        />
      ) : (
        <Done summary={summary} onStartOver={onStartOver} />
      )}
      {summary.status !== 'unchanged' && <Details runId={run.id} summary={summary} />}
    </Stack>
  );
}

function Running({ run: { dryRun, rowsRead, bytesRead, bytes: all } }: { run: OwnerImport }) {
  const isRead = bytesRead >= all;
  return (
    <Card withBorder padding="lg">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {dryRun ? 'Trying the file' : 'Importing the file'}
        </Title>
        <Progress
          value={all === 0 ? 0 : (100 * bytesRead) / all}
          animated
          aria-label="How much of the file is read"
        />
        <Text size="sm" role="status">
          {isRead
            ? `${count(rowsRead)} rows read. Now they are sorted by address.`
            : `${count(rowsRead)} rows, ${bytes(bytesRead)} of ${bytes(all)}.`}
        </Text>
        <Text size="sm" c="dimmed">
          The server does this; the page may be closed and opened again.
        </Text>
      </Stack>
    </Card>
  );
}

type TriedProps = Omit<RunViewProps, 'run'> & { summary: OwnerImportSummary };

function Tried({ summary, isStarting, onImport, onChange, onStartOver }: TriedProps) {
  const [asking, ask] = useDisclosure(false);
  const { source, before, owners } = summary;
  const effect = before.replaced
    ? `This replaces the source "${source}", which has ${count(before.owners)} owners.`
    : before.imports === 0
      ? `This makes the source "${source}".`
      : `This adds to the source "${source}", which has ${count(before.owners)} owners.`;
  if (summary.status === 'unchanged') {
    return (
      <Alert color="blue" title="This very file is in the source already">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">There is nothing to import.</Text>
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
        </Stack>
      </Alert>
    );
  }
  const start = () => {
    if (before.replaced) ask.open();
    else onImport?.();
  };
  return (
    <Alert
      color="blue"
      icon={<CircleCheck size={18} aria-hidden />}
      title={`${count(owners)} ${owners === 1 ? 'owner' : 'owners'} would be imported`}
    >
      <Stack gap="sm">
        <Text size="sm">{effect} Nothing is stored yet.</Text>
        {onImport === null && (
          <Text size="sm">This page was opened again, so choose the file once more to import it.</Text>
        )}
        <Group>
          {onImport !== null && (
            <Button onClick={start} loading={isStarting}>
              Import {count(owners)} {owners === 1 ? 'owner' : 'owners'}
            </Button>
          )}
          {onChange !== null && (
            <Button variant="default" onClick={onChange}>
              Change the columns
            </Button>
          )}
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`Replace ${source}?`}
        action={`Replace ${count(before.owners)} owners`}
        isDangerous
        onConfirm={() => {
          ask.close();
          onImport?.();
        }}
        isPending={false}
        error={null}
      >
        The {count(before.owners)} owners of this source match no more once the {count(owners)} owners of this
        file are there.
      </Confirm>
    </Alert>
  );
}

function Done({ summary, onStartOver }: { summary: OwnerImportSummary; onStartOver: () => void }) {
  const { status, owners, source, before } = summary;
  return (
    <Alert
      color="green"
      icon={<CircleCheck size={18} aria-hidden />}
      title={
        status === 'unchanged'
          ? 'This very file is in the source already'
          : `${count(owners)} ${owners === 1 ? 'owner' : 'owners'} imported into "${source}"`
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          {status === 'unchanged'
            ? 'Nothing was changed.'
            : before.replaced
              ? `They take the place of the ${count(before.owners)} owners that the source had before. Look-ups find them from now on.`
              : 'Look-ups find them from now on.'}
        </Text>
        <Group>
          <Button component={Link} to="/operator/owners">
            To the sources
          </Button>
          <Button variant="default" onClick={onStartOver}>
            Import another file
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Details({ runId, summary }: { runId: string; summary: OwnerImportSummary }) {
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
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning} style={{ overflowWrap: 'anywhere' }}>
                {warning}
              </List.Item>
            ))}
          </List>
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
          <Sentences title="Why" sentences={columns.map(reasonOnPage).filter((reason) => reason !== null)} />
          <Sentences title="Never read" sentences={sensitiveColumns} />
          <Sentences title="Not used" sentences={ignoredColumns} />
        </Stack>
      </Card>
    </>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {sentences.map((sentence, at) => (
          <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
