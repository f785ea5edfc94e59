// Formats numbers, times, sizes and email addresses for people.
import { useEffect, useState, Fragment } from 'react';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const shortTime = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const shortUtcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** @param cents integer */
export const money = (cents: number): string => dollars.format(cents / 100);
export const count = (number: number): string => whole.format(number);
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
/** The text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A dash in place of null. */
export const orDash = (value: number | null, shown: (value: number) => string): string =>
  value === null ? '–' : shown(value);
/** A share in percent, such as matches of rows; 0% of nothing. */
export const share = (part: number, of: number): string => percent.format(of === 0 ? 0 : part / of);
/** @param at a moment, as ISO text or in milliseconds, shown in the browser's time zone */
export const dateAndTime = (at: string | number): string => moment.format(new Date(at));
const passed = new Intl.RelativeTimeFormat('en-US');
/** Unit, its seconds, and the seconds up to which it is used. */
const PASSED = [
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 7 * 86_400],
] as const;
/** Time since a moment, up to a week; after that its day. A future moment is shown exactly. @param now in milliseconds */
export function ago(at: string | number, now: number): string {
  const seconds = (now - new Date(at).getTime()) / 1_000;
  if (Math.abs(seconds) < 45) return 'just now';
  if (seconds < 0) return dateAndTime(at);
  const [unit, length] = PASSED.find(([, , below]) => seconds < below) ?? [];
  if (unit === undefined || length === undefined) return localDay.format(new Date(at));
  return passed.format(-Math.max(1, Math.round(seconds / length)), unit);
}
/** Time of day for a moment within the next 24 hours: "6:00 PM". */
export const timeOfDay = (iso: string): string => shortTime.format(new Date(iso));
/** Day of a moment in the browser's time zone. */
export const localDate = (iso: string): string => localDay.format(new Date(iso));
/** @param iso a UTC day, such as 2026-11-24; never a moment, because its day may differ in the browser's time zone */
export const utcDate = (iso: string): string => utcDay.format(new Date(iso));
/** UTC day without the year: "Nov 24". */
export const shortUtcDate = (iso: string): string => shortUtcDay.format(new Date(iso));

/** @param digits the ten digits of a US number, as in responses */
export const phone = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Size in units of 1,024, as in file managers and in the limits of files: 52,428,800 is 50 MB. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, size)) / 10));
  const value = size / 1_024 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${UNITS[step] ?? ''}`;
}

const TICK_MS = 30_000;

/** A moment as people say it, "3 hours ago"; the exact time is its title, and UTC is in the page. */
export function Ago({ at }: { at: string | number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={dateAndTime(at)}>
      {ago(at, now)}
    </time>
  );
}

/** Email addresses that break before the @ where a column is narrow, not within a word. */
export const Emails = ({ of }: { of: readonly string[] }) =>
  of.map((email, at) => {
    const [mailbox, ...domain] = email.split('@');
    return (
      <Fragment key={email}>
        {at > 0 && ', '}
        {mailbox}
        {domain.map((part) => (
          <Fragment key={part}>
            <wbr />@{part}
          </Fragment>
        ))}
      </Fragment>
    );
  });
