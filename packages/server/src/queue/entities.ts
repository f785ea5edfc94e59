import { id, integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';
import type { StoredTask } from './task-store.js';

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
