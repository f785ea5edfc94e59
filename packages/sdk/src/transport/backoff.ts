const firstMs = 500;
const longestMs = 8_000;

/**
 * Whole milliseconds to wait before the next attempt after `failures` failed ones: 0.5, 1, 2 … 8 s, each
 * minus a random share of up to half of it.
 */
export function backoffMs(failures: number, random: () => number): number {
  return Math.round(Math.min(longestMs, firstMs * 2 ** (failures - 1)) * (1 - random() / 2));
}
