import type { RepeatTerm } from '../accounts/index.js';
import type { Clock } from '../clock.js';
import type { Tx } from '../database/index.js';
import { firstFreeDay, PaidBook } from './paid-book.js';
import { slotOf, type PaidProperty } from './paid-property.js';
import type { PaidProperties, PaidStore } from './paid-store.js';

/** Properties of a file that share a statement. */
const PER_STEP = 5_000;

type Payer = Pick<PaidProperty, 'accountId'> & Pick<RepeatTerm, 'days'>;

/** Which properties an account was charged for, and for how long that makes them free. */
export class Repeats {
  constructor(
    private readonly store: PaidStore,
    private readonly clock: Clock,
  ) {}

  /** For settlements, which read and write them along with other things. */
  open(kept: PaidProperties): PaidBook {
    return new PaidBook(kept, this.clock.now());
  }

  /**
   * Of many properties, the ones that cost something now. Reads committed data; a charge checks again.
   * @param properties hashes, each once
   */
  async unpaid({ accountId, days }: Payer, properties: readonly string[]): Promise<string[]> {
    const unpaid: string[] = [];
    for (const some of steps(properties)) {
      const book = this.open(await this.store.paid(slotsOf(accountId, some)));
      unpaid.push(...some.filter((property) => book.paidOn(accountId, { days }, property) === undefined));
    }
    return unpaid;
  }

  /**
   * Begins the free terms of the properties that cost something now, in the transaction that charges for them.
   * @param tx of the account's own work
   * @param properties hashes, each once
   * @returns how many have to be charged for
   */
  async pay(
    tx: Tx,
    { accountId, days, reference }: Payer & Pick<PaidProperty, 'reference'>,
    properties: readonly string[],
  ): Promise<number> {
    let charged = 0;
    for (const some of steps(properties)) {
      const book = this.open(await this.store.read(tx, slotsOf(accountId, some)));
      for (const property of some) {
        if (book.paidOn(accountId, { days }, property) === undefined)
          book.pay(accountId, property, reference);
      }
      const paid = book.changes();
      charged += paid.length;
      await this.store.write(tx, paid);
    }
    return charged;
  }

  /** What was paid for with a charge that is given back costs something again. */
  forget(tx: Tx, accountId: string, reference: string): Promise<void> {
    return this.store.forget(tx, accountId, reference);
  }

  /** Forgets what is free no longer. @param defaultDays of accounts without a number of their own. @returns how many */
  async sweep(defaultDays: number): Promise<number> {
    let forgotten = 0;
    const now = this.clock.now();
    for (const days of await this.store.terms(defaultDays)) {
      // Without a term nothing is free, whenever it was paid for.
      const before = days === 0 ? AFTER_ALL_DAYS : firstFreeDay(now, days);
      for (;;) {
        const some = await this.store.forgetBefore(before, { days, defaultDays });
        if (some === 0) break;
        forgotten += some;
      }
    }
    return forgotten;
  }

  /** What is wrong, as sentences for the operator: a property is free although nothing was paid for it. */
  async findings(): Promise<string[]> {
    return (await this.store.withoutCharge()).map(
      ({ accountId, reference }) =>
        `account ${accountId}: properties are free that were paid for with ${reference}, but the ledger has no such charge`,
    );
  }
}

const AFTER_ALL_DAYS = '9999-12-31';

const slotsOf = (accountId: string, properties: readonly string[]): string[] =>
  properties.map((property) => slotOf({ accountId, property }));

/** In the order of the table: neighbors share its pages, which a random order would read and write again and again. */
function* steps(properties: readonly string[]): Generator<readonly string[]> {
  const sorted = [...properties].sort();
  for (let from = 0; from < sorted.length; from += PER_STEP) yield sorted.slice(from, from + PER_STEP);
}
