import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull, LessThan, MoreThan } from '../../platform/database/typeorm.js';
import type { Ids } from '../../platform/ids.js';
import { actorOf, operatorActor, SERVICE_CHAIN, type Audit } from '../log/index.js';
import { dashboardKey, hashOf, retireDashboardKey, sameHash, TOKEN_LENGTH } from './api-key.js';
import type { Caller } from './authenticate.js';
import {
  AccountEntity,
  ApiKeyEntity,
  SessionEntity,
  SignInLinkEntity,
  stateOf,
  type Account,
  type Mode,
  type Role,
  type Session,
} from './entities.js';
import { refusalOf, SignedOutError, SignInError } from './errors.js';
import { SignInLinks } from './sign-in-links.js';
import { inMode, termsOf, type TermDefaults } from './terms.js';

/** Long enough for a browser that retries at once after a lost answer, and for a person who reads about it. */
const BEGIN_AGAIN_MS = MS_PER_MINUTE;

/** Idle and total lifetime of a session. Operators can do more, so their sessions are shorter. */
const LIVES: Readonly<Record<Role, { idleMs: number; totalMs: number }>> = {
  customer: { idleMs: 7 * MS_PER_DAY, totalMs: 30 * MS_PER_DAY },
  operator: { idleMs: 12 * MS_PER_HOUR, totalMs: 24 * MS_PER_HOUR },
};

/** Age at which a token is replaced. */
const ROTATE_MS = MS_PER_HOUR;
/** The previous token stays valid this long, for requests under way and for a browser that never received the new one. */
const OVERLAP_MS = MS_PER_MINUTE;
/** Shortest time between two writes of a session's last use. */
const LAST_USED_RESOLUTION_MS = MS_PER_MINUTE;

/** Sessions stored per key, ended ones included: many people may share a key, and its sessions must not fill the database. */
const MOST_OF_A_KEY = 100;

/** A new session with its secret, which is shown only here. */
export interface Begun {
  session: Session;
  token: string;
}

/** Sessions that a sign-out ends. */
export type EndedSessions = 'this' | 'of the key' | 'all';

/** The session of a presented token. */
export interface SignedIn {
  session: Session;
  /** Replacement for the presented token; null if the token stays valid. */
  newToken: string | null;
}

export interface SignedInCustomer extends SignedIn {
  caller: Caller;
  account: Account;
}

/** Sessions of browsers. Nothing is cached in memory: a session ended by one server is ended for all at once. */
export class Sessions {
  readonly links: SignInLinks;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly defaults: TermDefaults,
    private readonly audit: Audit,
  ) {
    this.links = new SignInLinks(database, clock, ids);
  }

  /** Begins a session with a key that was just authenticated. @throws SignInError if it was revoked since */
  signInWithKey({ accountId, keyId }: Caller): Promise<Begun> {
    return this.database.writeFor(accountId, async (tx) => {
      await requireActive(tx, accountId);
      if (!(await tx.existsBy(ApiKeyEntity, { id: keyId, revokedAt: IsNull() })))
        throw new SignInError('This API key was revoked.');
      return this.#beginCustomers(tx, { accountId, keyId, signedInWith: 'key', attemptHash: null });
    });
  }

  /**
   * Begins a session with a link, which works once across all servers. The answer with the session's token may be lost: the same
   * link with the same attempt then gives that session another token, as long as the first one was never presented.
   * @param attempt a secret of the page that shows the link; null: a lost answer is not given again
   * @throws SignInError
   */
  async signInWithLink(role: Role, token: string, attempt: string | null): Promise<Begun> {
    const attemptHash = attempt === null ? null : hashOf(`${token}:${attempt}`);
    const begun =
      (await this.#useLink(role, token, attemptHash)) ??
      (attemptHash === null ? null : await this.#beginAgain(role, attemptHash));
    if (begun === null) throw await this.links.whyNot(role, token);
    return begun;
  }

  /**
   * @param mayRotate whether the answer may carry a new token; false for slow answers, which could overwrite a newer one
   * @throws SignedOutError
   */
  async customerOf(token: string, mayRotate = false): Promise<SignedInCustomer> {
    const signedIn = await this.#signedIn('customer', token, mayRotate);
    const { accountId, keyId } = signedIn.session;
    if (accountId === null || keyId === null) throw new Error("a customer's session has no account");
    const { read } = this.database;
    const [account, key] = await Promise.all([
      read.findOneBy(AccountEntity, { id: accountId }),
      read.findOneBy(ApiKeyEntity, { id: keyId, revokedAt: IsNull() }),
    ]);
    if (account === null || key === null)
      throw new SignedOutError('The API key of this session was revoked. Sign in again.');
    if (account.status !== 'active') throw new SignedOutError(refusalOf(stateOf(account)));
    const mode: Mode = key.mode;
    const terms = inMode(mode, termsOf(account, this.defaults));
    return { ...signedIn, account, caller: { accountId, keyId, mode, terms, origin: 'dashboard' } };
  }

  /** Like `customerOf`, for operators. @throws SignedOutError */
  operatorOf(token: string, mayRotate = false): Promise<SignedIn> {
    return this.#signedIn('operator', token, mayRotate);
  }

  /** Ends a session, or all sessions of its key, or all of its account or operator. */
  async end({ id, keyId, accountId, name }: Session, which: EndedSessions): Promise<void> {
    if (which === 'this') await this.#endWhere({ id });
    else if (which === 'of the key' && keyId !== null) await this.#endWhere({ keyId });
    else if (accountId !== null)
      await this.database.writeFor(accountId, (tx) => endSessionsOf(tx, accountId, this.clock.now()));
    else if (name !== null) await this.endOperator(name);
  }

  /** Ends a token's session, if there is one, because its browser has just begun another. */
  async replace(role: Role, token: string): Promise<void> {
    const shown = hashOf(token);
    await this.#endWhere({ role, tokenHash: shown });
    await this.#endWhere({ role, previousHash: shown });
  }

  /** Ends an operator's sessions and unused links. Returns how many sessions were ended. */
  async endOperator(name: string): Promise<number> {
    await this.links.endForOperator(name);
    return this.#endWhere({ role: 'operator', name });
  }

  /** Deletes sessions and links that ended more than a day ago. Returns how many. */
  async sweep(): Promise<number> {
    const before = this.clock.now() - MS_PER_DAY;
    return this.database.write(async (tx) => {
      const links = await this.links.forget(tx, before);
      const expired = await tx.delete(SessionEntity, { expiresAt: LessThan(before) });
      const ended = await tx.delete(SessionEntity, { endedAt: LessThan(before) });
      return links + (expired.affected ?? 0) + (ended.affected ?? 0);
    });
  }

  async #endWhere(
    where: Partial<Pick<Session, 'id' | 'role' | 'keyId' | 'name' | 'tokenHash' | 'previousHash'>>,
  ): Promise<number> {
    const endedAt = this.clock.now();
    const ended = await this.database.write((tx) =>
      tx.update(SessionEntity, { ...where, endedAt: IsNull() }, { endedAt }),
    );
    return ended.affected ?? 0;
  }

  /** @returns null for a link that is used, expired or made up */
  #useLink(role: Role, token: string, attemptHash: string | null): Promise<Begun | null> {
    return this.links.use(role, token, async (tx, { accountId, name }) => {
      const begun = { signedInWith: 'link', attemptHash } as const;
      if (accountId === null)
        return this.#begin(tx, { ...begun, role: 'operator', accountId, keyId: null, name });
      await requireActive(tx, accountId);
      const keyId = await dashboardKey(tx, accountId, { now: this.clock.now(), ids: this.ids });
      return this.#beginCustomers(tx, { ...begun, accountId, keyId });
    });
  }

  /** Begins a session for a key. At the limit of sessions per key, an ended session is deleted, or the oldest if all are active. */
  async #beginCustomers(
    tx: Tx,
    of: { accountId: string; keyId: string; signedInWith: 'key' | 'link'; attemptHash: string | null },
  ): Promise<Begun> {
    const { accountId, keyId } = of;
    const tooOld = await tx.find(SessionEntity, {
      select: { id: true },
      where: { accountId, keyId },
      // Ended sessions are removed first.
      order: { endedAt: { direction: 'DESC', nulls: 'FIRST' }, createdAt: 'DESC', id: 'DESC' },
      skip: MOST_OF_A_KEY - 1,
      take: MOST_OF_A_KEY,
    });
    await tx.delete(SessionEntity, { id: In(tooOld.map(({ id }) => id)) });
    return this.#begin(tx, { ...of, role: 'customer', name: null });
  }

  /** @returns null if there is no such session, or its token was presented */
  async #beginAgain(role: Role, attemptHash: string): Promise<Begun | null> {
    const now = this.clock.now();
    const unseen = {
      role,
      attemptHash,
      confirmedAt: IsNull(),
      endedAt: IsNull(),
      createdAt: MoreThan(now - BEGIN_AGAIN_MS),
    };
    if (!(await this.database.read.existsBy(SessionEntity, unseen))) return null;
    const token = this.ids.base62(TOKEN_LENGTH);
    const tokenHash = hashOf(token);
    return this.database.write(async (tx) => {
      const { affected } = await tx.update(SessionEntity, unseen, { tokenHash });
      return affected === 1
        ? { session: await tx.findOneByOrFail(SessionEntity, { tokenHash }), token }
        : null;
    });
  }

  /** Every sign-in makes a new token, so that a token planted in a browser (session fixation) is worth nothing. */
  async #begin(
    tx: Tx,
    of: Pick<Session, 'role' | 'accountId' | 'keyId' | 'name' | 'signedInWith' | 'attemptHash'>,
  ): Promise<Begun> {
    const token = this.ids.base62(TOKEN_LENGTH);
    const now = this.clock.now();
    const session: Session = {
      id: this.ids.uuid(),
      ...of,
      tokenHash: hashOf(token),
      previousHash: null,
      rotatedAt: now,
      confirmedAt: null,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + LIVES[of.role].totalMs,
      endedAt: null,
    };
    await tx.insert(SessionEntity, { ...session });
    const { role, accountId, keyId, name, signedInWith } = of;
    await this.audit.note(tx, {
      chain: accountId ?? SERVICE_CHAIN,
      kind: 'sign_in',
      actor: keyId === null ? operatorActor(name ?? '') : actorOf({ origin: 'dashboard', keyId }),
      reference: session.id,
      cents: 0,
      details: { role, with: signedInWith },
    });
    return { session, token };
  }

  async #signedIn(role: Role, token: string, mayRotate: boolean): Promise<SignedIn> {
    const shown = hashOf(token);
    const session = await this.database.read.findOneBy(SessionEntity, [
      { tokenHash: shown },
      { previousHash: shown },
    ]);
    const now = this.clock.now();
    if (session === null || session.role !== role) throw new SignedOutError();
    if (hasEnded(session, now)) throw await this.#whyEnded(session);
    const isPresent = sameHash(session.tokenHash, shown);
    // The browser already has the new token, so a request with the previous one comes from a thief.
    if (!isPresent && session.confirmedAt !== null && now > session.confirmedAt + OVERLAP_MS)
      throw new SignedOutError();
    return { session, newToken: await this.#noteUseAndRotate(session, { isPresent, mayRotate }, now) };
  }

  /** Reason why a session ended: suspending or closing an account ends its sessions, and the error says so. */
  async #whyEnded({ accountId }: Session): Promise<SignedOutError> {
    const account =
      accountId === null ? null : await this.database.read.findOneBy(AccountEntity, { id: accountId });
    if (account === null || account.status === 'active') return new SignedOutError();
    return new SignedOutError(refusalOf(stateOf(account)));
  }

  /** Records the use, and rotates the token when it is due. @returns the new token, or null */
  async #noteUseAndRotate(
    session: Session,
    { isPresent, mayRotate }: { isPresent: boolean; mayRotate: boolean },
    now: number,
  ): Promise<string | null> {
    const { id, tokenHash, previousHash, rotatedAt, confirmedAt, lastUsedAt } = session;
    const changes: Partial<Session> = {};
    if (now - lastUsedAt >= LAST_USED_RESOLUTION_MS) changes.lastUsedAt = now;
    if (isPresent && confirmedAt === null) changes.confirmedAt = now;
    // A browser that still sends the previous token never received the new one: it gets another.
    const isDue = isPresent
      ? now - rotatedAt >= ROTATE_MS
      : confirmedAt === null && now - rotatedAt >= OVERLAP_MS;
    const token = isDue && mayRotate ? this.ids.base62(TOKEN_LENGTH) : null;
    if (token !== null) {
      Object.assign(changes, {
        tokenHash: hashOf(token),
        previousHash: isPresent ? tokenHash : previousHash,
        rotatedAt: now,
        confirmedAt: null,
      });
    }
    if (Object.keys(changes).length === 0) return null;
    // When several requests come at once, one of them rotates the token; the others keep theirs.
    const { affected } = await this.database.write((tx) =>
      tx.update(SessionEntity, { id, tokenHash, endedAt: IsNull() }, changes),
    );
    return affected === 1 ? token : null;
  }
}

/** Ends all sessions of an account, its unused sign-in links, and its links to files. @returns how many sessions */
export async function endSessionsOf(tx: Tx, accountId: string, now: number): Promise<number> {
  await tx.update(SignInLinkEntity, { accountId, usedAt: IsNull() }, { usedAt: now });
  await retireDashboardKey(tx, accountId, now);
  const ended = await tx.update(SessionEntity, { accountId, endedAt: IsNull() }, { endedAt: now });
  return ended.affected ?? 0;
}

/** Runs within a unit of work for the account, so that it can't be suspended at the same time. @throws SignInError */
async function requireActive(tx: Tx, accountId: string): Promise<void> {
  const account = await tx.findOneByOrFail(AccountEntity, { id: accountId });
  if (account.status !== 'active') throw new SignInError(refusalOf(stateOf(account)));
}

const hasEnded = ({ role, endedAt, expiresAt, lastUsedAt }: Session, now: number): boolean =>
  endedAt !== null || now >= expiresAt || now >= lastUsedAt + LIVES[role].idleMs;
