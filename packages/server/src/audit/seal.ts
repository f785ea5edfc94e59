import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Point } from './entry.js';

/** The start of the log after a purge. */
export interface Cuts {
  /** The last deleted entry of each chain. */
  chains: readonly SealedPoint[];
  /** The last deleted seal; number 0 if no seal was deleted. */
  seal: { number: number; hash: string };
}

/** Chain, number and hash of an entry. */
export type SealedPoint = readonly [chain: string, seq: number, hash: string];

/** A signed statement of where the chains ended at a time. Seals form a chain, too. */
export interface Seal {
  /** 1, 2, 3 … */
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** The heads of all chains that grew since the previous seal. */
  heads: readonly SealedPoint[];
  /** Everything deleted up to now; null if this seal cuts nothing. */
  cuts: Cuts | null;
  hash: string;
  /** The public key (Ed25519, raw, base64url). */
  key: string;
  /** Signature of `hash`, base64url. */
  signature: string;
}

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
