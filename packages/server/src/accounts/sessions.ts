import { createHash } from 'node:crypto';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, type Clock } from '../clock.js';
import type { Database, Tx } from '../database/index.js';
import { IsNull, LessThan, MoreThan } from '../database/typeorm.js';
import type { Ids } from '../ids.js';
import { sameHash, type Mode } from './api-key.js';
import type { Caller } from './authenticate.js';
import { dashboardKey } from './dashboard-key.js';
import { AccountEntity, ApiKeyEntity, type Account } from './entities.js';
import { SignInError, SignedOutError, UnknownAccountError } from './errors.js';
import {
  endSessionsOf,
  SessionEntity,
  SignInLinkEntity,
  type Role,
  type Session,
} from './session-entities.js';
import { inMode, termsOf } from './terms.js';

/** A link is handed over and clicked; one that lies around is nobody's. */
const SIGN_IN_LINK_LIFE_MS = 15 * MS_PER_MINUTE;

/** How long a session lasts without being used, and at all. Operators can do more, so theirs is shorter. */
const LIVES: Readonly<Record<Role, { idleMs: number; totalMs: number }>> = {
  customer: { idleMs: 7 * MS_PER_DAY, totalMs: 30 * MS_PER_DAY },
  operator: { idleMs: 12 * MS_PER_HOUR, totalMs: 24 * MS_PER_HOUR },
};

/** A token is used for about so long; then the browser gets another one. */
const ROTATE_MS = MS_PER_HOUR;
/** Requests under way carry the token before; so does a browser that the answer with the new one never reached. */
const OVERLAP_MS = MS_PER_MINUTE;
/** A session's last use is written at most this often. */
const LAST_USED_RESOLUTION_MS = MS_PER_MINUTE;

/** 43 of 62 letters: 256 bits, so that a fast hash is enough to store it. */
const TOKEN_LENGTH = 43;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A session whose secret was just made: it is shown to the browser now, and to nobody later. */
export interface Begun {
  session: Session;
  token: string;
}

/** Who shows a token. */
export interface SignedIn {
  session: Session;
  /** What the browser gets instead of the token it showed; null when that stays. */
  newToken: string | null;
}

export interface SignedInCustomer extends SignedIn {
  caller: Caller;
  account: Account;
}

export interface CreatedLink {
  token: string;
  expiresAt: number;
}

/** Sessions of browsers. Nothing is remembered in memory: every server sees at once what another one has ended. */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws UnknownAccountError */
  async linkForCustomer(accountId: string): Promise<CreatedLink> {
    if (!(await this.database.read.existsBy(AccountEntity, { id: accountId })))
      throw new UnknownAccountError(accountId);
    return this.#createLink({ role: 'customer', accountId, name: null });
  }

  /** @param name whom the link is for; shown in logs beside what is done with the session */
  linkForOperator(name: string): Promise<CreatedLink> {
    return this.#createLink({ role: 'operator', accountId: null, name });
  }

  /** Begins a session with a key that was just authenticated. */
  signInWithKey({ accountId, keyId }: Caller): Promise<Begun> {
    return this.database.write((tx) =>
      this.#begin(tx, { role: 'customer', accountId, keyId, name: null, signedInWith: 'key' }),
    );
  }

  /**
   * Begins a session with a link, which works once, on whichever server.
   * @throws SignInError
   */
  signInWithLink(role: Role, token: string): Promise<Begun> {
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      const tokenHash = hashOf(token);
      const unused = { tokenHash, role, usedAt: IsNull(), expiresAt: MoreThan(now) };
      const { affected } = await tx.update(SignInLinkEntity, unused, { usedAt: now });
      if (affected !== 1)
        throw new SignInError('This sign-in link was used before or is too old. Ask for another one.');
      const { accountId, name } = await tx.findOneByOrFail(SignInLinkEntity, { tokenHash });
      if (accountId === null)
        return this.#begin(tx, { role, accountId, keyId: null, name, signedInWith: 'link' });
      if (!(await tx.existsBy(AccountEntity, { id: accountId, status: 'active' })))
        throw new SignInError('This account is suspended. Contact the people who run this service.');
      const keyId = await dashboardKey(tx, accountId, { now, ids: this.ids });
      return this.#begin(tx, { role, accountId, keyId, name, signedInWith: 'link' });
    });
  }

  /**
   * @param mayRotate whether the answer may bring another token: of one that takes long, the token could be an old one again
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
    if (account.status !== 'active')
      throw new SignedOutError('This account is suspended. Contact the people who run this service.');
    const mode: Mode = key.mode;
    const terms = inMode(mode, termsOf(account));
    return { ...signedIn, account, caller: { accountId, keyId, mode, terms, origin: 'dashboard' } };
  }

  /** As `customerOf`. @throws SignedOutError */
  operatorOf(token: string, mayRotate = false): Promise<SignedIn> {
    return this.#signedIn('operator', token, mayRotate);
  }

  /** Ends a session, or with it all of the same account or operator. */
  async end({ id, accountId, name }: Session, everywhere: boolean): Promise<void> {
    if (!everywhere) await this.#endWhere({ id });
    else if (accountId !== null)
      await this.database.writeFor(accountId, (tx) => endSessionsOf(tx, accountId, this.clock.now()));
    else if (name !== null) await this.endOperator(name);
  }

  /** Ends the session of a token, if it has one: its browser has just begun another one. */
  async replace(role: Role, token: string): Promise<void> {
    const shown = hashOf(token);
    await this.#endWhere({ role, tokenHash: shown });
    await this.#endWhere({ role, previousHash: shown });
  }

  /** Returns how many sessions were ended. Links that were not used yet are ended, too. */
  async endOperator(name: string): Promise<number> {
    const now = this.clock.now();
    const where = { role: 'operator', name } as const;
    await this.database.write((tx) =>
      tx.update(SignInLinkEntity, { ...where, usedAt: IsNull() }, { usedAt: now }),
    );
    return this.#endWhere(where);
  }

  /** Forgets what ended a day ago. Returns how many. */
  async sweep(): Promise<number> {
    const before = this.clock.now() - MS_PER_DAY;
    return this.database.write(async (tx) => {
      const links = await tx.delete(SignInLinkEntity, { expiresAt: LessThan(before) });
      const expired = await tx.delete(SessionEntity, { expiresAt: LessThan(before) });
      const ended = await tx.delete(SessionEntity, { endedAt: LessThan(before) });
      return (links.affected ?? 0) + (expired.affected ?? 0) + (ended.affected ?? 0);
    });
  }

  async #endWhere(
    where: Partial<Pick<Session, 'id' | 'role' | 'name' | 'tokenHash' | 'previousHash'>>,
  ): Promise<number> {
    const endedAt = this.clock.now();
    const ended = await this.database.write((tx) =>
      tx.update(SessionEntity, { ...where, endedAt: IsNull() }, { endedAt }),
    );
    return ended.affected ?? 0;
  }

  async #createLink(of: Pick<Session, 'role' | 'accountId' | 'name'>): Promise<CreatedLink> {
    const token = this.ids.base62(TOKEN_LENGTH);
    const createdAt = this.clock.now();
    const expiresAt = createdAt + SIGN_IN_LINK_LIFE_MS;
    const link = { tokenHash: hashOf(token), ...of, createdAt, expiresAt, usedAt: null };
    await this.database.write((tx) => tx.insert(SignInLinkEntity, link));
    return { token, expiresAt };
  }

  /** Every sign-in makes a token of its own, so that one which somebody planted in a browser is worth nothing. */
  async #begin(
    tx: Tx,
    of: Pick<Session, 'role' | 'accountId' | 'keyId' | 'name' | 'signedInWith'>,
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
    return { session, token };
  }

  async #signedIn(role: Role, token: string, mayRotate: boolean): Promise<SignedIn> {
    const shown = hashOf(token);
    const session = await this.database.read.findOneBy(SessionEntity, [
      { tokenHash: shown },
      { previousHash: shown },
    ]);
    const now = this.clock.now();
    if (session === null || session.role !== role || hasEnded(session, now)) throw new SignedOutError();
    const isPresent = sameHash(session.tokenHash, shown);
    // The browser has the new token, so whoever still shows the one before has taken it from somewhere.
    if (!isPresent && session.confirmedAt !== null && now > session.confirmedAt + OVERLAP_MS)
      throw new SignedOutError();
    return { session, newToken: await this.#keepUp(session, { isPresent, mayRotate }, now) };
  }

  /** Notes the use, and gives the browser another token when it is time. @returns the new token, or null */
  async #keepUp(
    session: Session,
    { isPresent, mayRotate }: { isPresent: boolean; mayRotate: boolean },
    now: number,
  ): Promise<string | null> {
    const { id, tokenHash, previousHash, rotatedAt, confirmedAt, lastUsedAt } = session;
    const changes: Partial<Session> = {};
    if (now - lastUsedAt >= LAST_USED_RESOLUTION_MS) changes.lastUsedAt = now;
    if (isPresent && confirmedAt === null) changes.confirmedAt = now;
    // A browser that goes on with the token before has lost the answer with the new one: it gets another one.
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
    // Of requests that come at the same time one rotates the token; the others go on with theirs.
    const { affected } = await this.database.write((tx) =>
      tx.update(SessionEntity, { id, tokenHash, endedAt: IsNull() }, changes),
    );
    return affected === 1 ? token : null;
  }
}

const hasEnded = ({ role, endedAt, expiresAt, lastUsedAt }: Session, now: number): boolean =>
  endedAt !== null || now >= expiresAt || now >= lastUsedAt + LIVES[role].idleMs;
