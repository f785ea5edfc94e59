import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpDate, parseRetryAfter } from './headers.js';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['3600', 3_600_000],
    ['2592000', 2_592_000_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Sun Nov 22 12:00:00 2026', 86_400_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('%s waits %i ms', (value, waitMs) => {
    expect(parseRetryAfter(value, undefined, now)).toBe(now + waitMs);
  });

  it.each([
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    'Sat, 21 Nov 2026',
    '2026-11-21T12:00:30Z',
    'Sat, 41 Nov 2026 12:00:30 GMT',
    'Tue, 31 Nov 2026 12:00:30 GMT',
    '10, 20',
    undefined,
  ])('takes %s for nonsense', (value) => {
    expect(parseRetryAfter(value, undefined, now)).toBeUndefined();
  });

  it('reads a date against the Date of the same answer, so that a wrong clock here does not matter', () => {
    const wrongNow = now + 7_200_000;
    expect(parseRetryAfter('Sat, 21 Nov 2026 12:00:30 GMT', 'Sat, 21 Nov 2026 12:00:00 GMT', wrongNow)).toBe(
      wrongNow + 30_000,
    );
  });

  it('is a time that a Date can hold, for any number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,40}$/), (digits) => {
        const at = parseRetryAfter(digits, undefined, now) ?? NaN;
        expect(Number.isNaN(new Date(at).getTime())).toBe(false);
        expect(at).toBeGreaterThanOrEqual(now);
      }),
    );
  });

  it('reads every second of the calendar in all three forms', () => {
    const pad = (n: number) => String(n).padStart(2, '0');
    const date = fc.date({
      min: new Date(now),
      max: new Date(now + 40 * 31_557_600_000),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (value) => {
        const at = Math.floor(value.getTime() / 1000) * 1000;
        const utc = new Date(at);
        const imf = utc.toUTCString();
        const [shortDay = '', day = '', month = '', year = '', time = ''] = imf.replace(',', '').split(' ');
        const longDay = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][
          utc.getUTCDay()
        ];
        expect(parseHttpDate(imf, now)).toBe(at);
        expect(parseHttpDate(`${longDay}, ${day}-${month}-${pad(Number(year) % 100)} ${time} GMT`, now)).toBe(
          at,
        );
        expect(
          parseHttpDate(`${shortDay} ${month} ${String(Number(day)).padStart(2, ' ')} ${time} ${year}`, now),
        ).toBe(at);
      }),
    );
  });
});
