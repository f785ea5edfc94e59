import { Group } from '@mantine/core';
import { Ban, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { own } from '../../api/clients.js';
import { PersonOutcome } from '../../operator/found-person.js';
import type { DeletedPerson, FoundPerson } from '../../operator/people.js';
import {
  SEARCH_NEEDS,
  cellsOf,
  isNamed,
  NO_PERSON,
  PersonFields,
  PersonSearch,
} from '../../operator/person-fields.js';
import { ActButton } from '../../parts/dialog.js';
import { count, plural } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { saveJson } from '../../parts/save.js';
import { PlainButton, ProblemNote } from '../../parts/text.js';

const MISSING =
  'Enter a name with an address, a ZIP, or a city and state; or an address, a phone or an email.';

interface Outcome {
  /** Notes about a person who was left out. */
  leftOut?: readonly string[];
  deleted?: DeletedPerson;
}

export default function PersonPage() {
  const [typed, setTyped] = useState(NO_PERSON);
  const person = cellsOf(typed);
  const [outcome, setOutcome] = useState<Outcome>({});
  const find = useAct({ send: () => own.POST('/operator/api/people/found', { body: person }) });
  const copy = useAct({
    send: () => own.POST('/operator/api/people/export', { body: person }),
    onDone: (made) => saveJson(made, 'person.json'),
  });
  const change = (next: typeof typed) => {
    setTyped(next);
    // Earlier results belong to another person.
    setOutcome({});
    find.reset();
    copy.reset();
  };
  return (
    <Page
      title="One person"
      about="Answer one person's request: find what we store, hand over a copy, leave the person out, or delete what we store."
    >
      <PersonSearch
        about={`${MISSING} ${SEARCH_NEEDS} A name with a phone or an email finds only that person.`}
        missing={isNamed(typed) ? null : MISSING}
        action="Find records"
        act={find}
        onSearch={() => find.run()}
      >
        <PersonFields person={typed} onChange={change} />
      </PersonSearch>
      {copy.isError && <ProblemNote error={copy.error} />}
      <PersonOutcome who="the person" leftOut={outcome.leftOut} deleted={outcome.deleted} found={find.data} />
      {find.isSuccess && (
        <Group gap="xs">
          <PlainButton
            leftSection={<Download size={16} />}
            onClick={() => copy.run()}
            loading={copy.isPending}
          >
            Download copy
          </PlainButton>
          <ActButton
            label="Leave out"
            button={{ leftSection: <Ban size={16} /> }}
            title="Leave this person out?"
            action="Leave out"
            reason
            send={(reason) => own.POST('/operator/api/people/suppression', { body: { person, reason } })}
            onDone={({ notes }) => setOutcome({ ...outcome, leftOut: notes })}
          >
            The person is in no answer from now on. Customers get back what they paid for results not yet
            handed out.
          </ActButton>
          <ActButton
            label="Delete records"
            button={{ leftSection: <Trash2 size={16} /> }}
            title="Delete these records?"
            action="Delete records"
            isDangerous
            reason
            send={(reason) => own.POST('/operator/api/people/deletion', { body: { person, reason } })}
            onDone={(deleted) => {
              setOutcome({ ...outcome, deleted });
              find.reset();
            }}
          >
            We delete {plural(find.data.ownerRecords.length, 'owner record')}
            {namesIn(find.data)}, rows in customer files, saved lookups and support messages for good, and
            leave the person out from now on. Customers get back what they paid for those rows. Saved lookups
            stay paid.
          </ActButton>
        </Group>
      )}
    </Page>
  );
}

const MOST_NAMES = 5;

/** ` (Jane Doe, John Doe)`, so that an operator sees whom the button is about. */
function namesIn({ ownerRecords }: FoundPerson): string {
  const names = [...new Set(ownerRecords.map(({ name }) => name))];
  if (names.length === 0) return '';
  const more = names.length > MOST_NAMES ? ` and ${count(names.length - MOST_NAMES)} more` : '';
  return ` (${names.slice(0, MOST_NAMES).join(', ')}${more})`;
}
