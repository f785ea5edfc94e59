import { createHmac, timingSafeEqual } from 'node:crypto';
import { MS_PER_SECOND, type Clock } from '../clock.js';

/** What a link allows, and for how long. Everything in it is signed. */
export interface LinkClaim {
  purpose: 'upload' | 'download';
  jobId: string;
  /** Which file of the job. */
  version: string;
}

/** The query of a signed link, as it comes back. */
export type LinkQuery = Readonly<Record<'version' | 'expires' | 'signature', unknown>>;

/** The link was changed, has expired or belongs to another job. */
export class InvalidLinkError extends Error {
  readonly code = 'invalid_link';

  constructor() {
    super('This link is not valid: it was changed or has expired. Read the job to get a new one.');
  }
}

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
    return new URLSearchParams({ version: claim.version, expires: String(expires), signature }).toString();
  }

  /** @throws InvalidLinkError; otherwise returns the version the link is for */
  verify(purpose: LinkClaim['purpose'], jobId: string, { version, expires, signature }: LinkQuery): string {
    if (typeof version !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') {
      throw new InvalidLinkError();
    }
    // The texts are compared, not what they decode to: two texts may decode to the same bytes.
    const expected = Buffer.from(this.#signature({ purpose, jobId, version }, expires));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new InvalidLinkError();
    if (this.clock.now() >= Number(expires) * MS_PER_SECOND) throw new InvalidLinkError();
    return version;
  }

  /** JSON keeps the parts apart, whatever stands in them. */
  #signature({ purpose, jobId, version }: LinkClaim, expires: string): string {
    const signed = JSON.stringify([purpose, jobId, version, expires]);
    return createHmac('sha256', this.secret).update(signed).digest('base64url');
  }
}
