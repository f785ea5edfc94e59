export { TaskEntity } from './entities.js';
export { InProcessTaskQueue, lanes, type QueueEvent, type QueueOptions } from './in-process-queue.js';
export {
  TaskOverrunError,
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
