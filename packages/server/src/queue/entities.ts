import { id, integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import type { Task } from './task-queue.js';

/** A task as it is stored. Done is gone. */
export interface StoredTask extends Task {
  /** Not before this moment. */
  dueAt: number;
  /** How often a worker vanished with it. */
  takeovers: number;
  /** Names one claim by one worker; null when nobody works on it. */
  leaseToken: string | null;
  /** When others may take it over, unless the worker extends it. */
  leaseUntil: number | null;
  createdAt: number;
}

export const TaskEntity = new EntitySchema<StoredTask>({
  name: 'Task',
  tableName: 'tasks',
  columns: {
    id,
    kind: text,
    subject: text,
    accountId: text,
    weight: integer,
    dueAt: integer,
    failures: integer,
    takeovers: integer,
    leaseToken: nullableText,
    leaseUntil: nullableInteger,
    createdAt: integer,
  },
});
