/**
 * The key of a header: what is left when spelling, case, punctuation and usual abbreviations no longer count. Headers
 * and the table of synonyms are folded alike, and only equal keys are the same; nothing here guesses.
 */
export function foldHeader(header: string): string {
  const words = header
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/^\s*=\s*"(.*)"\s*$/, '$1')
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .replaceAll('#', ' number ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words
    .replace(PHRASE, (phrase) => PHRASES.get(phrase) ?? phrase)
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .join(' ');
}

/** Two words that mean one. */
const PHRASES: ReadonlyMap<string, string> = new Map([
  ['zip code', 'zip'],
  ['zip cd', 'zip'],
  ['postal code', 'zip'],
  ['postal cd', 'zip'],
  ['e mail', 'email'],
]);

const PHRASE = new RegExp(`\\b(?:${[...PHRASES.keys()].join('|')})\\b`, 'g');

/** The closed list of abbreviations. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['prop', 'situs', 'site', 'phy', 'physical', 'loc', 'location'].map((word): [string, string] => [
    word,
    'property',
  ]),
  ['addr', 'address'],
  ['zipcode', 'zip'],
  ['zipcd', 'zip'],
  ['postalcode', 'zip'],
  ['mail', 'mailing'],
  ['own', 'owner'],
  ['num', 'number'],
  ['no', 'number'],
  ['nbr', 'number'],
  ['tel', 'phone'],
  ['telephone', 'phone'],
  ['firstname', 'first name'],
  ['lastname', 'last name'],
  ['fullname', 'full name'],
]);
