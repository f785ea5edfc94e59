import type {
  BulkReservation,
  Charge,
  Entry,
  HeldBulk,
  LookupSettlements,
  Payer,
  SingleSettlement,
} from './ports.js';

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

  async settleSingle(settlement: SingleSettlement): Promise<Charge> {
    const charge = await this.settlements.settleSingle(settlement);
    this.#count('single', [settlement], [charge]);
    return charge;
  }

  async reserveBulk(reservation: BulkReservation): Promise<HeldBulk> {
    const held = await this.settlements.reserveBulk(reservation);
    return {
      settle: async (answered) => {
        const charges = await held.settle(answered);
        this.#count('bulk', answered.entries, charges);
        return charges;
      },
      release: () => held.release(),
    };
  }

  #count(
    kind: keyof LookupTallies,
    entries: readonly Pick<Entry, 'found'>[],
    charges: readonly Charge[],
  ): void {
    const tally = this.tallies[kind];
    const matches = entries.filter(({ found }) => found).length;
    tally.matches += matches;
    tally.misses += entries.length - matches;
    tally.chargedCents += charges.reduce((sum, { priceCents }) => sum + priceCents, 0);
  }
}
