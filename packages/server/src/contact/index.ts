export { SupportMessageEntity, type SupportMessage, type ThreadEntry } from './entities.js';
export { sendMail } from './mailer.js';
export { mailTaskHandlers } from './mail-task.js';
export { REPLY_TASK, ReplyTask } from './reply-task.js';
export { messageLinks, type MessageLinks } from './message-links.js';
export { MAX_STORED_MESSAGES, SUPPORT_RATE_LIMITS, SupportMessages, type MessageSearch } from './messages.js';
export { SIGN_IN_MAIL_TASK, SignInMails, SignInMailTask } from './sign-in-mail.js';
