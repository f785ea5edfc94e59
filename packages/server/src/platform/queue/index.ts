export { lanes, type QueueEvent, type QueueNeeds, type QueueOptions } from './options.js';
export { SqlTaskQueue } from './sql-task-queue.js';
export {
  TaskPostponedError,
  type Backlog,
  type NewTask,
  type Task,
  type TaskHandler,
  type TaskHandlers,
  type TaskQueue,
} from './task-queue.js';
export { TaskEntity } from './task-store.sql.js';
