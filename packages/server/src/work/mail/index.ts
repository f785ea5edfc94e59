export { FIRST_RETRY_MS, sendMail, sendOrPostpone } from './send-mail.js';
export { SIGN_IN_MAIL_TASK, SignInMails, SignInMailTask } from './sign-in-mail.js';
