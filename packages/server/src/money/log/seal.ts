import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import { inSteps } from '../../platform/lib/batches.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { AuditStore, Seal, SealName } from './audit-store.js';
import { pointAfter, START, type Point } from './entry.js';

const SEAL_VERSION = 'skiptrace-audit-seal-2';
const HEAD_VERSION = 'skiptrace-audit-head-2';

type SealContent = Pick<Seal, 'number' | 'at' | 'previous' | 'from' | 'to' | 'cut'>;

const partsOf = ({ number, entries, hash }: Point) => [number, entries, hash];

export const hashOfSeal = ({ number, at, previous, from, to, cut }: SealContent): string => {
  const deleted = cut && [cut.number, cut.hash];
  const parts = [SEAL_VERSION, previous, number, at, partsOf(from), partsOf(to), deleted];
  return hash('sha256', JSON.stringify(parts), 'hex');
};

/** First bytes of a PKCS #8 document of an Ed25519 key; the 32 bytes of the key follow (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** First bytes of a public key in SPKI form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs seals, which can be kept elsewhere. Anyone can check them with the public key. */
export class SealKey {
  readonly #private: KeyObject;
  readonly publicKey: string;

  /**
   * @param secret the service's signing secret (platform/storage/signed-links.ts): all servers of the same data derive
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

  /** @param before null before the first seal */
  seal(before: Pick<Seal, 'number' | 'hash' | 'to'> | null, about: Pick<Seal, 'at' | 'to' | 'cut'>): Seal {
    const { number, hash: previous, to: from } = before ?? { number: 0, hash: '', to: START };
    const { at, to, cut } = about;
    const seal = { number: number + 1, at, previous, from, to, cut };
    const hash = hashOfSeal(seal);
    return { ...seal, hash, key: this.publicKey, signature: this.#sign(hash) };
  }

  /** @param seal the last one */
  head(at: number, seal: SealName): SignedHead {
    const { number, hash } = seal;
    return {
      at,
      seal: { number, hash },
      key: this.publicKey,
      signature: this.#sign(textOfHead({ at, seal })),
    };
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
  /** The last seal. Its hash covers everything before it. */
  seal: SealName;
  key: string;
  signature: string;
}

const textOfHead = ({ at, seal }: Pick<SignedHead, 'at' | 'seal'>): string =>
  JSON.stringify([HEAD_VERSION, at, seal.number, seal.hash]);

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

/** Most seals in one cut. */
const MOST_IN_CUT = 1_000;
/** Most entries in one seal: reading and hashing them keeps lookups waiting for some milliseconds. */
const MOST_IN_SEAL = 250;
/** Seals deleted in one commit, with their entries, so that other writes get their turn. */
const SEALS_PER_COMMIT = 5;

interface SealingNeeds {
  store: AuditStore;
  clock: Clock;
  key: SealKey;
}

/** Hashes and seals what was appended to the log, signs its head, and cuts entries past their retention. */
export class Sealing {
  constructor(private readonly needs: SealingNeeds) {}

  /** Seals the entries added since the last seal. May run in two processes at once. @returns how many it sealed */
  async seal(): Promise<number> {
    const { store, clock, key } = this.needs;
    // Read first: if another process seals after this, its seal wins and this one is refused.
    let last = await store.lastSeal();
    const until = await store.settledUntil();
    let sealed = 0;
    for (;;) {
      const from = last?.to ?? START;
      const some = await store.log(from.number, MOST_IN_SEAL);
      const settled = some.filter(({ number }) => until !== null && number <= until);
      if (settled.length === 0) return sealed;
      const seal = key.seal(last, { at: clock.now(), to: settled.reduce(pointAfter, from), cut: null });
      if (!(await store.seal(seal))) return sealed;
      sealed += settled.length;
      last = seal;
    }
  }

  /** The signed head of the whole log, after sealing it. */
  async head(): Promise<SignedHead> {
    const { store, clock, key } = this.needs;
    // Another process may seal in between: the head then names that seal.
    await this.seal();
    return key.head(clock.now(), (await store.lastSeal()) ?? { number: 0, hash: '' });
  }

  /**
   * Deletes entries sealed more than `days` ago: a signed seal first states where the log begins from then on. May be interrupted
   * and run again.
   * @returns how many entries were deleted
   */
  async purge(days: number): Promise<number> {
    const { store, clock, key } = this.needs;
    let deleted = 0;
    for (;;) {
      const last = await store.lastSeal();
      const old = last === null ? [] : await this.#oldestUntil(clock.now() - days * MS_PER_DAY, last);
      const [first, end] = [old[0], old.at(-1)];
      if (first === undefined || end === undefined || last === null) return deleted;
      const cut = { number: end.number, hash: end.hash };
      if (!(await store.seal(key.seal(last, { at: clock.now(), to: last.to, cut })))) return deleted;
      for (const some of inSteps(old, SEALS_PER_COMMIT))
        await store.deleteThrough(itemAt(some, some.length - 1));
      deleted += end.to.entries - first.from.entries;
    }
  }

  /** The newest entries stay, however old they are: SQLite would give their numbers again. */
  async #oldestUntil(atMs: number, last: Seal): Promise<Seal[]> {
    const seals = await this.needs.store.seals(Number.MIN_SAFE_INTEGER, MOST_IN_CUT);
    const young = seals.findIndex(({ at, to }) => at > atMs || to.number >= last.to.number);
    return young === -1 ? seals : seals.slice(0, young);
  }
}
