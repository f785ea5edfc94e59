/** Largest time a Date can hold; a header beyond it is clamped to it rather than believed to be nonsense. */
const latestDateMs = 8.64e15;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// The three forms of RFC 9110 §5.6.7; recipients must take all of them.
const imfFixdate =
  /^(?:mon|tue|wed|thu|fri|sat|sun), (\d{2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const rfc850Date =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (\d{2})-([a-z]{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/i;
const asctimeDate = /^(?:mon|tue|wed|thu|fri|sat|sun) ([a-z]{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

/** An HTTP-date in milliseconds since 1970, or undefined when it is not one. */
export function parseHttpDate(text: string, now: number): number | undefined {
  const imf = imfFixdate.exec(text);
  if (imf) return utc(Number(imf[3]), imf[2], imf[1], imf[4], imf[5], imf[6]);
  const old = rfc850Date.exec(text);
  if (old) return utc(fourDigitYear(Number(old[3]), now), old[2], old[1], old[4], old[5], old[6]);
  const asctime = asctimeDate.exec(text);
  if (asctime) return utc(Number(asctime[6]), asctime[1], asctime[2], asctime[3], asctime[4], asctime[5]);
  return undefined;
}

/**
 * When `Retry-After` (RFC 9110 §10.2.3) allows the next request, in milliseconds since 1970. A date is read against
 * the answer's own `Date`, so that a client whose clock is wrong waits the right time. Undefined when it is nonsense.
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

function utc(year: number, monthName = '', ...parts: (string | undefined)[]): number | undefined {
  const month = months.indexOf(monthName.toLowerCase());
  const [day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (month < 0 || hour > 23 || minute > 59 || second > 60) return undefined;
  // 31 February would become a day in March.
  if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) return undefined;
  return Date.UTC(year, month, day, hour, minute, second);
}

/** RFC 9110: a two-digit year that seems more than 50 years ahead is in the past. */
function fourDigitYear(year: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + year;
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}
