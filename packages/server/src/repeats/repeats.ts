import type { RepeatTerm } from '../accounts/index.js';
import { MS_PER_DAY, utcDay, type Clock } from '../clock.js';
import type { Database, Tx } from '../database/index.js';
import type { Ids } from '../ids.js';
import { Turns } from '../turns.js';
import { firstFreeDay, PaidBook } from './paid-book.js';
import { propertyHash, type PaidProperty } from './paid-property.js';
import type { Claim, PaidProperties, PaidStore } from './paid-store.js';

/** Properties of a list that share a statement, and a commit: others write in between. */
const PER_STEP = 5_000;

type Payer = Pick<PaidProperty, 'accountId'> & Pick<RepeatTerm, 'days'>;

/** A list of properties that is about to be charged for. */
export interface ListToPay extends Payer, Pick<PaidProperty, 'reference'> {
  /** Hashes, each once. */
  properties: readonly string[];
  /** Throws where the charge may not happen any more. */
  requireDue(tx: Tx): Promise<void>;
}

export interface RepeatNeeds {
  paid: PaidStore;
  database: Database;
  clock: Clock;
  ids: Ids;
}

/** Which properties an account was charged for, and for how long that makes them free. */
export class Repeats {
  readonly #claims = new Turns();

  constructor(private readonly needs: RepeatNeeds) {}

  /** For settlements, which read and write them along with other things. */
  open(kept: PaidProperties): PaidBook {
    return new PaidBook(kept, this.needs.clock.now());
  }

  /**
   * Filters properties: the ones that cost something now. Reads committed data; a charge checks again.
   * @param properties hashes, each once
   */
  async unpaid({ accountId, days }: Payer, properties: readonly string[]): Promise<string[]> {
    const { paid, clock } = this.needs;
    const unpaid: string[] = [];
    for (const some of steps(properties))
      unpaid.push(...(await paid.unpaid(accountId, firstFreeDay(clock.now(), days), some)));
    return unpaid;
  }

  /**
   * Begins the free terms of the properties of a list that cost something now, in the transaction that charges for them. A long list is
   * claimed before, in many short commits, and the transaction only counts and settles the claim: it would hold up all other writes
   * for as long as it writes. Where the claim was overtaken, the transaction notes all of the list itself.
   * @param charge opens the transaction, on the account's own work, and calls `pay` in it, which answers how many have to be charged for
   */
  async paying<T>(list: ListToPay, charge: (pay: (tx: Tx) => Promise<number>) => Promise<T>): Promise<T> {
    const payAtOnce = async (tx: Tx): Promise<number> => {
      await list.requireDue(tx);
      return this.#payAll(tx, list);
    };
    if (list.properties.length <= PER_STEP) return charge(payAtOnce);
    return this.#claims.take(list.accountId, async () => {
      const claim = await this.#claimed(list);
      return charge(async (tx) => {
        await list.requireDue(tx);
        // A term is counted from the day of the charge.
        const isToday = claim.paidOn === utcDay(this.needs.clock.now());
        const charged = isToday ? await this.needs.paid.settleClaim(tx, claim) : null;
        return charged ?? this.#payAll(tx, list);
      });
    });
  }

  /** What was paid for with a charge that is given back costs something again. */
  async forget(tx: Tx, accountId: string, reference: string): Promise<void> {
    const { paid, clock } = this.needs;
    // A list under way may have been free for what that charge had paid for.
    await paid.endClaims(tx, accountId);
    await paid.forget(tx, accountId, reference, utcDay(clock.now()));
  }

  /**
   * The same for some properties of a charge, by their digests (`propertyDigest`).
   * @returns how many of them it had paid for: so much of it is given back
   */
  async takeBack(
    tx: Tx,
    {
      accountId,
      reference,
      digests,
    }: Pick<PaidProperty, 'accountId' | 'reference'> & { digests: readonly string[] },
  ): Promise<number> {
    const { paid } = this.needs;
    await paid.endClaims(tx, accountId);
    const secret = await paid.secretOf(tx, accountId);
    let taken = 0;
    for (const some of steps(digests.map((digest) => propertyHash({ secret }, digest))))
      taken += await paid.takeBack(tx, accountId, reference, some);
    return taken;
  }

  /** Forgets what is free no longer. @param defaultDays of accounts without a number of their own. @returns how many */
  async sweep(defaultDays: number): Promise<number> {
    const { paid, clock } = this.needs;
    let forgotten = 0;
    const now = clock.now();
    // Nothing of a claim is under way after a day.
    const claimsBefore = utcDay(now - MS_PER_DAY);
    for (const days of await paid.terms(defaultDays)) {
      // Without a term nothing is free, whenever it was paid for.
      const before = days === 0 ? AFTER_ALL_DAYS : firstFreeDay(now, days);
      for (;;) {
        const some = await paid.forgetBefore(before, { days, defaultDays, claimsBefore });
        if (some === 0) break;
        forgotten += some;
      }
    }
    return forgotten;
  }

  /** What is wrong, as sentences for the operator: a property is free although nothing was paid for it. */
  async findings(): Promise<string[]> {
    return (await this.needs.paid.withoutCharge()).map(
      ({ accountId, reference }) =>
        `account ${accountId}: properties are free that were paid for with ${reference}, but the ledger has no such charge`,
    );
  }

  /** Claims a list, a step a commit. What else is charged meanwhile takes its properties out of the claim again. */
  async #claimed(list: ListToPay): Promise<Claim> {
    const { paid, database } = this.needs;
    const { accountId } = list;
    const claim = this.#newClaim(list);
    await database.writeFor(accountId, async (tx) => {
      // What was charged for is settled: claimed once more it would cost something again.
      await list.requireDue(tx);
      // Another claim would count properties that this one takes from it as paid for.
      await paid.endClaims(tx, accountId);
      await paid.beginClaim(tx, claim);
    });
    for (const some of steps(list.properties))
      await database.writeFor(accountId, (tx) => this.#claim(tx, claim, list, some));
    return claim;
  }

  async #payAll(tx: Tx, list: ListToPay): Promise<number> {
    const { paid } = this.needs;
    const claim = this.#newClaim(list);
    await paid.beginClaim(tx, claim);
    for (const some of steps(list.properties)) await this.#claim(tx, claim, list, some);
    const charged = await paid.settleClaim(tx, claim);
    if (charged === null) throw new Error('a claim was lost within its transaction');
    return charged;
  }

  #newClaim({ accountId, reference }: ListToPay): Claim {
    const { clock, ids } = this.needs;
    return { accountId, reference, paidOn: utcDay(clock.now()), token: ids.uuid() };
  }

  #claim(tx: Tx, claim: Claim, { days }: ListToPay, properties: readonly string[]): Promise<void> {
    const { paid, clock } = this.needs;
    return paid.claim(tx, claim, firstFreeDay(clock.now(), days), properties);
  }
}

const AFTER_ALL_DAYS = '9999-12-31';

/** In the order of the table: neighbors share its pages, which a random order would read and write again and again. */
function* steps(properties: readonly string[]): Generator<readonly string[]> {
  const sorted = [...properties].sort();
  for (let from = 0; from < sorted.length; from += PER_STEP) yield sorted.slice(from, from + PER_STEP);
}
