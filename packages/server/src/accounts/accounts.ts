import type { Clock } from '../clock.js';
import type { Database, Tx } from '../database/index.js';
import { IsNull } from '../database/typeorm.js';
import type { Ids } from '../ids.js';
import { hashApiKey, looksLikeApiKey, newApiKey, type Mode } from './api-key.js';
import { isPresentable } from './dashboard-key.js';
import { endSessionsOf } from './session-entities.js';
import { AccountEntity, ApiKeyEntity, type Account, type AccountStatus, type ApiKey } from './entities.js';
import { UnknownAccountError, UnknownKeyError } from './errors.js';
import { requireTerms } from './term-bounds.js';
import type { TermColumns } from './terms.js';

/** A key as it is shown, once, at its creation. */
export interface CreatedKey {
  keyId: string;
  apiKey: string;
}

/** What operators do with accounts and their keys. */
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates an active account with an empty balance inside a unit of work; money comes from `billing/`.
   * @param terms what is not named has the contract's value
   * @throws UnusableTermsError
   */
  async create(
    tx: Tx,
    { name, email }: { name: string; email: string | null },
    terms: Partial<TermColumns> = {},
  ): Promise<Account> {
    requireTerms(terms);
    const account: Account = {
      id: this.ids.uuid(),
      name,
      email,
      status: 'active',
      balanceCents: 0,
      priceCents: null,
      dailyMisses: null,
      singlePerMinute: null,
      bulkPerMinute: null,
      ...terms,
      createdAt: this.clock.now(),
    };
    await tx.insert(AccountEntity, { ...account });
    return account;
  }

  /** @throws UnknownAccountError */
  async get(accountId: string): Promise<Account> {
    const account = await this.database.read.findOneBy(AccountEntity, { id: accountId });
    if (account === null) throw new UnknownAccountError(accountId);
    return account;
  }

  list(): Promise<Account[]> {
    return this.database.read.find(AccountEntity, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws UnknownAccountError */
  async setStatus(accountId: string, status: AccountStatus): Promise<Account> {
    await this.get(accountId);
    await this.database.writeFor(accountId, async (tx) => {
      await tx.update(AccountEntity, { id: accountId }, { status });
      // A session does not come back with the account: whoever has it signs in again.
      if (status === 'suspended') await endSessionsOf(tx, accountId, this.clock.now());
    });
    return this.get(accountId);
  }

  /**
   * Changes what is named; null gives the contract's value back. What was shown to somebody before stays: a job keeps the
   * price of its preview.
   * @throws UnknownAccountError, UnusableTermsError
   */
  async setTerms(accountId: string, changes: Partial<TermColumns>): Promise<Account> {
    requireTerms(changes);
    await this.get(accountId);
    await this.database.writeFor(accountId, (tx) => tx.update(AccountEntity, { id: accountId }, changes));
    return this.get(accountId);
  }

  /** @throws UnknownAccountError */
  async createKey(tx: Tx, accountId: string, label: string | null, mode: Mode = 'live'): Promise<CreatedKey> {
    if (!(await tx.existsBy(AccountEntity, { id: accountId }))) throw new UnknownAccountError(accountId);
    const apiKey = newApiKey(this.ids, mode);
    const row: ApiKey = {
      id: this.ids.uuid(),
      accountId,
      mode,
      label,
      keyHash: hashApiKey(apiKey),
      createdAt: this.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
    await tx.insert(ApiKeyEntity, { ...row });
    return { keyId: row.id, apiKey };
  }

  /** @throws UnknownAccountError */
  async listKeys(accountId: string): Promise<ApiKey[]> {
    await this.get(accountId);
    const keys = await this.database.read.find(ApiKeyEntity, {
      where: { accountId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return keys.filter(isPresentable);
  }

  /** Whether a key is accepted at this moment: not revoked, and its account active. */
  async isInForce(keyId: string): Promise<boolean> {
    const { read } = this.database;
    const key = await read.findOneBy(ApiKeyEntity, { id: keyId, revokedAt: IsNull() });
    return key !== null && (await read.existsBy(AccountEntity, { id: key.accountId, status: 'active' }));
  }

  /** One of the account's own keys; no other account's is known here. @throws UnknownKeyError */
  async ownKey(accountId: string, id: string): Promise<ApiKey> {
    const key = await this.database.read.findOneBy(ApiKeyEntity, { id, accountId });
    if (key === null || !isPresentable(key)) throw new UnknownKeyError();
    return key;
  }

  /**
   * Revokes a key, named by its id or by itself. Revoking twice keeps the first time.
   * @throws UnknownKeyError
   */
  async revokeKey(idOrKey: string): Promise<ApiKey> {
    const where = looksLikeApiKey(idOrKey) ? { keyHash: hashApiKey(idOrKey) } : { id: idOrKey };
    return this.database.write(async (tx) => {
      const key = await tx.findOneBy(ApiKeyEntity, where);
      if (key === null || !isPresentable(key)) throw new UnknownKeyError();
      if (key.revokedAt !== null) return key;
      const revokedAt = this.clock.now();
      await tx.update(ApiKeyEntity, { id: key.id }, { revokedAt });
      return { ...key, revokedAt };
    });
  }
}
