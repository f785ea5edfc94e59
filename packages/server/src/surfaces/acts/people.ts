import { dollars } from '../../money/billing/index.js';
import { isoTime } from '../../platform/clock.js';
import { Turns } from '../../platform/lib/batches.js';
import { coded } from '../../platform/lib/coded.js';
import { plain, table } from '../../platform/lib/printable.js';
import {
  personOf,
  requestsOf,
  UnnamedPersonError,
  type Cells,
  type Person,
} from '../../privacy/search/cells.js';
import type { Service } from '../service/service.js';
import { act, whyOf } from './act.js';
import { int, list, maybe, object, text } from './schema.js';
import { Disclosure, EntryCells, PersonCells, Reason, SuppressedPerson } from './schemas/people.js';

/** The entry is lifted, or never existed. */
class UnknownSuppressionError extends coded(
  'unknown_suppression',
  'No entry with this whole ID is in force. Somebody may have lifted it.',
) {}

/** Drops fields that are empty in the form. */
export const trimmed = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells as Record<string, string>).flatMap(([name, typed]) =>
      typed.trim() === '' ? [] : [[name, typed.trim()]],
    ),
  );

/** Refuses a command before it opens the service, and so before it is in the log. @throws UnnamedPersonError */
function requireNamed(cells: Cells): null {
  personOf(trimmed(cells));
  return null;
}

const source = maybe(text('where the request came from (default: "operator")'));

/** Some acts read all owners, all files or the whole log, so a server does one at a time, and the others wait. */
const turns = new Turns();
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take('one person', work);

export const addSuppression = act({
  says: 'Leave out a person at an address or in a ZIP, a whole property, a phone or an email, exactly as named',
  fields: { person: PersonCells, reason: Reason },
  also: { source, person: EntryCells },
  async run({ suppressions }, { person, reason, source: from }, by) {
    const { requests, inCity } = personOf(trimmed(person));
    if (inCity !== null)
      throw new UnnamedPersonError('A name is left out at an address or in a ZIP, not in a whole city.');
    return suppressions.add(requests, whyOf(by, reason, from));
  },
  app: {
    id: 'addSuppression',
    at: 'POST /operator/api/suppressions',
    description: 'What is on the list already stays as it is.',
    answers: [200, 'What was added.', SuppressedPerson],
    show: ({ added, known }) => ({ added, known, notes: [] }),
    log: ({ added, known }) => ['entries added to the suppression list', { added, known }],
  },
  command: {
    name: 'suppress add',
    by: 'who enters it',
    where: 'new',
    faultOf({ person }) {
      const requests = requestsOf(person);
      if (requests.length !== 1)
        return 'Name one of: --phone, --email, --address, --name with --address, --name with --zip. For several, run the command again.';
      return requests.some((request) => request.kind === 'zip' && request.zip === '')
        ? 'Say where: --address with its ZIP, or --zip.'
        : null;
    },
    prints: (added) => [
      added,
      [added.added === 1 ? `Added: entry ${added.ids.join()}.` : 'This is on the list already.'],
    ],
  },
});

export const liftSuppression = act({
  says: 'Take an entry out of force',
  fields: { suppressionId: text(), reason: Reason },
  async run({ suppressions }, { suppressionId, reason }, { name, actor }) {
    const isLifted = await suppressions.lift(suppressionId, { reason: reason.trim(), by: name, actor });
    if (!isLifted) throw new UnknownSuppressionError();
  },
  app: {
    id: 'liftSuppression',
    at: 'POST /operator/api/suppressions/{suppressionId}/lift',
    answers: [204, 'Lifted. What is known of it stays, but for whom it is about.'],
    log: (_, { suppressionId }) => ['entry of the suppression list lifted', { suppressionId }],
  },
  command: {
    name: 'suppress lift <suppressionId>',
    by: 'who lifts it',
    prints: (_, { suppressionId: id }) => [{ id, lifted: true }, [`Lifted ${id}.`]],
  },
});

/** Suppresses the person as given, and by name at each property that a phone or an email leads to. */
export const leaveOut = (service: Service, person: Person, why: ReturnType<typeof whyOf>) =>
  inTurn(async () => {
    const { asideLines, findPerson } = await import('../../privacy/person/index.js');
    const found = await findPerson(service, person);
    const { added, known } = await service.suppressions.add(found.search.requests, why);
    return { added, known, leftAside: found.leftAside, notes: asideLines(found) };
  });

export const suppressPerson = act({
  says: 'Leave a person out of every answer, and delete nothing',
  fields: { person: PersonCells, reason: Reason },
  also: { source },
  async run(service, { person, reason, source: from }, by) {
    const sought = personOf(trimmed(person));
    return leaveOut(service, sought, whyOf(by, reason, from));
  },
  app: {
    id: 'suppressPerson',
    at: 'POST /operator/api/people/suppression',
    description:
      'A POST, so that no name stands in a URL. Reads all owners and files, which takes minutes with many millions of owners.',
    answers: [200, 'What was added to the list.', SuppressedPerson],
    show: ({ added, known, notes }) => ({ added, known, notes }),
    log: ({ added, known }) => ['person left out', { added, known }],
  },
  command: {
    name: 'people suppress',
    by: 'who enters it',
    faultOf: ({ person }) => requireNamed(person),
    prints: ({ added, known, notes, leftAside }) => {
      if (added + known === 0) throw new NothingStoredError(notes);
      return [{ added, known, leftAside }, [`Added ${added}, on the list already: ${known}.`, ...notes]];
    },
  },
});

/** A command has nothing to do. */
class NothingStoredError extends coded('nothing_stored') {
  constructor(notes: readonly string[]) {
    super(['Nothing is stored about this person.', ...notes].join(' '));
  }
}

export const findDisclosures = act({
  says: 'Answer "who received my data?": the answers and results that had a person\'s record',
  fields: {
    person: maybe(PersonCells),
    recordId: maybe(
      int('an owner record by its number, instead of a person', {
        minimum: 1,
        maximum: 281_474_976_710_655,
        'x-flag': 'record',
      }),
    ),
  },
  async run(service, { person = {}, recordId }) {
    const sought = recordId === undefined ? personOf(trimmed(person)) : { recordId };
    const { whoReceived } = await import('../../privacy/person/index.js');
    const found = await inTurn(() => whoReceived(service, sought));
    return found.map(({ at, account, downloadedAt, ...rest }) => ({
      at: isoTime(at),
      account: plain(account),
      ...rest,
      downloadedAt: downloadedAt.map(isoTime),
    }));
  },
  app: {
    id: 'findDisclosures',
    at: 'POST /operator/api/people/disclosures',
    description:
      'A POST, so that no name stands in a URL. Reads all owners and the whole log of disclosures, which takes minutes where both are large.',
    answers: [
      200,
      'Oldest first; empty if no customer received the record while the log is kept.',
      object({ disclosures: list(Disclosure) }),
    ],
    show: (disclosures) => ({ disclosures }),
    log: (disclosures) => ['receivers of a record were looked up', { answers: disclosures.length }],
  },
  command: {
    name: 'audit who',
    faultOf: ({ person = {}, recordId }) => (recordId === undefined ? requireNamed(person) : null),
    prints: (disclosures) => [
      disclosures,
      table(
        ['WHEN', 'ACCOUNT', 'OPERATION', 'COST', 'REFERENCE', 'ASKED BY', 'FOUND BY', 'DOWNLOADED'],
        disclosures.map((one) => [
          ...[one.at, one.account, one.operation, dollars(one.cents), one.reference ?? '', one.actor, one.by],
          one.downloadedAt.join(' '),
        ]),
      ),
    ],
  },
});
