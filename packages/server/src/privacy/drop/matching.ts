import {
  eraseInSteps,
  sameOwner,
  type EraseStore,
  type Holding,
  type HoldingStore,
} from '../../directory/index.js';
import { nameWords, ownerName, type OwnerContact, type OwnerIndex } from '../../directory/match/index.js';
import type { Database } from '../../platform/database/index.js';
import { inSteps } from '../../platform/lib/batches.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { CorrectedOwners } from '../list/corrected-owners.js';
import { nameIdentity } from '../list/names.js';
import type { OwnerScreening } from '../list/screening.js';
import { Hashes, Marks } from '../list/suppression-list.js';
import {
  DROP_STATUS,
  WAITS,
  type DropService,
  type DropStore,
  type SuppressionReads,
} from '../list/suppression-store.js';
import { dropValues, requestsOfOwner, valuesOf, type Request, type Value } from '../list/suppression.js';
import type { Circumstances, Suppressions } from '../list/suppressions.js';

export interface MatchingNeeds {
  drops: DropStore;
  list: SuppressionReads;
  suppressions: Suppressions;
  screening: Pick<OwnerScreening, 'catchUp'>;
  holdings: HoldingStore;
  index: Pick<OwnerIndex, 'originals'>;
  erasures: Pick<EraseStore, 'erase'>;
  database: Database;
}

export interface MatchOptions {
  service: DropService;
  /** Exempt sources: their matches are left out of answers, but neither deleted nor reported as deleted. */
  exempt: ReadonlySet<string>;
  /** Whether to delete owners with an identifier that no other person has. */
  isDeleting: boolean;
  /** Name for the list. */
  by: string;
  /** Actor in the log of disclosures. */
  actor: string;
}

export interface Matched {
  /** Number of owners compared. */
  owners: number;
  /** Identifiers of the lists that owners have. */
  matches: number;
  /** New entries on the suppression list. */
  people: number;
  /** Owner records that were erased. */
  erased: number;
}

/** Keeps DROP's entries separate from requests made to the operator. */
export const DROP_SOURCE = 'California DROP';
const APART = { apart: 'drop', isScreenedLater: true };

/** Rows per transaction. */
const PER_STEP = 1_000;

/** A person to be left out, and the identifier that is the reason. */
interface Asked {
  key: string;
  request: Request;
}

/** Owners with a listed identifier. */
class Holders {
  readonly #people: OwnerContact[] = [];
  #hasExempt = false;
  #hasOthers = false;
  /** Records to delete, unless all are exempt. Joined records may come from any source. */
  readonly ids: number[] = [];

  add({ id, source, isJoined, contact }: Holding, exempt: ReadonlySet<string>): void {
    const isExempt = exempt.has(source);
    if (!isJoined) this.#hasExempt ||= isExempt;
    if (!isJoined) this.#hasOthers ||= !isExempt;
    if (isJoined || !isExempt) this.ids.push(id);
    // Two different people are enough to know that there are several.
    if (this.#people.length < 2 && hasName(contact) && !this.#people.some((one) => isSame(one, contact)))
      this.#people.push(contact);
  }

  get isExempt(): boolean {
    return this.#hasExempt && !this.#hasOthers;
  }

  get areSeveral(): boolean {
    return this.#people.length > 1;
  }

  status(isDeleting: boolean): number {
    if (this.isExempt) return DROP_STATUS.exempted;
    // Some of them may be other people, so all are left out, but not deleted.
    if (this.areSeveral) return DROP_STATUS.optedOut;
    return isDeleting ? DROP_STATUS.deleted : WAITS;
  }
}

/**
 * Compares all owners with all rows in force, old and new, so it also finds owners imported since. Leaves people out, then saves
 * statuses, then erases owners; the caller reports afterwards. In this order, a kill never leaves a status reported that isn't
 * true.
 */
export class DropMatching {
  constructor(private readonly needs: MatchingNeeds) {}

  async run(options: MatchOptions): Promise<Matched> {
    const { drops, screening, database } = this.needs;
    const { service, isDeleting } = options;
    const isReal = service === 'production';
    const { owners, people, holders } = await this.#find(options);
    // In force from here on: the rows of the lists, and the people who have their identifiers.
    await screening.catchUp();
    const statuses = [...holders].map(
      // In the sandbox, nothing is deleted, but statuses are reported as if it were.
      ([key, one]) => [key, one.status(isDeleting || !isReal)] as const,
    );
    for (const some of inSteps(statuses, PER_STEP))
      await database.write((tx) => drops.decide(tx, service, some));
    // A waiting match without an owner any more was deleted by the operator.
    const gone = (await drops.waiting(service)).filter((key) => !holders.has(key));
    for (const some of inSteps(gone, PER_STEP))
      await database.write((tx) =>
        drops.decide(
          tx,
          service,
          some.map((key) => [key, DROP_STATUS.deleted] as const),
        ),
      );
    const erased = isReal && isDeleting ? await this.#erase([...holders.values()], options.exempt) : 0;
    return { owners, matches: holders.size, people, erased };
  }

  async #find({ service, exempt, by, actor }: MatchOptions) {
    const { drops, list, holdings } = this.needs;
    const hashes = new Hashes((await list.state()).secret);
    const marks = await Marks.of(drops.marks(service));
    const corrected = new CorrectedOwners(await list.corrections());
    const holders = new Map<string, Holders>();
    const why = { reason: 'deletion request', source: DROP_SOURCE, enteredBy: by, actor };
    let owners = 0;
    let people = 0;
    let asked: Asked[] = [];
    for await (const page of holdings.pages()) {
      owners += page.length;
      const candidates = new Map<string, Holding[]>();
      for (const holding of page)
        for (const value of viewsOf(holding, corrected).flatMap(dropValues)) {
          const { kind, text } = valueOf(service, value);
          if (!marks.mayHave(hashes.mark(kind, text))) continue;
          const key = hashes.key({ kind, text });
          const same = candidates.get(key);
          if (same === undefined) candidates.set(key, [holding]);
          else if (!same.includes(holding)) same.push(holding);
        }
      for (const key of await drops.known(service, [...candidates.keys()])) {
        const known = holders.get(key) ?? new Holders();
        holders.set(key, known);
        for (const holding of candidates.get(key) ?? []) {
          known.add(holding, exempt);
          // Sandbox lists leave no one out.
          if (service === 'production')
            for (const request of viewsOf(holding, corrected).flatMap(requestsOfOwner))
              asked.push({ key, request });
        }
      }
      if (asked.length < PER_STEP) continue;
      people += await this.#leaveOut(asked, why);
      asked = [];
    }
    people += await this.#leaveOut(asked, why);
    return { owners, people, holders };
  }

  /** Adds people to the list in large steps, because every server reloads the list after each. @returns number of new entries */
  async #leaveOut(asked: readonly Asked[], why: Circumstances): Promise<number> {
    const { drops, suppressions, database } = this.needs;
    const requests = asked.map(({ request }) => request);
    const identities = await suppressions.identities(requests, APART);
    const links = asked.map(({ key }, at) => [key, itemAt(identities, at)] as const);
    // Links first, because an entry without a link could not be withdrawn.
    for (const step of inSteps(links, PER_STEP)) await database.write((tx) => drops.linkPeople(tx, step));
    return (await suppressions.add(requests, why, APART)).added;
  }

  /** Erases people who are the only ones with an identifier: the records that have it, and their other records at these places. */
  async #erase(all: readonly Holders[], exempt: ReadonlySet<string>): Promise<number> {
    const { holdings, index, erasures } = this.needs;
    const ids = new Set(all.flatMap((one) => (one.areSeveral || one.isExempt ? [] : one.ids)));
    if (ids.size === 0) return 0;
    const people = new Set<string>();
    const near = new Set<string>();
    const others = new Set<number>();
    for (const some of inSteps([...ids], PER_STEP))
      for (const contact of (await index.originals(some)).values()) {
        for (const one of peopleOf(contact)) people.add(one);
        for (const one of namesNear(contact)) near.add(one);
      }
    for await (const page of holdings.pages())
      for (const { id, source, isJoined, contact } of page) {
        if ((exempt.has(source) && !isJoined) || ids.has(id)) continue;
        // By name and ZIP first: to read all addresses takes longer than everything else.
        if (!namesNear(contact).some((one) => near.has(one))) continue;
        if (peopleOf(contact).some((one) => people.has(one))) others.add(id);
      }
    // Records with the identifier last, because after a kill the others are found through them.
    return (await eraseInSteps(erasures, [...others])) + (await eraseInSteps(erasures, [...ids]));
  }
}

/** An owner on file, and as corrected if an operator did: a row may name one or the other. */
function viewsOf({ id, contact }: Holding, corrected: CorrectedOwners): OwnerContact[] {
  const owner = { id, ...contact };
  return [...new Set([owner, corrected.of(owner)])];
}

/** Marks values of the sandbox, so that they never equal real ones. */
export const valueOf = (service: DropService, value: Value): Value =>
  service === 'production' ? value : { ...value, text: `sandbox ${value.text}` };

const nameOf = (contact: OwnerContact): string => nameWords(ownerName(contact) ?? '').join(' ');

const hasName = (contact: OwnerContact): boolean => nameOf(contact) !== '';

/** Two equal names of one word count as the same person, although `sameOwner` finds one word too little. */
const isSame = (one: OwnerContact, other: OwnerContact): boolean =>
  sameOwner(one, other) || nameOf(one) === nameOf(other);

const peopleOf = (contact: OwnerContact): string[] =>
  requestsOfOwner(contact).flatMap((request) =>
    valuesOf(request)
      .slice(0, 1)
      .map(({ text }) => text),
  );

/** The name with the ZIP of each of its addresses. */
function namesNear(contact: OwnerContact): string[] {
  const identity = nameIdentity(ownerName(contact) ?? '');
  return [contact.propertyZip, contact.mailingZip].flatMap((zip) =>
    zip === null ? [] : [`${zip.slice(0, 5)} ${identity}`],
  );
}
