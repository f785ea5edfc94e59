import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { AuditStore, Cuts, Seal, SealedPoint } from './audit-store.js';
import type { Point } from './entry.js';
import { MS_PER_DAY, type Clock } from '../clock.js';

export const NO_CUTS: Cuts = { chains: [], seal: { number: 0, hash: '' } };

const SEAL_VERSION = 'skiptrace-audit-seal-1';
const HEAD_VERSION = 'skiptrace-audit-head-1';

export const hashOfSeal = (
  previous: string,
  { number, at, heads, cuts }: Pick<Seal, 'number' | 'at' | 'heads' | 'cuts'>,
): string => hash('sha256', JSON.stringify([SEAL_VERSION, previous, number, at, heads, cuts]), 'hex');

/** First bytes of a PKCS #8 document of an Ed25519 key; the 32 bytes of the key follow (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** First bytes of a public key in SPKI form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs seals, which can be kept elsewhere. Anyone can check them with the public key. */
export class SealKey {
  readonly #private: KeyObject;
  readonly publicKey: string;

  /**
   * @param secret the service's signing secret (storage/signed-links.ts): all servers of the same data derive
   * the same key
   */
  constructor(secret: Buffer) {
    const seed = createHmac('sha256', secret).update('audit seal').digest();
    this.#private = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    this.publicKey = createPublicKey(this.#private)
      .export({ format: 'der', type: 'spki' })
      .subarray(SPKI.length)
      .toString('base64url');
  }

  seal(previous: Pick<Seal, 'number' | 'hash'>, about: Pick<Seal, 'at' | 'heads' | 'cuts'>): Seal {
    const seal = { ...about, number: previous.number + 1 };
    const hash = hashOfSeal(previous.hash, seal);
    return { ...seal, hash, key: this.publicKey, signature: this.#sign(hash) };
  }

  /** @param about the last seal, and the heads of all chains */
  head(about: Pick<SignedHead, 'at' | 'seal' | 'heads'>): SignedHead {
    return { ...about, key: this.publicKey, signature: this.#sign(textOfHead(about)) };
  }

  #sign(text: string): string {
    return sign(null, Buffer.from(text), this.#private).toString('base64url');
  }
}

/**
 * A signed statement of where the whole log was at a time, kept elsewhere: a log that is changed later no
 * longer matches it.
 */
export interface SignedHead {
  at: number;
  seal: { number: number; hash: string };
  heads: readonly SealedPoint[];
  key: string;
  signature: string;
}

const textOfHead = ({ at, seal, heads }: Pick<SignedHead, 'at' | 'seal' | 'heads'>): string =>
  JSON.stringify([HEAD_VERSION, at, seal.number, seal.hash, heads]);

export const isSigned = ({ key, hash, signature }: Pick<Seal, 'key' | 'hash' | 'signature'>): boolean =>
  isSignatureOf(key, hash, signature);

export const isSignedHead = (head: SignedHead): boolean =>
  isSignatureOf(head.key, textOfHead(head), head.signature);

function isSignatureOf(key: string, text: string, signature: string): boolean {
  const raw = Buffer.from(key, 'base64url');
  if (raw.length !== 32) return false;
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
}

export const pointOf = ([chain, seq, hash]: SealedPoint): Point => ({ chain, seq, hash });
export const sealedPoint = ({ chain, seq, hash }: Point): SealedPoint => [chain, seq, hash];

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
