import type { SupportMessage } from '../contact/index.js';
import type { HoldingJob } from '../jobs/index.js';
import type { Circumstances, FoundOwner, Request, Wanted } from '../people/index.js';
import type { SavedLookup } from '../saved/index.js';
import type { Service } from '../service.js';
import { UsageError } from './io.js';
import { requestsOf, type Cells } from './suppress.js';

type Parts = Pick<Service, 'erasures' | 'personalFiles' | 'messages' | 'suppressions' | 'replays' | 'saved'>;

/** What is stored about a person. */
export interface Found {
  /** What the request comes to: the person as asked, and at each property where a phone, an email or a city led to. */
  wanted: Wanted;
  owners: FoundOwner[];
  jobs: HoldingJob[];
  messages: SupportMessage[];
  /** Lookups that customers keep: of these owners, or of a property that was asked for. */
  savedLookups: SavedLookup[];
  /** Answers that would be given again to repeated requests. They name records only, and answer a miss once these are erased. */
  replays: Awaited<ReturnType<Service['replays']['referringTo']>>;
  isImporting: boolean;
}

/** @param onRow see `PersonalFiles.find` */
export async function findPerson(
  service: Parts,
  options: Cells,
  onRow?: Parameters<Service['personalFiles']['find']>[1],
): Promise<Found> {
  const { erasures, personalFiles, messages, replays, saved } = service;
  const { isNamed, requestsFor, Wanted } = await import('../people/index.js');
  const requests = requestsOfPerson(options);
  const { name = '', city = '', state = '' } = options;
  const first = isByCity(options)
    ? await erasures.inCity({ name, city, state })
    : (await erasures.find(new Wanted(requests))).map(({ owner }) => owner);
  // Others may have the same phone: with a name, only who has it is the person.
  const people = name === '' ? first : first.filter((owner) => isNamed(owner, name));
  // The same people in other records and in files are found by name and property, wherever the request led to them.
  const isOneProperty = requests.length > 0 && requests.every(({ kind }) => kind === 'property');
  const wanted = new Wanted([...requests, ...(isOneProperty ? [] : requestsFor(people))]);
  const isNone = wanted.requests.length === 0;
  const all = isNone ? [] : await erasures.find(wanted);
  const jobs: HoldingJob[] = [];
  if (!isNone) for await (const job of personalFiles.find(wanted, onRow)) jobs.push(job);
  const owners = name === '' ? all : all.filter(({ owner }) => isNamed(owner, name));
  const recordIds = owners.map(({ owner }) => owner.id);
  return {
    wanted,
    owners,
    replays: await replays.referringTo(recordIds),
    savedLookups: isNone ? [] : await saved.concerning(recordIds, (address) => isIn(wanted, address)),
    jobs,
    messages: (await messages.list()).filter((message) => wanted.isIn(message)),
    isImporting: await erasures.isImporting(),
  };
}

/** An address on one line, as a row of a list that has nothing else. */
const isIn = (wanted: Wanted, address: string): boolean =>
  wanted.cellsOf({
    text: address,
    property: { address, city: '', state: '', zip: '' },
    cells: () => [address],
  }).length > 0;

/** Without an address or a ZIP. */
const isByCity = ({ name = '', address = '', zip = '', city = '', state = '' }: Cells): boolean =>
  name !== '' && address === '' && zip === '' && city !== '' && state !== '';

/** @throws UsageError */
export function requestsOfPerson(options: Cells): Request[] {
  if (isByCity(options)) {
    const { name: _, city: _city, state: _state, ...rest } = options;
    return requestsOf(rest);
  }
  const requests = requestsOf(options);
  if (requests.length === 0 || requests.some((request) => request.kind === 'zip' && request.zip === ''))
    throw new UsageError(
      'Name the person: --name with --address, --zip, or --city and --state; or --address, --phone or --email. Several may be given at once.',
    );
  return requests;
}

/** In an order in which a kill leaves nothing that would be handed out, and a second run does the rest. */
export async function erasePerson(service: Parts, why: Circumstances, found: Found) {
  const { suppressions, erasures, personalFiles, messages, saved } = service;
  const { wanted, owners, jobs, savedLookups } = found;
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
  const removedLookups = await saved.removeThese(savedLookups.map(({ id }) => id));
  await erasures.erase(owners.map(({ owner }) => owner.id));
  return {
    by: why.enteredBy,
    removed: {
      entries: added + known,
      ownerRecords: owners.length,
      jobs: cleaned,
      unfinishedJobs,
      messages: removedMessages,
      savedLookups: removedLookups,
    },
  };
}
