import type { AppSchemas } from '@skiptrace/contract/app';
import {
  asideLines,
  erasePerson,
  exportPerson,
  findPerson,
  waitingLines,
  type FoundPerson,
} from '../../../../privacy/person/index.js';
import type { PersonRequest } from '../../../../privacy/requests/index.js';
import type { Person } from '../../../../privacy/search/index.js';
import { inTurn } from '../../../acts/people.js';
import type { Service } from '../../../service/service.js';

type Circumstances = Parameters<typeof erasePerson>[1];

/** Actions of the operator's pages on one person, started from the page of a request or by the operator. */
export const onePerson = {
  async find(service: Service, person: Person): Promise<AppSchemas['FoundPerson']> {
    return shownFound(await inTurn(() => findPerson(service, person)));
  },

  async export(service: Service, person: Person): Promise<AppSchemas['PersonExport']> {
    return (await inTurn(() => exportPerson(service, person, service.clock.now()))).document;
  },

  /** @param request the request that asks for it, which is closed afterwards */
  erase(
    service: Service,
    person: Person,
    why: Circumstances,
    request?: PersonRequest,
  ): Promise<AppSchemas['DeletedPerson']> {
    return inTurn(async () => {
      const all = await findPerson(service, person);
      const found = { ...all, requests: all.requests.filter(({ id }) => id !== request?.id) };
      const erased = await erasePerson(service, why, found);
      const { unfinishedJobs: _, ...counts } = erased.removed;
      return {
        ...counts,
        waiting: waitingLines(found, erased),
        notes: asideLines(found),
      };
    });
  },
};

function shownFound(found: FoundPerson) {
  const { search, owners, jobs, messages, requests, replays, isImporting } = found;
  return {
    entries: search.requests.length,
    ownerRecords: owners.map(({ owner, origin, foundBy }) => ({
      recordId: owner.id,
      foundBy: [...foundBy],
      source: origin.source,
      name: joined(' ', owner.firstName, owner.lastName) || (owner.fullName ?? ''),
      property: joined(
        ', ',
        ...[owner.propertyAddress, owner.propertyCity],
        joined(' ', owner.propertyState, owner.propertyZip),
      ),
      phones: owner.phones.length + (owner.untypedPhones?.length ?? 0),
      emails: owner.emails.length,
    })),
    jobs,
    supportMessages: messages.length,
    corrections: found.corrections.length,
    savedLookups: found.savedLookups.length,
    requests: [...requests, ...found.notedRequests].map(({ reference }) => reference),
    replays: replays.length,
    isImporting,
    notes: asideLines(found),
  };
}

const joined = (separator: string, ...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(separator);
