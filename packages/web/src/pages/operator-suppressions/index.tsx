import { Switch, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { own, usePages } from '../../api/clients.js';
import {
  ADDRESS_NEEDS,
  cellsOf,
  FieldsMissing,
  isNamed,
  NO_PERSON,
  PersonFields,
} from '../../operator/person-fields.js';
import type { Column } from '../../parts/data-table.js';
import { ActButton, DialogButton, DialogForm, useClose } from '../../parts/dialog.js';
import { Facts } from '../../parts/facts.js';
import { ReasonField, useDraft } from '../../parts/fields.js';
import { count, dateAndTime } from '../../parts/format.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { Fine } from '../../parts/text.js';
import { useUrlSearch } from '../../parts/url-search.js';

type Entry = AppSchemas['Suppression'];

const SUPPRESSIONS = '/operator/api/suppressions';

const KINDS = {
  person: 'Person at an address',
  zip: 'Name in a ZIP',
  property: 'Property',
  phone: 'Phone',
  email: 'Email',
} as const satisfies Record<Entry['kind'], string>;

const COLUMNS: readonly Column<Entry>[] = [
  {
    title: 'Kind and reason',
    breaks: 'anywhere',
    cell: ({ kind, reason, source, createdAt, erasedAt, liftedAt, liftedBy, liftReason }) => (
      <>
        <Text fw={500}>{KINDS[kind]}</Text>
        <Text>{reason}</Text>
        {erasedAt !== null && <Fine>Deleted {dateAndTime(erasedAt)}</Fine>}
        {liftedAt !== null && (
          <Fine>
            Lifted {dateAndTime(liftedAt)} by {liftedBy}: {liftReason}
          </Fine>
        )}
        <Fine hiddenFrom="sm">
          {source}, {dateAndTime(createdAt)}
        </Fine>
      </>
    ),
  },
  { title: 'Source', from: 'sm', cell: ({ source }) => source },
  {
    title: 'Added',
    from: 'sm',
    cell: ({ createdAt, enteredBy }) => (
      <>
        {dateAndTime(createdAt)}
        <Fine>by {enteredBy}</Fine>
      </>
    ),
  },
  {
    title: 'Change',
    isHidden: true,
    isNumber: true,
    cell: ({ id: suppressionId, liftedAt }) =>
      liftedAt === null && (
        <ActButton
          label="Lift"
          button={{ size: 'xs', 'aria-label': `Lift entry ${suppressionId}` }}
          title="Lift this entry?"
          action="Lift entry"
          isDangerous
          reason={{ description: null }}
          send={(reason) =>
            own.POST('/operator/api/suppressions/{suppressionId}/lift', {
              params: { path: { suppressionId } },
              body: { reason },
            })
          }
          changes={[SUPPRESSIONS]}
        >
          Answers may name the person again. What was deleted stays deleted.
        </ActButton>
      ),
  },
];

export default function SuppressionsPage() {
  const { params, set } = useUrlSearch();
  const all = params.get('all') === '1';
  const found = usePages(SUPPRESSIONS, { params: { query: { all } } });
  const counts = found.data?.pages[0];
  return (
    <Page
      title="Suppressions"
      about="Who is in no answer. We keep keyed hashes only, so the list can't say whom an entry is about."
      actions={
        <DialogButton
          label="Add entry"
          button={{ variant: 'filled', leftSection: <Plus size={16} /> }}
          title="Leave out whom?"
          size="lg"
        >
          <AddSuppression />
        </DialogButton>
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
      <PagedTable
        label="Suppressions"
        found={found}
        rows={found.data?.pages.flatMap((page) => page.entries)}
        of={String(all)}
        columns={COLUMNS}
        empty={<Empty title="No entries">People who ask to be left out show up here.</Empty>}
      />
    </Page>
  );
}

const MISSING = 'Enter a name with an address or a ZIP; or an address, a phone or an email.';

function AddSuppression() {
  const { draft, change, text } = useDraft({ person: NO_PERSON, reason: '' });
  const [isChecked, setChecked] = useState(false);
  const add = useAct({
    send: () => own.POST(SUPPRESSIONS, { body: { ...draft, person: cellsOf(draft.person) } }),
    changes: [SUPPRESSIONS],
    onDone: useClose(),
  });
  const missing = !isNamed(draft.person) ? MISSING : draft.reason.trim() === '' ? 'Enter a reason.' : null;
  const submit = () => {
    setChecked(true);
    if (missing === null) add.run();
  };
  return (
    <DialogForm act={add} action="Add entry" onSubmit={submit} noValidate>
      <Text>
        Without a name, an address stands for the whole property. A phone or an email is left out of every
        answer; its owner stays. {ADDRESS_NEEDS} Beside a name, a ZIP is enough.
      </Text>
      <PersonFields person={draft.person} onChange={(person) => change({ person })} />
      <ReasonField {...text('reason')} />
      {isChecked && missing !== null && <FieldsMissing>{missing}</FieldsMissing>}
    </DialogForm>
  );
}
