import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { derivedUuid } from '../../../../platform/ids.js';
import { plain } from '../../../../platform/lib/printable.js';
import { messageLinks, type MessageSearch, type SupportMessage } from '../../../../work/support/index.js';
import type { Service } from '../../../service/service.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { logDeed, OPERATOR_SERVICE } from './operator-service.js';

/** Support messages, with operators' notes and replies (app.yaml, Operator). */
@Controller('operator/api/support')
export class OperatorSupportController {
  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {}

  @Get()
  async find(@AppQuery() search: MessageSearch) {
    const { rows, nextCursor } = await this.service.messages.page(search);
    return { messages: rows.map(shownMessage), nextCursor };
  }

  @Get(':messageId')
  async get(@Param('messageId') messageId: string): Promise<AppSchemas['SupportMessageDetails']> {
    return this.#details(await this.service.messages.get(messageId));
  }

  @Patch(':messageId')
  async mark(
    @Param('messageId') messageId: string,
    @Body() { isDone, isSeen }: { isDone?: boolean; isSeen?: true },
    @FromSession() by: Session,
  ): Promise<AppSchemas['SupportMessage']> {
    const { messages } = this.service;
    if (isDone === undefined)
      return shownMessage(isSeen === true ? await messages.see(messageId) : await messages.get(messageId));
    const message = await messages.mark(messageId, isDone);
    await logDeed(this.service, by, 'support message marked', { messageId, isDone });
    return shownMessage(message);
  }

  @Post(':messageId/entries')
  @HttpCode(201)
  async add(
    @Param('messageId') messageId: string,
    @Headers('idempotency-key') key: string,
    @Body() { kind, text }: { kind: 'note' | 'reply'; text: string },
    @FromSession() by: Session,
  ): Promise<AppSchemas['SupportMessageDetails']> {
    const id = derivedUuid('support', messageId, key);
    const entry = { id, kind, text: text.trim(), by: by.name ?? 'operator' };
    const message = await this.service.messages.add(messageId, entry);
    await logDeed(this.service, by, kind === 'reply' ? 'support message answered' : 'support message noted', {
      messageId,
    });
    return this.#details(message);
  }

  async #details(message: SupportMessage): Promise<AppSchemas['SupportMessageDetails']> {
    const { accounts, jobs } = await messageLinks(this.service.database, message);
    return {
      message: shownMessage(message),
      accounts,
      jobs: jobs as AppSchemas['SupportMessageDetails']['jobs'],
      isMailSetUp: this.service.config.mail !== null,
      entries: (message.thread ?? []).map(({ at, mailedAt, ...entry }) => ({
        ...entry,
        at: isoTime(at),
        mailedAt: mailedAt === null ? null : isoTime(mailedAt),
      })),
    };
  }
}

/**
 * The message as the command line shows it: strangers write these texts, and bidirectional marks would
 * reorder them.
 */
function shownMessage(message: SupportMessage): AppSchemas['SupportMessage'] {
  const { id, reason, doneAt, seenAt, thread, createdAt } = message;
  const [fullName, email, phone] = [plain(message.fullName), plain(message.email), plain(message.phone)];
  return {
    id,
    fullName,
    email,
    phone,
    reason,
    message: message.message.split('\n').map(plain).join('\n'),
    isDone: doneAt !== null,
    isSeen: seenAt !== null,
    replies: (thread ?? []).filter(({ kind }) => kind === 'reply').length,
    createdAt: isoTime(createdAt),
  };
}
