import type { SendMailOptions } from 'nodemailer';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, type Clock } from '../../platform/clock.js';
import type { MailConfig } from '../../platform/config.js';
import { TaskPostponedError } from '../../platform/queue/index.js';

/** A mail server that is silent for this long counts as down. */
const TIMEOUT_MS = 10 * MS_PER_SECOND;
export const FIRST_RETRY_MS = 10 * MS_PER_SECOND;
const LONGEST_WAIT_MS = MS_PER_HOUR;
/** Age at which a mail is given up: shorter than the life of a confirmation link (privacy/requests/proofs.ts). */
const GIVE_UP_AFTER_MS = 3 * MS_PER_DAY;

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

/**
 * Sends a mail, or postpones its task while the mail server is down.
 * @param since when the mail was written: each pause is as long as the mail is old, so that pauses double, up to an hour
 * @returns false once the mail server has been down for days
 * @throws TaskPostponedError
 */
export async function sendOrPostpone(
  send: () => Promise<void>,
  since: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<boolean> {
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The worker stops.')), { once: true });
  });
  try {
    await Promise.race([send(), stopped]);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TaskPostponedError) throw error;
    const ageMs = clock.now() - since;
    if (ageMs >= GIVE_UP_AFTER_MS) return false;
    // The queue logs the cause's class, code and stack, never its message, which may contain the refused address.
    throw new TaskPostponedError(Math.min(LONGEST_WAIT_MS, Math.max(FIRST_RETRY_MS, ageMs)), {
      cause: error,
    });
  }
}
