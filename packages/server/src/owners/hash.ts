/**
 * 53-bit hash of a text (cyrb53, public domain); SQLite and JavaScript both hold it exactly. Takes ten bytes in an index instead
 * of forty. Not unique: after a lookup by hash, compare the text itself or its hash under another seed.
 */
export function hash53(text: string, seed = 0): number {
  let low = LOW ^ seed;
  let high = HIGH ^ seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, LOW_FACTOR);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
  }
  return mixed(low, high);
}

/** `hash53` under two seeds at once, because reading the characters is half of the work. */
export function hash53Twice(text: string, seed: number, otherSeed: number): readonly [number, number] {
  let low = LOW ^ seed;
  let high = HIGH ^ seed;
  let otherLow = LOW ^ otherSeed;
  let otherHigh = HIGH ^ otherSeed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, LOW_FACTOR);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
    otherLow = Math.imul(otherLow ^ unit, LOW_FACTOR);
    otherHigh = Math.imul(otherHigh ^ unit, HIGH_FACTOR);
  }
  return [mixed(low, high), mixed(otherLow, otherHigh)];
}

/** `hash53` of an ASCII text in memory, in lower case. */
export function hash53OfBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let low = LOW ^ seed;
  let high = HIGH ^ seed;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const unit = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    low = Math.imul(low ^ unit, LOW_FACTOR);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
  }
  return mixed(low, high);
}

const LOW = 0xdeadbeef;
const HIGH = 0x41c6ce57;
const LOW_FACTOR = 2654435761;
const HIGH_FACTOR = 1597334677;

function mixed(low: number, high: number): number {
  const mixedLow = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const mixedHigh =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(mixedLow ^ (mixedLow >>> 13), 3266489909);
  return 2 ** 32 * (mixedHigh & 0x1fffff) + (mixedLow >>> 0);
}
