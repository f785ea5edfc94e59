/**
 * Key of a header, without differences in spelling, case, punctuation and usual abbreviations. Headers and
 * the synonym table are folded alike and match only if their keys are equal; nothing is guessed.
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
    .split(' ')
    .flatMap(piecesOf)
    .join(' ')
    .replace(PHRASE, (phrase) => PHRASES.get(phrase) ?? phrase)
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .map((word, at, all) => (word === 'st' && STREET_PART_WORDS.has(all[at + 1] ?? '') ? 'street' : word))
    .join(' ');
}

/** `St` alone may be a street or a state; before one of these it is a street: `St No`, `ST_NAME`. */
const STREET_PART_WORDS: ReadonlySet<string> = new Set(
  'number name direction suffix prefix type pre post designation address'.split(' '),
);

/** Words that headers in capitals write without spaces: `SITUSHOUSENUM`, `ADRNO`, `STNAME`. */
const PIECES: ReadonlySet<string> = new Set(
  (
    'property prop situs site phy phys physical loc location parcel address addr adr add street str st house hse hs number num nbr no ' +
    'name nm nam direction dir pre post suffix suff suf sfx prefix type typ unit apt apartment suite city cty state code zip mailing mail owner own full ' +
    'first last'
  ).split(' '),
);
/** Longer words are not glued headers. */
const LONGEST_GLUED = 40;

/** Splits a word into pieces that make up all of it; otherwise returns the word itself. */
function piecesOf(word: string): readonly string[] {
  if (PIECES.has(word) || word.length > LONGEST_GLUED) return [word];
  // For each length, the pieces that make up the beginning of that length. Long pieces first, so that `street` is not `st`.
  const made: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end && made[end] === undefined; start++) {
      const before = made[start];
      const piece = word.slice(start, end);
      if (before !== undefined && PIECES.has(piece)) made[end] = [...before, piece];
    }
  }
  return made[word.length] ?? [word];
}

/** Two-word phrases with one meaning. */
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
  ...['prop', 'situs', 'site', 'phy', 'phys', 'physical', 'loc', 'location'].map((word): [string, string] => [
    word,
    'property',
  ]),
  ...['addr', 'adr', 'add'].map((word): [string, string] => [word, 'address']),
  ['zipcode', 'zip'],
  ['zipcd', 'zip'],
  ['postalcode', 'zip'],
  ['mail', 'mailing'],
  ['own', 'owner'],
  ['num', 'number'],
  ['no', 'number'],
  ['nbr', 'number'],
  ['nam', 'name'],
  ['nm', 'name'],
  ['str', 'street'],
  ['hse', 'house'],
  ['hs', 'house'],
  ['dir', 'direction'],
  ...['suf', 'suff', 'sfx', 'sufix'].map((word): [string, string] => [word, 'suffix']),
  ...['pfx', 'prefx'].map((word): [string, string] => [word, 'prefix']),
  ['typ', 'type'],
  ['eml', 'email'],
  ['ph', 'phone'],
  ['tel', 'phone'],
  ['telephone', 'phone'],
  ['firstname', 'first name'],
  ['lastname', 'last name'],
  ['fullname', 'full name'],
]);
