import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { DialogButton } from '../../parts/dialog.js';
import { Facts } from '../../parts/facts.js';
import { count, dateAndTime, plural } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { ButtonTo, Heading, Loaded, Warning } from '../../parts/text.js';
import { DeleteSource, PhoneTypeForm, PriorityForm } from './change-source.js';

/** Polling interval while an import is running or was left unfinished. */
const REFRESH_MS = 5_000;

export default function OwnersPage() {
  const found = useQuery({
    ...sourcesQuery,
    refetchInterval: ({ state }) => ((state.data?.loading ?? 0) > 0 ? REFRESH_MS : false),
  });
  return (
    <Page
      title="Owners"
      about="Where owners come from. At a property that several sources know, the highest priority wins, then the newest import."
      actions={
        <>
          <ButtonTo to="/operator/owners/explain">Correct or hide one owner</ButtonTo>
          <ButtonTo to="/operator/owners/imports">Past imports</ButtonTo>
          <ButtonTo to="/operator/owners/import" variant="filled" leftSection={<Upload size={16} />}>
            Import owners
          </ButtonTo>
        </>
      }
    >
      <Loaded of={found}>
        {({ loading, sources, retired }) => (
          <Stack gap="xl">
            {loading > 0 && (
              <Alert color="blue">
                {plural(loading, 'import is', 'imports are')} running or interrupted. To finish an interrupted
                one, start it again; its traces are removed automatically.
              </Alert>
            )}
            {sources.length === 0 ? (
              <Empty title="No owners yet">
                Import a CSV or Excel file of a county, a data vendor or your own.
              </Empty>
            ) : (
              sources.map((source) => <SourceCard key={source.source} source={source} />)
            )}
            {retired.records > 0 && (
              <Text c="dimmed">
                {plural(retired.records, 'deleted owner is', 'deleted owners are')} kept until no job needs
                them.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function untypedText({ untypedPhones, phoneTypeDefault }: OwnerSource): string {
  const phones = `${plural(untypedPhones, 'phone has', 'phones have')} no type in the data`;
  return phoneTypeDefault === null
    ? `${phones}. Answers leave ${untypedPhones === 1 ? 'it' : 'them'} out until you say what such phones are.`
    : `${phones}. Such phones are taken for ${phoneTypeDefault}s.`;
}

function SourceCard({ source }: { source: OwnerSource }) {
  const name = source.source;
  return (
    <Stack gap="sm" component="section" aria-label={`Source ${name}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Heading>{name}</Heading>
            <Badge>Priority {source.priority}</Badge>
          </Group>
          <Text c="dimmed">
            {plural(source.imports, 'import')}, the last {dateAndTime(source.lastImportAt)}
          </Text>
        </div>
        <Group gap="xs" justify="flex-end">
          <DialogButton
            label="Set priority"
            button={{ size: 'xs', 'aria-label': `Set priority of ${name}` }}
            title={`Priority of ${name}`}
          >
            <PriorityForm source={source} />
          </DialogButton>
          <DeleteSource source={source} />
        </Group>
      </Group>
      {source.outdated && (
        <Warning p="xs">
          Some of its owners aren&apos;t found any more: this version reads addresses in another way. Import
          its file again.
        </Warning>
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
          <Text>{untypedText(source)}</Text>
          <DialogButton
            label="Set type"
            button={{ size: 'compact-xs', 'aria-label': `Set type of phones of ${name}` }}
            title={`Phones without a type of ${name}`}
          >
            <PhoneTypeForm source={source} />
          </DialogButton>
        </Group>
      )}
      {source.imports > 1 && (
        <Text c="dimmed">An owner who is in several imports is counted in each. Lookups use the newest.</Text>
      )}
    </Stack>
  );
}
