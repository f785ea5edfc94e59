import leven from 'leven';

/** The word that a slip of the finger was meant to be: at most a third of its letters are wrong, upper and lower case are alike. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const away = (one: string) => leven(word, one.toLowerCase());
  const [best] = [...words].sort((a, b) => away(a) - away(b));
  return best !== undefined && away(best) <= Math.max(1, Math.floor(word.length / 3)) ? best : undefined;
}
