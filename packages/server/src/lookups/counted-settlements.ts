import type { BulkReservation, HeldBulk, LookupSettlements, Payer, SingleSettlement } from './ports.js';

/** What lookups with live keys came to since this process started. Whole sums: nothing in it is about one account. */
export interface LookupTally {
  matches: number;
  misses: number;
  chargedCents: number;
}

export type LookupTallies = Record<'single' | 'bulk', LookupTally>;

/** Counts settlements that were committed, and passes everything else through. */
export class CountedSettlements implements LookupSettlements {
  readonly tallies: LookupTallies = {
    single: { matches: 0, misses: 0, chargedCents: 0 },
    bulk: { matches: 0, misses: 0, chargedCents: 0 },
  };

  constructor(private readonly settlements: LookupSettlements) {}

  requireMeans(payer: Payer): Promise<void> {
    return this.settlements.requireMeans(payer);
  }

  async settleSingle(settlement: SingleSettlement): Promise<void> {
    await this.settlements.settleSingle(settlement);
    const found = settlement.found ? { matches: 1, misses: 0 } : { matches: 0, misses: 1 };
    this.#count('single', found, settlement);
  }

  async reserveBulk(reservation: BulkReservation): Promise<HeldBulk> {
    const held = await this.settlements.reserveBulk(reservation);
    return {
      settle: async (answered) => {
        await held.settle(answered);
        this.#count('bulk', answered.found, reservation);
      },
      release: () => held.release(),
    };
  }

  #count(kind: keyof LookupTallies, found: { matches: number; misses: number }, { terms }: Payer): void {
    const tally = this.tallies[kind];
    tally.matches += found.matches;
    tally.misses += found.misses;
    tally.chargedCents += found.matches * terms.priceCents;
  }
}
