export { TaskEntity } from './entities.js';
export { InProcessTaskQueue } from './in-process-queue.js';
export { lanes, type QueueEvent, type QueueNeeds, type QueueOptions } from './options.js';
export {
  TaskPostponedError,
  type Backlog,
  type NewTask,
  type Task,
  type TaskHandler,
  type TaskHandlers,
  type TaskQueue,
} from './task-queue.js';
export type { TaskStore } from './task-store.js';
export { SqlTaskStore } from './task-store.sql.js';
