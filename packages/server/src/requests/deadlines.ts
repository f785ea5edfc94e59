import { MS_PER_DAY, utcDay } from '../clock.js';
import type { PersonRequest, PersonWish } from './entities.js';

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
