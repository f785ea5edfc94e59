import { createMatcher, parseAddress, standardForm, type Matcher } from '@skiptrace/address';
import { itemAt } from '../platform/lib/item-at.js';
import { contentsOf } from './contact-counts.js';
import { SandboxFaultError } from './errors.js';
import type { Lead, MatchResult } from './match/match-leads.js';
import { propertyDigests } from './property.js';
import {
  NO_CONTACT,
  type OwnerMatch,
  type OwnerRecord,
  type OwnerContact,
  type OwnerPhone,
} from './record.js';

/** A made-up owner at a made-up address (555-01xx numbers are reserved for fiction). */
interface SandboxOwner {
  property: { address: string; city: string; state: string; zip: string };
  ownerNumber: number;
  /** A lookup of this address fails. */
  fails: boolean;
  contact: OwnerContact;
}

interface SandboxRecord {
  address: string;
  city: string;
  state: string;
  zip: string;
  id: number;
  ownerNumber: number;
  firstName: string | null;
  lastName: string | null;
  fails: boolean;
  owner: OwnerRecord;
}

/**
 * Directory of only the sandbox's owners, for requests with a test key. It has no database, so no lead can reach a real owner
 * through it, and the operator's data can't change its answers.
 */
export class SandboxDirectory {
  readonly #matcher: Matcher<SandboxRecord>;
  readonly #records: ReadonlyMap<number, SandboxRecord>;

  constructor() {
    const records = SANDBOX_OWNERS.map(({ property, ownerNumber, fails, contact }, index): SandboxRecord => {
      const { firstName, lastName } = contact;
      // Replays and jobs refer to records by id, so new owners must be added at the end of the list.
      const owner = { id: index + 1, ...contact };
      return { ...property, id: owner.id, ownerNumber, firstName, lastName, fails, owner };
    });
    this.#matcher = createMatcher(records);
    this.#records = new Map(records.map((record) => [record.id, record]));
  }

  /** In the order of the leads. @throws SandboxFaultError when a lead is the failing address */
  match(leads: readonly Lead[]): Promise<MatchResult[]> {
    return settled(() =>
      leads.map((lead) => {
        const outcome = this.#matcher.match(lead, lead);
        if (!outcome.matched) return { matched: false, reason: outcome.reason };
        const { fails, owner } = outcome.record;
        if (fails) throw new SandboxFaultError();
        const { id: ownerRecordId, phones, emails } = owner;
        const counts = { phoneCount: phones.length, emailCount: emails.length };
        const coOwners = this.#othersAt(outcome.record).map(({ id, owner: other }) => ({
          id,
          phoneCount: other.phones.length,
          emailCount: other.emails.length,
        }));
        return {
          ...{ matched: true, ownerRecordId, ...counts, contents: contentsOf(owner) },
          ...(coOwners.length > 0 && { coOwners }),
        };
      }),
    );
  }

  /** Owner matches in the order of the leads; null for a miss. @throws SandboxFaultError */
  async find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]> {
    const results = await this.match(leads);
    return results.map((result, index) => {
      const record = result.matched ? this.#records.get(result.ownerRecordId) : undefined;
      if (record === undefined) return null;
      const asked = parseAddress(itemAt(leads, index));
      return {
        owner: record.owner,
        property: () => propertyDigests([parseAddress(record)], asked),
        asked: () => standardForm(asked).text,
        coOwnerIds: this.#othersAt(record).map(({ id }) => id),
      };
    });
  }

  async coOwners({ coOwnerIds }: OwnerMatch): Promise<OwnerRecord[]> {
    return [...(await this.read(coOwnerIds)).values()];
  }

  /** No building of the sandbox has units. */
  unitsAt(): Promise<string[]> {
    return Promise.resolve([]);
  }

  #othersAt({ id, address, zip }: SandboxRecord): SandboxRecord[] {
    const records = [...this.#records.values()];
    return records.filter((other) => other.address === address && other.zip === zip && other.id !== id);
  }

  /** Records by id. An id without a record is not in the answer. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    const wanted = new Set(ids);
    const found = [...this.#records].filter(([id]) => wanted.has(id));
    return Promise.resolve(new Map(found.map(([id, { owner }]) => [id, owner])));
  }
}

/** Turns exceptions into rejections, like a directory with a real database. */
const settled = async <T>(work: () => T): Promise<T> => Promise.resolve(work());

const mobile = (number: string, dnc = false): OwnerPhone => ({ number, type: 'mobile', dnc });
/** A mobile with an unchecked Do Not Call status. */
const unchecked = (number: string): OwnerPhone => ({ ...mobile(number, true), dncChecked: false });
const landline = (number: string, dnc = false): OwnerPhone => ({ number, type: 'landline', dnc });
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const place = (address: string, city: string, state: string, zip: string): SandboxOwner['property'] => ({
  address,
  city,
  state,
  zip,
});

const at = (where: SandboxOwner['property']) => ({
  propertyAddress: where.address,
  propertyCity: where.city,
  propertyState: where.state,
  propertyZip: where.zip,
});

const mail = (where: SandboxOwner['property']) => ({
  mailingAddress: where.address,
  mailingCity: where.city,
  mailingState: where.state,
  mailingZip: where.zip,
});

const named = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  fullName: `${firstName} ${lastName}`,
});

const match = place('100 Sandbox Match St', 'Austin', 'TX', '78701');
const absentee = place('200 Sandbox Absentee Ave', 'Dayton', 'OH', '45402');
const full = place('300 Sandbox Full Rd', 'Salem', 'OR', '97301');
const nulls = place('400 Sandbox Nulls Ln', 'Boise', 'ID', '83702');
const failure = place('500 Sandbox Failure Way', 'Tulsa', 'OK', '74103');
const couple = place('600 Sandbox Couple Ct', 'Denver', 'CO', '80202');

/** Owners of openapi.yaml's examples; a test compares the two. 404 Sandbox Miss Blvd is missing on purpose: it is a miss. */
export const SANDBOX_OWNERS: readonly SandboxOwner[] = [
  {
    property: match,
    ownerNumber: 1,
    fails: false,
    contact: {
      ...named('Jordan', 'Avery'),
      ...at(match),
      ...mail(match),
      phones: [mobile('5125550100'), landline('5125550101', true)],
      emails: ['jordan.avery@example.com'],
    },
  },
  {
    property: absentee,
    ownerNumber: 1,
    fails: false,
    contact: {
      ...named('Priya', 'Holloway'),
      ...at(absentee),
      ...mail(place('12 Sandbox Harbor Rd', 'Portland', 'ME', '04101')),
      phones: [mobile('9375550110')],
      emails: ['priya.holloway@example.com'],
    },
  },
  {
    property: full,
    ownerNumber: 1,
    fails: false,
    contact: {
      ...named('Morgan', 'Fuller'),
      ...at(full),
      ...mail(full),
      phones: [
        ...upTo(10).map((index) => {
          const number = `50355501${20 + index}`;
          return index === 3 ? unchecked(number) : mobile(number, index === 7);
        }),
        ...upTo(9).map((index) => landline(`50355501${30 + index}`, [1, 5].includes(index))),
      ],
      emails: upTo(28).map((index) => `morgan.fuller${String(index + 1).padStart(2, '0')}@example.com`),
    },
  },
  {
    property: nulls,
    ownerNumber: 1,
    fails: false,
    contact: { ...NO_CONTACT, phones: [], emails: [] },
  },
  {
    property: failure,
    ownerNumber: 1,
    fails: true,
    contact: { ...NO_CONTACT, phones: [], emails: [] },
  },
  {
    property: couple,
    ownerNumber: 1,
    fails: false,
    contact: {
      ...named('Alex', 'Rivers'),
      ...at(couple),
      ...mail(couple),
      phones: [mobile('3035550160')],
      emails: ['alex.rivers@example.com'],
    },
  },
  {
    property: couple,
    ownerNumber: 2,
    fails: false,
    contact: {
      ...named('Sam', 'Rivers'),
      ...at(couple),
      ...mail(couple),
      phones: [mobile('3035550161')],
      emails: ['sam.rivers@example.com'],
    },
  },
];
