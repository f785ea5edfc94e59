/** `DOE, JANE Q` and `Jane Doe` → the same words; case, accents and punctuation do not count. */
const nameWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether two names can be one person's: all words of the shorter are in the longer. A missing name contradicts nothing. */
export function samePerson(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const [short = [], long = []] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length);
  return short.every((word) => long.includes(word));
}

/** A name without spaces, punctuation, case and accents, to tell whether it is the same name. */
export const foldName = (name: string | null): string => (name === null ? '' : nameWords(name).join(''));
