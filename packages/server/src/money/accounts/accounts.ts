import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In, IsNull } from '../../platform/database/typeorm.js';
import { isEmailAddress } from '../../platform/environment.js';
import { derivedUuid, type Ids } from '../../platform/ids.js';
import { containing, pageOf, readCursor, type Page } from '../../platform/lib/cursor.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { isBlank } from '../../platform/lib/printable.js';
import { BY_SERVICE, type Audit, type Fact } from '../log/index.js';
import {
  hashOf,
  isPresentable,
  looksLikeApiKey,
  newApiKey,
  PRESENTABLE_KEYS,
  TOKEN_LENGTH,
} from './api-key.js';
import {
  AccountEntity,
  ApiKeyEntity,
  type Account,
  type AccountState,
  type ApiKey,
  type Mode,
} from './entities.js';
import {
  KeyLimitError,
  KeyMadeBeforeError,
  SameNameError,
  UnknownAccountError,
  UnknownKeyError,
  UnusableEmailError,
  UnusableNameError,
} from './errors.js';
import { endSessionsOf } from './sessions.js';
import { requireTerms, type TermColumns } from './terms.js';

/** A new key with its secret, which is shown only at creation. */
export interface CreatedKey {
  keyId: string;
  apiKey: string;
}

export interface NewKey {
  /** Derived from the request (`derivedUuid`) where a repeated request must not create a second key. */
  id?: string;
  label?: string | null;
  /** Default: live. */
  mode?: Mode;
}

/** Account fields that operators can change. */
export interface AccountChange extends Partial<Pick<Account, 'name' | 'email'>> {
  /** `active` reopens a closed account. */
  status?: AccountState;
  terms?: Partial<TermColumns>;
}

/** Limits per mode for customers: keys in force, and keys made in 24 hours. Every key ever made stays in the database. */
const CUSTOMERS_KEYS = 100;

/** An account may have made thousands of keys; older revoked ones are not listed. */
const REVOKED_KEYS_SHOWN = 100;

const KEYS_TO_SHOW = `
  SELECT id, account_id AS "accountId", mode, label, key_hash AS "keyHash", created_at AS "createdAt",
         last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
    FROM (SELECT k.*, ROW_NUMBER() OVER (PARTITION BY revoked_at IS NULL ORDER BY created_at DESC, id DESC) AS place
            FROM api_keys k
           WHERE account_id = $1 AND mode = COALESCE($2, mode) AND ${PRESENTABLE_KEYS}) AS known
   WHERE revoked_at IS NULL OR place <= ${REVOKED_KEYS_SHOWN}
   ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC`;

const COUNT_KEYS = `
  SELECT COUNT(CASE WHEN revoked_at IS NULL THEN 1 END) AS "inForce",
         COUNT(CASE WHEN created_at > $1 THEN 1 END) AS young
    FROM api_keys
   WHERE account_id = $2 AND mode = $3 AND ${PRESENTABLE_KEYS}`;

/** Accounts and their keys: operations of operators, and of customers on their own keys. */
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates an active account with an empty balance inside a unit of work; money comes from `money/billing/`.
   * @param terms terms that are left out have the contract's value
   * @throws UnusableTermsError, UnusableNameError, UnusableEmailError
   */
  async create(
    tx: Tx,
    { id = this.ids.uuid(), name, email }: { id?: string; name: string; email: string | null },
    terms: Partial<TermColumns> = {},
    by: string = BY_SERVICE,
  ): Promise<Account> {
    requireTerms(terms);
    requireName(name);
    requireEmail(email);
    const account: Account = {
      id,
      name,
      email,
      status: 'active',
      closedAt: null,
      balanceCents: 0,
      priceCents: null,
      dailyMisses: null,
      singlePerMinute: null,
      bulkPerMinute: null,
      freeRepeatDays: null,
      savedLookupDays: null,
      namePurchases: null,
      mailLists: null,
      ...terms,
      propertySecret: this.ids.base62(TOKEN_LENGTH),
      termsVersion: null,
      createdAt: this.clock.now(),
    };
    await tx.insert(AccountEntity, { ...account });
    const noted = { chain: id, actor: by, reference: id, cents: 0 };
    await this.audit.note(
      tx,
      { ...noted, kind: 'account', details: { status: 'created' } },
      ...(Object.keys(terms).length === 0 ? [] : [{ ...noted, kind: 'price', details: terms } as const]),
    );
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

  /**
   * Changes the named fields, all or none. A null term returns to the contract's value. Terms already shown to a person stay: a
   * job costs no more than its preview. Suspending or closing an account, or changing the email to which sign-in links are sent,
   * ends its sessions and unused links.
   * @param options.isOnlyName refuses a name that another account has
   * @throws UnknownAccountError, UnusableTermsError, UnusableNameError, UnusableEmailError, SameNameError
   */
  async change(
    accountId: string,
    { terms = {}, status, ...rest }: AccountChange,
    { isOnlyName = false, by = BY_SERVICE }: { isOnlyName?: boolean; by?: string } = {},
  ): Promise<Account> {
    requireTerms(terms);
    if (rest.name !== undefined) requireName(rest.name);
    if (rest.email !== undefined) requireEmail(rest.email);
    return this.database.writeFor(accountId, async (tx) => {
      const before = await tx.findOneBy(AccountEntity, { id: accountId });
      if (before === null) throw new UnknownAccountError(accountId);
      if (isOnlyName && rest.name !== undefined && rest.name !== before.name)
        await requireNewName(tx, rest.name);
      const changes = { ...terms, ...rest, ...this.#columnsOf(status, before) };
      const after = { ...before, ...changes };
      if (Object.keys(changes).length > 0) await tx.update(AccountEntity, { id: accountId }, changes);
      // Reactivating an account does not revive its sessions: its people sign in again.
      if (after.status === 'suspended' || (before.email !== null && after.email !== before.email))
        await endSessionsOf(tx, accountId, this.clock.now());
      const was = Object.fromEntries(
        (Object.keys(terms) as (keyof typeof terms)[]).map((term) => [term, before[term]]),
      );
      await this.#noteChange(tx, accountId, { terms, was, status, rest, by });
      return after;
    });
  }

  /** Changes settings that an account chooses for itself. @throws UnknownAccountError */
  async choose(
    accountId: string,
    choice: Partial<Pick<Account, 'namePurchases' | 'mailLists'>>,
  ): Promise<void> {
    const { affected } = await this.database.writeFor(accountId, (tx) =>
      tx.update(AccountEntity, { id: accountId }, choice),
    );
    if (affected !== 1) throw new UnknownAccountError(accountId);
  }

  /** Logs which fields changed, but not the name or email itself: that is personal. */
  async #noteChange(
    tx: Tx,
    id: string,
    {
      terms,
      was,
      status,
      rest,
      by,
    }: Required<Pick<AccountChange, 'terms'>> & {
      /** The same terms before. */
      was: Readonly<Record<string, number | null>>;
      status: AccountState | undefined;
      rest: object;
      by: string;
    },
  ): Promise<void> {
    const noted = { chain: id, actor: by, reference: id, cents: 0 };
    const changed = { ...(status !== undefined && { status }), fields: Object.keys(rest) };
    const facts: Fact[] = [];
    if (status !== undefined || changed.fields.length > 0)
      facts.push({ ...noted, kind: 'account', details: changed });
    if (Object.keys(terms).length > 0) facts.push({ ...noted, kind: 'price', details: { ...terms, was } });
    if (facts.length > 0) await this.audit.note(tx, ...facts);
  }

  #columnsOf(state: AccountState | undefined, { closedAt }: Account): Partial<Account> {
    if (state === undefined) return {};
    if (state !== 'closed') return { status: state, closedAt: null };
    return { status: 'suspended', closedAt: closedAt ?? this.clock.now() };
  }

  /**
   * Creates a key. If the account made a key with this id before and has not used it, the key gets a new secret: the request is
   * a repeat, so the answer with the first secret was lost, and only the secret's hash is stored.
   * @throws UnknownAccountError, KeyMadeBeforeError
   */
  async createKey(tx: Tx, accountId: string, key: NewKey = {}, by: string = BY_SERVICE): Promise<CreatedKey> {
    const { id = this.ids.uuid(), label = null, mode = 'live' } = key;
    if (!(await tx.existsBy(AccountEntity, { id: accountId }))) throw new UnknownAccountError(accountId);
    const apiKey = newApiKey(this.ids, mode);
    const made = await tx.findOneBy(ApiKeyEntity, { id });
    if (made !== null) {
      const isSame = made.accountId === accountId && made.label === label && made.mode === mode;
      if (!isSame || made.revokedAt !== null || made.lastUsedAt !== null) throw new KeyMadeBeforeError();
      await tx.update(ApiKeyEntity, { id }, { keyHash: hashOf(apiKey) });
      await this.#noteKey(tx, 'key.create', made, by);
      return { keyId: id, apiKey };
    }
    const row: ApiKey = {
      id,
      accountId,
      mode,
      label,
      keyHash: hashOf(apiKey),
      createdAt: this.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
    await tx.insert(ApiKeyEntity, { ...row });
    await this.#noteKey(tx, 'key.create', row, by);
    return { keyId: row.id, apiKey };
  }

  /**
   * Creates a key for a customer, once per idempotency key. Customers have a limit; operators don't.
   * @throws KeyLimitError, KeyMadeBeforeError
   */
  async createOwnKey(
    accountId: string,
    { label, mode }: { label: string; mode: Mode },
    idempotencyKey: string,
    by?: string,
  ): Promise<{ key: ApiKey; apiKey: string }> {
    const id = derivedUuid('key', accountId, idempotencyKey);
    return this.database.writeFor(accountId, async (tx) => {
      // A repeated request needs no room: its key is counted already.
      if (!(await tx.existsBy(ApiKeyEntity, { id }))) await this.#requireRoomForKey(tx, accountId, mode);
      const { apiKey } = await this.createKey(tx, accountId, { id, label, mode }, by);
      return { key: await tx.findOneByOrFail(ApiKeyEntity, { id }), apiKey };
    });
  }

  /** Counts per mode: test keys, which are shared more freely, never use up the room of live keys. @throws KeyLimitError */
  async #requireRoomForKey(tx: Tx, accountId: string, mode: Mode): Promise<void> {
    const since = this.clock.now() - MS_PER_DAY;
    const [counts] = await tx.query<{ inForce: number; young: number }[]>(COUNT_KEYS, [
      since,
      accountId,
      mode,
    ]);
    if ((counts?.inForce ?? 0) >= CUSTOMERS_KEYS)
      throw new KeyLimitError(
        `This account has ${CUSTOMERS_KEYS} ${mode} keys. Revoke keys that are not used any more.`,
      );
    if ((counts?.young ?? 0) >= CUSTOMERS_KEYS)
      throw new KeyLimitError(
        `This account made ${CUSTOMERS_KEYS} ${mode} keys within 24 hours. Try again tomorrow.`,
      );
  }

  /** Every key, oldest first. @throws UnknownAccountError */
  async listKeys(accountId: string): Promise<ApiKey[]> {
    await this.get(accountId);
    const keys = await this.database.read.find(ApiKeyEntity, {
      where: { accountId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return keys.filter(isPresentable);
  }

  /**
   * Newest first: all keys in force, then the most recently revoked ones. Empty for an unknown account.
   * @param mode keys of this mode only; without it, of both
   */
  keysToShow(accountId: string, mode?: Mode): Promise<ApiKey[]> {
    // One query, so that a key revoked at the same moment is listed once.
    return this.database.read.query<ApiKey[]>(KEYS_TO_SHOW, [accountId, mode ?? null]);
  }

  /** Whether a key is accepted at this moment: not revoked, and its account active. */
  async isInForce(keyId: string): Promise<boolean> {
    const { read } = this.database;
    const key = await read.findOneBy(ApiKeyEntity, { id: keyId, revokedAt: IsNull() });
    return key !== null && (await read.existsBy(AccountEntity, { id: key.accountId, status: 'active' }));
  }

  /** A key of this account; another account's key counts as unknown. @throws UnknownKeyError */
  async ownKey(accountId: string, id: string): Promise<ApiKey> {
    const key = await this.database.read.findOneBy(ApiKeyEntity, { id, accountId });
    if (key === null || !isPresentable(key)) throw new UnknownKeyError();
    return key;
  }

  /**
   * Revokes a key, given by its id or its secret. Revoking it again keeps the first time.
   * @throws UnknownKeyError
   */
  async revokeKey(idOrKey: string, by: string = BY_SERVICE): Promise<ApiKey> {
    const where = looksLikeApiKey(idOrKey) ? { keyHash: hashOf(idOrKey) } : { id: idOrKey };
    const found = await this.database.read.findOneBy(ApiKeyEntity, where);
    if (found === null) throw new UnknownKeyError();
    return this.database.writeFor(found.accountId, async (tx) => {
      const key = await tx.findOneBy(ApiKeyEntity, where);
      if (key === null || !isPresentable(key)) throw new UnknownKeyError();
      if (key.revokedAt !== null) return key;
      const revokedAt = this.clock.now();
      await tx.update(ApiKeyEntity, { id: key.id }, { revokedAt });
      await this.#noteKey(tx, 'key.revoke', key, by);
      return { ...key, revokedAt };
    });
  }

  async #noteKey(
    tx: Tx,
    kind: 'key.create' | 'key.revoke',
    { id, accountId, mode }: ApiKey,
    by: string,
  ): Promise<void> {
    await this.audit.note(tx, {
      chain: accountId,
      kind,
      actor: by,
      reference: id,
      cents: 0,
      details: { mode },
    });
  }
}

/** @throws UnusableEmailError */
function requireEmail(email: string | null): void {
  if (email !== null && !isEmailAddress(email)) throw new UnusableEmailError();
}

/** Requires that no other account has this name; a person can confirm a second one. @throws SameNameError */
export async function requireNewName(tx: Tx, name: string): Promise<void> {
  const namesake = await tx.findOneBy(AccountEntity, { name });
  if (namesake !== null) throw new SameNameError(namesake);
}

/** @throws UnusableNameError */
function requireName(name: string): void {
  if (isBlank(name)) throw new UnusableNameError();
}

export interface AccountSearch {
  /** Part of the name or email in any case, or the whole id. */
  search?: string | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

/** Accounts, newest first. @throws InvalidCursorError */
export async function findAccounts(
  { read }: Database,
  { search = '', cursor, limit }: AccountSearch,
): Promise<Page<Account>> {
  const parameters: (string | number)[] = [];
  // SQLite numbers parameters by first appearance, so each is added at the place it is used.
  const parameter = (value: string | number): string => `$${parameters.push(value)}`;
  const conditions: string[] = [];
  // No name contains a NUL character, and PostgreSQL rejects it.
  const text = search.replaceAll('\0', '\ufffd').trim();
  if (text !== '') {
    const pattern = parameter(containing(text));
    // Both sides are lowercased by the database: engines differ in the letters they lowercase.
    const isIn = (column: string) => `LOWER(${column}) LIKE LOWER(${pattern}) ESCAPE '\\'`;
    conditions.push(`(${isIn('name')} OR ${isIn('email')} OR id = ${parameter(text.toLowerCase())})`);
  }
  if (cursor !== undefined) {
    const { at, id } = readCursor(cursor);
    conditions.push(`(created_at, id) < (${parameter(at)}, ${parameter(id)})`);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const found = await read.query<{ id: string }[]>(
    `SELECT id FROM accounts ${where} ORDER BY created_at DESC, id DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  const accounts = await read.find(AccountEntity, {
    where: { id: In(found.map(({ id }) => id)) },
    order: { createdAt: 'DESC', id: 'DESC' },
  });
  return pageOf(accounts, limit, ({ createdAt: at, id }) => ({ at, id }));
}

export interface AccountFigures {
  active: number;
  suspended: number;
  closed: number;
  /** Active accounts with a balance below the line. Accounts without a live key are left out: they can't spend. */
  lowBalance: number;
}

export async function accountFigures(database: Database, lowBalanceCents: number): Promise<AccountFigures> {
  const rows = await database.read.query<AccountFigures[]>(
    `SELECT COUNT(*) FILTER (WHERE status = 'active') AS active, COUNT(*) FILTER (WHERE status = 'suspended' AND closed_at IS NULL) AS suspended,
            COUNT(closed_at) AS closed,
            COUNT(*) FILTER (WHERE status = 'active' AND balance_cents < $1 AND EXISTS (
              SELECT 1 FROM api_keys k WHERE k.account_id = a.id AND k.mode = 'live' AND k.revoked_at IS NULL AND k.${PRESENTABLE_KEYS}
            )) AS "lowBalance"
       FROM accounts a`,
    [lowBalanceCents],
  );
  return itemAt(rows, 0);
}
