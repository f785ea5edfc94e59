import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { Empty, Page } from '../../parts/page.js';
import { Facts } from '../../parts/facts.js';
import { count, dateAndTime } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { DeleteSource, SetPhoneType, SetPriority } from './change-source.js';

/** Polling interval while an import is running or was left unfinished. */
const REFRESH_MS = 5_000;

type Asked = { what: 'priority' | 'phones' | 'delete'; source: OwnerSource } | null;

export default function OwnersPage() {
  const found = useQuery({
    ...sourcesQuery,
    refetchInterval: ({ state }) => ((state.data?.loading ?? 0) > 0 ? REFRESH_MS : false),
  });
  const [asked, ask] = useState<Asked>(null);
  const close = () => ask(null);
  return (
    <Page
      title="Owners"
      about="Where owners come from. At a property that several sources know, the highest priority wins, then the newest import."
      actions={
        <>
          <Button component={Link} variant="default" to="/operator/owners/explain">
            Correct or hide one owner
          </Button>
          <Button component={Link} variant="default" to="/operator/owners/imports">
            Past imports
          </Button>
          <Button component={Link} to="/operator/owners/import" leftSection={<Upload size={16} />}>
            Import owners
          </Button>
        </>
      }
    >
      <Loaded of={found}>
        {(data) => (
          <Stack gap="xl">
            {data.loading > 0 && (
              <Alert color="blue">
                {count(data.loading)} {data.loading === 1 ? 'import is' : 'imports are'} running or
                interrupted. To finish an interrupted one, start it again; its traces are removed
                automatically.
              </Alert>
            )}
            {data.sources.length === 0 ? (
              <Empty title="No owners yet">
                Import a CSV or Excel file of a county, a data vendor or your own.
              </Empty>
            ) : (
              data.sources.map((source) => <SourceCard key={source.source} source={source} ask={ask} />)
            )}
            {data.retired.records > 0 && (
              <Text size="sm" c="dimmed">
                {count(data.retired.records)}{' '}
                {data.retired.records === 1 ? 'deleted owner is' : 'deleted owners are'} kept until no job
                needs them.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
      <SetPriority source={asked?.what === 'priority' ? asked.source : null} onClose={close} />
      <SetPhoneType source={asked?.what === 'phones' ? asked.source : null} onClose={close} />
      <DeleteSource source={asked?.what === 'delete' ? asked.source : null} onClose={close} />
    </Page>
  );
}

function untypedText({ untypedPhones, phoneTypeDefault }: OwnerSource): string {
  const phones = `${count(untypedPhones)} ${untypedPhones === 1 ? 'phone has' : 'phones have'} no type in the data`;
  return phoneTypeDefault === null
    ? `${phones}. Answers leave ${untypedPhones === 1 ? 'it' : 'them'} out until you say what such phones are.`
    : `${phones}. Such phones are taken for ${phoneTypeDefault}s.`;
}

function SourceCard({ source, ask }: { source: OwnerSource; ask: (asked: Asked) => void }) {
  return (
    <Stack gap="sm" component="section" aria-label={`Source ${source.source}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {source.source}
            </Title>
            <Badge>Priority {source.priority}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {count(source.imports)} {source.imports === 1 ? 'import' : 'imports'}, the last{' '}
            {dateAndTime(source.lastImportAt)}
          </Text>
        </div>
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            onClick={() => ask({ what: 'priority', source })}
            aria-label={`Set priority of ${source.source}`}
          >
            Set priority
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => ask({ what: 'delete', source })}
            aria-label={`Delete ${source.source}`}
          >
            Delete
          </Button>
        </Group>
      </Group>
      {source.outdated && (
        <Alert color="yellow" icon={<TriangleAlert />} p="xs">
          Some of its owners aren&apos;t found any more: this version reads addresses in another way. Import
          its file again.
        </Alert>
      )}
      <Facts
        facts={[
          ['Owners', count(source.records)],
          ['Phones', count(source.phones)],
          ['Emails', count(source.emails)],
        ]}
      />
      {source.untypedPhones > 0 && (
        <Group gap="xs">
          <Text size="sm">{untypedText(source)}</Text>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => ask({ what: 'phones', source })}
            aria-label={`Set type of phones of ${source.source}`}
          >
            Set type
          </Button>
        </Group>
      )}
      {source.imports > 1 && (
        <Text size="sm" c="dimmed">
          An owner who is in several imports is counted in each. Lookups use the newest.
        </Text>
      )}
    </Stack>
  );
}
