import { Body, Controller, Headers, Inject, Param, Res } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import { csvLine, safeCell } from '@skiptrace/csv';
import type { Response } from 'express';
import { TERMS_OF_USE, type ApiKey, type Caller, type Session } from '../../../money/accounts/index.js';
import type { RecordFilter } from '../../../money/billing/index.js';
import { actorOf } from '../../../money/log/index.js';
import { isoTime } from '../../../platform/clock.js';
import { resultFile, type JobSearch } from '../../../work/jobs/index.js';
import { accountActivity, everyPurchase, hasLookedUp, statement } from '../../../work/overview/index.js';
import {
  bool,
  day,
  filled,
  form,
  int,
  list,
  maybe,
  object,
  orNull,
  page,
  personal,
  record,
  text,
} from '../../acts/schema.js';
import {
  ActivityDay,
  ColumnChoices,
  CreatedKey,
  Job,
  JobFile,
  JobStatus,
  Key,
  LookedUpAddresses,
  Mode,
  ResultRow,
  TermsAcceptance,
  Transaction,
  LedgerId,
  TransactionType,
} from '../../acts/schemas/customer.js';
import { shownAcceptance, shownKey, shownRecord, shownRow } from '../../acts/shown.js';
import type { Service } from '../../service/service.js';
import { AppOperation, SERVICE } from '../app-operation.js';
import { sendCsv } from '../controllers/send-download.js';
import { AppQuery, FromCaller, FromSession } from '../request-context.js';

interface PageQuery {
  cursor?: string;
  limit: number;
}

/** Operations that only the customer's pages use (tag Customer of app.yaml). */
@Controller()
export class CustomerController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('GET /app/api/activity', {
    id: 'getActivity',
    summary: 'Spend and match rate, day by day',
    description: 'Of what was done live; a session that began with a test key is refused.',
    query: { days: maybe(int({ minimum: 1, maximum: 366, default: 30 })) },
    answers: [
      200,
      'UTC days, oldest first, none left out.',
      object({
        hasLookedUp: bool(
          'Whether the account ever looked an address up, singly or in bulk; its jobs are listed elsewhere.',
        ),
        days: list(ActivityDay),
      }),
    ],
  })
  async activity(@FromCaller() caller: Caller, @AppQuery() { days }: { days: number }) {
    const accountId = liveAccount(caller);
    return {
      days: await accountActivity(this.service, accountId, days),
      hasLookedUp: await hasLookedUp(this.service.database, accountId),
    };
  }

  @AppOperation('GET /app/api/transactions', {
    id: 'listTransactions',
    summary: 'The ledger, newest first',
    description: 'A session that began with a test key is refused.',
    query: {
      about: maybe(LedgerId),
      type: maybe(TransactionType),
      from: maybe(day('A UTC day, inclusive.')),
      to: maybe(day('A UTC day, inclusive.')),
      ...page(50, 200),
    },
    answers: [
      200,
      'A page of records.',
      object({
        transactions: list(Transaction),
        fileNames: record(personal(), "Of the jobs that the records refer to, by the job's id."),
        addresses: LookedUpAddresses,
        nextCursor: orNull(text()),
      }),
    ],
  })
  async transactions(@FromCaller() caller: Caller, @AppQuery() query: RecordFilter & PageQuery) {
    const { rows, ...page } = await statement(this.service, liveAccount(caller), query);
    return { transactions: rows.map(shownRecord), ...page };
  }

  @AppOperation('GET /app/api/transactions.csv', {
    id: 'downloadTransactions',
    summary: 'The ledger as a CSV file',
    description:
      'Same filters and refusals as listTransactions, all pages. A link may ask for it, so it needs no Skiptrace-App header.',
    isNavigation: true,
    query: {
      about: maybe(LedgerId),
      type: maybe(TransactionType),
      from: maybe(day()),
      to: maybe(day()),
      account: maybe(
        text(
          'Whose page has the link, as the header Skiptrace-Account says it for requests; refused for another session.',
          { maxLength: 100 },
        ),
      ),
    },
    gives: 'text/csv',
    answers: [
      200,
      "Oldest first; columns `date, type, amount, balance, reference, id, note, item`, amounts in dollars. The item is the list's file name, or the address as in listTransactions.",
      text(),
    ],
  })
  async transactionsFile(
    @FromCaller() caller: Caller,
    @AppQuery() filter: RecordFilter,
    @Res() response: Response,
  ): Promise<void> {
    const accountId = liveAccount(caller);
    await sendCsv(response, 'transactions.csv', recordLines(everyPurchase(this.service, accountId, filter)));
  }

  @AppOperation('GET /app/api/terms', {
    id: 'getTermsOfUse',
    summary: 'The terms of use, and what the account accepted',
    answers: [
      200,
      'The present terms.',
      object({
        version: text(),
        rules: list(text()),
        operatorTermsUrl: orNull(text("The operator's own (TERMS_URL).")),
        isRequired: bool('Whether keys work only after it.'),
        accepted: orNull(TermsAcceptance),
      }),
    ],
  })
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

  @AppOperation('POST /app/api/terms', {
    id: 'acceptTermsOfUse',
    summary: 'Accept the terms of use, and state a purpose',
    description: 'The first acceptance of a version stays. A session that began with a test key is refused.',
    body: form({
      version: text('The one that the page shows.', { maxLength: 20 }),
      purpose: text({ minLength: 10, maxLength: 500 }),
    }),
    answers: [200, 'What is on record now.', TermsAcceptance],
  })
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

  @AppOperation('GET /app/api/keys', {
    id: 'listKeys',
    summary: 'API keys, newest first, revoked ones last',
    description:
      'All in force and the newest 100 of the revoked ones. A session that began with a test key sees test keys only.',
    answers: [200, 'The keys, without the secret part.', object({ keys: list(Key) })],
  })
  async keys(@FromCaller() { accountId, mode }: Caller) {
    const keys = await this.service.accounts.keysToShow(accountId, mode === 'test' ? mode : undefined);
    return { keys: keys.map(shownKey) };
  }

  @AppOperation('POST /app/api/keys', {
    id: 'createKey',
    summary: 'Create an API key, once',
    description:
      'The same Idempotency-Key again, before the key was used, gives it another secret; the first one is kept nowhere.',
    hasKey: true,
    body: form({ label: text({ ...filled(100) }), mode: Mode }),
    answers: [201, 'The key, shown this once.', CreatedKey],
  })
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

  @AppOperation('DELETE /app/api/keys/{keyId}', {
    id: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'Ends the sessions that were signed in with it as well, this one too if it was.',
    answers: [204, 'Revoked; revoking twice is the same.'],
  })
  async revokeKey(@FromCaller() caller: Caller, @Param('keyId') keyId: string): Promise<void> {
    const { accounts } = this.service;
    const key = await accounts.ownKey(caller.accountId, keyId);
    requireMode(caller, key.mode);
    await accounts.revokeKey(key.id, actorOf(caller));
  }

  @AppOperation('GET /app/api/jobs', {
    id: 'findJobs',
    summary: 'All jobs, newest first, filtered',
    description: "openapi.yaml's listSkipTraceJobs answers the newest 50 and has no filter.",
    query: {
      status: maybe(list(JobStatus)),
      search: maybe(text('Part of the file name, in any case.', { maxLength: 100 })),
      ...page(25, 100),
    },
    answers: [200, 'A page of jobs.', object({ jobs: list(Job), nextCursor: orNull(text()) })],
  })
  findJobs(@FromCaller() caller: Caller, @AppQuery() search: JobSearch) {
    return this.service.jobs.jobs.find(caller, search);
  }

  @AppOperation('GET /app/api/jobs/{jobId}/file', {
    id: 'getJobFile',
    summary: 'How long a result can be downloaded, and which of its columns are the address',
    answers: [200, 'Both null unless the job is completed and its file still there.', JobFile],
  })
  jobFile(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    return resultFile(this.service, caller, jobId);
  }

  @AppOperation('GET /app/api/column-choices/{headers}', {
    id: 'getColumnChoices',
    summary: 'Column choices for lists with these headers',
    answers: [200, 'Null where nothing was, or not for a year.', object({ choices: orNull(ColumnChoices) })],
  })
  async columnChoices(@FromCaller() { accountId, mode }: Caller, @Param('headers') headers: string) {
    return { choices: mode === 'test' ? null : await this.service.columnChoices.read(accountId, headers) };
  }

  @AppOperation('PUT /app/api/column-choices/{headers}', {
    id: 'keepColumnChoices',
    summary: 'Remember what was decided, for the next list with these headers',
    description: 'Names of columns only, of the 50 layouts of an account that were used last.',
    body: form({ choices: orNull(ColumnChoices, 'Null forgets them.') }),
    answers: [204, 'Remembered.'],
  })
  async keepColumnChoices(
    @FromCaller() { accountId, mode }: Caller,
    @Param('headers') headers: string,
    @Body() { choices }: { choices: AppSchemas['ColumnChoices'] | null },
  ): Promise<void> {
    // A test key may be shared, and these choices decide what paid lists ask for.
    if (mode === 'live') await this.service.columnChoices.keep(accountId, headers, choices);
  }

  @AppOperation('GET /app/api/jobs/{jobId}/rows', {
    id: 'getJobRows',
    summary: 'The first rows of a result that were looked up',
    description: 'At most 20. People who asked to be left out are not in them.',
    answers: [
      200,
      'In the order of the file. 404 unless the job is completed and its file still there.',
      object({ rows: list(ResultRow) }),
    ],
  })
  async jobRows(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    const rows = await this.service.jobs.downloads.firstRows(caller, jobId);
    return { rows: rows.map(shownRow) };
  }
}

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
