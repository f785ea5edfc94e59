import { sendMail } from '../contact/index.js';
import { isoTime, MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND, type Clock } from '../clock.js';
import type { MailConfig } from '../config.js';
import type { Logger } from '../logger.js';
import { TaskPostponedError, type Task, type TaskHandler, type TaskHandlers } from '../queue/index.js';
import type { PersonRequest } from './entities.js';
import { confirmationMail } from './letter.js';
import type { Proofs } from './proofs.js';
import { REQUEST_MAIL_TASK, REQUEST_NOTE_TASK, type PersonRequests } from './requests.js';

const FIRST_RETRY_MS = 10 * MS_PER_SECOND;
const LONGEST_WAIT_MS = MS_PER_HOUR;
/** Age at which sending is given up, because the link expires soon after; a letter then replaces it. */
const GIVE_UP_AFTER_MS = 3 * MS_PER_DAY;

interface RequestMailNeeds {
  personRequests: PersonRequests;
  proofs: Proofs;
  clock: Clock;
  logger: Logger;
  baseUrl: () => string;
}

export const requestTaskHandlers = (needs: RequestMailNeeds, config: MailConfig): TaskHandlers => ({
  [REQUEST_MAIL_TASK]: new RequestMailTask(needs, (request) => confirmation(request, needs, config)),
  [REQUEST_NOTE_TASK]: new RequestMailTask(needs, (request) => note(request, needs, config)),
});

type Mail = Parameters<typeof sendMail>[1];

/** Sends mails about a request. If killed after the mail server accepted one but before the task ended, it sends the same again. */
class RequestMailTask implements TaskHandler {
  constructor(
    private readonly needs: RequestMailNeeds,
    private readonly send: (request: PersonRequest) => Promise<void>,
  ) {}

  async run({ subject: id }: Task, signal: AbortSignal): Promise<void> {
    const { personRequests, clock } = this.needs;
    const request = await personRequests.settled(id);
    if (request === null) return;
    signal.throwIfAborted();
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The worker stops.')), { once: true });
    });
    try {
      await Promise.race([this.send(request), stopped]);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TaskPostponedError) throw error;
      const ageMs = clock.now() - request.changedAt;
      const delayMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_RETRY_MS, ageMs));
      // A mail server's error may contain the refused address, so it isn't logged.
      if (ageMs < GIVE_UP_AFTER_MS) throw new TaskPostponedError(delayMs);
      await this.gaveUp({ subject: id });
    }
  }

  gaveUp({ subject }: Pick<Task, 'subject'>): Promise<void> {
    this.needs.logger.error({ requestId: subject }, "a mail about a person's request could not be sent");
    return Promise.resolve();
  }
}

async function confirmation(
  request: PersonRequest,
  { proofs, personRequests, baseUrl }: RequestMailNeeds,
  config: MailConfig,
): Promise<void> {
  if (request.state !== 'unconfirmed' || request.contactEmail === null || request.mailedAt !== null) return;
  await sendMail(config, {
    ...sender(config, `confirm-${request.id}`),
    to: { name: '', address: request.contactEmail },
    ...confirmationMail(request, {
      ...{ baseUrl: baseUrl(), operatorName: config.operatorName },
      proof: proofs.linkProof(request),
    }),
  });
  await personRequests.noteMailed(request.id);
}

async function note(
  request: PersonRequest,
  { baseUrl }: RequestMailNeeds,
  config: MailConfig,
): Promise<void> {
  // The confirmation is about to be committed, or the process was killed before it. The task waits until the request is confirmed, refused or deleted.
  if (request.state === 'unconfirmed') throw new TaskPostponedError(FIRST_RETRY_MS);
  if (request.state !== 'open') return;
  await sendMail(config, {
    ...sender(config, `note-${request.id}`),
    to: { name: '', address: config.to },
    subject: `A person's request ${request.reference}, due ${isoTime(request.dueAt).slice(0, 10)}`,
    text: `A person confirmed a request. Answer it by ${isoTime(request.dueAt)}:\n\n${baseUrl()}/operator/requests/${request.id}`,
  });
}

/** The same message id for every attempt, so that duplicates are recognized. */
const sender = ({ from, operatorName }: MailConfig, id: string): Pick<Mail, 'from' | 'messageId'> => ({
  from: { name: operatorName ?? 'skiptrace', address: from },
  messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
});
