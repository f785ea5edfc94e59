import { MS_PER_MINUTE, type Clock } from '../clock.js';
import { EACH, question, together, type Database } from '../database/index.js';
import { hashApiKey, looksLikeApiKey, sameHash, type Mode } from './api-key.js';
import type { AccountStatus } from './entities.js';
import { UnauthorizedError } from './errors.js';
import { inMode, TERM_COLUMNS, termsOf, type AccountTerms, type TermColumns } from './terms.js';

/** Who sends a request. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** Decided here, by the key alone. It chooses the owners and the settlements of a request, and the jobs it sees. */
  mode: Mode;
  terms: AccountTerms;
}

interface KeyRow extends TermColumns {
  keyId: string;
  keyHash: string;
  mode: Mode;
  accountId: string;
  status: AccountStatus;
}

/** A key's last-used time is written at most this often, so that reading it costs requests nothing. */
const LAST_USED_RESOLUTION_MS = MS_PER_MINUTE;

const BEARER = /^Bearer +(\S+) *$/i;

/** Turns an Authorization header into the account it belongs to (RFC 6750 §2.1). */
export class Authenticator {
  /** The callers of keys that were valid when they came last: a key never changes its account. */
  readonly #callers = new Map<string, Caller>();
  readonly #lastUsed = new Map<string, number>();
  readonly #writeUse: (use: { keyId: string; usedAt: number }) => Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.#writeUse = together(database, (_ask, uses) => {
      const value = JSON.stringify(uses.map(({ keyId, usedAt }) => [keyId, usedAt]));
      const writes = [{ sql: WRITE_USES, value }];
      return Promise.resolve({ value: uses.map(() => ({ value: undefined })), writes });
    });
  }

  /**
   * @param expect is told, before anything is known, whose key this was when it came last, so that what will be asked of
   *   the account can be asked at the same time
   * @throws UnauthorizedError
   */
  async authenticate(authorization: string | undefined, expect?: (caller: Caller) => void): Promise<Caller> {
    if (authorization === undefined) {
      throw new UnauthorizedError('Missing API key. Send it in the header "Authorization: Bearer pc_…".');
    }
    const key = BEARER.exec(authorization)?.[1];
    if (key === undefined || !looksLikeApiKey(key)) {
      throw new UnauthorizedError(
        'Malformed API key. The header must be "Authorization: Bearer " followed by the whole key, which starts with pc_.',
      );
    }
    const keyHash = hashApiKey(key);
    const expected = this.#callers.get(keyHash);
    if (expected !== undefined) expect?.(expected);
    const row = (await this.database.ask(KEYS, [keyHash])).get(keyHash);
    if (row?.status !== 'active') this.#callers.delete(keyHash);
    if (row === undefined || !sameHash(row.keyHash, keyHash)) {
      throw new UnauthorizedError('Invalid API key. It does not exist or was revoked.');
    }
    if (row.status !== 'active') {
      throw new UnauthorizedError('This account is suspended. Contact the people who run this service.');
    }
    const { accountId, keyId, mode } = row;
    const caller = { accountId, keyId, mode, terms: inMode(mode, termsOf(row)) };
    this.#callers.set(keyHash, caller);
    return caller;
  }

  /**
   * Notes that a key was used, a moment later: nobody waits for it. Reads of jobs do not count (specification,
   * getSkipTraceJob).
   */
  noteUse({ keyId }: Caller): void {
    const now = this.clock.now();
    if (now - (this.#lastUsed.get(keyId) ?? 0) < LAST_USED_RESOLUTION_MS) return;
    this.#lastUsed.set(keyId, now);
    // What could not be written now is written with the next request.
    this.#writeUse({ keyId, usedAt: now }).catch(() => this.#lastUsed.delete(keyId));
  }
}

const KEYS = question<KeyRow>(
  {
    keyId: 'k.id',
    keyHash: 'k.key_hash',
    mode: 'k.mode',
    accountId: 'a.id',
    status: 'a.status',
    ...TERM_COLUMNS,
  },
  // A revoked key is not found, like one that never was: neither takes longer than the other.
  'api_keys k ON k.key_hash = wanted.value AND k.revoked_at IS NULL CROSS JOIN accounts a ON a.id = k.account_id',
);

const WRITE_USES = `
  UPDATE api_keys SET last_used_at = used.usedAt
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS usedAt FROM ${EACH}) AS used
   WHERE api_keys.id = used.id`;
