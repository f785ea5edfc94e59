import { createHmac, timingSafeEqual } from 'node:crypto';
import { MS_PER_DAY } from '../clock.js';
import type { PersonRequest } from './entities.js';

/** Without letters and digits that are taken for one another. A power of two, so that each is equally likely. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;
/** Sixty bits: it is typed from a letter, and attempts are limited. */
const CODE_LENGTH = 12;

const LINK_DAYS = 7;
const CODE_DAYS = 45;

/** What a person sends to confirm: the reference of the request, and a secret that only the mail or the letter has. */
export interface Proof {
  reference: string;
  secret: string;
}

/**
 * The secrets that confirm requests. They are made from the request and the secret of the server, and stored nowhere: who reads
 * the database can't confirm anything, and a mail that is sent twice has the same link.
 */
export class Proofs {
  constructor(private readonly secret: Buffer) {}

  referenceOf(id: string): string {
    return readable(this.#mac('reference', id)).slice(0, REFERENCE_LENGTH);
  }

  /** What follows the `#` of the link in the mail. */
  linkProof({ id, reference }: PersonRequest): string {
    return `${reference}.${this.#linkSecret(id)}`;
  }

  /** As it stands in the letter: `K7M2-Q9XW-4H8T-R2NC-7PQX`. */
  letterCode(request: PersonRequest): string {
    const text = request.reference + this.#letterSecret(request);
    return (text.match(/.{4}/g) ?? []).join('-');
  }

  /** By what a proof confirms the request; null where it doesn't. */
  confirms(request: PersonRequest, { secret }: Proof, nowMs: number): 'link' | 'letter' | null {
    const { id, createdAt, letterAt } = request;
    // Both are compared, whatever the first comes to.
    const isLink = isSame(secret, this.#linkSecret(id)) && nowMs < createdAt + LINK_DAYS * MS_PER_DAY;
    const isLetter =
      isSame(secret, this.#letterSecret(request)) &&
      letterAt !== null &&
      nowMs < letterAt + CODE_DAYS * MS_PER_DAY;
    if (isLink) return 'link';
    return isLetter ? 'letter' : null;
  }

  #linkSecret(id: string): string {
    return this.#mac('link', id).toString('base64url');
  }

  /** Each letter has another one. */
  #letterSecret({ id, letters }: PersonRequest): string {
    return readable(this.#mac('letter', `${id}/${letters}`)).slice(0, CODE_LENGTH);
  }

  #mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['person-request', purpose, text]))
      .digest();
  }
}

/** Null where it is none. A code is read in any case, and with anything between its letters. */
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
