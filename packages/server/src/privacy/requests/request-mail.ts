import { parseAddress, standardize } from '@skiptrace/address';
import { isoTime, type Clock } from '../../platform/clock.js';
import type { MailConfig } from '../../platform/config.js';
import type { Logger } from '../../platform/logger.js';
import {
  TaskPostponedError,
  type Task,
  type TaskHandler,
  type TaskHandlers,
} from '../../platform/queue/index.js';
import { FIRST_RETRY_MS, sendMail, sendOrPostpone } from '../../work/mail/index.js';
import type { PersonRequest, PersonWish, PostalAddress } from './entities.js';
import type { Proofs } from './proofs.js';

/** Kind of the tasks that mail the confirmation link; their subject is the request's id. */
export const REQUEST_MAIL_TASK = 'person-request-mail';
/** Kind of the tasks that notify the operator of a confirmed request. They are queued before it is confirmed. */
export const REQUEST_NOTE_TASK = 'person-request-note';

interface RequestMailNeeds {
  /** `PersonRequests`, which imports this file. */
  personRequests: {
    settled(id: string): Promise<PersonRequest | null>;
    noteMailed(id: string): Promise<void>;
  };
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
    const isSent = await sendOrPostpone(() => this.send(request), request.changedAt, { clock, signal });
    if (!isSent) await this.gaveUp({ subject: id });
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
      baseUrl: baseUrl(),
      operatorName: config.operatorName,
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

/**
 * Texts of mails and letters by language. They repeat nothing a stranger wrote except, in a letter, what can be
 * no more than a name and an address.
 */
const WORDS = {
  en: {
    wishes: {
      leave_out: 'to be left out of our search results',
      know: 'to be told what we have about you',
      delete: 'to have your information deleted',
      know_and_delete: 'to get a copy of your information and have it deleted',
    },
    subject: 'Please confirm your request',
    asked: (wish: string, reference: string) => `We got a request (number ${reference}) ${wish}.`,
    link: 'To confirm that it is yours, open this link within 7 days and press the button:',
    code: (url: string) => `To confirm that it is yours, open ${url} and enter this code within 45 days:`,
    due: (day: string) => `We answer by ${day}.`,
    resident: 'To the resident',
    notYours: 'If you did not ask for this, do nothing. We do not act on it.',
  },
  es: {
    wishes: {
      leave_out: 'para no aparecer en nuestros resultados de búsqueda',
      know: 'para saber qué información tenemos sobre usted',
      delete: 'para que borremos su información',
      know_and_delete: 'para recibir una copia de su información y que la borremos',
    },
    subject: 'Confirme su solicitud',
    asked: (wish: string, reference: string) => `Recibimos una solicitud (número ${reference}) ${wish}.`,
    link: 'Para confirmar que es suya, abra este enlace en un plazo de 7 días y pulse el botón:',
    code: (url: string) =>
      `Para confirmar que es suya, abra ${url} e introduzca este código en un plazo de 45 días:`,
    due: (day: string) => `Responderemos a más tardar el ${inSpanish(day)}.`,
    resident: 'A la persona que vive aquí',
    notYours: 'Si usted no lo pidió, no haga nada. No actuaremos.',
  },
} satisfies Record<
  PersonRequest['language'],
  { wishes: Record<PersonWish, string>; [word: string]: unknown }
>;

const spanishDay = new Intl.DateTimeFormat('es-US', { dateStyle: 'long', timeZone: 'UTC' });
/** `10 de enero de 2027`. @param day such as `2027-01-10` */
const inSpanish = (day: string): string => spanishDay.format(new Date(day));

/** Page to enter a code. */
const confirmUrl = (baseUrl: string): string => `${baseUrl}/opt-out/confirm`;

/** @param operatorName null: the operator has set none */
function confirmationMail(
  request: PersonRequest,
  { baseUrl, operatorName, proof }: { baseUrl: string; operatorName: string | null; proof: string },
) {
  const words = WORDS[request.language];
  return {
    subject: words.subject,
    text: [
      words.asked(words.wishes[request.wants], request.reference),
      '',
      words.link,
      '',
      `${confirmUrl(baseUrl)}?lang=${request.language}#${proof}`,
      '',
      words.due(dayOf(request)),
      words.notYours,
      ...(operatorName === null ? [] : ['', operatorName]),
    ].join('\n'),
  };
}

/** Lines of a letter: the sender, if the operator has set a name, and the address come first. */
export function letterLines(
  request: PersonRequest,
  {
    baseUrl,
    operatorName,
    code,
    addressLines,
  }: { baseUrl: string; operatorName: string | null; code: string; addressLines: readonly string[] },
): string[] {
  const words = WORDS[request.language];
  return [
    ...(operatorName === null ? [] : [operatorName, '']),
    nameOnLetter(request.name) ?? words.resident,
    ...addressLines,
    '',
    words.asked(words.wishes[request.wants], request.reference),
    '',
    words.code(confirmUrl(baseUrl)),
    '',
    code,
    '',
    words.due(dayOf(request)),
    words.notYours,
  ];
}

/** Longest line of an address on an envelope. */
const LINE_LENGTH = 50;
const NAME_WORDS = 5;

/**
 * The name as a letter has it. A stranger may have written it, so a text that can be more than a name is not printed.
 * @returns null for such a text
 */
function nameOnLetter(name: string): string | null {
  const text = name.trim().replace(/[\s,]+/g, ' ');
  const isName = /^[\p{L}\p{M}][\p{L}\p{M}.'’ -]*$/u.test(text) && !/\p{L}\.\p{L}{2}/u.test(text);
  return isName && text.length <= LINE_LENGTH && text.split(' ').length <= NAME_WORDS ? text : null;
}

// Lengths of USPS Publication 28; longer names are abbreviated there.
const STREET = /^[A-Z0-9/]+(?: [A-Z0-9/]+){0,3}$/;
const STREET_LENGTH = 28;
const CITY = /^[A-Z]+(?: [A-Z]+){0,4}$/;
const CITY_LENGTH = 28;
const NUMBER_LENGTH = 10;
/** `APT 4B`, `BLDG 2 APT 1`, `# 12`. */
const UNIT = /^[A-Z0-9#-]{1,8}(?: [A-Z0-9#-]{1,8}){0,3}$/;
/** Room for a road's number, and not for a phone's. */
const MOST_DIGITS = 5;

/**
 * The first address of the request that can be no more than an address, in the standard form: words that weren't understood are left
 * out, and what is longer than names of streets and cities are isn't printed at all. Strangers may write to anyone in this way.
 * @returns null if none is such an address
 */
export function addressOnLetter({ addresses }: PersonRequest): string[] | null {
  for (const address of addresses) {
    const lines = linesOf(address);
    if (lines !== null) return lines;
  }
  return null;
}

function linesOf({ street: address, ...place }: PostalAddress): string[] | null {
  const read = parseAddress({ address, ...place });
  const { kind, number, street, unit, urbanization, unread } = read;
  const isAddress =
    kind === 'street' &&
    unread === '' &&
    number.length <= NUMBER_LENGTH &&
    [street, ...(urbanization === '' ? [] : [urbanization])].every(
      (name) => STREET.test(name) && name.length <= STREET_LENGTH && digitsIn(name) <= MOST_DIGITS,
    ) &&
    (unit === '' || (UNIT.test(unit) && digitsIn(unit) <= MOST_DIGITS));
  const { line, city, state, zip } = standardize(read);
  const isPlace = CITY.test(city) && city.length <= CITY_LENGTH && /^[A-Z]{2}$/.test(state) && zip !== '';
  return isAddress && isPlace && line.length <= LINE_LENGTH ? [line, `${city} ${state} ${zip}`] : null;
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

const dayOf = ({ dueAt }: PersonRequest): string => isoTime(dueAt).slice(0, 10);
