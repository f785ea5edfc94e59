import { createHmac, timingSafeEqual } from 'node:crypto';
import { MS_PER_DAY } from '../../platform/clock.js';
import type { PersonRequest } from './entities.js';

/** Without letters and digits that are easily confused. The length is a power of two, so that each is equally likely. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;
/** Sixty bits: short enough to type from a letter, and enough because attempts are limited. */
const CODE_LENGTH = 12;

const LINK_DAYS = 7;
const CODE_DAYS = 45;

/** Confirmation sent by a person: the request's reference, and a secret that only the mail or the letter contains. */
export interface Proof {
  reference: string;
  secret: string;
}

/**
 * Secrets that confirm requests. They are derived from the request and the server's secret, and not stored. So a person who reads
 * the database can't confirm anything, and a mail sent twice has the same link.
 */
export class Proofs {
  constructor(private readonly secret: Buffer) {}

  referenceOf(id: string): string {
    return readable(this.#mac('reference', id)).slice(0, REFERENCE_LENGTH);
  }

  /** Fragment (after the `#`) of the link in the mail. */
  linkProof(request: PersonRequest): string {
    return `${request.reference}.${this.#linkSecret(request)}`;
  }

  /** Code printed in the letter: `K7M2-Q9XW-4H8T-R2NC-7PQX`. */
  letterCode(request: PersonRequest): string {
    const text = request.reference + this.#letterSecret(request);
    return (text.match(/.{4}/g) ?? []).join('-');
  }

  /** Kind of proof that confirms the request; null if it doesn't. */
  confirms(request: PersonRequest, { secret }: Proof, nowMs: number): 'link' | 'letter' | null {
    const { createdAt, letterAt } = request;
    // Compares both in any case, for constant time.
    const isLink = isSame(secret, this.#linkSecret(request)) && nowMs < createdAt + LINK_DAYS * MS_PER_DAY;
    const isLetter =
      isSame(secret, this.#letterSecret(request)) &&
      letterAt !== null &&
      nowMs < letterAt + CODE_DAYS * MS_PER_DAY;
    if (isLink) return 'link';
    return isLetter ? 'letter' : null;
  }

  /**
   * A stranger chooses the id, which is derived from the Idempotency-Key, and may send another request under it when this one is
   * deleted. The time is the server's, so the secrets of one never confirm the other.
   */
  #linkSecret({ id, createdAt }: PersonRequest): string {
    return this.#mac('link', `${id}/${createdAt}`).toString('base64url');
  }

  /** Secret of the latest letter; each letter has a different one. */
  #letterSecret({ id, createdAt, letters }: PersonRequest): string {
    return readable(this.#mac('letter', `${id}/${createdAt}/${letters}`)).slice(0, CODE_LENGTH);
  }

  #mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['person-request', purpose, text]))
      .digest();
  }
}

/** Parses a proof; null if invalid. A code may be in upper or lower case, with any characters between its letters. */
export function readProof(text: string): Proof | null {
  const [reference, secret] = text.trim().split('.');
  if (reference !== undefined && secret !== undefined) return { reference, secret };
  const code = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (code.length !== REFERENCE_LENGTH + CODE_LENGTH) return null;
  return { reference: code.slice(0, REFERENCE_LENGTH), secret: code.slice(REFERENCE_LENGTH) };
}

const readable = (bytes: Buffer): string =>
  [...bytes].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
