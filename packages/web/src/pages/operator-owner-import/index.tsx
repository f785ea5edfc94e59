import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../../api/problem.js';
import { whoDidIt } from '../../operator/events.js';
import { importQuery, importWords, RUN_WORDS, type OwnerImport } from '../../operator/owner-import.js';
import { Copyable } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { bytes, count, dateAndTime } from '../../parts/format.js';
import { late } from '../../parts/late.js';
import { Page, PageMissing } from '../../parts/page.js';
import { Loaded } from '../../parts/loaded.js';

const RunDetails = late(async () => ({
  default: (await import('../../operator/run-details.js')).RunDetails,
}));

export default function OwnerImportPage() {
  const { importId = '' } = useParams();
  const found = useQuery(importQuery(importId));
  if (isNotFound(found.error)) return <PageMissing home="/operator/owners/imports" />;
  return (
    <Page
      title={found.data?.fileName ?? 'Import of owners'}
      about={<Copyable value={importId} what="the import ID" />}
      actions={
        <Button component={Link} variant="default" to="/operator/owners/imports">
          All imports
        </Button>
      }
    >
      <Loaded of={found} height={320}>
        {(data) => <Details of={data} />}
      </Loaded>
    </Page>
  );
}

function Details({ of }: { of: OwnerImport }) {
  const { id, fileId, state, error, startedAt, endedAt, startedBy, rowsRead, bytesRead, summary } = of;
  const { label, color } = RUN_WORDS[state];
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Badge color={color}>{label}</Badge>
        <Text size="sm">{importWords(of)}</Text>
      </Group>
      {error !== null && (
        <Alert color="red" icon={<TriangleAlert />} title="Why it failed">
          <Stack gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {error}
            </Text>
            <Text size="sm">
              {fileId === ''
                ? 'The command that ran it printed more.'
                : `The server’s log says more: its lines about this import have the runId ${id}.`}
            </Text>
          </Stack>
        </Alert>
      )}
      <Facts
        facts={[
          ['Started', dateAndTime(startedAt)],
          [state === 'running' ? 'State' : 'Ended', endedAt === null ? 'Under way' : dateAndTime(endedAt)],
          ['By', startedBy === null ? '–' : whoDidIt(startedBy)],
          ['Rows read', count(rowsRead)],
          ['Read', `${bytes(bytesRead)} of ${bytes(of.bytes)}`],
        ]}
      />
      {summary !== null && summary.status !== 'unchanged' && (
        <Suspense fallback={<Skeleton height={200} radius="md" />}>
          <RunDetails runId={id} summary={summary} />
        </Suspense>
      )}
      {fileId !== '' && state !== 'done' && (
        <div>
          <Button component={Link} to={`/operator/owners/import?run=${id}`}>
            Continue with this file
          </Button>
          <Text size="xs" c="dimmed" mt={4}>
            Files stay for a day.
          </Text>
        </div>
      )}
    </Stack>
  );
}
