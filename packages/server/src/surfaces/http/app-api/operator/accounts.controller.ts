import { Body, Controller, Headers, Inject, Param } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import {
  acceptanceOf,
  findAccounts,
  stateOf,
  termsOf,
  type Account,
  type AccountSearch,
  type AccountState,
  type Session,
  type TermColumns,
  type TermDefaults,
} from '../../../../money/accounts/index.js';
import {
  creditOnce,
  MAX_TOP_UP_CENTS,
  openAccount,
  type RecordFilter,
} from '../../../../money/billing/index.js';
import { findActions } from '../../../../money/log/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { plain } from '../../../../platform/lib/printable.js';
import { named, purchasesOf, statement } from '../../../../work/overview/index.js';
import { doerOf, logDeed } from '../../../acts/act.js';
import {
  choice,
  day,
  form,
  int,
  list,
  maybe,
  object,
  orNull,
  page,
  record,
  secret,
  text,
  time,
} from '../../../acts/schema.js';
import {
  Key,
  LookedUpAddresses,
  Purchase,
  TermsAcceptance,
  Transaction,
  LedgerId,
  TransactionType,
} from '../../../acts/schemas/customer.js';
import {
  AccountEmail,
  AccountName,
  LogEvent,
  MayShareName,
  OperatorAccount,
  TermsChange,
} from '../../../acts/schemas/operator.js';
import { shownAcceptance, shownAction, shownKey, shownRecord } from '../../../acts/shown.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { AppQuery, FromSession } from '../../request-context.js';

type OperatorAccount = AppSchemas['OperatorAccount'];
interface NewAccountBody {
  name: string;
  email: string | null;
  balanceCents: number;
  terms?: Partial<TermColumns>;
  mayShareName?: boolean;
  /** If set, accepts the terms of use. */
  purpose?: string;
}

interface AccountChange {
  status?: AccountState;
  terms?: Partial<TermColumns>;
  name?: string;
  email?: string | null;
  mayShareName?: boolean;
}

/** Customers, their keys and their money (app.yaml, Operator). Each change is one line in the log, without anything personal. */
@Controller()
export class OperatorAccountsController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('GET /operator/api/accounts', {
    id: 'findAccounts',
    summary: 'Accounts, newest first',
    query: {
      search: maybe(text('Part of the name or email, or the id.', { maxLength: 100 })),
      ...page(50, 100),
    },
    answers: [
      200,
      'A page of accounts.',
      object({ accounts: list(OperatorAccount), nextCursor: orNull(text()) }),
    ],
  })
  async find(@AppQuery() search: AccountSearch) {
    const { rows, nextCursor } = await findAccounts(this.service.database, search);
    return { accounts: rows.map((row) => this.#shown(row)), nextCursor };
  }

  @AppOperation('POST /operator/api/accounts', {
    id: 'createAccount',
    summary: 'Create an account with its first key, once',
    description:
      'The same Idempotency-Key again answers the account of the first request, and gives its unused key another secret.',
    hasKey: true,
    body: form({
      name: AccountName,
      email: AccountEmail,
      balanceCents: int({ minimum: 0, maximum: MAX_TOP_UP_CENTS }),
      terms: maybe(TermsChange),
      purpose: maybe(
        text('What it uses results for: it accepts the terms of use.', { minLength: 10, maxLength: 500 }),
      ),
      mayShareName: maybe(MayShareName),
    }),
    answers: [
      201,
      'The account and its first key, shown this once.',
      object({ account: OperatorAccount, apiKey: secret() }),
    ],
  })
  async create(
    @Headers('idempotency-key') idempotencyKey: string,
    @Body() { name, email, balanceCents, terms = {}, mayShareName = false, purpose }: NewAccountBody,
    @FromSession() by: Session,
  ) {
    const opening = {
      name: name.trim(),
      email,
      balanceCents,
      terms,
      isOnlyName: !mayShareName,
      ...(purpose !== undefined && { acceptance: acceptanceOf(purpose, by.name ?? 'operator') }),
    };
    const { account, key, isNew } = await openAccount(
      this.service,
      opening,
      idempotencyKey,
      doerOf(by).actor,
    );
    await logDeed(this.service, doerOf(by), [
      'account created',
      { accountId: account.id, balanceCents, isNew },
    ]);
    return { account: this.#shown(account), apiKey: key.apiKey };
  }

  @AppOperation('GET /operator/api/accounts/{accountId}', {
    id: 'getOperatorAccount',
    summary: 'One account with its keys',
    answers: [
      200,
      'The account.',
      object({
        terms: orNull(TermsAcceptance, 'The terms of use that it accepted last.'),
        account: OperatorAccount,
        keys: list(Key, 'All in force and the newest 100 of the revoked ones.'),
        usedMissesToday: int(),
      }),
    ],
  })
  async get(@Param('accountId') accountId: string) {
    const { accounts, misses, termsOfUse } = this.service;
    const account = await accounts.get(accountId);
    const [keys, usedMissesToday, accepted] = await Promise.all([
      accounts.keysToShow(accountId),
      misses.netToday(accountId),
      termsOfUse.of(accountId),
    ]);
    const terms = accepted === null ? null : shownAcceptance(accepted);
    return { account: this.#shown(account), keys: keys.map(shownKey), usedMissesToday, terms };
  }

  @AppOperation('GET /operator/api/accounts/{accountId}/transactions', {
    id: 'listCustomerTransactions',
    summary: 'The ledger of an account, newest first',
    query: {
      about: maybe(LedgerId),
      type: maybe(TransactionType),
      from: maybe(day('A UTC day, inclusive.')),
      to: maybe(day('A UTC day, inclusive.')),
      ...page(50, 200),
    },
    answers: [
      200,
      'A page of records, without the names of files.',
      object({
        transactions: list(Transaction),
        addresses: LookedUpAddresses,
        purchases: record(Purchase, 'What charged lookups were for, by the reference of their records.'),
        searchedSince: orNull(
          time(
            'Earlier charges for the same property were looked for from here on; null if there were none to look for.',
          ),
        ),
        nextCursor: orNull(text()),
      }),
    ],
  })
  async transactions(
    @Param('accountId') accountId: string,
    @AppQuery() asked: RecordFilter & { cursor?: string; limit: number },
  ) {
    const { id } = await this.service.accounts.get(accountId);
    const { rows, addresses, nextCursor } = await statement(this.service, id, asked);
    const { purchases, searchedSince } = await purchasesOf(this.service, id, rows);
    return {
      transactions: rows.map(shownRecord),
      addresses,
      purchases: Object.fromEntries(
        [...purchases].map(([reference, purchase]) => [
          reference,
          {
            ...purchase,
            by: plain(purchase.by),
            before: purchase.before.map(({ at, ...before }) => ({ ...before, at: isoTime(at) })),
          },
        ]),
      ),
      searchedSince: searchedSince === null ? null : isoTime(searchedSince),
      nextCursor,
    };
  }

  @AppOperation('GET /operator/api/accounts/{accountId}/price-changes', {
    id: 'listPriceChanges',
    summary: 'When price and limits were changed, by whom, from what to what; newest first',
    description:
      'The newest 100 of the log of disclosures. `details` has the new terms, and in `was` those before; null is the default.',
    answers: [200, 'The changes.', object({ events: list(LogEvent) })],
  })
  async priceChanges(@Param('accountId') accountId: string) {
    const { id: chain } = await this.service.accounts.get(accountId);
    const { rows } = await findActions(this.service.database, { chain, kinds: ['price'], limit: 100 });
    return { events: (await named(this.service.database, rows)).map(shownAction) };
  }

  @AppOperation('PATCH /operator/api/accounts/{accountId}', {
    id: 'changeAccount',
    summary: 'Suspend, close, activate, or change name, email, price and limits',
    description:
      "With another email, and when it is suspended or closed, the account's sessions and unused sign-in links end. A closed account keeps its balance and ledger, and its jobs come to their end; with `active` it is opened again.",
    body: form(
      {
        status: maybe(choice(['active', 'suspended', 'closed'])),
        name: maybe(AccountName),
        email: maybe(AccountEmail),
        terms: maybe(TermsChange),
        mayShareName: maybe(MayShareName),
      },
      { minProperties: 1 },
    ),
    answers: [200, 'The account as it is now.', OperatorAccount],
  })
  async change(
    @Param('accountId') accountId: string,
    @Body() { status, terms, name, email, mayShareName = false }: AccountChange,
    @FromSession() by: Session,
  ): Promise<OperatorAccount> {
    const details = {
      ...(name !== undefined && { name: name.trim() }),
      ...(email !== undefined && { email }),
    };
    const changes = {
      ...details,
      ...(terms !== undefined && { terms }),
      ...(status !== undefined && { status }),
    };
    const account = await this.service.accounts.change(accountId, changes, {
      isOnlyName: !mayShareName,
      by: doerOf(by).actor,
    });
    await logDeed(this.service, doerOf(by), [
      'account changed',
      {
        accountId,
        ...(status !== undefined && { status }),
        ...terms,
        // Names of the changed fields only: names and addresses are personal.
        details: Object.keys(details),
      },
    ]);
    return this.#shown(account);
  }

  @AppOperation('POST /operator/api/accounts/{accountId}/credits', {
    id: 'addCredit',
    summary: 'Top up, or take back, once',
    description: 'The same Idempotency-Key again answers the first record and moves no money.',
    hasKey: true,
    body: form({
      cents: int({ minimum: -MAX_TOP_UP_CENTS, maximum: MAX_TOP_UP_CENTS }),
      note: orNull(text({ maxLength: 200 })),
    }),
    answers: [201, 'The ledger record.', Transaction],
  })
  async credit(
    @Param('accountId') accountId: string,
    @Headers('idempotency-key') key: string,
    @Body() { cents, note }: { cents: number; note: string | null },
    @FromSession() by: Session,
  ): Promise<AppSchemas['Transaction']> {
    const { record, isNew } = await creditOnce(
      this.service,
      { accountId, cents, note },
      key,
      doerOf(by).actor,
    );
    const recordId = record.id;
    await logDeed(this.service, doerOf(by), ['credit', { accountId, recordId, amountCents: cents, isNew }]);
    return shownRecord(record);
  }

  @AppOperation('DELETE /operator/api/accounts/{accountId}/keys/{keyId}', {
    id: 'revokeCustomerKey',
    summary: "Revoke a customer's key",
    answers: [204, 'Revoked.'],
  })
  async revokeKey(
    @Param('accountId') accountId: string,
    @Param('keyId') keyId: string,
    @FromSession() by: Session,
  ): Promise<void> {
    const { accounts } = this.service;
    await accounts.revokeKey((await accounts.ownKey(accountId, keyId)).id, doerOf(by).actor);
    await logDeed(this.service, doerOf(by), ['key revoked', { accountId, keyId }]);
  }

  #shown(account: Account): OperatorAccount {
    return shownAccount(account, this.service.config);
  }
}

function shownAccount(account: Account, defaults: TermDefaults): OperatorAccount {
  const { id, name, email, balanceCents, createdAt } = account;
  const { priceCents, dailyMisses, singlePerMinute, bulkPerMinute, freeRepeatDays } = account;
  const terms = termsOf(account, defaults);
  return {
    id,
    name,
    email,
    status: stateOf(account),
    balanceCents,
    terms: {
      priceCents: terms.priceCents,
      dailyMisses: terms.dailyMisses,
      singlePerMinute: terms.requestsPerMinute.single,
      bulkPerMinute: terms.requestsPerMinute.bulk,
      freeRepeatDays: terms.repeats?.days ?? 0,
    },
    ownTerms: { priceCents, dailyMisses, singlePerMinute, bulkPerMinute, freeRepeatDays },
    createdAt: isoTime(createdAt),
  };
}
