import { MS_PER_DAY, type Clock } from '../clock.js';
import type { AuditStore } from './audit-store.js';
import type { Point } from './entry.js';
import {
  NO_CUTS,
  sealedPoint,
  type Cuts,
  type Seal,
  type SealedPoint,
  type SealKey,
  type SignedHead,
} from './seal.js';

/** Before the first seal. */
const NO_SEAL = { number: 0, hash: '' };
/** Number of seals read at once. */
const AT_ONCE = 1_000;
/** Days between cuts. A cut names every chain it shortens, so it is made rarely. */
const CUT_EVERY_DAYS = 7;

interface SealingNeeds {
  store: AuditStore;
  clock: Clock;
  key: SealKey;
}

/** Seals the log, signs its head, and cuts entries past their retention. */
export class Sealing {
  constructor(private readonly needs: SealingNeeds) {}

  /** Seals the entries added since the last seal. May run in two processes at once. @returns how many chains grew */
  async seal(): Promise<number> {
    const { store } = this.needs;
    // Read first: if another process seals after this, its seal wins and this one is refused.
    const last = await store.lastSeal();
    const grown = await this.#grown();
    if (grown.length === 0) return 0;
    return (await store.seal(this.#next(last, grown, null))) ? grown.length : 0;
  }

  /** The signed head of the whole log, after sealing it. */
  async head(): Promise<SignedHead> {
    const { store, clock, key } = this.needs;
    // Another process may seal in between: the head then names that seal.
    await this.seal();
    const { number, hash } = (await store.lastSeal()) ?? NO_SEAL;
    const heads = (await store.heads()).filter(({ seq }) => seq > 0).map(sealedPoint);
    return key.head({ at: clock.now(), seal: { number, hash }, heads });
  }

  /**
   * Deletes entries sealed more than `days` ago: a signed seal first states where the log begins from then on. May be interrupted
   * and run again; cuts at most once a week.
   * @returns how many entries were deleted
   */
  async purge(days: number): Promise<number> {
    const { store, clock } = this.needs;
    const before = await store.lastCut();
    const cuts = await this.#cutsAt(clock.now() - days * MS_PER_DAY, before?.cuts ?? NO_CUTS);
    const isDue = before === null || clock.now() - before.at >= CUT_EVERY_DAYS * MS_PER_DAY;
    if (cuts !== null && isDue) {
      const last = await store.lastSeal();
      if (await store.seal(this.#next(last, await this.#grown(), cuts))) return store.deleteBelow(cuts);
    }
    // Deletes what an interrupted purge left behind.
    return before?.cuts ? store.deleteBelow(before.cuts) : 0;
  }

  /** The chains that grew since the last seal. */
  async #grown(): Promise<SealedPoint[]> {
    const { store } = this.needs;
    const [sealed, heads] = await Promise.all([store.sealed(), store.heads()]);
    const hasGrown = ({ chain, seq }: Point): boolean => seq > (sealed.get(chain) ?? 0);
    return heads.filter(hasGrown).map(sealedPoint);
  }

  #next(last: Seal | null, heads: readonly SealedPoint[], cuts: Cuts | null): Seal {
    const { clock, key } = this.needs;
    return key.seal(last ?? NO_SEAL, { at: clock.now(), heads, cuts });
  }

  /** The previous cuts, moved up to the entries sealed by then; null if nothing more was sealed. */
  async #cutsAt(atMs: number, before: Cuts): Promise<Cuts | null> {
    const { store } = this.needs;
    const chains = new Map(before.chains.map((point) => [point[0], point]));
    let last = before.seal;
    for (;;) {
      const seals = await store.seals(last.number, AT_ONCE);
      const old = seals.filter(({ at }) => at <= atMs);
      for (const { heads } of old) for (const point of heads) chains.set(point[0], point);
      const end = old.at(-1);
      if (end !== undefined) last = { number: end.number, hash: end.hash };
      if (old.length < AT_ONCE) break;
    }
    return last.number === before.seal.number ? null : { chains: [...chains.values()], seal: last };
  }
}
