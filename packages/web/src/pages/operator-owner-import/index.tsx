import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { whoDidIt } from '../../operator/events.js';
import { importQuery, importWords, RUN_WORDS, type OwnerImport } from '../../operator/owner-import.js';
import { Copyable } from '../../parts/copy.js';
import { Facts } from '../../parts/facts.js';
import { bytes, count, dateAndTime } from '../../parts/format.js';
import { late } from '../../parts/late.js';
import { PageMissing, PageOf } from '../../parts/page.js';
import { Bad, ButtonTo, Fine } from '../../parts/text.js';

const RunDetails = late(async () => (await import('../../operator/run-details.js')).RunDetails, {
  placeholder: <Skeleton height={200} radius="md" />,
});

export default function OwnerImportPage() {
  const { importId = '' } = useParams();
  const found = useQuery(importQuery(importId));
  return (
    <PageOf
      found={found}
      missing={<PageMissing home="/operator/owners/imports" />}
      before="Import of owners"
      title={({ fileName }) => fileName ?? 'Import of owners'}
      about={<Copyable value={importId} what="the import ID" />}
      actions={<ButtonTo to="/operator/owners/imports">All imports</ButtonTo>}
    >
      {(data) => <Details of={data} />}
    </PageOf>
  );
}

function Details({ of }: { of: OwnerImport }) {
  const { id, fileId, state, error, startedAt, endedAt, startedBy, rowsRead, bytesRead, summary } = of;
  const { label, color } = RUN_WORDS[state];
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Badge color={color}>{label}</Badge>
        <Text>{importWords(of)}</Text>
      </Group>
      {error !== null && (
        <Bad title="Why it failed">
          <Stack gap="xs">
            <Text>{error}</Text>
            <Text>
              {fileId === ''
                ? 'The command that ran it printed more.'
                : `The server’s log says more: its lines about this import have the runId ${id}.`}
            </Text>
          </Stack>
        </Bad>
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
      {summary !== null && summary.status !== 'unchanged' && <RunDetails runId={id} summary={summary} />}
      {fileId !== '' && state !== 'done' && (
        <div>
          <ButtonTo to={`/operator/owners/import?run=${id}`} variant="filled">
            Continue with this file
          </ButtonTo>
          <Fine mt={4}>Files stay for a day.</Fine>
        </div>
      )}
    </Stack>
  );
}
