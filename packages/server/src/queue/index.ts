export { taskBacklog, type Backlog } from './backlog.js';
export { TaskEntity, type StoredTask } from './entities.js';
export { InProcessTaskQueue, lanes, type QueueOptions } from './in-process-queue.js';
export {
  TaskOverrunError,
  TaskPostponedError,
  type NewTask,
  type Task,
  type TaskHandler,
  type TaskHandlers,
  type TaskQueue,
} from './task-queue.js';
