// Schemas of people: their requests, what is stored about them, and who is left out.
import {
  bool,
  choice,
  filled,
  form,
  int,
  list,
  maybe,
  object,
  orNull,
  personal,
  text,
  time,
} from '../schema.js';
import { JobStatus } from './customer.js';

export const PersonWish = choice(
  ['leave_out', 'know', 'delete', 'know_and_delete'],
  'know_and_delete = hand over a copy first.',
);
export const PostalAddress = form({
  street: personal({ ...filled(200) }),
  city: personal({ maxLength: 100 }),
  state: personal({ maxLength: 20 }),
  zip: personal({ pattern: '^\\d{5}(-\\d{4})?$', 'x-skiptrace-must': 'be a ZIP code of five digits' }),
});
export const PersonRequestForm = form({
  wants: PersonWish,
  name: personal({ ...filled(200) }),
  addresses: list(PostalAddress, { minItems: 1, maxItems: 5 }),
  phones: list(personal({ minLength: 1, maxLength: 40 }), { maxItems: 5 }),
  emails: list(personal({ format: 'email', maxLength: 254 }), { maxItems: 5 }),
  agent: orNull(personal('Who asks for the person; null where the person asks.', { maxLength: 200 })),
  contactEmail: orNull(
    personal('Where the link to confirm goes; null for a letter to the first address.', {
      format: 'email',
      maxLength: 254,
    }),
  ),
  language: choice(['en', 'es']),
});
export const PersonRequest = object({
  id: text(),
  reference: text(),
  wants: PersonWish,
  state: choice(['unconfirmed', 'open', 'done', 'refused']),
  name: personal(),
  addresses: list(PostalAddress),
  phones: list(personal()),
  emails: list(personal()),
  agent: orNull(personal()),
  contactEmail: orNull(personal()),
  language: choice(['en', 'es']),
  createdAt: time(),
  dueAt: time(),
  isExtended: bool(),
  isEmptied: bool('The person was deleted from it since.'),
  letters: int('How many were written.'),
  history: list(
    object({
      at: time(),
      what: choice([
        'received',
        'mailed',
        'letter',
        'confirmed',
        'confirmed_by_operator',
        'exported',
        'suppressed',
        'deleted',
        'extended',
        'done',
        'refused',
        'reopened',
        'emptied',
      ]),
      by: orNull(text('Null for the person or the server.')),
      note: orNull(personal()),
    }),
    'What was done, oldest first.',
  ),
});
export const Reason = personal("why, for your records; don't name the person", { ...filled(1000) });
export const PersonCells = form(
  {
    name: maybe(personal('a person: with an address, a ZIP, or a city and state', { maxLength: 200 })),
    address: maybe(
      personal('"12 Oak St Apt 4, Dayton, OH 45402"; without a name the whole property', { maxLength: 500 }),
    ),
    city: maybe(personal('with a name and a state', { maxLength: 100 })),
    state: maybe(personal('two letters', { maxLength: 20 })),
    zip: maybe(personal('five digits', { maxLength: 10 })),
    phone: maybe(personal('everyone with this phone', { maxLength: 40 })),
    email: maybe(personal('everyone with this email', { maxLength: 254 })),
  },
  'A name with an address, a ZIP, or a city and state; or an address, a phone or an email. Several narrow it down.',
);
const { city: _city, state: _state, ...entryCells } = PersonCells.properties;
/** A person, a property, a phone or an email that the suppression list can hold: it takes no name in a whole city. */
export const EntryCells = form({
  ...entryCells,
  name: maybe(personal('a person: with an address or a ZIP', { maxLength: 200 })),
});
export const PersonAndReason = form({ person: PersonCells, reason: Reason });
export const Disclosure = object({
  at: time('When it was answered, or the result was written.'),
  accountId: text(),
  account: text('Its name.'),
  operation: choice(['lookup', 'bulk', 'job']),
  actor: text('`key:ID` or `dashboard:ID`: who asked.'),
  reference: orNull(text('The id of the request or of the job.')),
  cents: int('What the whole lookup or job cost.'),
  by: choice(
    ['record', 'property'],
    '`property`: another record of the same property, perhaps of another owner or from an earlier file.',
  ),
  downloadedAt: list(time()),
});
export const DisclosureLog = object({
  entries: int(),
  lastSealAt: orNull(time()),
  lastCheck: orNull(
    object({ at: time(), faults: int('0 where the log is whole.') }),
    'The last "audit verify"; null if there was none.',
  ),
});
export const Suppression = object({
  id: text(),
  kind: choice(['person', 'property', 'zip', 'phone', 'email']),
  reason: text(),
  source: text(),
  enteredBy: text(),
  createdAt: time(),
  liftedAt: orNull(time()),
  liftedBy: orNull(text()),
  liftReason: orNull(text()),
  erasedAt: orNull(time('When the people were deleted, too.')),
});
export const DropStatus = orNull(
  choice(
    ['waits', 'exempted', 'deleted', 'opted out', 'not found'],
    'Null before matching, or before it was reported.',
  ),
);
export const DropState = object({
  hasKey: bool('Whether DROP_API_KEY is set.'),
  periodDays: int(),
  lastAccessAt: orNull(time()),
  nextAccessBy: orNull(time()),
  answerBy: orNull(time('Null where no statuses are due.')),
  findings: list(text()),
  counts: list(
    object({ list: text(), items: int(), status: DropStatus, reported: DropStatus, inForce: bool() }),
  ),
});
export const PersonNotes = list(
  text(),
  "What was not followed of what was asked, and what the confirmation of a request doesn't show, as sentences.",
);
export const FoundPerson = object({
  entries: int('Entries of the suppression list that it comes to.'),
  corrections: int('Corrections of owners that name the person.'),
  ownerRecords: list(
    object({
      recordId: int(),
      foundBy: list(
        choice(['property', 'mailing address', 'phone', 'email', 'correction']),
        'Parts of the record that led to it.',
      ),
      source: text(),
      name: personal(),
      property: personal(),
      phones: int(),
      emails: int(),
    }),
  ),
  jobs: list(
    object({
      jobId: text(),
      accountId: text(),
      status: JobStatus,
      listRows: int(),
      ownerRows: int(),
      unread: orNull(text()),
    }),
  ),
  supportMessages: int('How many there are.'),
  savedLookups: int('How many customers have saved.'),
  requests: list(text(), 'References of requests that name the person, some of them in a note alone.'),
  replays: int('Answers kept for repeated requests.'),
  isImporting: bool(),
  notes: PersonNotes,
});
export const PersonExport = object(
  { about: text(), writtenAt: time() },
  'Readable by a person; its parts are not fixed.',
  { additionalProperties: true },
);
export const SuppressedPerson = object({
  added: int(),
  known: int('On the list already.'),
  notes: PersonNotes,
});
export const DeletedPerson = object({
  entries: int(),
  ownerRecords: int(),
  corrections: int(),
  jobs: int('Jobs with files that were cleaned.'),
  messages: int(),
  savedLookups: int(),
  requests: int('Closed requests that were emptied.'),
  waiting: list(text(), 'What has to wait, as sentences.'),
  notes: PersonNotes,
});
export const Refusal = object({ error: text() });
export const LookupRefusal = object({
  error: text(),
  balanceRequired: maybe(int('Cents that a match needs. With 402.')),
  dailyMissLimit: maybe(int('Misses of a day that are used up. With 429.')),
});
