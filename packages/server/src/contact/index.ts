export { SupportMessageEntity, type SupportMessage } from './entities.js';
export { mailTaskHandlers } from './mail-task.js';
export { SupportMessages } from './messages.js';
