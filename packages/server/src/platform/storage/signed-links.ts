import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MS_PER_SECOND, type Clock } from '../clock.js';
import { coded } from '../lib/coded.js';
import { errorCode } from '../lib/error-code.js';
import { createFile } from '../lib/private-files.js';

/** The permission of a link, and its lifetime. All of it is signed. */
export interface LinkClaim {
  purpose: 'upload' | 'download';
  jobId: string;
  /** Which file of the job. */
  version: string;
  /** The key that asked for the link, which ends with it. */
  keyId: string;
}

/** The query of a signed link, as it comes back. */
export type LinkQuery = Readonly<Partial<Record<'version' | 'key' | 'expires' | 'signature', unknown>>>;

/** The link was changed, has expired, belongs to another job, or the key that asked for it is no longer accepted. */
export class InvalidLinkError extends coded(
  'invalid_link',
  'This link is invalid or has expired, or its API key was revoked. Fetch the job again to get a new link.',
) {}

/** Links that work without a key for a while: an HMAC-SHA256 (RFC 2104) over what they allow and when they end. */
export class SignedLinks {
  constructor(
    private readonly secret: Buffer,
    private readonly clock: Clock,
  ) {}

  /** The query string of a link that is good for `ttlSeconds`. */
  sign(claim: LinkClaim, ttlSeconds: number): string {
    const expires = Math.floor(this.clock.now() / MS_PER_SECOND) + ttlSeconds;
    const signature = this.#signature(claim, String(expires));
    const { version, keyId: key } = claim;
    return new URLSearchParams({ version, key, expires: String(expires), signature }).toString();
  }

  /** The permission of the link. @throws InvalidLinkError */
  verify(purpose: LinkClaim['purpose'], jobId: string, query: LinkQuery): LinkClaim {
    const { version, key: keyId, expires, signature } = query;
    if (
      typeof version !== 'string' ||
      typeof keyId !== 'string' ||
      typeof expires !== 'string' ||
      typeof signature !== 'string'
    ) {
      throw new InvalidLinkError();
    }
    const claim: LinkClaim = { purpose, jobId, version, keyId };
    // The texts are compared, not what they decode to: two texts may decode to the same bytes.
    const expected = Buffer.from(this.#signature(claim, expires));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new InvalidLinkError();
    if (this.clock.now() >= Number(expires) * MS_PER_SECOND) throw new InvalidLinkError();
    return claim;
  }

  /** JSON keeps the parts apart, whatever stands in them. */
  #signature({ purpose, jobId, version, keyId }: LinkClaim, expires: string): string {
    const signed = JSON.stringify([purpose, jobId, version, keyId, expires]);
    return createHmac('sha256', this.secret).update(signed).digest('base64url');
  }
}

export const SECRET_BYTES = 32;

/** The secret that an operator gave as text, of any length. */
export const secretOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The secret that signs links, made when the file is first asked for and readable by its owner alone. Every process of
 * one data directory gets the same: the first makes the file, the others read it.
 */
export async function openSigningSecret(file: string): Promise<Buffer> {
  const existing = await readSecret(file);
  if (existing !== null) return existing;
  await createFile(file, randomBytes(SECRET_BYTES));
  const made = await readSecret(file);
  if (made === null) throw new Error('The signing secret was removed while it was being made.');
  return made;
}

async function readSecret(file: string): Promise<Buffer | null> {
  const secret = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (secret !== null && secret.length !== SECRET_BYTES) {
    throw new Error(`The signing secret must hold ${SECRET_BYTES} bytes. Remove it to have a new one made.`);
  }
  return secret;
}
