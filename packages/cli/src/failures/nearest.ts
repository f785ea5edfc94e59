import leven from 'leven';

/** ` Did you mean upload?` if one of the words is close to the typed one, else an empty string: to append to a sentence. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = typed.toLowerCase();
  // A word with a third of its letters wrong is a typing error; with more it is another word.
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = maxDistance + 1;
  for (const candidate of words) {
    const distance = leven(word, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? '' : ` Did you mean ${best}?`;
}
