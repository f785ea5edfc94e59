import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { findActions } from '../../../../money/log/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { sharedAnswer } from '../../../../platform/lib/shared-answer.js';
import { jobsToLookAt, moneyToday, named } from '../../../../work/overview/index.js';
import type { DoctorCheck } from '../../../service/doctor.js';
import type { Service } from '../../../service/service.js';
import { healthNow } from '../../pages/health.controller.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { shownAction } from '../shown.js';
import { actorOfSession, logDeed, OPERATOR_SERVICE } from './operator-service.js';

interface PageQuery {
  cursor?: string;
  limit: number;
}

/** The service as a whole (app.yaml, Operator). */
@Controller('operator/api')
export class OperatorServiceController {
  /** Cached, because pages of several operators poll it every few seconds. */
  readonly #health: () => ReturnType<typeof healthNow>;
  readonly #today: ReturnType<typeof moneyToday>;

  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {
    this.#health = sharedAnswer(service.clock, () => healthNow(service));
    this.#today = moneyToday(service.database, service.clock);
  }

  @Get('health')
  async health(): Promise<AppSchemas['Health']> {
    const { at, lookups, ...health } = await this.#health();
    return { at: isoTime(at), ...health, lookups: { ...lookups } };
  }

  @Post('doctor')
  @HttpCode(200)
  async doctor(@FromSession() by: Session) {
    const check = await this.service.doctorChecks.run(actorOfSession(by));
    const { accountsChecked, findings } = check;
    await logDeed(this.service, by, 'service examined', { accountsChecked, findings: findings.length });
    return shownCheck(check);
  }

  @Get('home')
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

  @Get('events')
  async events(
    @AppQuery()
    { accountId, from, to, ...page }: { accountId?: string; from?: string; to?: string } & PageQuery,
  ) {
    const { rows, nextCursor } = await findActions(this.service.database, {
      chain: accountId,
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(to !== undefined && { to: Date.parse(to) }),
      ...page,
    });
    return { events: (await named(this.service.database, rows)).map(shownAction), nextCursor };
  }

  @Get('activity')
  async activity(@AppQuery() { days }: { days: number }): Promise<{ days: AppSchemas['ActivityDay'][] }> {
    return { days: await this.service.activity(days) };
  }
}

const shownCheck = ({ checkedAt, ...check }: DoctorCheck): AppSchemas['DoctorCheck'] => ({
  ...check,
  checkedAt: isoTime(checkedAt),
});
