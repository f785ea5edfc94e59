export { SupportMessageEntity, type SupportMessage } from './entities.js';
export { sendMail } from './mailer.js';
export { mailTaskHandlers } from './mail-task.js';
export { MAX_STORED_MESSAGES, SUPPORT_RATE_LIMITS, SupportMessages, type MessageSearch } from './messages.js';
export { SIGN_IN_MAIL_TASK, SignInMails, SignInMailTask } from './sign-in-mail.js';
