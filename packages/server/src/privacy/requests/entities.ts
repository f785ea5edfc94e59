import { MS_PER_DAY, utcDay } from '../../platform/clock.js';
import { id, integer, nullableInteger, nullableText, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';
import { coded } from '../../platform/lib/coded.js';

/** `know_and_delete`: the person gets a copy before the deletion. */
export type PersonWish = 'leave_out' | 'know' | 'delete' | 'know_and_delete';

/** `unconfirmed`: may have been sent by anyone. */
export type RequestState = 'unconfirmed' | 'open' | 'done' | 'refused';

export interface PostalAddress {
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** Form of the opt-out page, filled in by a person or an agent. */
export interface RequestForm {
  wants: PersonWish;
  name: string;
  /** At least one. */
  addresses: PostalAddress[];
  phones: string[];
  emails: string[];
  /** Null if the person asks for themselves. */
  agent: string | null;
  /** Null: a letter goes to the first address. */
  contactEmail: string | null;
  language: 'en' | 'es';
}

export type Deed =
  | 'received'
  | 'mailed'
  | 'letter'
  | 'confirmed'
  | 'confirmed_by_operator'
  | 'exported'
  | 'suppressed'
  | 'deleted'
  | 'extended'
  | 'done'
  | 'refused'
  | 'reopened'
  | 'emptied';

/** A step in the history of a request. */
export interface HistoryEntry {
  at: number;
  what: Deed;
  /** Operator; null for the person or the server. */
  by: string | null;
  note: string | null;
}

/** One person's request. */
export interface PersonRequest extends RequestForm {
  id: string;
  /** Reference shown in letters and mails. */
  reference: string;
  state: RequestState;
  createdAt: number;
  dueAt: number;
  changedAt: number;
  extendedAt: number | null;
  closedAt: number | null;
  /** How the person was told to confirm it; null until that is decided, and without an email. */
  confirmBy: 'email' | 'letter' | null;
  mailedAt: number | null;
  /** Number of letters written; only the code of the last one is valid. */
  letters: number;
  letterAt: number | null;
  /** Time the person's data was deleted from it. */
  emptiedAt: number | null;
  history: HistoryEntry[];
}

const json = { type: 'simple-json' } as const;

export const PersonRequestEntity = new EntitySchema<PersonRequest>({
  name: 'PersonRequest',
  tableName: 'person_requests',
  columns: {
    id,
    reference: text,
    wants: text,
    state: text,
    name: text,
    addresses: json,
    phones: json,
    emails: json,
    agent: nullableText,
    contactEmail: nullableText,
    language: text,
    createdAt: integer,
    dueAt: integer,
    changedAt: integer,
    extendedAt: nullableInteger,
    closedAt: nullableInteger,
    confirmBy: nullableText,
    mailedAt: nullableInteger,
    letters: integer,
    letterAt: nullableInteger,
    emptiedAt: nullableInteger,
    history: json,
  },
});

/** The server accepts no requests: OPT_OUT is off. */
export class RequestsOffError extends coded(
  'requests_off',
  'This server takes no requests on this page. Write to the people who run it.',
) {}

/** The link or code is wrong, used, replaced or expired, or its request gave way to newer ones. One message for all cases, so that it reveals nothing about requests. */
export class UnusableProofError extends coded(
  'unusable_proof',
  'This link or code does not work. It may have ended, been replaced by a newer one, or given way because too many requests came in. Nothing was done: send your request again.',
) {}

export class RequestGoneError extends coded(
  'request_gone',
  'There is no such request, or not any more: requests are deleted after a while.',
) {}

/** The request has changed its state, or the action needs another step first. */
export class RequestStateError extends coded('request_state') {}

/** The disk is nearly full. */
export class RequestsFullError extends coded(
  'storage_full',
  'This server cannot take requests right now. Try again later.',
) {}

/** California's deadline for requests to opt out of sale, from the day of receipt (CCPA regulations, 11 CCR § 7026(f)). */
const OPT_OUT_BUSINESS_DAYS = 15;
/** Days before a deadline on which the warnings begin. */
const WARN_DAYS = 7;

/** End of the day on which an answer is due. Counts holidays as business days, so it is never too late. */
export function dueAt(wants: PersonWish, createdAt: number, days: number): number {
  if (wants !== 'leave_out') return endOfDay(createdAt + days * MS_PER_DAY);
  let day = createdAt;
  for (let left = OPT_OUT_BUSINESS_DAYS; left > 0;) {
    day += MS_PER_DAY;
    if (isBusinessDay(day)) left -= 1;
  }
  return endOfDay(day);
}

/** Whether the deadline can be extended: only once, and not for opt-outs, for which the law allows no extension. */
export const canExtend = ({ wants, state, extendedAt }: PersonRequest): boolean =>
  wants !== 'leave_out' && extendedAt === null && (state === 'open' || state === 'unconfirmed');

/** Warnings for the operator, as sentences. @param open all requests that wait for an answer */
export function deadlineFindings(open: readonly Pick<PersonRequest, 'reference' | 'dueAt'>[], nowMs: number) {
  const late = open.filter((request) => request.dueAt < nowMs);
  const near = open.filter(({ dueAt: by }) => by >= nowMs && by < nowMs + WARN_DAYS * MS_PER_DAY);
  const named = (some: typeof late) =>
    some
      .slice(0, NAMED)
      .map(({ reference, dueAt: by }) => `${reference} (${utcDay(by)})`)
      .join(', ') + (some.length > NAMED ? ', …' : '');
  return [
    ...(late.length > 0
      ? [`${counted(late.length)} overdue: ${named(late)}; see "people requests list"`]
      : []),
    ...(near.length > 0
      ? [`${counted(near.length)} due within ${WARN_DAYS} days: ${named(near)}; see "people requests list"`]
      : []),
  ];
}

const NAMED = 5;
const counted = (count: number): string =>
  count === 1 ? "1 person's request is" : `${count} people's requests are`;

const isBusinessDay = (ms: number): boolean => ![0, 6].includes(new Date(ms).getUTCDay());
const endOfDay = (ms: number): number => ms - (ms % MS_PER_DAY) + MS_PER_DAY - 1;
