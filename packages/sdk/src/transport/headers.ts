import type { ServiceErrorCode } from '@skiptrace/contract';
import type { Open } from '../open-answers.js';
import { printable } from '../units.js';
import type { OperationName } from './operations.js';

/** Headers of an answer as undici returns them: lower-case names, a list for repeated names. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One header's value; repeated ones joined as RFC 9110 §5.3 says. */
export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The server's X-Request-Id. It is shown to people, so terminal control characters are removed. */
export function requestIdOf(headers: AnswerHeaders): string | undefined {
  const id = headerOf(headers, 'x-request-id');
  return id === undefined ? undefined : printable(id.slice(0, 200));
}

/** Value of X-Error-Code: a word, or it isn't from the service. */
export function serviceCodeOf(headers: AnswerHeaders): Open<ServiceErrorCode> | undefined {
  const code = headerOf(headers, 'x-error-code');
  return code !== undefined && /^[a-z0-9_]{1,64}$/.test(code) ? code : undefined;
}

/** Latest time that a Date can hold; a header beyond it is clamped to it rather than treated as invalid. */
const latestDateMs = 8.64e15;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// The three forms of RFC 9110 §5.6.7; recipients must accept all of them. The day of the week is ignored.
const time = '(?<time>(?:[01]\\d|2[0-3]):[0-5]\\d:[0-6]\\d)';

const forms = [
  `\\w+, (?<day>\\d\\d) (?<month>\\w+) (?<year>\\d{4}) ${time} gmt`,
  `\\w+, (?<day>\\d\\d)-(?<month>\\w+)-(?<year>\\d\\d) ${time} gmt`,
  `\\w+ (?<month>\\w+) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'));

/** An HTTP-date in milliseconds since 1970, or undefined if it is not one. */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of forms) {
    const { day, month = '', year = '', time = '' } = form.exec(text)?.groups ?? {};
    if (day === undefined) continue;
    const monthIndex = months.indexOf(month.toLowerCase());
    const fullYear = year.length === 2 ? fourDigitYear(Number(year), now) : Number(year);
    const date = new Date(Date.UTC(fullYear, monthIndex, Number(day)));
    // 31 February would become a day in March.
    if (monthIndex < 0 || date.getUTCDate() !== Number(day)) return undefined;
    const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
    return date.setUTCHours(hour, minute, second);
  }
  return undefined;
}

/**
 * Time at which `Retry-After` (RFC 9110 §10.2.3) allows the next request, in milliseconds since 1970. A date is read against
 * the answer's own `Date`, so that a client with a wrong clock waits the right time. Undefined if it is invalid.
 */
export function parseRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(now + Number(text) * 1000, latestDateMs);
  const at = parseHttpDate(text, now);
  if (at === undefined) return undefined;
  const serverNow = parseHttpDate(date?.trim() ?? '', now) ?? now;
  return now + Math.max(0, at - serverNow);
}

/** Earliest time of the next request by an answer's Retry-After, in ms since 1970; undefined without that header. */
export function retryAtOf(headers: AnswerHeaders, now: number): number | undefined {
  return parseRetryAfter(headerOf(headers, 'retry-after'), headerOf(headers, 'date'), now);
}

/** RFC 9110: a two-digit year that seems more than 50 years ahead is in the past. */
function fourDigitYear(year: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + year;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}

/** An announcement that an operation's version will be retired. */
export interface Deprecation {
  operation: OperationName;
  /** Date of the deprecation (RFC 9745), if the header can be read. */
  deprecatedAt: Date | undefined;
  /** Date when it stops working (RFC 8594), if announced. */
  sunsetAt: Date | undefined;
  /** Page of the announcement (Link with rel=deprecation). */
  link: string | undefined;
}

/** Reads `Deprecation: @unix-seconds`, `Sunset: HTTP-date` and `Link: <…>; rel="deprecation"`. */
export function deprecationOf(
  operation: OperationName,
  headers: AnswerHeaders,
  now: number,
): Deprecation | undefined {
  const deprecation = headerOf(headers, 'deprecation');
  const sunsetHeader = headerOf(headers, 'sunset');
  if (deprecation === undefined && sunsetHeader === undefined) return undefined;
  const seconds = /^@(-?\d{1,12})$/.exec(deprecation?.trim() ?? '')?.[1];
  const sunset = parseHttpDate(sunsetHeader?.trim() ?? '', now);
  return {
    operation,
    deprecatedAt: seconds === undefined ? undefined : new Date(Number(seconds) * 1000),
    sunsetAt: sunset === undefined ? undefined : new Date(sunset),
    link: deprecationLink(headerOf(headers, 'link') ?? ''),
  };
}

function deprecationLink(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>([^,<]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters);
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('deprecation')) return target;
  }
  return undefined;
}
