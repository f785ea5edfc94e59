import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Ban, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { DeletedPersonNote, FoundPersonCard, PersonNotes } from '../../operator/found-person.js';
import { saveDocument } from '../../operator/people.js';
import {
  ADDRESS_NEEDS,
  isNamed,
  NO_PERSON,
  PersonFields,
  PersonSearch,
  type Typed,
} from '../../operator/person-fields.js';
import { Confirm } from '../../parts/confirm.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ReasonField } from '../../operator/reason-field.js';

const MISSING =
  'Enter a name with an address, a ZIP, or a city and state; or an address, a phone or an email.';

export default function PersonPage() {
  const [person, setPerson] = useState<Typed>(NO_PERSON);
  const [asked, ask] = useState<'leave out' | 'delete' | null>(null);
  const [reason, setReason] = useState('');
  const find = useMutation({
    mutationFn: (body: Typed) => bodyOf(own.POST('/operator/api/people/found', { body })),
  });
  const copy = useMutation({
    mutationFn: (body: Typed) => bodyOf(own.POST('/operator/api/people/export', { body })),
    onSuccess: (made) => saveDocument('person.json', made),
  });
  const close = () => {
    ask(null);
    setReason('');
  };
  const suppress = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/people/suppression', { body: { person, reason } })),
    onSuccess: close,
  });
  const remove = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/people/deletion', { body: { person, reason } })),
    onSuccess: () => {
      close();
      find.reset();
    },
  });
  const change = (next: Typed) => {
    setPerson(next);
    // Earlier results belong to another person.
    for (const one of [find, copy, suppress, remove]) one.reset();
  };
  const doing = asked === 'delete' ? remove : suppress;
  return (
    <Page
      title="One person"
      about="Answer one person's request: find what we store, hand over a copy, leave the person out, or delete what we store."
    >
      <PersonSearch
        about={`${MISSING} ${ADDRESS_NEEDS} A name with a phone or an email finds only that person.`}
        missing={isNamed(person) ? null : MISSING}
        action="Find records"
        isPending={find.isPending}
        onSearch={() => find.mutate(person)}
      >
        <PersonFields person={person} onChange={change} />
      </PersonSearch>
      {find.isError && <ProblemNote error={find.error} />}
      {copy.isError && <ProblemNote error={copy.error} />}
      {suppress.isSuccess && (
        <Alert color="green" role="status">
          We leave the person out from now on.
        </Alert>
      )}
      {suppress.isSuccess && <PersonNotes notes={suppress.data.notes} />}
      {remove.isSuccess && <DeletedPersonNote deleted={remove.data} />}
      {find.isSuccess && (
        <Stack>
          <FoundPersonCard found={find.data} />
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<Download size={16} />}
              onClick={() => copy.mutate(person)}
              loading={copy.isPending}
            >
              Download copy
            </Button>
            <Button variant="default" leftSection={<Ban size={16} />} onClick={() => ask('leave out')}>
              Leave out
            </Button>
            <Button variant="default" leftSection={<Trash2 size={16} />} onClick={() => ask('delete')}>
              Delete records
            </Button>
          </Group>
        </Stack>
      )}
      <Confirm
        opened={asked !== null}
        onClose={() => {
          doing.reset();
          close();
        }}
        title={asked === 'delete' ? 'Delete these records?' : 'Leave this person out?'}
        action={asked === 'delete' ? 'Delete records' : 'Leave out'}
        isDangerous={asked === 'delete'}
        isBlocked={reason.trim() === ''}
        onConfirm={() => doing.mutate()}
        isPending={doing.isPending}
        error={doing.error}
      >
        <Text size="sm">
          {asked === 'delete'
            ? 'We delete owner records, rows in customer files, saved lookups and support messages for good, and leave the person out from now on. Customers get back what they paid for those rows.'
            : 'The person is in no answer from now on. Customers get back what they paid for results not yet handed out.'}
        </Text>
        <ReasonField mt="md" data-autofocus value={reason} onChange={setReason} />
      </Confirm>
    </Page>
  );
}
