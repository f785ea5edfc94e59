import { id, integer, nullableInteger, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';

export interface SupportMessage {
  id: string;
  fullName: string;
  /** Address for replies. */
  email: string;
  phone: string;
  reason: string;
  message: string;
  consent: boolean;
  createdAt: number;
  /** Time when an operator marked it as done; null while it is open. */
  doneAt: number | null;
  /** Time when an operator first opened it. */
  seenAt: number | null;
  /** Notes and replies, oldest first. */
  thread: ThreadEntry[] | null;
}

/** A note that operators keep on a message, or their reply to it. */
export interface ThreadEntry {
  id: string;
  kind: 'note' | 'reply';
  at: number;
  /** The operator's name. */
  by: string;
  text: string;
  /** Time when the mail server accepted a reply; null for a note, while it waits, and where mail isn't set up. */
  mailedAt: number | null;
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
    doneAt: nullableInteger,
    seenAt: nullableInteger,
    thread: { type: 'simple-json', nullable: true },
  },
});
