import { describe, expect, it } from 'vitest';
import { formatOf } from './rows.js';

describe('a number format', () => {
  it.each([
    ['yyyy-mm-dd', 'date'],
    ['[$-409]d/m/yy h:mm AM/PM;@', 'date'],
    ['00000', 'zeros'],
    ['General', undefined],
    ['#,##0.00 "days"', undefined],
    ['[Red]0.0', undefined],
    ['0\\d', undefined],
    ['[Red', undefined],
  ])('%s is %s', (code, kind) => {
    expect(formatOf(code)?.kind).toBe(kind);
  });

  it('has at most 255 characters in Excel: a longer one says nothing', () => {
    expect(formatOf(`yyyy${'-'.repeat(251)}`)?.kind).toBe('date');
    expect(formatOf(`yyyy${'-'.repeat(252)}`)).toBeUndefined();
    expect(formatOf('0'.repeat(256))).toBeUndefined();
  });
});
