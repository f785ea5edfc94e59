import type { Database } from '../database/index.js';

/** What waits in the queue of one kind of task. */
export interface Backlog {
  kind: string;
  tasks: number;
  /** Milliseconds since the epoch. */
  oldestCreatedAt: number;
}

/** Tasks that are waiting or running, by kind. */
export const taskBacklog = (database: Database): Promise<Backlog[]> =>
  database.read.query<Backlog[]>(
    'SELECT kind, COUNT(*) AS tasks, MIN(created_at) AS "oldestCreatedAt" FROM tasks GROUP BY kind',
  );
