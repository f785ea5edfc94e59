import type { SupportMessage } from '../contact/index.js';
import type { HoldingJob } from '../jobs/index.js';
import type { Circumstances, FoundOwner, Request, Wanted } from '../people/index.js';
import type { Service } from '../service.js';
import { UsageError } from './io.js';
import { requestsOf, type Cells } from './suppress.js';

type Parts = Pick<Service, 'erasures' | 'personalFiles' | 'messages' | 'suppressions' | 'replays'>;

/** What is stored about a person. */
export interface Found {
  /** What the request comes to: the person as asked, and at each property where a phone, an email or a city led to. */
  wanted: Wanted;
  owners: FoundOwner[];
  jobs: HoldingJob[];
  messages: SupportMessage[];
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
  const { erasures, personalFiles, messages, replays } = service;
  const { wanted, owners } = await ownersOfPerson(service, options);
  const jobs: HoldingJob[] = [];
  if (wanted.requests.length > 0) for await (const job of personalFiles.find(wanted, onRow)) jobs.push(job);
  return {
    wanted,
    owners,
    replays: await replays.referringTo(owners.map(({ owner }) => owner.id)),
    jobs,
    messages: (await messages.list()).filter((message) => wanted.isIn(message)),
    isImporting: await erasures.isImporting(),
  };
}

/** The person's owner records, and what the request comes to. */
export async function ownersOfPerson(
  { erasures }: Pick<Parts, 'erasures'>,
  options: Cells,
): Promise<Pick<Found, 'wanted' | 'owners'>> {
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
  const all = wanted.requests.length === 0 ? [] : await erasures.find(wanted);
  return { wanted, owners: name === '' ? all : all.filter(({ owner }) => isNamed(owner, name)) };
}

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
  const { suppressions, erasures, personalFiles, messages } = service;
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
  await erasures.erase(owners.map(({ owner }) => owner.id));
  return {
    by: why.enteredBy,
    removed: {
      entries: added + known,
      ownerRecords: owners.length,
      jobs: cleaned,
      unfinishedJobs,
      messages: removedMessages,
    },
  };
}
