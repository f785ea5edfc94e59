/**
 * Cuts a line into words.
 *
 * Points go (`U.S.` is `US`, `S.Dearborn` is `S DEARBORN`), apostrophes go without a trace, a hyphen between letters
 * becomes a space and one beside a digit stays (`40-17`, `US-20`, `4-B`). Commas, semicolons, line ends and free-standing
 * dashes leave a mark on the word after them; what stands in parentheses is kept apart.
 */
import { type Word, lexicon } from './lexicon.js';
import { foldText } from './text.js';

export interface Token {
  readonly text: string;
  readonly word: Word | undefined;
  /** What stood before the word: nothing, a comma or its like, a free-standing dash, a hyphen. */
  readonly before: '' | ',' | '-' | '~';
}

export interface Line {
  readonly tokens: readonly Token[];
  /** Contents of parentheses, upper case. */
  readonly notes: readonly string[];
}

/** Longer than this, more words or a longer word, and the text is no address: the work stays bounded. */
const MAX_LENGTH = 2_000;
export const MAX_TOKENS = 48;
const MAX_WORD_LENGTH = 48;

const SPACE = 32;
const UPPER_A = 65;
const UPPER_Z = 90;
const ZERO = 48;
const NINE = 57;
const HYPHEN = 45;
const SLASH = 47;
const POINT = 46;
const APOSTROPHE = 39;
const BACKTICK = 96;
const COMMA = 44;
const SEMICOLON = 59;
const COLON = 58;
const PIPE = 124;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const HASH = 35;
const AMPERSAND = 38;
const PLUS = 43;
const AT = 64;
const OPEN = 40;
const BACKSLASH = 92;

/** `undefined` when the text is too long to be an address. */
export function tokenise(text: string): Line | undefined {
  const written = text.length > MAX_LENGTH ? text.trim() : text;
  if (written.length > MAX_LENGTH) return undefined;
  const s = foldText(written);
  const tokens: Token[] = [];
  let notes: string[] = NO_NOTES;
  let kept = ''; // part of the word before a dropped apostrophe or point
  let start = -1; // where the (rest of the) word begins
  let hyphen = false;
  let digit = false;
  let before: Token['before'] = '';

  for (let i = 0; i <= s.length; i++) {
    const c = i < s.length ? s.charCodeAt(i) : SPACE;
    if (c > 127 || (c >= UPPER_A && c <= UPPER_Z)) {
      if (start < 0) start = i;
      continue;
    }
    if (c >= ZERO && c <= NINE) {
      if (start < 0) start = i;
      digit = true;
      continue;
    }
    if (start < 0 && c === SPACE) continue;
    if (start >= 0) {
      const next = i + 1 < s.length ? s.charCodeAt(i + 1) : SPACE;
      if (c === HYPHEN && isWordCharacter(next)) {
        hyphen = true;
        continue;
      }
      if (c === SLASH && isDigit(s.charCodeAt(i - 1)) && isDigit(next)) continue;
      if (c === POINT && isDigit(s.charCodeAt(i - 1)) && isDigit(next)) continue;
      if (c === APOSTROPHE || c === BACKTICK || (c === POINT && isAcronym(s, start, i))) {
        kept += s.slice(start, i);
        start = i + 1;
        if (isWordCharacter(next)) continue;
      }
      let word = start < i ? s.slice(start, i) : '';
      if (kept !== '') word = kept + word;
      if (c === SLASH && word === 'C' && !isCareOf(s, i)) word = 'CALLE';
      if (word.length > MAX_WORD_LENGTH) return undefined;
      if (hyphen && !digit) {
        for (const part of word.split('-')) {
          tokens.push({ text: part, word: lexicon.get(part), before });
          before = '~';
        }
      } else {
        tokens.push({ text: word, word: lexicon.get(word), before });
      }
      if (tokens.length > MAX_TOKENS) return undefined;
      kept = '';
      start = -1;
      hyphen = false;
      digit = false;
      before = '';
    }
    switch (c) {
      case COMMA:
      case SEMICOLON:
      case COLON:
      case PIPE:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        before = ',';
        break;
      case HYPHEN:
        if (before === '') before = '-';
        break;
      case BACKSLASH:
        // `DR.\\nVALHALLA`: a line end that an export has escaped
        if (s.charAt(i + 1) === 'N') {
          before = ',';
          i++;
        }
        break;
      case HASH:
        tokens.push({ text: '#', word: undefined, before });
        before = '';
        break;
      case AMPERSAND:
      case PLUS:
        tokens.push({ text: 'AND', word: undefined, before });
        before = '';
        break;
      case AT:
        tokens.push({ text: 'AT', word: undefined, before });
        before = '';
        break;
      case OPEN: {
        const end = s.indexOf(')', i);
        const close = end < 0 ? s.length : end;
        if (close - i > 200) return undefined;
        if (notes === NO_NOTES) notes = [];
        notes.push(s.slice(i + 1, close));
        i = close;
        break;
      }
      default:
    }
    if (tokens.length > MAX_TOKENS) return undefined;
  }
  return { tokens, notes };
}

const NO_NOTES: string[] = [];
function isDigit(c: number): boolean {
  return c >= ZERO && c <= NINE;
}

function isWordCharacter(c: number): boolean {
  return (c >= UPPER_A && c <= UPPER_Z) || (c >= ZERO && c <= NINE) || c > 127;
}

/** The point after the first letter of `S.O.M.` or `N.W`, not the one of `S.DEARBORN`. */
function isAcronym(s: string, start: number, point: number): boolean {
  if (point - start !== 1 || isDigit(s.charCodeAt(start))) return false;
  const next = s.charCodeAt(point + 1);
  if (next < UPPER_A || next > UPPER_Z) return false;
  const afterNext = point + 2 < s.length ? s.charCodeAt(point + 2) : SPACE;
  return !isWordCharacter(afterNext);
}

function isCareOf(s: string, slash: number): boolean {
  return (
    s.charAt(slash + 1) === 'O' && !isWordCharacter(slash + 2 < s.length ? s.charCodeAt(slash + 2) : SPACE)
  );
}
