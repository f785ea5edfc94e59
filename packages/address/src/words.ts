/**
 * Cuts a line into words.
 *
 * Points are dropped (`U.S.` is `US`, `S.Dearborn` is `S DEARBORN`), and so are apostrophes; a hyphen between
 * letters becomes a space and one beside a digit stays (`40-17`, `US-20`, `4-B`). Commas, semicolons, line
 * ends and free-standing dashes leave a mark on the word after them; text in parentheses is kept apart.
 */
import { NO_FACTS, lexicon, type Facts } from './lexicon.js';
import { repairedText } from './repair.js';

export interface Word {
  readonly text: string;
  /** Facts about the word from the tables. */
  readonly is: Facts;
  /** Separator before the word: none, a comma or similar, a free-standing dash, a hyphen (`~`). */
  readonly before: '' | ',' | '-' | '~';
  /** Holds a digit. */
  readonly digit: boolean;
  /** Holds nothing but digits. */
  readonly number: boolean;
}

export type Words = readonly Word[];

/** The word before the first and after the last. */
const NOTHING: Word = { text: '', is: NO_FACTS, before: '', digit: false, number: false };

export function at(words: Words, i: number): Word {
  // The bounds are checked first: reading an array past its end is many times slower.
  return (i >= 0 && i < words.length ? words[i] : NOTHING) ?? NOTHING;
}

export function makeWord(text: string, before: Word['before'] = '', digit = false, number = false): Word {
  return { text, is: (digit ? undefined : lexicon.get(text)) ?? NO_FACTS, before, digit, number };
}

const DIGITS_FOR_LETTERS = /^[A-Z][A-Z015]*[015][A-Z]+$/;

/**
 * The word with letters for digits that a scanner misread in a suffix: `R0AD` is `ROAD`, `B1VD` is `BLVD`.
 * Names and units keep their digits.
 */
function withLetters(text: string): string | undefined {
  if (text.length < 4 || isDigit(text.charCodeAt(0)) || !DIGITS_FOR_LETTERS.test(text)) return undefined;
  const written = text.replaceAll('0', 'O').replaceAll('5', 'S');
  return ['I', 'L']
    .map((one) => written.replaceAll('1', one))
    .find((word) => lexicon.get(word)?.strong === true);
}

/** A number with the decimals of a spreadsheet: `45.0` is 45, and `31.5` is 31 1/2. */
const DECIMAL = /^(\d+)\.(?:0+|(5|25|75)0*)$/;
const QUARTERS = new Map([
  ['5', '1/2'],
  ['25', '1/4'],
  ['75', '3/4'],
]);

/** An ordinal without a space to the word before or after it: `WEST9TH`, `E41ST`, `9THST`, `2NDFL`. */
const GLUED_ORDINAL = /^([A-Z]*?)(\d*(?:1ST|2ND|3RD|\dTH))([A-Z]*)$/;

/** The words of letters and digits in one: mostly a single one. */
function mixedWords(text: string, before: Word['before']): Words {
  const letters = withLetters(text);
  if (letters !== undefined) return [makeWord(letters, before)];
  const [, whole, part] = DECIMAL.exec(text) ?? [];
  if (whole !== undefined) {
    const fraction = QUARTERS.get(part ?? '');
    const number = makeWord(whole, before, true, true);
    return fraction === undefined ? [number] : [number, makeWord(fraction, '', true)];
  }
  const [, head = '', ordinal = '', end = ''] = GLUED_ORDINAL.exec(text) ?? [];
  if (head + end === '' || !isApart(head, end)) return [makeWord(text, before, true)];
  const words = head === '' ? [] : [makeWord(head, before)];
  words.push(makeWord(ordinal, head === '' ? before : '', true));
  return end === '' ? words : [...words, makeWord(end)];
}

/** True for a direction or a word of three letters before an ordinal, and a suffix or `FL` behind it. */
function isApart(head: string, end: string): boolean {
  const [first, last] = [lexicon.get(head), lexicon.get(end)];
  return (
    (head === '' || head.length > 2 || (first !== undefined && first.direction !== '')) &&
    (end === '' || last?.strong === true || last?.unit === 'FL')
  );
}

/** True if a comma, a dash or similar comes before the word. */
export function isBreak({ before }: Word): boolean {
  return before === ',' || before === '-';
}

/** Words `from` up to `to`, with single spaces. */
export function textOf(words: Words, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += (i === from ? '' : ' ') + at(words, i).text;
  return text;
}

export interface Line {
  readonly words: Words;
  /** Contents of parentheses, upper case. */
  readonly notes: readonly string[];
}

/** Limits on characters, words and letters of a word. A longer text is not an address, so the work stays bounded. */
const MAX_LENGTH = 2_000;
const MAX_WORDS = 48;
const MAX_WORD_LENGTH = 48;
const MAX_NOTE_LENGTH = 200;

const SPACE = 32;
const HASH = 35;
const PERCENT = 37;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const OPEN = 40;
const PLUS = 43;
const COMMA = 44;
const HYPHEN = 45;
const POINT = 46;
const SLASH = 47;
const AT = 64;
const BACKSLASH = 92;
const BACKTICK = 96;
const COLON = 58;
/** Tabs, line ends, comma, colon, semicolon, bar: each separates parts of the line. */
const PARTS = new Set([9, 10, 11, 12, 13, COMMA, COLON, 59, 124]);

/** Quotes and brackets in pairs, which have no meaning. */
const PAIRS = new Map(
  ['""', '[]', '{}'].flatMap((pair) => [...pair].map((mark) => [mark.charCodeAt(0), pair])),
);
/**
 * Marks that were typed on purpose: in Baltimore's rolls `859> ELM ST` is another lot than `859 ELM ST`. Each
 * is a word of its own, so that it counts in whatever part it stands.
 */
const MARKS = new Set(Array.from('><*=~^!?_%"[]{}$', (mark) => mark.charCodeAt(0)));
/** Marks that separate parts of a line, unless they follow the house number. */
const PARTING_MARKS = ':;|';

/** `undefined` when the text is too long to be an address. */
export function cutWords(text: string): Line | undefined {
  const written = text.length > MAX_LENGTH ? text.trim() : text;
  if (written.length > MAX_LENGTH) return undefined;
  const s = PLAIN.test(written) ? written.toUpperCase() : foldText(repairedText(written));
  const words: Word[] = [];
  const notes: string[] = [];
  let before: Word['before'] = '';
  let saysSomething = false; // true if the word has more than marks

  for (let i = 0; i < s.length; i++) {
    let c = s.charCodeAt(i);
    if (c === SPACE) continue;
    if (isLetter(c) || isDigit(c)) {
      let kept = ''; // part of the word before a dropped apostrophe or point
      let start = i; // where the (rest of the) word begins
      let hyphen = false;
      let digit = false;
      let other = false; // true if a character is not a digit
      let mark = false; // true if the word ends in the sign for feet
      for (; ; i++) {
        c = code(s, i);
        if (isLetter(c)) {
          other = true;
          continue;
        }
        if (isDigit(c)) {
          digit = true;
          continue;
        }
        if (c === SPACE || c === COMMA) break;
        const next = code(s, i + 1);
        const joins = isLetter(next) || isDigit(next);
        const betweenDigits = (c === SLASH || c === POINT) && isDigit(code(s, i - 1)) && isDigit(next);
        if ((c === HYPHEN && joins) || betweenDigits) {
          hyphen ||= c === HYPHEN;
          other = true;
          continue;
        }
        if (c !== APOSTROPHE && c !== BACKTICK && !(c === POINT && isAcronym(s, start, i))) break;
        kept += s.slice(start, i);
        start = i + 1;
        mark ||= c === APOSTROPHE && !joins && isDigit(code(s, i - 1));
        if (!joins) break;
      }
      let word = kept + s.slice(start, i);
      if (c === SLASH && word === 'C') word = isCareOf(s, i) ? 'ATTN' : 'CALLE';
      if (word.length > MAX_WORD_LENGTH) return undefined;
      if (hyphen && !digit) {
        for (const part of word.split('-')) {
          words.push(makeWord(part, before));
          before = '~';
        }
      } else {
        if (digit && other) words.push(...mixedWords(word, before));
        else if (word === 'OF' && at(words, words.length - 1).text === 'CARE') takeCareOf(words);
        else {
          const whole = makeWord(word, before, digit, digit);
          const { parts } = whole.is;
          if (parts === undefined) words.push(whole);
          else words.push(makeWord(parts[0], before), makeWord(parts[1]));
        }
      }
      before = '';
      saysSomething = true;
      if (mark) words.push(makeWord("'"));
      if (c === SPACE) continue;
      // `12: OAK ST`: after the house number only a comma has no meaning.
      if (digit && words.length === 1 && PARTING_MARKS.includes(s.charAt(i)) && i < s.length)
        words.push(makeWord(s.charAt(i)));
    }
    if (c === COLON && before === '' && announces(words.at(-1))) continue;
    if (PARTS.has(c)) before = ',';
    else if (c === HYPHEN && words.length === 0 && isDigit(code(s, i + 1))) words.push(makeWord('-'));
    else if (c === HYPHEN) before ||= '-';
    else if (c === HASH || c === AMPERSAND || c === PLUS || c === AT) {
      words.push(makeWord(c === HASH ? '#' : c === AT ? 'AT' : 'AND', before));
      before = '';
      saysSomething = true;
    } else if (MARKS.has(c) && !isInPair(s, c)) {
      // `% LEE` is `C/O LEE`, but `859% ELM ST` is a lot of its own.
      const isName = c === PERCENT && words.length !== 1 && STARTS_NAME.test(s.slice(i + 1, i + 4));
      words.push(makeWord(isName ? 'ATTN' : s.charAt(i), before));
      before = '';
    } else if (c === BACKSLASH && s.charAt(i + 1) === 'N') {
      // `DR.\nVALHALLA`: a line end that an export has escaped
      before = ',';
      i++;
    } else if (c === BACKSLASH) {
      words.push(makeWord('\\', before));
      before = '';
    } else if (c === OPEN) {
      const end = s.indexOf(')', i);
      const close = end < 0 ? s.length : end;
      if (close - i > MAX_NOTE_LENGTH) return undefined;
      notes.push(s.slice(i + 1, close));
      i = close;
    }
  }
  if (words.length > MAX_WORDS) return undefined;
  return { words: saysSomething ? words : [], notes };
}

function isInPair(s: string, mark: number): boolean {
  const pair = PAIRS.get(mark);
  return pair !== undefined && s.lastIndexOf(pair.charAt(1)) > s.indexOf(pair.charAt(0));
}

function code(s: string, i: number): number {
  return i < s.length ? s.charCodeAt(i) : SPACE;
}

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** `A` to `Z`, and letters that stay outside ASCII. */
function isLetter(c: number): boolean {
  return (c >= 65 && c <= 90) || c > 127;
}

/** True for the point after the first letter of `S.O.M.` or `N.W`, not for the one of `S.DEARBORN`. */
function isAcronym(s: string, start: number, point: number): boolean {
  const next = code(s, point + 2);
  return (
    point - start === 1 &&
    !isDigit(code(s, start)) &&
    isLetter(code(s, point + 1)) &&
    !isLetter(next) &&
    !isDigit(next)
  );
}

/** True for a word with a colon that separates nothing: `UNIT #: C`, `ATTN: SMITH`. */
function announces(word: Word | undefined): boolean {
  return word !== undefined && (word.is.unit !== '' || word.is.note !== '' || word.is.mark);
}

const STARTS_NAME = /^ ?[A-Z]{2}/;

/** Puts one word in place of `CARE OF` or `IN CARE OF`. */
function takeCareOf(words: Word[]): void {
  const from = words.length - (at(words, words.length - 2).text === 'IN' ? 2 : 1);
  words.splice(from, words.length, makeWord('ATTN', at(words, from).before));
}

function isCareOf(s: string, slash: number): boolean {
  return s.charAt(slash + 1) === 'O' && !isLetter(code(s, slash + 2));
}

// Characters: everything outside ASCII is converted before a line is cut into words.

/** Letters that the compatibility decomposition of Unicode (NFKD) leaves unchanged. */
const LETTERS = new Map([
  ['Ø', 'O'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
  ['Đ', 'D'],
  ['Ł', 'L'],
]);

/** A text in ASCII without entities of HTML, as nearly all are: nothing is to be repaired. */
const PLAIN = /^[\0-%'-\x7f]*$/;
const NOT_ASCII = /[^\0-\x7f]/;
const FRACTION = /[¼-¾⅐-⅞]/g;
const DASH = /[\p{Pd}−⁃]/gu;
/**
 * Characters written for an apostrophe: quotes, primes, accents, and the letters that Unicode has for it, such as
 * the okina of `Kapiʻolani`. Streets and names are compared without them.
 */
const APOSTROPHES = /[‘’‚‛′ʹʻʼʽʾʿˈꞌ´＇]/g;

const ASCII_APOSTROPHE = /['`]/g;
const ACCENT_OR_INVISIBLE = /[\p{M}\p{Cf}]/gu;
/** Line ends of Unicode. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;
/** Spaces except tabs and line ends, which part a line. */
const SPACES = /[^\S\t-\r]|[“”„‟«»]/g;

const FRACTION_SLASH = /⁄/g;

/** A text without what stands for an apostrophe: `O’Brien` is `OBrien`. */
export const withoutApostrophes = (text: string): string =>
  (NOT_ASCII.test(text) ? text.replace(APOSTROPHES, '') : text).replace(ASCII_APOSTROPHE, '');

/**
 * Upper case, with accents, typographic quotes, dashes, fractions and spaces converted to ASCII. Takes time
 * linear in its length.
 */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toUpperCase();
  return text
    .replace(FRACTION, ' $& ')
    .replace(DASH, '-')
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(ACCENT_OR_INVISIBLE, '')
    .replace(LINE_ENDS, '\n')
    .replace(SPACES, ' ')
    .replace(FRACTION_SLASH, '/')
    .toUpperCase()
    .replace(/[ØÆŒĐŁ]/g, (letter) => LETTERS.get(letter) ?? letter);
}
