import { Body, Controller, Delete, Get, Headers, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import {
  acceptanceOf,
  findAccounts,
  signInUrl,
  stateOf,
  termsOf,
  type Account,
  type AccountSearch,
  type AccountState,
  type Session,
  type TermColumns,
  type TermDefaults,
} from '../../../../money/accounts/index.js';
import { creditOnce, openAccount, refundOnce } from '../../../../money/billing/index.js';
import { findActions } from '../../../../money/log/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { plain } from '../../../../platform/lib/printable.js';
import { named, purchasesOf, statement } from '../../../../work/overview/index.js';
import type { Service } from '../../../service/service.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { shownAcceptance, shownAction, shownKey, shownRecord } from '../shown.js';
import { actorOfSession, logDeed, OPERATOR_SERVICE } from './operator-service.js';

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
@Controller('operator/api/accounts')
export class OperatorAccountsController {
  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {}

  @Get()
  async find(@AppQuery() search: AccountSearch) {
    const { rows, nextCursor } = await findAccounts(this.service.database, search);
    return { accounts: rows.map((row) => this.#shown(row)), nextCursor };
  }

  @Post()
  @HttpCode(201)
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
      actorOfSession(by),
    );
    await logDeed(this.service, by, 'account created', { accountId: account.id, balanceCents, isNew });
    return { account: this.#shown(account), apiKey: key.apiKey };
  }

  @Get(':accountId')
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

  @Get(':accountId/transactions')
  async transactions(
    @Param('accountId') accountId: string,
    @AppQuery() page: { cursor?: string; limit: number },
  ) {
    const { id } = await this.service.accounts.get(accountId);
    const { rows, addresses, nextCursor } = await statement(this.service, id, page);
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

  @Get(':accountId/price-changes')
  async priceChanges(@Param('accountId') accountId: string) {
    const { id: chain } = await this.service.accounts.get(accountId);
    const { rows } = await findActions(this.service.database, { chain, kinds: ['price'], limit: 100 });
    return { events: (await named(this.service.database, rows)).map(shownAction) };
  }

  @Patch(':accountId')
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
      by: actorOfSession(by),
    });
    await logDeed(this.service, by, 'account changed', {
      accountId,
      ...(status !== undefined && { status }),
      ...terms,
      // Names of the changed fields only: names and addresses are personal.
      details: Object.keys(details),
    });
    return this.#shown(account);
  }

  @Post(':accountId/credits')
  @HttpCode(201)
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
      actorOfSession(by),
    );
    const recordId = record.id;
    await logDeed(this.service, by, 'credit', { accountId, recordId, amountCents: cents, isNew });
    return shownRecord(record);
  }

  @Post(':accountId/transactions/:transactionId/refund')
  @HttpCode(201)
  async refund(
    @Param('accountId') accountId: string,
    @Param('transactionId') chargeId: string,
    @Headers('idempotency-key') key: string,
    @Body() { cents, reason }: { cents: number; reason: string },
    @FromSession() by: Session,
  ): Promise<AppSchemas['Transaction']> {
    const refund = { accountId, chargeId, cents, reason: reason.trim() };
    const { record, isNew } = await refundOnce(this.service, refund, key, actorOfSession(by));
    await logDeed(this.service, by, 'refund', { accountId, recordId: record.id, amountCents: cents, isNew });
    return shownRecord(record);
  }

  @Post(':accountId/sign-in-links')
  @HttpCode(201)
  async signInLink(@Param('accountId') accountId: string, @FromSession() by: Session) {
    const { sessions, baseUrl } = this.service;
    const { token, expiresAt } = await sessions.links.createForCustomer(accountId, { isAskedFor: false });
    await logDeed(this.service, by, 'sign-in link made', { accountId });
    return { url: signInUrl(baseUrl(), 'customer', token), expiresAt: isoTime(expiresAt) };
  }

  @Delete(':accountId/keys/:keyId')
  @HttpCode(204)
  async revokeKey(
    @Param('accountId') accountId: string,
    @Param('keyId') keyId: string,
    @FromSession() by: Session,
  ): Promise<void> {
    const { accounts } = this.service;
    await accounts.revokeKey((await accounts.ownKey(accountId, keyId)).id, actorOfSession(by));
    await logDeed(this.service, by, 'key revoked', { accountId, keyId });
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
