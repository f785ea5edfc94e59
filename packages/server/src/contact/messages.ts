import type { ContactMessage } from '@skiptrace/contract';
import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import type { RateState, RequestRate } from '../limits/index.js';
import type { TaskQueue } from '../queue/index.js';
import { SupportMessageEntity, type SupportMessage } from './entities.js';
import { MAIL_TASK } from './mail-task.js';

/** The name of the limit in openapi.yaml: five messages in 15 minutes from one IP address. */
const RATE_LIMIT = 'contact';

export class SupportMessages {
  constructor(
    private readonly database: Database,
    private readonly rate: RequestRate,
    private readonly clock: Clock,
    private readonly ids: Ids,
    /** Who mails them; null where they are only kept. */
    private readonly outbox: TaskQueue | null,
  ) {}

  /**
   * Stores a message, and has it mailed later on. Only stored messages count towards the five (reading 9), so it is counted here.
   * @returns what is left of the sender's window
   * @throws RateLimitedError
   */
  async send(message: ContactMessage, ipAddress: string): Promise<RateState> {
    const state = await this.rate.consume(RATE_LIMIT, ipAddress);
    const row: SupportMessage = {
      id: this.ids.uuid(),
      fullName: message.fullName,
      email: message.email,
      phone: message.phone,
      reason: message.reason,
      message: message.message,
      consent: message.consent ?? false,
      createdAt: this.clock.now(),
    };
    await this.database.write(async (tx) => {
      await tx.insert(SupportMessageEntity, { ...row });
      await this.outbox?.enqueue(tx, { kind: MAIL_TASK, subject: row.id, accountId: '', weight: 0 });
    });
    return state;
  }

  /** Newest first. */
  list(): Promise<SupportMessage[]> {
    return this.database.read.find(SupportMessageEntity, { order: { createdAt: 'DESC', id: 'ASC' } });
  }
}
