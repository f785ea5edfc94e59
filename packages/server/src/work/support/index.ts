export { SupportMessageEntity, type SupportMessage, type ThreadEntry } from './entities.js';
export {
  messageLinks,
  SUPPORT_RATE_LIMITS,
  SupportMessages,
  type MessageLinks,
  type MessageSearch,
} from './messages.js';
export { MAIL_TASK, MailTask, REPLY_TASK, ReplyTask } from './mail.js';
