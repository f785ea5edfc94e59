import { Button, Group, Switch, Table, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { pagedQuery } from '../../api/paged-query.js';
import { DataTable } from '../../parts/data-table.js';
import { Empty, Page } from '../../parts/page.js';
import { Facts } from '../../parts/facts.js';
import { count, dateAndTime } from '../../parts/format.js';
import { Dialog, DialogForm } from '../../parts/dialog-form.js';
import { PagedList } from '../../parts/paged-list.js';
import { useUrlSearch } from '../../parts/url-search.js';
import { isNamed, FieldsMissing, NO_PERSON, PersonFields, type Typed } from '../../operator/person-fields.js';
import { Confirm } from '../../parts/confirm.js';
import { ReasonField } from '../../operator/reason-field.js';

type Entry = AppSchemas['Suppression'];

const suppressionsQuery = (all: boolean) =>
  pagedQuery(
    [...SUPPRESSIONS, all],
    (page) => bodyOf(own.GET('/operator/api/suppressions', { params: { query: { all, ...page } } })),
    { placeholderData: keepPreviousData },
  );

const KINDS = {
  person: 'Person at an address',
  zip: 'Name in a ZIP',
  property: 'Property',
  phone: 'Phone',
  email: 'Email',
} as const satisfies Record<Entry['kind'], string>;

export default function SuppressionsPage() {
  const { params, set } = useUrlSearch();
  const all = params.get('all') === '1';
  const found = useInfiniteQuery(suppressionsQuery(all));
  const counts = found.data?.pages[0];
  const [isAdding, setAdding] = useState(false);
  const [lifted, lift] = useState<Entry | null>(null);
  return (
    <Page
      title="Suppressions"
      about="Who is in no answer. We keep keyed hashes only, so the list can't say whom an entry is about."
      actions={
        <Button leftSection={<Plus size={16} />} onClick={() => setAdding(true)}>
          Add entry
        </Button>
      }
    >
      <Facts
        facts={[
          ['In force', counts && count(counts.inForce)],
          ['Lifted', counts && count(counts.lifted)],
        ]}
      />
      <Switch
        label="Show lifted entries"
        checked={all}
        onChange={(event) => set({ all: event.currentTarget.checked ? '1' : '' })}
      />
      <PagedList
        found={found}
        rows={found.data?.pages.flatMap((page) => page.entries)}
        of={String(all)}
        empty={<Empty title="No entries">People who ask to be left out show up here.</Empty>}
      >
        {(entries) => (
          <DataTable
            label="Suppressions"
            heads={[
              'Kind and reason',
              { title: 'Source', from: 'sm' },
              { title: 'Added', from: 'sm' },
              { title: 'Change', isHidden: true },
            ]}
          >
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} lift={() => lift(entry)} />
            ))}
          </DataTable>
        )}
      </PagedList>
      <AddSuppression opened={isAdding} onClose={() => setAdding(false)} />
      <LiftSuppression id={lifted?.id ?? null} onClose={() => lift(null)} />
    </Page>
  );
}

function Row({ entry, lift }: { entry: Entry; lift: () => void }) {
  const { id, kind, reason, source, enteredBy, createdAt, liftedAt, liftedBy, liftReason, erasedAt } = entry;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {KINDS[kind]}
        </Text>
        <Text size="sm">{reason}</Text>
        {erasedAt !== null && (
          <Text size="xs" c="dimmed">
            Deleted {dateAndTime(erasedAt)}
          </Text>
        )}
        {liftedAt !== null && (
          <Text size="xs" c="dimmed">
            Lifted {dateAndTime(liftedAt)} by {liftedBy}: {liftReason}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {source}, {dateAndTime(createdAt)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{source}</Table.Td>
      <Table.Td visibleFrom="sm">
        {dateAndTime(createdAt)}
        <Text size="xs" c="dimmed">
          by {enteredBy}
        </Text>
      </Table.Td>
      <Table.Td>
        {liftedAt === null && (
          <Group justify="flex-end">
            <Button size="xs" variant="default" onClick={lift} aria-label={`Lift entry ${id}`}>
              Lift
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

const SUPPRESSIONS = ['operator', 'suppressions'];

const MISSING = 'Enter a name with an address or a ZIP; or an address, a phone or an email.';

function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [person, setPerson] = useState<Typed>(NO_PERSON);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const close = () => {
    setPerson(NO_PERSON);
    setReason('');
    setChecked(false);
    add.reset();
    onClose();
  };
  const add = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/suppressions', { body: { person, reason } })),
    onSuccess: () => {
      close();
      return queries.invalidateQueries({ queryKey: SUPPRESSIONS });
    },
  });
  const isGood = isNamed(person) && reason.trim() !== '';
  const submit = () => {
    setChecked(true);
    if (isGood && !add.isPending) add.mutate();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Leave out whom?" size="lg">
      <DialogForm
        action="Add entry"
        onSubmit={submit}
        onCancel={close}
        isPending={add.isPending}
        error={add.error}
        noValidate
      >
        <Text size="sm">
          Without a name, an address stands for the whole property. A phone or an email is left out of every
          answer; its owner stays.
        </Text>
        <PersonFields person={person} onChange={setPerson} />
        <ReasonField value={reason} onChange={setReason} />
        {isChecked && !isGood && (
          <FieldsMissing>{isNamed(person) ? 'Enter a reason.' : MISSING}</FieldsMissing>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** @param props.id null while the window is closed */
function LiftSuppression({ id, onClose }: { id: string | null; onClose: () => void }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const close = () => {
    setReason('');
    lift.reset();
    onClose();
  };
  const lift = useMutation({
    mutationFn: (suppressionId: string) =>
      bodyOf(
        own.POST('/operator/api/suppressions/{suppressionId}/lift', {
          params: { path: { suppressionId } },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      close();
      return queries.invalidateQueries({ queryKey: SUPPRESSIONS });
    },
  });
  return (
    <Confirm
      opened={id !== null}
      onClose={close}
      title="Lift this entry?"
      action="Lift entry"
      isDangerous
      isBlocked={reason.trim() === ''}
      onConfirm={() => id !== null && lift.mutate(id)}
      isPending={lift.isPending}
      error={lift.error}
    >
      <Text size="sm">Answers may name the person again. What was deleted stays deleted.</Text>
      <ReasonField mt="md" description={null} data-autofocus value={reason} onChange={setReason} />
    </Confirm>
  );
}
