import { id, integer, nullableInteger, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

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
  },
});
