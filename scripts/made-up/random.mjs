// A small seeded generator (mulberry32, public domain), so that made-up data is the same on every machine.

/** @param {number} seed */
export function seededRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A number from 0 up to 1. */
    next,
    /** A whole number from `min` to `max`, both included. */
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    /** One of a list. */
    pick: (list) => list[Math.floor(next() * list.length)],
    /** True in `share` of the cases. */
    chance: (share) => next() < share,
  };
}
