import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { safeCell } from '@skiptrace/csv';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Response } from 'express';
import type { ApiKey, Caller } from '../../accounts/index.js';
import { everyRecord, findRecords, type LedgerRecord, type RecordFilter } from '../../billing/index.js';
import { isoTime } from '../../clock.js';
import { csvLine } from '../../csv-line.js';
import { errorCode } from '../../error-code.js';
import type { JobSearch } from '../../jobs/index.js';
import { accountActivity } from '../../overview/index.js';
import type { Service } from '../../service.js';
import { FromCaller } from '../api-request.js';
import { AppQuery } from './from-session.js';
import { newestFirst, shownKey, shownRecord } from './shown.js';

export const APP_SERVICE = Symbol('AppService');
/** What the app needs of the service. */
export type AppService = Pick<Service, 'accounts' | 'database' | 'clock' | 'config' | 'jobs'>;

interface PageQuery {
  cursor?: string;
  limit: number;
}

/** What a customer sees beyond openapi.yaml: app.yaml, Customer. */
@Controller('app/api')
export class CustomerController {
  constructor(@Inject(APP_SERVICE) private readonly service: AppService) {}

  @Get('activity')
  async activity(@FromCaller() caller: Caller, @AppQuery() { days }: { days: number }) {
    const { config } = this.service;
    return {
      days: await accountActivity(this.service, liveAccount(caller), days),
      lowBalanceCents: config.lowBalanceCents,
    };
  }

  @Get('transactions')
  async transactions(@FromCaller() caller: Caller, @AppQuery() query: RecordFilter & PageQuery) {
    const { rows, nextCursor } = await findRecords(this.service.database, liveAccount(caller), query);
    return { transactions: rows.map(shownRecord), nextCursor };
  }

  @Get('transactions.csv')
  async transactionsFile(
    @FromCaller() caller: Caller,
    @AppQuery() filter: RecordFilter,
    @Res() response: Response,
  ): Promise<void> {
    const accountId = liveAccount(caller);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="transactions.csv"',
    });
    const records = everyRecord(this.service.database, accountId, filter);
    await pipeline(Readable.from(recordLines(records)), response).catch((error: unknown) => {
      // When the browser goes away there is nobody left to tell.
      if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }

  @Get('keys')
  async keys(@FromCaller() { accountId, mode }: Caller) {
    const keys = await this.service.accounts.listKeys(accountId);
    const seen = mode === 'test' ? keys.filter((key) => key.mode === 'test') : keys;
    return { keys: newestFirst(seen).map(shownKey) };
  }

  @Post('keys')
  @HttpCode(201)
  async createKey(
    @FromCaller() caller: Caller,
    @Body() { label, mode }: { label: string; mode: ApiKey['mode'] },
  ): Promise<AppSchemas['CreatedKey']> {
    requireMode(caller, mode);
    const { accountId } = caller;
    const { accounts, database } = this.service;
    const { keyId, apiKey } = await database.writeFor(accountId, (tx) =>
      accounts.createKey(tx, accountId, label.trim(), mode),
    );
    const key = (await accounts.listKeys(accountId)).find(({ id }) => id === keyId);
    if (key === undefined) throw new Error('a key that was just created is missing');
    return { key: shownKey(key), apiKey };
  }

  @Delete('keys/:keyId')
  @HttpCode(204)
  async revokeKey(@FromCaller() caller: Caller, @Param('keyId') keyId: string): Promise<void> {
    const { accounts } = this.service;
    const key = await accounts.ownKey(caller.accountId, keyId);
    requireMode(caller, key.mode);
    await accounts.revokeKey(key.id);
  }

  @Get('jobs')
  findJobs(@FromCaller() caller: Caller, @AppQuery() search: JobSearch) {
    return this.service.jobs.jobs.find(caller, search);
  }
}

/** A session that began with a test key may do what its key may: nothing that is live. */
class TestSessionError extends Error {
  readonly code = 'test_session';

  constructor(what: string) {
    super(`You signed in with a test key, ${what}. Sign in with a live key or a link.`);
  }
}

function requireMode(caller: Caller, mode: Caller['mode']): void {
  if (caller.mode === 'test' && mode !== 'test')
    throw new TestSessionError('so you can make and revoke test keys only');
}

/** The caller's account, for routes that show money: sessions of a test key are refused. @throws TestSessionError */
function liveAccount({ accountId, mode }: Caller): string {
  if (mode === 'test') throw new TestSessionError('which sees nothing that was charged');
  return accountId;
}

/** Dollars with two digits: what spreadsheets add up. */
const amount = (cents: number): string => (cents / 100).toFixed(2);

/** A note is an operator's: what a spreadsheet would take for a formula is made harmless. */
async function* recordLines(records: AsyncIterable<LedgerRecord[]>): AsyncGenerator<string> {
  yield csvLine(['date', 'type', 'amount', 'balance', 'reference', 'id']);
  for await (const rows of records) {
    yield rows
      .map(({ createdAt, type, amountCents, balanceCents, reference, id }) =>
        csvLine([
          isoTime(createdAt),
          type,
          amount(amountCents),
          amount(balanceCents),
          safeCell(reference ?? ''),
          id,
        ]),
      )
      .join('');
  }
}
