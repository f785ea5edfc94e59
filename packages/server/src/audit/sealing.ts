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
/** Seals read at once. */
const AT_ONCE = 1_000;
/** A cut names every chain that it cuts, so it is made once in so many days rather than all the time. */
const CUT_EVERY_DAYS = 7;

interface SealingNeeds {
  store: AuditStore;
  clock: Clock;
  key: SealKey;
}

/** Seals the log, says where it is, and cuts what was kept long enough. */
export class Sealing {
  constructor(private readonly needs: SealingNeeds) {}

  /** Seals what was noted since the last seal. May run in two processes at once. @returns how many chains grew */
  async seal(): Promise<number> {
    const { store } = this.needs;
    // First: where another process seals from here on, this seal is refused.
    const last = await store.lastSeal();
    const grown = await this.#grown();
    if (grown.length === 0) return 0;
    return (await store.seal(this.#next(last, grown, null))) ? grown.length : 0;
  }

  /** Where the whole log is now, signed, after sealing it. */
  async head(): Promise<SignedHead> {
    const { store, clock, key } = this.needs;
    // Another process may seal in between: then that seal is named.
    await this.seal();
    const { number, hash } = (await store.lastSeal()) ?? NO_SEAL;
    const heads = (await store.heads()).filter(({ seq }) => seq > 0).map(sealedPoint);
    return key.head({ at: clock.now(), seal: { number, hash }, heads });
  }

  /**
   * Deletes what was sealed more than `days` ago: a signed seal says first where the log begins from then on. It may be stopped and run
   * again; at most once a week there is something to cut.
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
    // What an interrupted purge has left behind.
    return before?.cuts ? store.deleteBelow(before.cuts) : 0;
  }

  /** The chains that grew since they were sealed. */
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

  /** The cuts before, moved on to what was sealed until then; null where that is nothing more. */
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
