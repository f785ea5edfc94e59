import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../accounts/index.js';
import { isoTime } from '../../../clock.js';
import type { MessageSearch, SupportMessage } from '../../../contact/index.js';
import { healthNow } from '../../../service/health.js';
import { plain } from '../../../lib/printable.js';
import type { Service } from '../../../service/service.js';
import { sharedAnswer } from '../../../lib/shared-answer.js';
import { AppQuery, FromSession } from '../from-session.js';
import { logDeed, OPERATOR_SERVICE } from './operator-service.js';

/** The service as a whole (app.yaml, Operator). */
@Controller('operator/api')
export class OperatorServiceController {
  /** Cached, because pages of several operators poll it every few seconds. */
  readonly #health: () => ReturnType<typeof healthNow>;

  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {
    this.#health = sharedAnswer(service.clock, () => healthNow(service));
  }

  @Get('support')
  async messages(@AppQuery() search: MessageSearch) {
    const { rows, nextCursor } = await this.service.messages.page(search);
    return { messages: rows.map(shownMessage), nextCursor };
  }

  @Patch('support/:messageId')
  async mark(
    @Param('messageId') messageId: string,
    @Body() { isDone }: { isDone: boolean },
    @FromSession() by: Session,
  ): Promise<AppSchemas['SupportMessage']> {
    const message = await this.service.messages.mark(messageId, isDone);
    await logDeed(this.service, by, 'support message marked', { messageId, isDone });
    return shownMessage(message);
  }

  @Get('health')
  async health(): Promise<AppSchemas['Health']> {
    const { at, lookups, ...health } = await this.#health();
    return { at: isoTime(at), ...health, lookups: { ...lookups } };
  }

  @Post('doctor')
  @HttpCode(200)
  async doctor(@FromSession() by: Session) {
    const { accountsChecked, findings } = await this.service.examine();
    await logDeed(this.service, by, 'service examined', { accountsChecked, findings: findings.length });
    return { checkedAt: isoTime(this.service.clock.now()), accountsChecked, findings };
  }

  @Get('activity')
  async activity(@AppQuery() { days }: { days: number }): Promise<{ days: AppSchemas['ActivityDay'][] }> {
    return { days: await this.service.activity(days) };
  }
}

/**
 * The message as the command line shows it: strangers write these texts, and bidirectional marks would
 * reorder them.
 */
function shownMessage(message: SupportMessage): AppSchemas['SupportMessage'] {
  const { id, reason, doneAt, createdAt } = message;
  const [fullName, email, phone] = [plain(message.fullName), plain(message.email), plain(message.phone)];
  return {
    ...{ id, fullName, email, phone, reason },
    message: message.message.split('\n').map(plain).join('\n'),
    isDone: doneAt !== null,
    createdAt: isoTime(createdAt),
  };
}
