import { parseAddress, propertyKey, type AddressInput } from '@skiptrace/address';
import type { Accounts } from '../accounts/index.js';
import { disclosuresOf, markOf, type AuditStore, type Disclosure } from '../audit/index.js';
import { propertyDigests, type OwnerRecord } from '../owners/index.js';
import type { Repeats } from '../repeats/index.js';
import type { Person } from './cells.js';
import { ownersOfPerson, type PersonParts } from './one-person.js';

interface ReceivedParts extends Pick<PersonParts, 'erasures' | 'suppressions'> {
  accounts: Pick<Accounts, 'list'>;
  repeats: Pick<Repeats, 'secretOf'>;
  auditStore: AuditStore;
  ownerStores: { index: { records(ids: readonly number[]): Promise<ReadonlyMap<number, OwnerRecord>> } };
}

/** A person, or an owner record by its number. */
export type Sought = Person | { recordId: number };

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
      return new Set(digests.map((digest) => markOf(secret, digest)));
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
  const { owners, wanted } = await ownersOfPerson(service, sought);
  const asked = wanted.requests.flatMap((request) => ('address' in request ? [request.address] : []));
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
