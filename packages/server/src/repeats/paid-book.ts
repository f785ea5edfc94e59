import { MS_PER_DAY, utcDay } from '../clock.js';
import type { RepeatTerm } from '../accounts/index.js';
import { slotOf, type PaidProperty, type PropertyHashes } from './paid-property.js';
import type { PaidProperties } from './paid-store.js';

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
      .flatMap((hash) => this.#paid.get(slotOf({ accountId, property: hash })) ?? [])
      .find(({ paidOn }) => paidOn >= first);
  }

  #add(paid: PaidProperty): void {
    this.#paid.set(slotOf(paid), paid);
    this.#added.set(slotOf(paid), paid);
  }

  changes(): readonly PaidProperty[] {
    return [...this.#added.values()];
  }
}

/** First UTC day of which charges still make a property free: the term is whole days after the day of the charge. */
export const firstFreeDay = (now: number, days: number): string => utcDay(now - days * MS_PER_DAY);
