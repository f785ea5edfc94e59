import { EntitySchema } from 'typeorm';
import type { ContactMessage } from '@skiptrace/contract';
import type { Clock } from '../clock.js';
import { id, integer, text, type Database } from '../database/index.js';
import type { Ids } from '../ids.js';
import type { RateState, RequestRate } from '../limits/index.js';

export interface SupportMessage {
  id: string;
  fullName: string;
  /** Reply-to. */
  email: string;
  phone: string;
  reason: string;
  message: string;
  consent: boolean;
  createdAt: number;
}

export const SupportMessageEntity = new EntitySchema<SupportMessage>({
  name: 'SupportMessage',
  tableName: 'support_messages',
  columns: {
    id,
    fullName: text,
    email: text,
    phone: text,
    reason: text,
    message: text,
    consent: { type: 'boolean' },
    createdAt: integer,
  },
});

/** The name of the limit in openapi.yaml: five messages in 15 minutes from one IP address. */
const RATE_LIMIT = 'contact';

export class SupportMessages {
  constructor(
    private readonly database: Database,
    private readonly rate: RequestRate,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Stores a message. Only stored messages count towards the five (reading 9), so it is counted here.
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
    await this.database.write((tx) => tx.insert(SupportMessageEntity, { ...row }));
    return state;
  }

  /** Newest first. */
  list(): Promise<SupportMessage[]> {
    return this.database.read.find(SupportMessageEntity, { order: { createdAt: 'DESC', id: 'ASC' } });
  }
}
