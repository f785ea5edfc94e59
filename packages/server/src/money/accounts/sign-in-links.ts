import { MS_PER_DAY, MS_PER_MINUTE, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { IsNull, LessThan, MoreThan } from '../../platform/database/typeorm.js';
import type { Ids } from '../../platform/ids.js';
import { hashOf, TOKEN_LENGTH } from './api-key.js';
import { AccountEntity, SignInLinkEntity, stateOf, type Role, type Session } from './entities.js';
import { refusalOf, SignInError, UnknownAccountError, UsedLinkError } from './errors.js';

/** URL of a sign-in link. The token is in the fragment, which browsers never send. */
export const signInUrl = (baseUrl: string, role: Role, token: string): string =>
  `${baseUrl}/${role === 'customer' ? 'app' : 'operator'}/sign-in#token=${token}`;

/** Lifetime of a requested link: it is clicked at once, and an old one is a risk. */
const ASKED_FOR_MS = 15 * MS_PER_MINUTE;
/** Lifetime of a link that an operator hands over, which may be read hours later. */
const HANDED_OVER_MS = MS_PER_DAY;

/** The person a link signs in: a customer by account, an operator by name. */
type Invited = Pick<Session, 'accountId' | 'name'>;

export interface CreatedLink {
  token: string;
  expiresAt: number;
}

/** Single-use links that begin a session, sent by email or handed out by an operator. */
export class SignInLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * @param isAskedFor true if the customer requested it and waits for it; false if an operator hands it over
   * @throws UnknownAccountError
   */
  async createForCustomer(accountId: string, { isAskedFor }: { isAskedFor: boolean }): Promise<CreatedLink> {
    if (!(await this.database.read.existsBy(AccountEntity, { id: accountId })))
      throw new UnknownAccountError(accountId);
    return this.#create('customer', { accountId, name: null }, isAskedFor ? ASKED_FOR_MS : HANDED_OVER_MS);
  }

  /** @param name recipient of the link; logged with every action of the session */
  createForOperator(name: string): Promise<CreatedLink> {
    return this.#create('operator', { accountId: null, name }, ASKED_FOR_MS);
  }

  /**
   * The person a link signs in; does not use the link.
   * @throws UsedLinkError
   */
  async read(role: Role, token: string): Promise<{ name: string; expiresAt: number }> {
    const { read } = this.database;
    const link = await read.findOneBy(SignInLinkEntity, unusedLink(role, token, this.clock.now()));
    if (link === null) throw await this.whyNot(role, token);
    const { accountId, expiresAt } = link;
    const account = accountId === null ? null : await read.findOneBy(AccountEntity, { id: accountId });
    return { name: account?.name ?? link.name ?? '', expiresAt };
  }

  /**
   * Uses a link, in one transaction with the writes of `begin`.
   * @returns null for a link that is used, expired or made up
   */
  async use<T>(
    role: Role,
    token: string,
    begin: (tx: Tx, invited: Invited) => Promise<T>,
  ): Promise<T | null> {
    const now = this.clock.now();
    const where = unusedLink(role, token, now);
    // A read refuses made-up tokens, so a flood of them doesn't block writes.
    const link = await this.database.read.findOneBy(SignInLinkEntity, where);
    if (link === null) return null;
    const write = <R>(work: (tx: Tx) => Promise<R>): Promise<R> =>
      link.accountId === null ? this.database.write(work) : this.database.writeFor(link.accountId, work);
    return write(async (tx) => {
      const { affected } = await tx.update(SignInLinkEntity, where, { usedAt: now });
      if (affected !== 1) return null;
      return begin(tx, await tx.findOneByOrFail(SignInLinkEntity, { tokenHash: where.tokenHash }));
    });
  }

  /** Ends an operator's unused links. */
  async endForOperator(name: string): Promise<void> {
    const where = { role: 'operator', name, usedAt: IsNull() } as const;
    await this.database.write((tx) => tx.update(SignInLinkEntity, where, { usedAt: this.clock.now() }));
  }

  /** Deletes links that expired before a time. Returns how many. */
  async forget(tx: Tx, beforeMs: number): Promise<number> {
    const { affected } = await tx.delete(SignInLinkEntity, { expiresAt: LessThan(beforeMs) });
    return affected ?? 0;
  }

  /** Why a link no longer works. The request holds the link's secret, so the answer may give the reason. */
  async whyNot(role: Role, token: string): Promise<SignInError> {
    const { read } = this.database;
    const link = await read.findOneBy(SignInLinkEntity, { tokenHash: hashOf(token), role });
    if (link === null) return new UsedLinkError();
    const { accountId } = link;
    const account = accountId === null ? null : await read.findOneBy(AccountEntity, { id: accountId });
    if (account !== null && account.status !== 'active') return new SignInError(refusalOf(stateOf(account)));
    return new UsedLinkError(link.usedAt === null ? 'is too old' : 'has been used or has expired');
  }

  async #create(role: Role, invited: Invited, lifeMs: number): Promise<CreatedLink> {
    const token = this.ids.base62(TOKEN_LENGTH);
    const createdAt = this.clock.now();
    const expiresAt = createdAt + lifeMs;
    const link = { tokenHash: hashOf(token), role, ...invited, createdAt, expiresAt, usedAt: null };
    await this.database.write((tx) => tx.insert(SignInLinkEntity, link));
    return { token, expiresAt };
  }
}

const unusedLink = (role: Role, token: string, now: number) => ({
  tokenHash: hashOf(token),
  role,
  usedAt: IsNull(),
  expiresAt: MoreThan(now),
});
