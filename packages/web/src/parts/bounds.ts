/** What a number that is typed may be. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Digits after the point; none where it is not said. */
  readonly decimals?: number;
  /** `$` */
  readonly prefix?: string;
}

/** What is wrong with a number as it was typed, for the person who typed it; null for a good one, and for none. */
export function faultOf(
  typed: number | string,
  { min, max, decimals = 0, prefix = '' }: Bounds,
): string | null {
  const text = String(typed);
  if (text === '') return null;
  const number = Number(text);
  const shown = (bound: number): string =>
    `${bound < 0 ? '-' : ''}${prefix}${Math.abs(bound).toLocaleString('en-US', { minimumFractionDigits: decimals })}`;
  if (!Number.isFinite(number) || number < min || number > max)
    return `Enter a number from ${shown(min)} to ${shown(max)}.`;
  if (new RegExp(`^-?\\d*\\.?\\d{0,${decimals}}0*$`).test(text)) return null;
  return decimals === 0 ? 'Enter a whole number.' : `Enter at most ${decimals} digits after the point.`;
}
