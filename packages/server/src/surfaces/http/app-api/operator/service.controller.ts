import { Controller, Inject } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { ACTION_KINDS, findActions, type Kind } from '../../../../money/log/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { sharedAnswer } from '../../../../platform/lib/shared-answer.js';
import { jobsToLookAt, moneyToday, named } from '../../../../work/overview/index.js';
import { doerOf, logDeed } from '../../../acts/act.js';
import { choice, int, list, maybe, object, orNull, page, text, time } from '../../../acts/schema.js';
import { ActivityDay } from '../../../acts/schemas/customer.js';
import { DoctorCheck, Health, LogEvent, OperatorHome } from '../../../acts/schemas/operator.js';
import { shownAction } from '../../../acts/shown.js';
import type { DoctorCheck as Check } from '../../../service/doctor.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { healthNow } from '../../pages/health.controller.js';
import { AppQuery, FromSession } from '../../request-context.js';

interface PageQuery {
  cursor?: string;
  limit: number;
}

/** The service as a whole (app.yaml, Operator). */
@Controller()
export class OperatorServiceController {
  /** Cached, because pages of several operators poll it every few seconds. */
  readonly #health: () => ReturnType<typeof healthNow>;
  readonly #today: ReturnType<typeof moneyToday>;

  constructor(@Inject(SERVICE) private readonly service: Service) {
    this.#health = sharedAnswer(service.clock, () => healthNow(service));
    this.#today = moneyToday(service.database, service.clock);
  }

  @AppOperation('GET /operator/api/health', {
    id: 'getHealth',
    summary: 'What works, what waits, how much room is left',
    description: 'Cheap enough to be asked every few seconds; the page draws its charts from the answers.',
    answers: [200, 'This moment.', Health],
  })
  async health(): Promise<AppSchemas['Health']> {
    const { at, lookups, ...health } = await this.#health();
    return { at: isoTime(at), ...health, lookups: { ...lookups } };
  }

  @AppOperation('POST /operator/api/doctor', {
    id: 'runDoctor',
    summary: 'Check the ledger, jobs, files and disk',
    description: 'Reads everything once; a check that is under way is shared.',
    answers: [200, 'Findings as sentences; none means that all is well.', DoctorCheck],
  })
  async doctor(@FromSession() by: Session) {
    const check = await this.service.doctorChecks.run(doerOf(by).actor);
    const { accountsChecked, findings } = check;
    await logDeed(this.service, doerOf(by), [
      'service examined',
      { accountsChecked, findings: findings.length },
    ]);
    return shownCheck(check);
  }

  @AppOperation('GET /operator/api/home', {
    id: 'getOperatorHome',
    summary: 'What needs an operator first',
    answers: [200, 'Counts of what waits or failed, and the money of the day.', OperatorHome],
  })
  async home(): Promise<AppSchemas['OperatorHome']> {
    const { database, clock, messages, personRequests, doctorChecks } = this.service;
    const [inbox, due, look, today, [lastCheck]] = await Promise.all([
      messages.count(),
      personRequests.due(),
      jobsToLookAt(database, clock),
      this.#today(),
      doctorChecks.last(1),
    ]);
    const { nextDueAt, ...requests } = due;
    return {
      messages: inbox,
      requests: { ...requests, nextDueAt: nextDueAt === null ? null : isoTime(nextDueAt) },
      ...look,
      today,
      lastCheck: lastCheck === undefined ? null : shownCheck(lastCheck),
    };
  }

  @AppOperation('GET /operator/api/events', {
    id: 'listEvents',
    summary: 'What happened, newest first',
    description: 'The log of disclosures without lookups.',
    query: {
      kind: maybe(choice(ACTION_KINDS, 'Events of this kind alone.')),
      accountId: maybe(text({ maxLength: 100 })),
      from: maybe(time()),
      to: maybe(time('Exclusive.')),
      ...page(50, 200),
    },
    answers: [200, 'A page of events.', object({ events: list(LogEvent), nextCursor: orNull(text()) })],
  })
  async events(
    @AppQuery()
    {
      kind,
      accountId,
      from,
      to,
      ...page
    }: { kind?: Kind; accountId?: string; from?: string; to?: string } & PageQuery,
  ) {
    const { rows, nextCursor } = await findActions(this.service.database, {
      chain: accountId,
      ...(kind !== undefined && { kinds: [kind] }),
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(to !== undefined && { to: Date.parse(to) }),
      ...page,
    });
    return { events: (await named(this.service.database, rows)).map(shownAction), nextCursor };
  }

  @AppOperation('GET /operator/api/activity', {
    id: 'getServiceActivity',
    summary: 'Spend, matches and misses of all accounts, day by day',
    query: { days: maybe(int({ minimum: 1, maximum: 366, default: 30 })) },
    answers: [200, 'UTC days, oldest first, none left out.', object({ days: list(ActivityDay) })],
  })
  async activity(@AppQuery() { days }: { days: number }): Promise<{ days: AppSchemas['ActivityDay'][] }> {
    return { days: await this.service.activity(days) };
  }
}

const shownCheck = ({ checkedAt, ...check }: Check): AppSchemas['DoctorCheck'] => ({
  ...check,
  checkedAt: isoTime(checkedAt),
});
