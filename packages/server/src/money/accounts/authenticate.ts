import { MS_PER_MINUTE, type Clock } from '../../platform/clock.js';
import { Batches } from '../../platform/lib/batches.js';
import { hashOf, looksLikeApiKey, sameHash } from './api-key.js';
import { stateOf, type Mode } from './entities.js';
import { refusalOf, UnauthorizedError } from './errors.js';
import type { KeyStore, KeyUse } from './key-store.js';
import type { TermsGate } from './terms-of-use.js';
import { inMode, termsOf, type AccountTerms, type TermDefaults } from './terms.js';

/** Sender of a request. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** Set by the key alone. Decides which owners, settlements and jobs a request sees. */
  mode: Mode;
  terms: AccountTerms;
  /** A program with a key, or a browser with a session. A job records it. */
  origin: 'api' | 'dashboard';
}

/** Shortest time between two writes of a key's last use, so that noting it costs requests nothing. */
const LAST_USED_RESOLUTION_MS = MS_PER_MINUTE;
const MAX_USES_PER_WRITE = 1_000;

const BEARER = /^Bearer +(\S+) *$/i;

/** Turns an Authorization header into the account it belongs to (RFC 6750 §2.1). */
export class Authenticator {
  readonly #lastUsed = new Map<string, number>();
  readonly #uses: Batches<KeyUse, void>;

  constructor(
    private readonly keys: KeyStore,
    private readonly clock: Clock,
    private readonly defaults: TermDefaults,
    private readonly gate: TermsGate,
  ) {
    this.#uses = new Batches(async (uses) => {
      await keys.noteUses(uses);
      return uses.map(() => undefined);
    }, MAX_USES_PER_WRITE);
  }

  /**
   * @param isSigningIn true for a sign-in in a browser, where the terms of use can be accepted
   * @throws UnauthorizedError, TermsRequiredError
   */
  async authenticate(authorization: string | undefined, isSigningIn = false): Promise<Caller> {
    if (authorization === undefined) {
      throw new UnauthorizedError('Missing API key. Send it in the header "Authorization: Bearer pc_…".');
    }
    const key = BEARER.exec(authorization)?.[1];
    if (key === undefined) {
      throw new UnauthorizedError(
        'Malformed API key. The header must be "Authorization: Bearer " followed by the whole key, which starts with pc_.',
      );
    }
    if (!looksLikeApiKey(key)) {
      throw new UnauthorizedError(
        'Malformed API key. A key starts with pc_ and goes on with at least 32 letters and digits. Was it copied whole?',
      );
    }
    const keyHash = hashOf(key);
    const row = (await this.keys.byHash([keyHash])).get(keyHash);
    if (row === undefined || !sameHash(row.keyHash, keyHash)) {
      throw new UnauthorizedError('Invalid API key. It does not exist or was revoked.');
    }
    if (row.status !== 'active') {
      throw new UnauthorizedError(refusalOf(stateOf(row)));
    }
    const { accountId, keyId, mode } = row;
    if (!isSigningIn) this.gate.require(mode, row.termsVersion);
    return { accountId, keyId, mode, terms: inMode(mode, termsOf(row, this.defaults)), origin: 'api' };
  }

  /**
   * Records that a key was used. The write happens a moment later, so that no request waits for it. Reads of jobs do not count
   * (specification, getSkipTraceJob).
   */
  noteUse({ keyId }: Caller): void {
    const now = this.clock.now();
    if (now - (this.#lastUsed.get(keyId) ?? 0) < LAST_USED_RESOLUTION_MS) return;
    this.#lastUsed.set(keyId, now);
    // After a failed write, the next request tries again.
    this.#uses.ask([{ keyId, usedAt: now }]).catch(() => this.#lastUsed.delete(keyId));
  }
}
