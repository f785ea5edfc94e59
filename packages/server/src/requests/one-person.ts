import { isoTime } from '../clock.js';
import type { SupportMessage, SupportMessages } from '../contact/index.js';
import type { Replays } from '../idempotency/index.js';
import type { HoldingJob, PersonalFiles } from '../jobs/index.js';
import {
  isNamed,
  requestsFor,
  Wanted,
  type Circumstances,
  type Erasures,
  type FoundOwner,
  type Suppressions,
} from '../people/index.js';
import type { Person } from './cells.js';
import type { PersonRequest } from './entities.js';
import type { SavedLookup, SavedLookups } from '../saved/index.js';
import type { PersonRequests } from './requests.js';

/** Everything that may hold a person. */
export interface PersonParts {
  erasures: Erasures;
  personalFiles: PersonalFiles;
  messages: SupportMessages;
  personRequests: PersonRequests;
  suppressions: Suppressions;
  replays: Replays;
  saved: SavedLookups;
}

/** What is stored about a person. */
export interface Found {
  /** What the request comes to: the person as asked, and at each property where a phone, an email or a city led to. */
  wanted: Wanted;
  owners: FoundOwner[];
  jobs: HoldingJob[];
  messages: SupportMessage[];
  /** Lookups that customers keep: of these owners, or of a property that was asked for. */
  savedLookups: SavedLookup[];
  /** What people asked on the page /opt-out. */
  requests: PersonRequest[];
  /** Answers that would be given again to repeated requests. They name records only, and answer a miss once these are erased. */
  replays: Awaited<ReturnType<Replays['referringTo']>>;
  isImporting: boolean;
}

/** @param onRow see `PersonalFiles.find` */
export async function findPerson(
  service: PersonParts,
  person: Person,
  onRow?: Parameters<PersonalFiles['find']>[1],
): Promise<Found> {
  const { erasures, personalFiles, messages, personRequests, replays, saved } = service;
  const { wanted, owners } = await ownersOfPerson(service, person);
  const isNone = wanted.requests.length === 0;
  const jobs: HoldingJob[] = [];
  if (!isNone) for await (const job of personalFiles.find(wanted, onRow)) jobs.push(job);
  const recordIds = owners.map(({ owner }) => owner.id);
  return {
    wanted,
    owners,
    replays: await replays.referringTo(recordIds),
    savedLookups: isNone ? [] : await saved.concerning(recordIds, (address) => isIn(wanted, address)),
    jobs,
    messages: (await messages.list()).filter((message) => wanted.isIn(message)),
    requests: isNone ? [] : (await personRequests.about(wanted)).filter(names(person.name)),
    isImporting: await erasures.isImporting(),
  };
}

/** The person's owner records, and what the request comes to. */
export async function ownersOfPerson(
  { erasures }: Pick<PersonParts, 'erasures'>,
  { requests, name, inCity }: Person,
): Promise<Pick<Found, 'wanted' | 'owners'>> {
  const first =
    inCity !== null
      ? await erasures.inCity({ name, ...inCity })
      : (await erasures.find(new Wanted(requests))).map(({ owner }) => owner);
  // Others may have the same phone: with a name, only who has it is the person.
  const people = name === '' ? first : first.filter((owner) => isNamed(owner, name));
  // The same people in other records and in files are found by name and property, wherever the request led to them.
  const isOneProperty = requests.length > 0 && requests.every(({ kind }) => kind === 'property');
  const asked = new Wanted([...requests, ...(isOneProperty ? [] : requestsFor(people))]);
  const isNone = asked.requests.length === 0;
  const all = isNone ? [] : await erasures.find(asked);
  const owners = name === '' ? all : all.filter(({ owner }) => isNamed(owner, name));
  const wanted = new Wanted(
    asked.requests,
    owners.map(({ owner }) => owner),
  );
  return { wanted, owners };
}

/** An address on one line, as a row of a list that has nothing else. */
const isIn = (wanted: Wanted, address: string): boolean =>
  wanted.cellsOf({
    row: 0,
    text: address,
    property: { address, city: '', state: '', zip: '' },
    cells: () => [address],
  }).length > 0;

/** Others may have the same phone: with a name, only a request of that name, or by an agent of it, is the person's. */
const names =
  (name: string) =>
  (request: PersonRequest): boolean =>
    name === '' ||
    [request.name, request.agent ?? ''].some((fullName) =>
      isNamed({ firstName: null, lastName: null, fullName }, name),
    );

/** One readable document of all that is stored about a person: what is handed over. */
export async function exportPerson(service: PersonParts, person: Person, nowMs: number) {
  const rows: { jobId: string; accountId: string; row: string }[] = [];
  const found = await findPerson(service, person, ({ id, accountId }, row) => {
    rows.push({ jobId: id, accountId, row });
  });
  const document = {
    about: 'What this skip tracing service stores about one person.',
    writtenAt: isoTime(nowMs),
    ownerRecords: found.owners.map(({ owner: { id: _, ...owner }, origin }) => ({
      source: origin.source,
      ...owner,
    })),
    rowsInCustomersFiles: rows,
    resultsOfCustomers: found.jobs.map(({ jobId, accountId, ownerRows }) => ({
      jobId,
      accountId,
      ownerRows,
    })),
    savedLookupsOfCustomers: found.savedLookups.map(({ accountId, address, createdAt }) => ({
      ...{ accountId, address },
      lookedUpAt: isoTime(createdAt),
    })),
    supportMessages: found.messages.map(({ createdAt, doneAt: _, ...message }) => ({
      ...message,
      createdAt: isoTime(createdAt),
    })),
    requests: found.requests.map(({ reference, wants, name, addresses, phones, emails, agent, ...rest }) => ({
      ...{ reference, wants, name, addresses, phones, emails, agent },
      contactEmail: rest.contactEmail,
      createdAt: isoTime(rest.createdAt),
    })),
  };
  return { found, document };
}

/** In an order in which a kill leaves nothing that would be handed out, and a second run does the rest. */
export async function erasePerson(service: PersonParts, why: Circumstances, found: Found) {
  const { suppressions, erasures, personalFiles, messages, personRequests, saved } = service;
  const { wanted, owners, jobs } = found;
  const { added, known } = await suppressions.add(wanted.requests, why);
  // A phone or an email may be another person's tomorrow: only who and where is deleted again.
  const people = wanted.requests.filter(({ kind }) => kind !== 'phone' && kind !== 'email');
  await suppressions.markErased(people, why.enteredBy);
  let cleaned = 0;
  let unfinishedJobs = 0;
  for (const { jobId, unread } of jobs) {
    if (unread !== null) continue;
    if (await personalFiles.remove(jobId, wanted)) cleaned += 1;
    else unfinishedJobs += 1;
  }
  const removedMessages = await messages.remove(found.messages.map(({ id }) => id));
  const savedLookups = await saved.removeThese(found.savedLookups.map(({ id }) => id));
  const requests = await personRequests.empty(found.requests);
  await erasures.erase(owners.map(({ owner }) => owner.id));
  return {
    by: why.enteredBy,
    removed: {
      entries: added + known,
      ownerRecords: owners.length,
      jobs: cleaned,
      unfinishedJobs,
      messages: removedMessages,
      savedLookups,
      requests,
    },
  };
}

/** What a deletion has to wait for, as sentences. */
export const waitingLines = ({ isImporting, requests }: Found, unfinishedJobs: number): string[] => [
  ...(unfinishedJobs > 0
    ? [
        `${unfinishedJobs === 1 ? '1 job has' : `${unfinishedJobs} jobs have`} not ended: nothing changed in these files. Repeat this afterwards.`,
      ]
    : []),
  ...(isImporting ? ['An import is running. Repeat this when it is done.'] : []),
  ...requests.flatMap(({ reference, state }) =>
    state === 'open' || state === 'unconfirmed'
      ? [`Request ${reference} is not closed, and still names the person. Close it, and repeat this.`]
      : [],
  ),
];

export const unreadLines = ({ jobs }: Found): string[] =>
  jobs.flatMap(({ jobId, unread }) =>
    unread === null ? [] : [`The file of job ${jobId} could not be read. It is deleted with its job.`],
  );
