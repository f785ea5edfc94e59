/** True if inserting, dropping or changing one letter, or swapping it with its neighbor, turns `a` into `b`. */
export function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let i = 0;
  while (i < short.length && short.charCodeAt(i) === long.charCodeAt(i)) i++;
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1);
  if (short.slice(i + 1) === long.slice(i + 1)) return true;
  const swapped =
    short.charCodeAt(i) === long.charCodeAt(i + 1) && short.charCodeAt(i + 1) === long.charCodeAt(i);
  return swapped && short.slice(i + 2) === long.slice(i + 2);
}

/** `DOVRE` matches `DOVER`, but `HILTON` not `MILTON`: people rarely mistype the first letter. */
export function isCitySlip(a: string, b: string): boolean {
  return Math.max(a.length, b.length) > 4 && a.charCodeAt(0) === b.charCodeAt(0) && isOneSlip(a, b);
}
