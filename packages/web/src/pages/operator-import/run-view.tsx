import { Alert, Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CircleCheck } from 'lucide-react';
import type { OwnerImport, OwnerImportRequest, OwnerImportSummary } from '../../operator/owner-import.js';
import { RunDetails } from '../../operator/run-details.js';
import { Confirm } from '../../parts/dialog.js';
import { bytes, count, plural } from '../../parts/format.js';
import { Bad, ButtonTo, Good, Heading, PlainButton, To } from '../../parts/text.js';

interface RunViewProps {
  run: OwnerImport;
  isStarting: boolean;
  onImport: (what: { fileId: string; request: OwnerImportRequest }) => void;
  /** Goes back to the columns step. */
  onChange: (run: OwnerImport) => void;
  onStartOver: () => void;
}

export function RunView({ run, isStarting, onImport, onChange, onStartOver }: RunViewProps) {
  const { state, dryRun, summary, error } = run;
  if (state === 'running') return <Running run={run} />;
  if (state === 'failed' || summary === null) {
    return (
      <Stack>
        <Bad role="alert" title={dryRun ? 'The file can’t be imported like this' : 'The import failed'}>
          {error ?? 'The import ended without a result. Start it again.'}
        </Bad>
        <Group>
          <Button onClick={() => onChange(run)}>Back to the columns</Button>
          <PlainButton onClick={onStartOver}>Choose a different file</PlainButton>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      {dryRun ? (
        <Tried
          run={run}
          summary={summary}
          isStarting={isStarting}
          onImport={onImport}
          onChange={onChange}
          onStartOver={onStartOver}
        />
      ) : (
        <Done runId={run.id} summary={summary} onStartOver={onStartOver} />
      )}
      {summary.status !== 'unchanged' && <RunDetails runId={run.id} summary={summary} />}
    </Stack>
  );
}

function Running({ run: { dryRun, rowsRead, bytesRead, bytes: all } }: { run: OwnerImport }) {
  const isRead = bytesRead >= all;
  return (
    <Card>
      <Stack gap="xs">
        <Heading>{dryRun ? 'Checking the file' : 'Importing the file'}</Heading>
        <Progress
          value={all === 0 ? 0 : (100 * bytesRead) / all}
          animated
          aria-label="How much of the file is read"
        />
        <Text role="status">
          {isRead
            ? `${count(rowsRead)} rows read. Now they are sorted by address.`
            : `${count(rowsRead)} rows, ${bytes(bytesRead)} of ${bytes(all)}.`}
        </Text>
        <Text c="dimmed">The server does this. You can close the page and come back.</Text>
      </Stack>
    </Card>
  );
}

const ownersOf = (owners: number): string => plural(owners, 'owner');

type TriedProps = RunViewProps & { summary: OwnerImportSummary };

function Tried({ run, summary, isStarting, onImport, onChange, onStartOver }: TriedProps) {
  const { fileId, request } = run;
  const [asking, ask] = useDisclosure(false);
  const { source, before, owners, rows } = summary;
  const effect = before.replaced
    ? `This replaces the source "${source}", which has ${ownersOf(before.owners)}.`
    : before.imports === 0
      ? `This makes the source "${source}".`
      : `The source "${source}" has ${ownersOf(before.owners)} already. Owners at the same address in this file are updated; the others stay.`;
  if (summary.status === 'unchanged') {
    return (
      <Alert color="blue" title="Already imported: the source has this file">
        <Stack gap="sm" align="flex-start">
          <Text>There is nothing to import.</Text>
          <PlainButton onClick={onStartOver}>Choose a different file</PlainButton>
        </Stack>
      </Alert>
    );
  }
  const start = () => {
    if (request !== null) onImport({ fileId, request: { ...request, dryRun: false } });
  };
  return (
    <Alert color="blue" icon={<CircleCheck />} title={`${ownersOf(owners)} would be imported`}>
      <Stack gap="sm">
        <Text>
          {rows.stored !== owners &&
            `${count(rows.stored)} accepted ${rows.stored === 1 ? 'row' : 'rows'}, ${ownersOf(owners)}: a row can name two owners. `}
          {effect} Nothing is stored yet.
        </Text>
        <Group>
          {request !== null && (
            <Button onClick={before.replaced ? ask.open : start} loading={isStarting}>
              Import {ownersOf(owners)}
            </Button>
          )}
          <PlainButton onClick={() => onChange(run)}>Change the columns</PlainButton>
          <PlainButton onClick={onStartOver}>Choose a different file</PlainButton>
        </Group>
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`Replace ${source}?`}
        action={`Replace ${ownersOf(before.owners)}`}
        isDangerous
        onConfirm={() => {
          ask.close();
          start();
        }}
        act={{ isPending: false, error: null }}
      >
        The {ownersOf(before.owners)} of this source are removed once the {ownersOf(owners)} of this file are
        there.
      </Confirm>
    </Alert>
  );
}

interface DoneProps {
  runId: string;
  summary: OwnerImportSummary;
  onStartOver: () => void;
}

function Done({ runId, summary, onStartOver }: DoneProps) {
  const { status, owners, source, before } = summary;
  return (
    <Good
      title={
        status === 'unchanged'
          ? 'Already imported: the source has this file'
          : `${ownersOf(owners)} imported into "${source}"`
      }
    >
      <Stack gap="sm">
        <Text>
          {status === 'unchanged'
            ? 'Nothing was changed.'
            : before.replaced
              ? `They take the place of the ${ownersOf(before.owners)} that the source had before. Lookups find them from now on.`
              : before.imports === 0
                ? 'Lookups find them from now on.'
                : 'Lookups find them from now on. Owners that the source had already are updated.'}
        </Text>
        {status !== 'unchanged' && (
          <Text>
            What is below stays under <To to={`/operator/owners/imports/${runId}`}>past imports</To> for 30
            days, and the rejected rows for one day.
          </Text>
        )}
        <Group>
          <ButtonTo variant="filled" to="/operator/owners">
            See all sources
          </ButtonTo>
          <PlainButton onClick={onStartOver}>Import another file</PlainButton>
        </Group>
      </Stack>
    </Good>
  );
}
