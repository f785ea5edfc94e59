import { MS_PER_DAY, utcDay, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import type { Ids } from '../../platform/ids.js';
import { inSteps, Turns } from '../../platform/lib/batches.js';
import type { RepeatTerm } from '../accounts/index.js';
import {
  paidSlot,
  type Claim,
  type PaidProperties,
  type PaidProperty,
  type PaidStore,
} from './paid-store.js';
import { joinedHashes, type PropertyHashes } from './properties.js';

/** Hashes per statement and commit, so that other writers get a turn. */
const PER_STEP = 5_000;

type Payer = Pick<PaidProperty, 'accountId'> & Pick<RepeatTerm, 'days'>;

/** A list of properties about to be charged. */
export interface ListToPay extends Payer, Pick<PaidProperty, 'reference'> {
  /** Properties without common hashes (`JoinedProperties`). */
  properties: readonly PropertyHashes[];
  /** Throws if the charge must not happen any more. */
  requireDue(tx: Tx): Promise<void>;
}

export interface RepeatNeeds {
  paid: PaidStore;
  database: Database;
  clock: Clock;
  ids: Ids;
}

/** Free repeats: the properties that an account was charged for, and how long they stay free. */
export class Repeats {
  readonly #claims = new Turns();

  constructor(private readonly needs: RepeatNeeds) {}

  /** Opens a book for settlements, which read and write paid properties together with other data. */
  open(kept: PaidProperties): PaidBook {
    return new PaidBook(kept, this.needs.clock.now());
  }

  /**
   * Filters properties: the ones that cost something now. Reads committed data; a charge checks again.
   * @param properties without common hashes
   */
  async unpaid(payer: Payer, properties: readonly PropertyHashes[]): Promise<PropertyHashes[]> {
    const paid = await this.#paid(payer, properties);
    return properties.filter((hashes) => !hashes.some((hash) => paid.has(hash)));
  }

  /** Last UTC day on which each property is free, in order; null if it costs something now. Reads committed data. */
  async freeUntil(payer: Payer, properties: readonly PropertyHashes[]): Promise<(string | null)[]> {
    const paid = await this.#paid(payer, properties);
    return properties.map((hashes) => {
      const days = hashes.flatMap((hash) => paid.get(hash) ?? []);
      const last = days.sort().at(-1);
      return last === undefined ? null : utcDay(Date.parse(last) + payer.days * MS_PER_DAY);
    });
  }

  /**
   * Filters properties as `unpaid` does, and saves all hashes of the others, so that each spelling that was free once stays free until
   * the term ends, even if the owners' records change.
   */
  async noteRepeats(payer: Payer, properties: readonly PropertyHashes[]): Promise<PropertyHashes[]> {
    const paid = await this.#paid(payer, properties);
    const isPaid = (hash: string): boolean => paid.has(hash);
    await this.#noteFree(
      payer,
      properties.filter((hashes) => hashes.some(isPaid)),
      isPaid,
    );
    return properties.filter((hashes) => !hashes.some(isPaid));
  }

  /**
   * Begins the free terms of a list's unpaid properties, in the transaction that charges for them. A long list is claimed earlier, in
   * many short commits, and the transaction only counts and settles the claim, because a long transaction would block all other
   * writes. If the claim was invalidated meanwhile, the transaction writes the whole list itself.
   * @param charge opens the transaction, on the account's own work, and calls `pay` in it, which returns the number to charge for
   */
  async paying<T>(list: ListToPay, charge: (pay: (tx: Tx) => Promise<number>) => Promise<T>): Promise<T> {
    const payAtOnce = async (tx: Tx): Promise<number> => {
      await list.requireDue(tx);
      return this.#payAll(tx, list);
    };
    if (countOf(list.properties) <= PER_STEP) return charge(payAtOnce);
    return this.#claims.take(list.accountId, async () => {
      const { claim, properties } = await this.#claimed(list);
      return charge(async (tx) => {
        await list.requireDue(tx);
        // A term counts from the day of the charge.
        const isToday = claim.paidOn === utcDay(this.needs.clock.now());
        const charged = isToday ? await this.#settle(tx, claim, { ...list, properties }) : null;
        return charged ?? this.#payAll(tx, list);
      });
    });
  }

  /** Ends the free terms of a refunded charge. */
  async forget(tx: Tx, accountId: string, reference: string): Promise<void> {
    const { paid, clock } = this.needs;
    // A list in progress may have counted these properties as free.
    await paid.endClaims(tx, accountId);
    await paid.forget(tx, accountId, reference, utcDay(clock.now()));
  }

  /**
   * Ends the free terms of some properties of a charge.
   * @param properties without common hashes
   * @returns number of these properties that the charge had paid for, which is the number to refund
   */
  async takeBack(
    tx: Tx,
    {
      accountId,
      reference,
      properties,
    }: Pick<PaidProperty, 'accountId' | 'reference'> & { properties: readonly PropertyHashes[] },
  ): Promise<number> {
    const { paid } = this.needs;
    await paid.endClaims(tx, accountId);
    const taken = new Set<string>();
    for (const some of hashSteps(properties.flat()))
      for (const hash of await paid.takeBack(tx, accountId, reference, some)) taken.add(hash);
    return properties.filter((hashes) => hashes.some((hash) => taken.has(hash))).length;
  }

  /** Keys the hashes of an account's properties. */
  secretOf(accountId: string): Promise<string> {
    const { paid, database } = this.needs;
    return paid.secretOf(database.read, accountId);
  }

  /** Properties of an account in stored form, joined. @param digests see `propertyDigests` */
  async hashed(accountId: string, digests: readonly (readonly string[])[]): Promise<PropertyHashes[]> {
    const { paid, database } = this.needs;
    return joinedHashes({ secret: await paid.secretOf(database.read, accountId) }, digests);
  }

  /** Deletes expired properties. @param defaultDays of accounts without a term of their own @returns their number */
  async sweep(defaultDays: number): Promise<number> {
    const { paid, clock } = this.needs;
    let forgotten = 0;
    const now = clock.now();
    // No claim is in progress after a day.
    const claimsBefore = utcDay(now - MS_PER_DAY);
    for (const days of await paid.terms(defaultDays)) {
      // Without a term, nothing is free, whatever the day it was paid for.
      const before = days === 0 ? AFTER_ALL_DAYS : firstFreeDay(now, days);
      for (;;) {
        const some = await paid.forgetBefore(before, { days, defaultDays, claimsBefore });
        if (some === 0) break;
        forgotten += some;
      }
    }
    return forgotten;
  }

  /** Findings for the operator, as sentences: properties that are free without a charge. */
  async findings(): Promise<string[]> {
    return (await this.needs.paid.withoutCharge()).map(
      ({ accountId, reference }) =>
        `account ${accountId}: properties are free that were paid for with ${reference}, but the ledger has no such charge`,
    );
  }

  /** Claims a list, one commit per step. Other charges meanwhile take their hashes out of the claim. */
  async #claimed(list: ListToPay): Promise<{ claim: Claim; properties: readonly PropertyHashes[] }> {
    const { paid, database } = this.needs;
    const { accountId, properties } = list;
    const claim = this.#newClaim(list);
    await database.writeFor(accountId, async (tx) => {
      // After the charge the list is settled; a second claim would charge for it again.
      await list.requireDue(tx);
      // An older claim would count properties as paid that this one takes from it.
      await paid.endClaims(tx, accountId);
      await paid.beginClaim(tx, claim);
    });
    for (const step of claimSteps(properties))
      await database.writeFor(accountId, (tx) => this.#claim(tx, claim, list, step));
    const { read } = database;
    if ((await paid.countClaimed(read, claim)) === countOf(properties)) return { claim, properties };
    const held = new Set(await paid.claimed(read, claim));
    await this.#noteFree(list, properties.filter(isPartOf(held)), (hash) => !held.has(hash));
    return { claim, properties: properties.filter(isAllOf(held)) };
  }

  async #payAll(tx: Tx, list: ListToPay): Promise<number> {
    const claim = this.#newClaim(list);
    await this.needs.paid.beginClaim(tx, claim);
    for (const step of claimSteps(list.properties)) await this.#claim(tx, claim, list, step);
    const charged = await this.#settle(tx, claim, list);
    if (charged === null) throw new Error('a claim was lost within its transaction');
    return charged;
  }

  /** @returns number of properties to charge for; null if the claim is no longer valid */
  async #settle(tx: Tx, claim: Claim, list: Pick<ListToPay, 'days' | 'properties'>): Promise<number | null> {
    const { paid } = this.needs;
    let { properties } = list;
    let noted = await paid.settleClaim(tx, claim);
    if (noted !== null && noted !== countOf(properties)) {
      // One hash paid by another charge means that the whole property is paid.
      const held = new Set(await paid.claimed(tx, claim));
      await paid.beginClaim(tx, claim);
      await this.#note(tx, { ...claim, days: list.days }, properties.filter(isPartOf(held)));
      properties = properties.filter(isAllOf(held));
      noted = await paid.settleClaim(tx, claim);
    }
    return noted === countOf(properties) ? properties.length : null;
  }

  #newClaim({ accountId, reference }: ListToPay): Claim {
    const { clock, ids } = this.needs;
    return { accountId, reference, paidOn: utcDay(clock.now()), token: ids.uuid() };
  }

  #claim(tx: Tx, claim: Claim, { days }: ListToPay, { hashes, further }: ClaimStep): Promise<void> {
    const { paid, clock } = this.needs;
    return paid.claim(tx, claim, firstFreeDay(clock.now(), days), hashes, further);
  }

  /** Hashes of properties that are paid for, with the UTC day of each. */
  async #paid(
    { accountId, days }: Payer,
    properties: readonly PropertyHashes[],
  ): Promise<ReadonlyMap<string, string>> {
    const { paid, database, clock } = this.needs;
    const found = new Map<string, string>();
    const first = firstFreeDay(clock.now(), days);
    for (const some of hashSteps(properties.flat()))
      for (const [hash, paidOn] of await paid.paid(database.read, accountId, first, some))
        found.set(hash, paidOn);
    return found;
  }

  /** Saves all hashes of free properties, one commit per step. @param isPaid whether a hash is already paid for */
  async #noteFree(
    payer: Payer,
    free: readonly PropertyHashes[],
    isPaid: (hash: string) => boolean,
  ): Promise<void> {
    const unnoted = free.flatMap((hashes) => {
      const first = hashes.find((hash) => !isPaid(hash));
      return first === undefined ? [] : [{ first, hashes }];
    });
    unnoted.sort((one, other) => (one.first < other.first ? -1 : 1));
    for (const some of inSteps(
      unnoted.map(({ hashes }) => hashes),
      PER_STEP,
    ))
      await this.needs.database.writeFor(payer.accountId, (tx) => this.#note(tx, payer, some));
  }

  async #note(tx: Tx, { accountId, days }: Payer, free: readonly PropertyHashes[]): Promise<void> {
    const { paid } = this.needs;
    const slots = free.flat().map((property) => paidSlot({ accountId, property }));
    const book = this.open(await paid.read(tx, slots));
    for (const hashes of free) book.noteRepeat(accountId, { days }, hashes);
    await paid.write(tx, book.changes());
  }
}

/** Paid properties during a unit of work: loaded from the store, with new ones added in memory. */
export class PaidBook {
  readonly #paid: Map<string, PaidProperty>;
  readonly #added = new Map<string, PaidProperty>();

  /** @param now milliseconds since the epoch */
  constructor(
    kept: PaidProperties,
    private readonly now: number,
  ) {
    this.#paid = new Map(kept);
  }

  /** Current UTC day. */
  get today(): string {
    return utcDay(this.now);
  }

  /** UTC day on which a property was paid for; undefined if it has to be paid (again). */
  paidOn(accountId: string, term: Pick<RepeatTerm, 'days'>, property: PropertyHashes): string | undefined {
    return this.#find(accountId, term, property)?.paidOn;
  }

  /** Begins the free term of a charged property. */
  pay(accountId: string, property: PropertyHashes, reference: string): void {
    for (const [index, hash] of property.entries())
      this.#add({ accountId, property: hash, paidOn: this.today, reference, further: index === 0 ? 0 : 1 });
  }

  /** Adds the property's other hashes to the charge that makes it free, for the rest of the term. */
  noteRepeat(accountId: string, term: Pick<RepeatTerm, 'days'>, property: PropertyHashes): void {
    const paid = this.#find(accountId, term, property);
    if (paid === undefined) return;
    for (const hash of property)
      if (this.#find(accountId, term, [hash]) === undefined)
        this.#add({ ...paid, property: hash, further: 1 });
  }

  #find(
    accountId: string,
    { days }: Pick<RepeatTerm, 'days'>,
    property: PropertyHashes,
  ): PaidProperty | undefined {
    const first = firstFreeDay(this.now, days);
    return property
      .flatMap((hash) => this.#paid.get(paidSlot({ accountId, property: hash })) ?? [])
      .find(({ paidOn }) => paidOn >= first);
  }

  #add(paid: PaidProperty): void {
    this.#paid.set(paidSlot(paid), paid);
    this.#added.set(paidSlot(paid), paid);
  }

  changes(): readonly PaidProperty[] {
    return [...this.#added.values()];
  }
}

/** First UTC day of which charges still make a property free: the term is whole days after the day of the charge. */
const firstFreeDay = (now: number, days: number): string => utcDay(now - days * MS_PER_DAY);

const AFTER_ALL_DAYS = '9999-12-31';

const countOf = (properties: readonly PropertyHashes[]): number =>
  properties.reduce((sum, { length }) => sum + length, 0);

const isAllOf = (held: ReadonlySet<string>) => (hashes: PropertyHashes) =>
  hashes.every((hash) => held.has(hash));
const isPartOf = (held: ReadonlySet<string>) => (hashes: PropertyHashes) =>
  hashes.some((hash) => held.has(hash)) && !isAllOf(held)(hashes);

interface ClaimStep extends Pick<PaidProperty, 'further'> {
  hashes: readonly string[];
}

/** Steps of a claim: first the records' hashes, each of which is charged once. */
function* claimSteps(properties: readonly PropertyHashes[]): Generator<ClaimStep> {
  const [first, others]: [string[], string[]] = [[], []];
  for (const hashes of properties)
    for (const [index, hash] of hashes.entries()) (index === 0 ? first : others).push(hash);
  for (const hashes of hashSteps(first)) yield { hashes, further: 0 };
  for (const hashes of hashSteps(others)) yield { hashes, further: 1 };
}

/**
 * Hashes in the order of the table, so that neighbors share pages, which a random order would read and write repeatedly. Sorts by the
 * first character at once and by the others step by step, because a long sort would block lookups.
 */
function* hashSteps(hashes: readonly string[]): Generator<readonly string[]> {
  const byCharacter = new Map<string, string[]>();
  for (const hash of hashes) {
    const character = hash.slice(0, 1);
    const alike = byCharacter.get(character);
    if (alike === undefined) byCharacter.set(character, [hash]);
    else alike.push(hash);
  }
  let step: string[] = [];
  for (const character of [...byCharacter.keys()].sort()) {
    step = [...step, ...(byCharacter.get(character) ?? []).sort()];
    for (; step.length >= PER_STEP; step = step.slice(PER_STEP)) yield step.slice(0, PER_STEP);
  }
  if (step.length > 0) yield step;
}
