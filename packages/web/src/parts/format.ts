// How numbers and times are shown, in one place.

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const zonedMoment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** @param cents integer */
export const money = (cents: number): string => dollars.format(cents / 100);
export const count = (number: number): string => whole.format(number);
/** A part of a whole, such as matches of rows; nothing of nothing is none. */
export const share = (part: number, of: number): string => percent.format(of === 0 ? 0 : part / of);
/** @param iso a moment, shown in the reader's own time zone */
export const time = (iso: string): string => moment.format(new Date(iso));
/** The same with the time zone, for moments such as midnight UTC that people compare with their own clock. */
export const timeWithZone = (iso: string): string => zonedMoment.format(new Date(iso));
/** @param iso a UTC day */
export const date = (iso: string): string => day.format(new Date(iso));

/** @param digits ten of a US number, as answers have them */
export const phone = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  const value = size / 1_000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${UNITS[step] ?? ''}`;
}
