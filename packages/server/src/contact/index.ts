export { SupportMessageEntity, type SupportMessage, type ThreadEntry } from './entities.js';
export {
  MAX_STORED_MESSAGES,
  messageLinks,
  SUPPORT_RATE_LIMITS,
  SupportMessages,
  type MessageLinks,
  type MessageSearch,
} from './messages.js';
export { SIGN_IN_MAIL_TASK, SignInMails, SignInMailTask } from './sign-in-mail.js';
export { MAIL_TASK, MailTask, REPLY_TASK, ReplyTask, sendMail } from './mail.js';
