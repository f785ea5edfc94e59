const DIGIT_VALUES = 2 ** 11;
/** A hash has 53 bits. */
const DIGITS = 5;

/**
 * Which entry comes first, which second, … by their first numbers; equal ones in the order they have. Sorts by one digit
 * after the other, from the last to the first, in a tenth of the time that comparing takes.
 * @param entries of `size` numbers each, the first of them a whole number of up to 53 bits
 */
export function sortedOrder(entries: Float64Array, size: number): Uint32Array {
  let order = Uint32Array.from({ length: entries.length / size }, (_, entry) => entry);
  let next = new Uint32Array(order.length);
  const digitOf = (entry: number, scale: number): number =>
    Math.floor((entries[entry * size] ?? 0) / scale) % DIGIT_VALUES;
  for (let digit = 0, scale = 1; digit < DIGITS; digit++, scale *= DIGIT_VALUES) {
    // Where the next entry with this digit goes: behind all with a smaller one.
    const places = new Uint32Array(DIGIT_VALUES + 1);
    for (const entry of order) add(places, digitOf(entry, scale) + 1, 1);
    for (let value = 1; value <= DIGIT_VALUES; value++) add(places, value, places[value - 1] ?? 0);
    for (const entry of order) {
      const value = digitOf(entry, scale);
      next[places[value] ?? 0] = entry;
      add(places, value, 1);
    }
    [order, next] = [next, order];
  }
  return order;
}

function add(counts: Uint32Array, at: number, more: number): void {
  counts[at] = (counts[at] ?? 0) + more;
}
