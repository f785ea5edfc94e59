import leven from 'leven';

/** ` Did you mean upload?` when one of the words is close to what was typed, else nothing: to be put behind a sentence. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = typed.toLowerCase();
  // A third of the letters wrong is a slip; more is another word.
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = maxDistance + 1;
  for (const candidate of words) {
    const distance = leven(word, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? '' : ` Did you mean ${best}?`;
}
