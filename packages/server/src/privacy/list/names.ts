import { withoutApostrophes } from '@skiptrace/address';
import { nameWords, type OwnerContact } from '../../directory/match/index.js';
import { itemAt } from '../../platform/lib/item-at.js';

// Names as entries of the suppression list and owners are compared by. Owner files write one name in many ways: without middle names and
// second surnames, with initials, and with words joined or split.

/** Titles and suffixes around a name. */
const TITLES = new Set(
  'JR SR II III IV VI VII 2ND 3RD 4TH MR MRS MS MISS DR REV ESQ MD PHD DDS DVM CPA RN'.split(' '),
);
/** First parts of surnames, which say nothing without the rest: `DE LA CRUZ`, `MC DONALD`, `O BRIEN`. */
const PARTICLES = new Set('D DA DAS DE DEL DELA DER DI DO DOS FITZ L LA LAS LOS MAC MC O ST VON'.split(' '));
/** Words that other files join to the surname behind them: `VAN DEN BERG` is `VANDENBERG`. Some are given names, too. */
const JOINING = new Set([...PARTICLES, ...'ABD ABU AL BIN DEN EL IBN T TEN TER VAN ZUM ZUR'.split(' ')]);
/** Most words of an entry that may stand among others in an owner's name; of a longer one two are enough. */
const MAX_WORDS_WITHIN = 4;
/** Names of trusts and couples are long: of more words than these only two at a time are looked at. */
const MAX_WORDS = 16;
/** Words of a name that are compared; further ones are ignored. */
const MAX_WORDS_AT_ALL = 40;
/** `DE LA CRUZ`: the most words that are one elsewhere. */
const MOST_JOINED = 3;

/**
 * Letters and digits that no comparison turns into A to Z and 0 to 9, such as Cyrillic ones that look the same. US records have none of
 * them, so a name or an address with one would match nothing.
 */
const FOREIGN = /(?![A-Z0-9ÆŒẞÞĲĐÐĦĸŁŊØŦ])[\p{Alphabetic}\p{N}]/u;
export const isForeign = (text: string): boolean =>
  NOT_ASCII.test(text) &&
  FOREIGN.test(withoutApostrophes(text).normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase());
const NOT_ASCII = /[^\0-\x7f]/;

/** The words of a text as names are compared: `MUELLER` and `MÜLLER` are `MULLER`, `AAGAARD` and `ÅGÅRD` are `AGARD`. */
export const comparedWords = (text: string): string[] => nameWords(text).map(folded);

/** Digraphs that stand for one letter in other alphabets, as that letter is written without its marks. */
const folded = (word: string): string =>
  word.length < MIN_FOLDED ? word : word.replace(/AA/g, 'A').replace(/([AOU])E(?=[B-DF-HJ-NP-TV-Z])/g, '$1');
/** `DOE` and `SUE` are whole names. */
const MIN_FOLDED = 4;

/** The words of a name, without titles and generations. */
const ownWords = (name: string): string[] =>
  nameWords(name)
    .filter((word) => !TITLES.has(word))
    .map(folded);

/** Whether a name says anything. */
export const isName = (name: string): boolean => ownWords(name).length > 0;

/**
 * Whether two names of one first name and surname say different middle names, `JOHN D ROE` and `JOHN A ROE`. A name without one says
 * nothing, and neither does a couple's.
 */
export function contradict(one: string, other: string): boolean {
  if (COUPLE.test(one) || COUPLE.test(other)) return false;
  const [words, others] = [ownWords(one), ownWords(other)];
  const [rest, otherRest] = [without(words, others), without(others, words)];
  const isShort = (word: string, long: string) => long.startsWith(word) || word.startsWith(long);
  return (
    rest.length > 0 &&
    otherRest.length > 0 &&
    !rest.some((word) => otherRest.some((long) => isShort(word, long)))
  );
}

const COUPLE = /&|\bAND\b/i;
const without = (words: readonly string[], others: readonly string[]): string[] =>
  words.filter((word) => !others.includes(word));

/** The words of names in alphabetical order, each once. */
const wordsOf = (...names: readonly (string | null)[]): string[] =>
  [...new Set(names.flatMap((name) => (name === null ? [] : ownWords(name))))].sort();

export const isLong = (word: string): boolean => word.length > 1;

const isParticle = (word: string): boolean => PARTICLES.has(word);
const isJoining = (word: string): boolean => JOINING.has(word);

/** Words that follow each other, as one. */
interface Joined {
  text: string;
  from: number;
  to: number;
}

/** Two or three words as one, where the last isn't the beginning of another: of a single letter only `O BRIEN` and its like. */
function joinedWords(words: readonly string[]): Joined[] {
  const found: Joined[] = [];
  for (let from = 0; from + 1 < words.length; from++) {
    const first = itemAt(words, from);
    // No array for each run of words: strangers write messages with thousands of them.
    let text = first;
    for (let to = from + 2; to <= Math.min(words.length, from + MOST_JOINED); to++) {
      // `DE LA CRUZ`, but not three names.
      const mayGoOn =
        to === from + 2
          ? isLong(first) || isJoining(first)
          : isJoining(first) && isJoining(itemAt(words, to - 2));
      if (!mayGoOn) break;
      const last = itemAt(words, to - 1);
      text += last;
      if (isLong(last) && !isJoining(last)) found.push({ text, from, to });
    }
  }
  return found;
}

/** The texts of names in the words and in the words joined, for looking up single words. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = comparedWords(text);
  return new Set([...words, ...joinedWords(words).map((joined) => folded(joined.text))]);
}

/** The words that a name is recognized by, in alphabetical order: without initials where there are enough others. */
function tellingWords(name: string): string[] {
  const words = wordsOf(name);
  const long = words.filter(isLong);
  return long.length > 1 ? long : words;
}

/** The first of `namesOfRequest`, which takes a tenth of the time. */
export const nameIdentity = (name: string): string => tellingWords(name).join(' ');

const pair = (one: string, other: string): string => [one, other].sort().join(' ');

/**
 * A person's name as entries have it: `DOE JANE` for `Jane Q. Doe Jr` as for `Doe, Jane`; then what other files may have of it. Owner files
 * leave out middle names and second surnames, so the given name and one more word are enough; they write `DOE J`, so each word may be an
 * initial; and `OBRIEN` for `O BRIEN`. The given name is the first word, or the first behind a comma. The first name is the identity.
 * Empty without letters.
 */
export function namesOfRequest(name: string): string[] {
  const kept = tellingWords(name);
  if (kept.length === 0) return [];
  const [before = '', ...behind] = name.split(',');
  const parts = [ownWords(behind.join(' ')), ownWords(before)];
  const ordered = parts.flat();
  // `De La Cruz Maria` without a comma: the first word that can be a given name.
  const given = ordered.find((word) => isLong(word) && !isParticle(word)) ?? ordered.find(isLong);
  // `VAN` says as little as `DE` before a surname, and may be a surname itself.
  const prefixes = new Set(ordered.slice(0, -1).filter((word) => isJoining(word) && word !== given));
  const telling = kept.filter((word) => !isParticle(word) && !prefixes.has(word));
  const shorter =
    given === undefined || kept.length < 3
      ? []
      : telling.filter((word) => word !== given).map((word) => [given, word].sort());
  const all = [kept, ...shorter];
  const initials = all.flatMap((some) => (some.length < 2 ? [] : some.map((_, at) => withInitial(some, at))));
  const joined = given === undefined ? [] : parts.flatMap((part) => joinedNames(part, ordered, given));
  const spelledOut = withInitials(name);
  return [
    ...new Set([
      ...all.map((some) => some.join(' ')),
      ...initials,
      ...joined,
      ...gluedNames(ordered, given),
      ...(spelledOut === name ? [] : namesOfRequest(spelledOut)),
    ]),
  ];
}

/** `ROBERTONEIL`: a name without its spaces, in both orders, with its initials and without. */
const gluedNames = (ordered: readonly string[], given: string | undefined): string[] =>
  given === undefined || ordered.length < 2
    ? []
    : [
        ordered.join(''),
        ...ordered.flatMap((word) => (isLong(word) && word !== given ? [given + word, word + given] : [])),
      ].map(folded);

/** `RJ` is `R J`: two letters that are no name. `NG`, `MC` and `JR` are others' words. */
const TWO_INITIALS =
  /(?<![\p{L}'’])(?!NG|MC|[JS]R|DR|MR|MS|ST|TR|LP|PC|MD|RN)([B-DF-HJ-NP-TV-Z])([B-DF-HJ-NP-TV-Z])(?![\p{L}'’])|(?<![\p{L}'’])([AEIO])(J)(?![\p{L}'’])/giu;

const withInitials = (name: string): string =>
  name.replace(
    TWO_INITIALS,
    (_, one = '', other = '', vowel = '', last = '') => `${one}${vowel} ${other}${last}`,
  );

/** Names in which words of `part` are one. */
const joinedNames = (part: readonly string[], all: readonly string[], given: string): string[] =>
  joinedWords(part).flatMap(({ text, from, to }) => {
    const run = part.slice(from, to);
    const one = folded(text);
    const others = all.filter((word) => isLong(word) && !isParticle(word) && !run.includes(word));
    if (others.length === 0) return all.length === run.length ? [one] : [];
    return run.includes(given) ? others.map((word) => pair(one, word)) : [pair(one, given)];
  });

const withInitial = (words: readonly string[], at: number): string =>
  words
    .map((word, index) => (index === at ? word.charAt(0) : word))
    .sort()
    .join(' ');

/**
 * All names that would suppress an owner: each choice of two or more words of the name, in any order, the whole of it, and pairs with
 * words joined. `Jane Doe` is in `DOE JANE MARIE` and in `DOE JOHN & JANE`, and not in `DOE JOHN`.
 */
export function namesOfOwner(owner: Pick<OwnerContact, 'firstName' | 'lastName' | 'fullName'>): string[] {
  const { firstName, lastName, fullName } = owner;
  const parts = wordsOf(firstName, lastName);
  const whole = wordsOf(fullName);
  const all = wordsOf(firstName, lastName, fullName).slice(0, MAX_WORDS_AT_ALL);
  const names = new Set(
    [parts, whole, parts.filter(isLong), whole.filter(isLong)].map((words) => words.join(' ')),
  );
  names.delete('');
  const long = all.filter(isLong);
  // `DOE J M` is somebody with one of these initials.
  if (long.length === 1)
    for (const word of all) if (!isLong(word)) names.add([...long, word].sort().join(' '));
  addChoices(long, mostWithin(long.length), [], 0, names);
  for (const field of [firstName, lastName, fullName]) if (field !== null) addJoined(field, all, names);
  const spelledOut = {
    firstName: firstName === null ? null : withInitials(firstName),
    lastName: lastName === null ? null : withInitials(lastName),
    fullName: fullName === null ? null : withInitials(fullName),
  };
  const isSpelled =
    spelledOut.firstName !== firstName ||
    spelledOut.lastName !== lastName ||
    spelledOut.fullName !== fullName;
  return isSpelled ? [...new Set([...names, ...namesOfOwner(spelledOut)])] : [...names];
}

/** Pairs of words of which one is two or three in the field. */
function addJoined(field: string, all: readonly string[], names: Set<string>): void {
  const words = ownWords(field).slice(0, MAX_WORDS_AT_ALL);
  const joined = joinedWords(words);
  for (const { text, from, to } of joined) {
    const one = folded(text);
    const run = words.slice(from, to);
    const others = all.filter((word) => !run.includes(word));
    if (others.length === 0) names.add(one);
    const long = others.filter(isLong);
    for (const word of long.length > 0 ? long : others) names.add(pair(one, word));
    if (words.length > MAX_WORDS) continue;
    for (const other of joined)
      if (other.from >= to || other.to <= from) names.add(pair(one, folded(other.text)));
  }
}

const mostWithin = (words: number): number =>
  words > MAX_WORDS ? 2 : words > MAX_WORDS / 2 ? MAX_WORDS_WITHIN - 1 : MAX_WORDS_WITHIN;

function addChoices(
  words: readonly string[],
  most: number,
  chosen: readonly string[],
  from: number,
  names: Set<string>,
): void {
  if (chosen.length > 1) names.add(chosen.join(' '));
  if (chosen.length === most) return;
  for (let at = from; at < words.length; at++)
    addChoices(words, most, [...chosen, words[at] ?? ''], at + 1, names);
}
