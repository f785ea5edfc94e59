// Figures of repeated measurements, for benchmarks and soaks.

/** The one in the middle; of an even number the upper one of the two. */
export const median = (values) => percentile(values, 0.5);

/**
 * Value at a `share` (0 to 1) of the sorted values: 0.99 gives the value that 99 of 100 do not exceed. A share of 1 gives the largest.
 * @param {readonly number[]} values
 * @param {number} share
 * @returns {number} undefined without values
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
