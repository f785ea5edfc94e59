import type { SendMailOptions } from 'nodemailer';
import { isoTime, MS_PER_SECOND } from '../clock.js';
import type { MailConfig } from '../config.js';
import type { SupportMessage } from './entities.js';

export interface Mailer {
  /** Resolves when the mail server has accepted the message. */
  send(message: SupportMessage): Promise<void>;
}

/** A mail server that is silent for this long counts as down. */
const TIMEOUT_MS = 10 * MS_PER_SECOND;

/** Mails to the support team over SMTP. Replies go to the author of the message. */
export class SmtpMailer implements Mailer {
  readonly #config: MailConfig;

  constructor(config: MailConfig) {
    this.#config = config;
  }

  send(message: SupportMessage): Promise<void> {
    return sendMail(this.#config, supportMail(message, this.#config));
  }
}

/** Resolves when the mail server has accepted the mail. */
export async function sendMail({ smtpUrl }: MailConfig, mail: SendMailOptions): Promise<void> {
  // Imported here because few processes ever send mail, and all of them would load it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Keeps a message from making the library read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail(mail);
  } finally {
    transport.close();
  }
}

/** Plain text, so that nothing a stranger wrote is executed. */
function supportMail(message: SupportMessage, { from, to }: MailConfig): SendMailOptions {
  const { id, fullName, email, phone, reason, consent, createdAt } = message;
  const name = oneLine(fullName);
  return {
    from: { name: 'skiptrace support messages', address: from },
    to: { name: '', address: to },
    replyTo: { name, address: email },
    // Every attempt has the same id, so that mail clients recognize a duplicate.
    messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
    date: new Date(createdAt),
    subject: `${reason}: message from ${name}`,
    text: [
      message.message,
      '',
      '-- ',
      `From: ${name} <${email}>`,
      `Phone: ${phone}`,
      `Reason: ${reason}`,
      `May be contacted about it: ${consent ? 'yes' : 'did not say so'}`,
      `Received: ${isoTime(createdAt)}, message ${id}`,
    ].join('\n'),
  };
}

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
