import { TextInput, type TextInputProps } from '@mantine/core';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'type'> {
  bounds: Bounds;
  /** Text as typed; parsed by `numberIn`. */
  value: string;
}

/**
 * Field for a number. Unlike the number inputs of browsers and Mantine, it never corrects an out-of-range value silently,
 * which would be wrong for money: the text stays as typed, and an error is shown.
 */
export function NumberField({ bounds, value, error, ...more }: NumberFieldProps) {
  return (
    <TextInput
      {...more}
      inputMode={bounds.decimals === undefined ? 'numeric' : 'decimal'}
      autoComplete="off"
      leftSection={bounds.prefix}
      value={value}
      error={faultOf(value, bounds) ?? error}
    />
  );
}

/** Limits of a typed number. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Digits after the decimal point; 0 by default. */
  readonly decimals?: number;
  /** Text before the number, such as `$`. */
  readonly prefix?: string;
}

/** Numbers as people write them: `$1,234.50`. */
const WRITTEN = /^-?\$?-?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/;

/** Parses a typed number; NaN if it isn't a number. */
export function numberIn(typed: string): number {
  const text = typed.replace(/\s/g, '');
  if (!WRITTEN.test(text) || !/\d/.test(text)) return Number.NaN;
  return Number(text.replace(/[$,]/g, ''));
}

/** Message about an invalid number; null for a valid one or an empty field. */
export function faultOf(typed: string, { min, max, decimals = 0, prefix = '' }: Bounds): string | null {
  if (typed.trim() === '') return null;
  const number = numberIn(typed);
  const shown = (bound: number): string =>
    `${bound < 0 ? '-' : ''}${prefix}${Math.abs(bound).toLocaleString('en-US', { minimumFractionDigits: decimals })}`;
  if (Number.isNaN(number) || number < min || number > max)
    return `Enter a number from ${shown(min)} to ${shown(max)}.`;
  const [, digits = ''] = typed.trim().split('.');
  if ([...digits].findLastIndex((digit) => digit !== '0') < decimals) return null;
  return decimals === 0 ? 'Enter a whole number.' : `Enter at most ${decimals} digits after the point.`;
}
