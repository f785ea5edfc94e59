import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Res,
} from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import { csvLine, safeCell } from '@skiptrace/csv';
import type { Response } from 'express';
import { TERMS_OF_USE, type ApiKey, type Caller, type Session } from '../../../money/accounts/index.js';
import type { RecordFilter } from '../../../money/billing/index.js';
import { actorOf } from '../../../money/log/index.js';
import { isoTime } from '../../../platform/clock.js';
import { resultFile, type JobSearch } from '../../../work/jobs/index.js';
import { accountActivity, everyPurchase, hasLookedUp, statement } from '../../../work/overview/index.js';
import type { Endpoint, EventType, LoggedDelivery } from '../../../work/webhooks/index.js';
import type { Service } from '../../service/service.js';
import { sendCsv } from '../controllers/send-download.js';
import { AppQuery, FromCaller, FromSession } from '../request-context.js';
import { shownAcceptance, shownKey, shownRecord, shownRow } from './shown.js';

export const APP_SERVICE = Symbol('AppService');
/** The part of the service that the app uses. */
export type AppService = Pick<
  Service,
  | 'accounts'
  | 'database'
  | 'clock'
  | 'config'
  | 'jobs'
  | 'logger'
  | 'termsOfUse'
  | 'columnChoices'
  | 'saved'
  | 'webhooks'
>;

interface PageQuery {
  cursor?: string;
  limit: number;
}

/** Operations that only the customer's pages use (tag Customer of app.yaml). */
@Controller('app/api')
export class CustomerController {
  constructor(@Inject(APP_SERVICE) private readonly service: AppService) {}

  @Get('activity')
  async activity(@FromCaller() caller: Caller, @AppQuery() { days }: { days: number }) {
    const accountId = liveAccount(caller);
    return {
      days: await accountActivity(this.service, accountId, days),
      hasLookedUp: await hasLookedUp(this.service.database, accountId),
    };
  }

  @Get('transactions')
  async transactions(@FromCaller() caller: Caller, @AppQuery() query: RecordFilter & PageQuery) {
    const { rows, ...page } = await statement(this.service, liveAccount(caller), query);
    return { transactions: rows.map(shownRecord), ...page };
  }

  @Get('transactions.csv')
  async transactionsFile(
    @FromCaller() caller: Caller,
    @AppQuery() filter: RecordFilter,
    @Res() response: Response,
  ): Promise<void> {
    const accountId = liveAccount(caller);
    await sendCsv(response, 'transactions.csv', recordLines(everyPurchase(this.service, accountId, filter)));
  }

  @Get('terms')
  async terms(@FromCaller() { accountId }: Caller) {
    const { config, termsOfUse } = this.service;
    const accepted = await termsOfUse.of(accountId);
    return {
      version: TERMS_OF_USE.version,
      rules: [...TERMS_OF_USE.rules],
      operatorTermsUrl: config.termsUrl,
      isRequired: config.requireTerms === 'on',
      accepted: accepted === null ? null : shownAcceptance(accepted),
    };
  }

  @Post('terms')
  @HttpCode(200)
  async acceptTerms(
    @FromCaller() caller: Caller,
    @FromSession() { signedInWith, keyId }: Session,
    @Body() { version, purpose }: { version: string; purpose: string },
  ): Promise<AppSchemas['TermsAcceptance']> {
    if (caller.mode === 'test') throw new TestSessionError('so you can accept nothing for the account');
    const by = signedInWith === 'key' ? 'customer with an API key' : 'customer with a sign-in link';
    const accepted = await this.service.termsOfUse.accept(caller.accountId, { version, purpose, by, keyId });
    this.service.logger.info({ accountId: caller.accountId, version }, 'terms of use accepted');
    return shownAcceptance(accepted);
  }

  @Get('keys')
  async keys(@FromCaller() { accountId, mode }: Caller) {
    const keys = await this.service.accounts.keysToShow(accountId, mode === 'test' ? mode : undefined);
    return { keys: keys.map(shownKey) };
  }

  @Post('keys')
  @HttpCode(201)
  async createKey(
    @FromCaller() caller: Caller,
    @Headers('idempotency-key') idempotencyKey: string,
    @Body() { label, mode }: { label: string; mode: ApiKey['mode'] },
  ): Promise<AppSchemas['CreatedKey']> {
    requireMode(caller, mode);
    const own = { label: label.trim(), mode };
    const { key, apiKey } = await this.service.accounts.createOwnKey(
      caller.accountId,
      own,
      idempotencyKey,
      actorOf(caller),
    );
    return { key: shownKey(key), apiKey };
  }

  @Delete('keys/:keyId')
  @HttpCode(204)
  async revokeKey(@FromCaller() caller: Caller, @Param('keyId') keyId: string): Promise<void> {
    const { accounts } = this.service;
    const key = await accounts.ownKey(caller.accountId, keyId);
    requireMode(caller, key.mode);
    await accounts.revokeKey(key.id, actorOf(caller));
  }

  @Get('jobs')
  findJobs(@FromCaller() caller: Caller, @AppQuery() search: JobSearch) {
    return this.service.jobs.jobs.find(caller, search);
  }

  @Get('jobs/:jobId/file')
  jobFile(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    return resultFile(this.service, caller, jobId);
  }

  @Get('column-choices/:headers')
  async columnChoices(@FromCaller() { accountId, mode }: Caller, @Param('headers') headers: string) {
    return { choices: mode === 'test' ? null : await this.service.columnChoices.read(accountId, headers) };
  }

  @Put('column-choices/:headers')
  @HttpCode(204)
  async keepColumnChoices(
    @FromCaller() { accountId, mode }: Caller,
    @Param('headers') headers: string,
    @Body() { choices }: { choices: AppSchemas['ColumnChoices'] | null },
  ): Promise<void> {
    // A test key may be shared, and these choices decide what paid lists ask for.
    if (mode === 'live') await this.service.columnChoices.keep(accountId, headers, choices);
  }

  @Get('jobs/:jobId/rows')
  async jobRows(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    const rows = await this.service.jobs.downloads.firstRows(caller, jobId);
    return { rows: rows.map(shownRow) };
  }

  @Get('webhooks')
  async list(@FromCaller() caller: Caller) {
    const endpoints = await this.service.webhooks.list(liveAccount(caller));
    return { isOn: this.service.config.webhooks === 'on', endpoints: endpoints.map(shownEndpoint) };
  }

  @Post('webhooks')
  @HttpCode(201)
  async create(@FromCaller() caller: Caller, @Body() { url, events }: { url: string; events: EventType[] }) {
    const endpoint = await this.service.webhooks.add(liveAccount(caller), url, events);
    return { endpoint: shownEndpoint(endpoint), secret: endpoint.secret };
  }

  @Delete('webhooks/:webhookId')
  @HttpCode(204)
  remove(@FromCaller() caller: Caller, @Param('webhookId') webhookId: string): Promise<void> {
    return this.service.webhooks.remove(liveAccount(caller), webhookId);
  }

  @Get('webhook-deliveries')
  async deliveries(@FromCaller() caller: Caller, @AppQuery() page: PageQuery) {
    const { rows, nextCursor } = await this.service.webhooks.deliveries(liveAccount(caller), page);
    return { deliveries: rows.map(shownDelivery), nextCursor };
  }

  @Post('webhook-deliveries/:deliveryId/replay')
  @HttpCode(204)
  replay(@FromCaller() caller: Caller, @Param('deliveryId') deliveryId: string): Promise<void> {
    return this.service.webhooks.replay(liveAccount(caller), deliveryId);
  }
}

const shownEndpoint = ({ id, url, events, createdAt }: Endpoint): AppSchemas['WebhookEndpoint'] => ({
  id,
  url,
  events,
  createdAt: isoTime(createdAt),
});

const shownDelivery = ({
  eventId,
  createdAt,
  updatedAt,
  ...delivery
}: LoggedDelivery): AppSchemas['WebhookDelivery'] => ({
  webhookId: eventId,
  ...delivery,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});

/** A session of a test key may do only what its key may: nothing live. */
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
export function liveAccount({ accountId, mode }: Caller): string {
  if (mode === 'test') throw new TestSessionError('which sees nothing that was charged');
  return accountId;
}

/** Dollars with two decimals, a format that spreadsheets add up. */
export const amount = (cents: number): string => (cents / 100).toFixed(2);

/**
 * Lines of the ledger as CSV. Notes and names come from operators and customers: text that a spreadsheet would run
 * as a formula is neutralized.
 */
async function* recordLines(pages: ReturnType<typeof everyPurchase>): AsyncGenerator<string> {
  yield csvLine(['date', 'type', 'amount', 'balance', 'reference', 'id', 'note', 'item']);
  for await (const { records, fileNames, addresses } of pages) {
    yield records
      .map(({ createdAt, type, amountCents, balanceCents, reference, id, note }) =>
        csvLine([
          isoTime(createdAt),
          type,
          amount(amountCents),
          amount(balanceCents),
          safeCell(reference ?? ''),
          id,
          safeCell(note ?? ''),
          safeCell(fileNames[reference ?? ''] ?? addresses[reference ?? ''] ?? ''),
        ]),
      )
      .join('');
  }
}
