import { MS_PER_DAY, utcDay } from '../clock.js';
import type { RepeatTerm } from '../accounts/index.js';
import { slotOf, type PaidProperty } from './paid-property.js';
import type { PaidProperties } from './paid-store.js';

/** The properties that were paid for while a unit of work decides: made of what was kept before; new ones are added in memory. */
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

  /** UTC. */
  get today(): string {
    return utcDay(this.now);
  }

  /** The UTC day on which a property was paid for; undefined when it costs something (again). */
  paidOn(accountId: string, { days }: Pick<RepeatTerm, 'days'>, property: string): string | undefined {
    const paid = this.#paid.get(slotOf({ accountId, property }));
    return paid !== undefined && paid.paidOn >= firstFreeDay(this.now, days) ? paid.paidOn : undefined;
  }

  /** Begins the term of a property that is charged for. */
  pay(accountId: string, property: string, reference: string): void {
    const paid = { accountId, property, paidOn: this.today, reference };
    this.#paid.set(slotOf(paid), paid);
    this.#added.set(slotOf(paid), paid);
  }

  changes(): readonly PaidProperty[] {
    return [...this.#added.values()];
  }
}

/** What was paid for on this UTC day or later is free: the term is whole days after the day of the charge. */
export const firstFreeDay = (now: number, days: number): string => utcDay(now - days * MS_PER_DAY);
