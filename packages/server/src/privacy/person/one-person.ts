import { parseAddress, propertyKey, type AddressInput } from '@skiptrace/address';
import { ownerName, propertyDigests, type OwnerRecord } from '../../directory/index.js';
import type { Accounts } from '../../money/accounts/index.js';
import { disclosuresOf, marksOf, type AuditStore, type Disclosure } from '../../money/log/index.js';
import type { Replays, Repeats } from '../../money/receipts/index.js';
import { isoTime } from '../../platform/clock.js';
import type { HoldingJob, PersonalFiles } from '../../work/jobs/index.js';
import type { SavedLookup, SavedLookups } from '../../work/saved/index.js';
import type { SupportMessage, SupportMessages, ThreadEntry } from '../../work/support/index.js';
import type { PersonCorrection, Corrections } from '../corrections/index.js';
import {
  contradict,
  propertyOfOwner,
  type Circumstances,
  type Request,
  type Suppressions,
} from '../list/index.js';
import type { PersonRequest } from '../requests/entities.js';
import { hasNote, isRequestOf, type PersonRequests } from '../requests/requests.js';
import type { Person } from '../search/cells.js';
import {
  foundBy,
  isInCity,
  isNamed,
  requestsFor,
  PersonSearch,
  type Erasures,
  type FoundBy,
  type FoundOwner,
} from '../search/index.js';

/** Parts of the service that may hold data about a person. */
export interface PersonParts {
  erasures: Erasures;
  personalFiles: PersonalFiles;
  messages: SupportMessages;
  personRequests: PersonRequests;
  suppressions: Suppressions;
  corrections: Corrections;
  replays: Replays;
  saved: SavedLookups;
}

/** A record of the person, and the parts of it that led to it. */
export interface FoundRecord extends FoundOwner {
  foundBy: readonly FoundBy[];
}

/** Data stored about a person. */
export interface FoundPerson {
  /** Resolved request: the person as given, and at each property found through a phone, an email or a city. */
  search: PersonSearch;
  owners: FoundRecord[];
  /** Operators' corrections of these owners, or with the person in the place of another. */
  corrections: PersonCorrection[];
  /** Number of phones and emails in the request that no owner record of the given name has. */
  leftAside: number;
  jobs: HoldingJob[];
  /** Messages from or about the person, and other people's with a note or reply about the person. */
  messages: SupportMessage[];
  /** Customers' saved lookups of these owners, or of a property in the request. */
  savedLookups: SavedLookup[];
  /** Requests from the page /opt-out. */
  requests: PersonRequest[];
  /** Other people's requests with a note of an operator about the person. */
  notedRequests: PersonRequest[];
  /** Stored answers to repeated requests. They only refer to records, and become a miss once these are erased. */
  replays: Awaited<ReturnType<Replays['referringTo']>>;
  isImporting: boolean;
}

/**
 * @param onRow see `PersonalFiles.find`
 * @param only records to narrow the person to
 */
export async function findPerson(
  service: PersonParts,
  person: Person,
  onRow?: Parameters<PersonalFiles['find']>[1],
  only?: readonly number[],
): Promise<FoundPerson> {
  const { corrections, erasures, personalFiles, messages, personRequests, replays, saved } = service;
  const { search, owners, leftAside } = await ownersOfPerson(service, person, only);
  const isEmpty = search.requests.length === 0;
  const jobs: HoldingJob[] = [];
  if (!isEmpty) for await (const job of personalFiles.find(search, onRow)) jobs.push(job);
  const recordIds = owners.map(({ owner }) => owner.id);
  const naming = isEmpty ? [] : await personRequests.about(search);
  const isTheirs = names(person.name);
  const requests = naming.filter((request) => isRequestOf(search, request) && isTheirs(request));
  return {
    search,
    owners,
    leftAside,
    corrections: isEmpty ? [] : await corrections.about(search, person.name),
    replays: await replays.referringTo(recordIds),
    savedLookups: isEmpty ? [] : await saved.concerning(recordIds, (address) => isIn(search, address)),
    jobs,
    messages: await messagesAbout(search, messages),
    requests,
    notedRequests: naming.filter((request) => !requests.includes(request) && hasNote(search, request)),
    isImporting: await erasures.isImporting(),
  };
}

/**
 * The person's owner records, and the resolved request. If a name is given, a phone or an email counts only if a record of that name
 * has it: anyone can write a stranger's phone on the page /opt-out.
 */
export async function ownersOfPerson(
  { corrections, erasures, suppressions }: Pick<PersonParts, 'corrections' | 'erasures' | 'suppressions'>,
  { requests: given, name, inCity }: Person,
  only?: readonly number[],
): Promise<Pick<FoundPerson, 'search' | 'owners' | 'leftAside'>> {
  const requests = await suppressions.withSpellings(given);
  const typed = new PersonSearch(requests);
  const inThisCity = (all: readonly OwnerRecord[]) =>
    Promise.resolve(all.filter((owner) => inCity !== null && isInCity(owner, inCity.city, inCity.state)));
  const first =
    inCity !== null
      ? await erasures.inCity({ name, ...inCity })
      : (await erasures.find(typed)).map(({ owner }) => owner);
  // An owner may be known to the person as on file, or as an operator corrected the record: both are one owner.
  const about = await corrections.about(inCity !== null ? { among: inThisCity } : typed, name);
  const corrected = await corrections.owners();
  const ids = new Set(about.map(({ id }) => id));
  const isCorrected = (owner: OwnerRecord) => ids.has(corrected.of(owner).correctionId ?? '');
  const inCorrections = about.flatMap(({ people: all }) => all);
  // Several people may share a phone, so if a name is given, only owners with that name count.
  const isTheirs = (owner: OwnerRecord) => name === '' || isNamed(owner, name) || isCorrected(owner);
  const people = [...first.filter(isTheirs), ...inCorrections];
  // Finds the same people in other records and in files by name and property, however the request led to them.
  const isOneProperty = requests.length > 0 && requests.every(({ kind }) => kind === 'property');
  const asked = new PersonSearch([...requests, ...(isOneProperty ? [] : requestsFor(people))]);
  const isEmpty = asked.requests.length === 0;
  // Also at the properties of the corrections, because a record on file may have no name to be found by.
  const places = inCorrections.flatMap(propertyOfOwner);
  const all = isEmpty ? [] : await erasures.find(new PersonSearch([...asked.requests, ...places]));
  const meant = new Set(await asked.among(all.map(({ owner }) => owner)));
  const known: FoundRecord[] = [];
  for (const one of all) {
    const { owner } = one;
    if (isCorrected(owner) || (meant.has(owner) && isTheirs(owner)))
      known.push({ ...one, foundBy: await foundBy(asked, [...new Set([owner, corrected.of(owner)])]) });
  }
  const isMeant = only === undefined ? withoutNamesakes(known) : (id: number) => only.includes(id);
  const owners = known.filter(({ owner }) => isMeant(owner.id));
  const aside = known.flatMap(({ owner }) => (isMeant(owner.id) ? [] : [owner]));
  const records = owners.flatMap(({ owner }) => [...new Set([corrected.of(owner), owner])]);
  const others = new Set<Request>();
  if (name !== '')
    for (const request of requests)
      if (isContact(request) && (await new PersonSearch([request]).among(records)).length === 0)
        others.add(request);
  const theirs: Request[] = [];
  for (const request of asked.requests) {
    const isGiven = only === undefined && requests.includes(request);
    // An entry for one of the person's addresses must not reach the records that are left aside.
    const isShared =
      aside.length > 0 && !isGiven && (await new PersonSearch([request]).among(aside)).length > 0;
    if (!others.has(request) && !isShared) theirs.push(request);
  }
  const search = new PersonSearch(theirs, records, { name, contacts: [...others] });
  return { search, owners, leftAside: others.size };
}

/**
 * Leaves out records that only a mailing address leads to, a tax agent's for example, where their middle names contradict the names of all
 * records that the person was found by otherwise.
 */
function withoutNamesakes(known: readonly FoundRecord[]): (recordId: number) => boolean {
  const isByMailAlone = (one: FoundRecord) => one.foundBy.every((part) => part === 'mailing address');
  const names = known.filter((one) => !isByMailAlone(one)).map(({ owner }) => ownerName(owner) ?? '');
  const namesakes = known.filter(
    (one) =>
      isByMailAlone(one) &&
      names.length > 0 &&
      names.every((own) => contradict(own, ownerName(one.owner) ?? '')),
  );
  const ids = new Set(namesakes.map(({ owner }) => owner.id));
  return (id) => !ids.has(id);
}

const isContact = ({ kind }: Request): boolean => kind === 'phone' || kind === 'email';

/** Whether an address on one line belongs to the person; tested like a list row with only this cell. */
const isIn = (search: PersonSearch, address: string): boolean =>
  search.cellsOf({
    row: 0,
    text: address,
    property: { address, city: '', state: '', zip: '' },
    repeated: undefined,
    cells: () => [address],
  }).length > 0;

async function messagesAbout(search: PersonSearch, messages: SupportMessages): Promise<SupportMessage[]> {
  const found: SupportMessage[] = [];
  for await (const message of messages.each())
    if (search.isIn(message) || entriesAbout(search, message).length > 0) found.push(message);
  return found;
}

/** Operators' notes and replies about the person. */
const entriesAbout = (search: PersonSearch, { thread }: SupportMessage): ThreadEntry[] =>
  (thread ?? []).filter(({ text }) => search.isIn({ fullName: '', email: '', phone: '', message: text }));

/** Filters requests: several people may share a phone, so if a name is given, only requests by that person or agent count. */
const names =
  (name: string) =>
  (request: PersonRequest): boolean =>
    name === '' ||
    [request.name, request.agent ?? ''].some((fullName) =>
      isNamed({ firstName: null, lastName: null, fullName }, name),
    );

/** Numbers customers 1, 2, 3 … in one document: who they are is theirs, and not the person's to be told with it. */
function numbering(): (accountId: string) => number {
  const seen: string[] = [];
  return (accountId) => {
    if (!seen.includes(accountId)) seen.push(accountId);
    return seen.indexOf(accountId) + 1;
  };
}

/** Readable document of all data stored about a person, to hand over. It names no customer. */
export async function exportPerson(service: PersonParts, person: Person, nowMs: number) {
  const customer = numbering();
  const rows: { customer: number; row: string }[] = [];
  const found = await findPerson(service, person, ({ accountId }, row) => {
    rows.push({ customer: customer(accountId), row });
  });
  const document = {
    about: 'What this skip tracing service stores about one person.',
    writtenAt: isoTime(nowMs),
    notes: asideLines(found),
    ownerRecords: found.owners
      // The record on file may be another person's: the corrections below say what stands in its place.
      .filter(({ owner }) => person.name === '' || isNamed(owner, person.name))
      .map(({ owner: { id: _, ...owner }, origin }) => ({ source: origin.source, ...owner })),
    corrections: found.corrections.map(({ address, names, contact, correctedAt }) => ({
      property: address.filter((part) => part !== null).join(', '),
      namesOnFile: names,
      ...contact,
      correctedAt: isoTime(correctedAt),
    })),
    rowsInCustomersFiles: rows,
    resultsOfCustomers: found.jobs.map(({ accountId, ownerRows }) => ({
      customer: customer(accountId),
      ownerRows,
    })),
    savedLookupsOfCustomers: found.savedLookups.map(({ accountId, address, createdAt }) => ({
      customer: customer(accountId),
      address,
      lookedUpAt: isoTime(createdAt),
    })),
    supportMessages: found.messages
      // Other people's messages are theirs, whatever an operator noted there.
      .filter((message) => found.search.isIn(message))
      .map(({ createdAt, doneAt: _, seenAt: __, thread, ...message }) => ({
        ...message,
        // Without operators' notes: replies alone were written to the person.
        replies: (thread ?? [])
          .filter(({ kind }) => kind === 'reply')
          .map(({ at, text }) => ({ text, at: isoTime(at) })),
        createdAt: isoTime(createdAt),
      })),
    requests: found.requests.map(({ reference, wants, name, addresses, phones, emails, agent, ...rest }) => ({
      reference,
      wants,
      name,
      addresses,
      phones,
      emails,
      agent,
      contactEmail: rest.contactEmail,
      createdAt: isoTime(rest.createdAt),
    })),
  };
  return { found, document };
}

/** Erases a person. In this order, nothing is handed out after a kill, and a second run finishes the rest. */
export async function erasePerson(service: PersonParts, why: Circumstances, found: FoundPerson) {
  const { suppressions, corrections, erasures, personalFiles, messages, personRequests, saved } = service;
  const { search, owners, jobs } = found;
  const { added, known } = await suppressions.add(search.requests, why);
  // A phone or an email may pass to another person, so only names and properties are deleted again later.
  const people = search.requests.filter((request) => !isContact(request));
  await suppressions.markErased(people, why);
  const ids: Record<Awaited<ReturnType<PersonalFiles['remove']>>, string[]> = {
    cleaned: [],
    unfinished: [],
    unread: [],
  };
  for (const { jobId } of jobs) ids[await personalFiles.remove(jobId, search)].push(jobId);
  const theirs = found.messages.filter((message) => search.isIn(message));
  for (const message of found.messages)
    if (!theirs.includes(message))
      await messages.removeEntries(
        message.id,
        entriesAbout(search, message).map(({ id }) => id),
      );
  const removedMessages = await messages.remove(theirs.map(({ id }) => id));
  const savedLookups = await saved.removeThese(found.savedLookups);
  const requests = await personRequests.empty(found.requests);
  await personRequests.removeNotes(found.notedRequests, search);
  await erasures.erase(owners.map(({ owner }) => owner.id));
  // After their records, which would be handed out uncorrected otherwise: these are corrections without a record.
  await corrections.forget(found.corrections.map(({ id }) => id));
  return {
    by: why.enteredBy,
    unreadJobs: ids.unread,
    removed: {
      entries: added + known,
      ownerRecords: owners.length,
      corrections: found.corrections.length,
      jobs: ids.cleaned.length,
      unfinishedJobs: ids.unfinished.length,
      messages: removedMessages,
      savedLookups,
      requests,
    },
  };
}

/** Parts of the request that were not followed, as sentences. */
export const asideLines = ({ leftAside }: Pick<FoundPerson, 'leftAside'>): string[] =>
  leftAside === 0
    ? []
    : [
        leftAside === 1
          ? '1 phone or email is on file for another name, or not at all: it was left aside.'
          : `${leftAside} phones or emails are on file for other names, or not at all: they were left aside.`,
      ];

/** Reasons why a deletion can't be completed yet, as sentences. */
export const waitingLines = (
  { isImporting, requests }: FoundPerson,
  { removed: { unfinishedJobs }, unreadJobs }: Awaited<ReturnType<typeof erasePerson>>,
): string[] => [
  ...(unfinishedJobs > 0
    ? [
        `${unfinishedJobs === 1 ? '1 job has' : `${unfinishedJobs} jobs have`} not ended: nothing changed in these files. Repeat this afterwards.`,
      ]
    : []),
  ...(isImporting ? ['An import is running. Repeat this when it is done.'] : []),
  ...unreadJobs.map(
    (jobId) =>
      `The result of job ${jobId} could not be read: the person may still be in it until the job is deleted.`,
  ),
  ...requests.flatMap(({ reference, state }) =>
    state === 'open' || state === 'unconfirmed'
      ? [`Request ${reference} is not closed, and still names the person. Close it, and repeat this.`]
      : [],
  ),
];

interface ReceivedParts extends Pick<PersonParts, 'corrections' | 'erasures' | 'suppressions'> {
  accounts: Pick<Accounts, 'list'>;
  repeats: Pick<Repeats, 'secretOf'>;
  auditStore: AuditStore;
  ownerStores: { index: { records(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerRecord>> } };
}

/** A person, or an owner record by its number. */
type Sought = Person | { recordId: number };

/** An answer or a job's result that had the record, with the name of the account that got it. */
export interface Received extends Disclosure {
  account: string;
}

/** Answers "who received my data?" from the log of disclosures, oldest first. */
export async function whoReceived(service: ReceivedParts, sought: Sought): Promise<Received[]> {
  const { accounts, auditStore } = service;
  const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
  const found: Received[] = [];
  for await (const disclosure of disclosuresOf(auditStore, await soughtIn(service, sought)))
    found.push({ ...disclosure, account: names.get(disclosure.accountId) ?? '' });
  return found.sort((one, other) => one.at - other.at);
}

/** Seeks records by number, and by their properties, because a replaced record had another number. */
async function soughtIn(
  service: ReceivedParts,
  sought: Sought,
): Promise<Parameters<typeof disclosuresOf>[1]> {
  const { recordIds, places } = await placesOf(service, sought);
  const digests = places
    .map(parseAddress)
    .filter((address) => propertyKey(address) !== '')
    .flatMap((address) => propertyDigests([address], undefined));
  return {
    recordIds: new Set(recordIds),
    propertiesOf: async (accountId) => {
      const secret = await service.repeats.secretOf(accountId);
      return new Set(marksOf(secret, digests));
    },
  };
}

async function placesOf(
  service: ReceivedParts,
  sought: Sought,
): Promise<{ recordIds: number[]; places: AddressInput[] }> {
  if ('recordId' in sought) {
    const { recordId } = sought;
    const records = await service.ownerStores.index.records([recordId]);
    return { recordIds: [recordId], places: [...records.values()].flatMap(placeOf) };
  }
  const { owners, search } = await ownersOfPerson(service, sought);
  const asked = search.requests.flatMap((request) => ('address' in request ? [request.address] : []));
  return {
    recordIds: owners.map(({ owner }) => owner.id),
    places: [...owners.flatMap(({ owner }) => placeOf(owner)), ...asked],
  };
}

const placeOf = ({
  propertyAddress: address,
  propertyCity: city,
  propertyState: state,
  propertyZip: zip,
}: OwnerRecord): AddressInput[] => (address === null ? [] : [{ address, city, state, zip }]);
