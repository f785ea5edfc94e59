/** Characters: everything outside ASCII is folded away before a line is cut into words. */

const FRACTIONS: Readonly<Record<string, string>> = {
  '½': ' 1/2 ',
  '⅓': ' 1/3 ',
  '⅔': ' 2/3 ',
  '¼': ' 1/4 ',
  '¾': ' 3/4 ',
  '⅛': ' 1/8 ',
  '⅜': ' 3/8 ',
  '⅝': ' 5/8 ',
  '⅞': ' 7/8 ',
};
const LETTERS: Readonly<Record<string, string>> = {
  Ø: 'O',
  ø: 'o',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
};

const NOT_UPPER_ASCII = /[^\0-`{-\x7f]/;
const NOT_ASCII = /[^\0-\x7f]/;
const FRACTION = /[½⅓⅔¼¾⅛⅜⅝⅞]/g;
const LETTER = /[ØøÆæŒœĐđŁłı]/g;
const DASH = /[‐-―−﹘﹣－⁃]/g;
const APOSTROPHE = /[‘’‚‛′ʹʼ´＇]/g;
const SPACE = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0085“”„‟«»]/g;
const INVISIBLE = /[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]/g;
const ACCENT = /[\u0300-\u036f]/g;
const FRACTION_SLASH = /\u2044/g;

/** Upper case with accents, typographic quotes, dashes, fractions and spaces folded to ASCII. Linear in its length. */
export function foldText(text: string): string {
  if (!NOT_UPPER_ASCII.test(text)) return text;
  if (!NOT_ASCII.test(text)) return text.toUpperCase();
  return text
    .replace(FRACTION, (fraction) => FRACTIONS[fraction] ?? ' ')
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .replace(APOSTROPHE, "'")
    .replace(SPACE, ' ')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(ACCENT, '')
    .replace(FRACTION_SLASH, '/')
    .toUpperCase();
}
