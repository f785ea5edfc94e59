import { Body, Controller, Headers, Inject, Param } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { derivedUuid } from '../../../../platform/ids.js';
import { plain } from '../../../../platform/lib/printable.js';
import {
  messageLinks,
  type MessageSearch,
  type SupportMessage as Message,
} from '../../../../work/support/index.js';
import { doerOf, logDeed } from '../../../acts/act.js';
import {
  bool,
  choice,
  filled,
  form,
  list,
  maybe,
  object,
  orNull,
  page,
  personal,
  text,
} from '../../../acts/schema.js';
import { SupportMessage, SupportMessageDetails } from '../../../acts/schemas/operator.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { AppQuery, FromSession } from '../../request-context.js';

/** Support messages, with operators' notes and replies (app.yaml, Operator). */
@Controller()
export class OperatorSupportController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('GET /operator/api/support', {
    id: 'listSupportMessages',
    summary: 'Support messages, newest first',
    query: { state: maybe(choice(['open', 'done', 'all'], { default: 'open' })), ...page(50, 100) },
    answers: [
      200,
      'A page of messages.',
      object({ messages: list(SupportMessage), nextCursor: orNull(text()) }),
    ],
  })
  async find(@AppQuery() search: MessageSearch) {
    const { rows, nextCursor } = await this.service.messages.page(search);
    return { messages: rows.map(shownMessage), nextCursor };
  }

  @AppOperation('GET /operator/api/support/{messageId}', {
    id: 'getSupportMessage',
    summary: 'One message, with notes and replies, and the accounts and jobs it may be about',
    answers: [200, 'The message.', SupportMessageDetails],
  })
  async get(@Param('messageId') messageId: string): Promise<AppSchemas['SupportMessageDetails']> {
    return this.#details(await this.service.messages.get(messageId));
  }

  @AppOperation('PATCH /operator/api/support/{messageId}', {
    id: 'markSupportMessage',
    summary: 'Mark a message as done, open again, or as seen',
    body: form({ isDone: maybe(bool()), isSeen: maybe(choice([true])) }, { minProperties: 1 }),
    answers: [200, 'The message as it is now.', SupportMessage],
  })
  async mark(
    @Param('messageId') messageId: string,
    @Body() { isDone, isSeen }: { isDone?: boolean; isSeen?: true },
    @FromSession() by: Session,
  ): Promise<AppSchemas['SupportMessage']> {
    const { messages } = this.service;
    if (isDone === undefined)
      return shownMessage(isSeen === true ? await messages.see(messageId) : await messages.get(messageId));
    const message = await messages.mark(messageId, isDone);
    await logDeed(this.service, doerOf(by), ['support message marked', { messageId, isDone }]);
    return shownMessage(message);
  }

  @AppOperation('POST /operator/api/support/{messageId}/entries', {
    id: 'addSupportEntry',
    summary: 'Keep a note on a message, or reply to it, once',
    description: 'A reply is mailed to the sender where mail is set up, and kept in any case.',
    hasKey: true,
    body: form({ kind: choice(['note', 'reply']), text: personal({ ...filled(10000) }) }),
    answers: [201, 'The message as it is now.', SupportMessageDetails],
  })
  async add(
    @Param('messageId') messageId: string,
    @Headers('idempotency-key') key: string,
    @Body() { kind, text }: { kind: 'note' | 'reply'; text: string },
    @FromSession() by: Session,
  ): Promise<AppSchemas['SupportMessageDetails']> {
    const id = derivedUuid('support', messageId, key);
    const entry = { id, kind, text: text.trim(), by: by.name ?? 'operator' };
    const message = await this.service.messages.add(messageId, entry);
    await logDeed(this.service, doerOf(by), [
      kind === 'reply' ? 'support message answered' : 'support message noted',
      {
        messageId,
      },
    ]);
    return this.#details(message);
  }

  async #details(message: Message): Promise<AppSchemas['SupportMessageDetails']> {
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
function shownMessage(message: Message): AppSchemas['SupportMessage'] {
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
