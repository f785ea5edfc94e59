/** Characters: everything outside ASCII is converted before a line is cut into words. */

/** Letters that the compatibility decomposition of Unicode (NFKD) leaves unchanged. */
const LETTERS = new Map([
  ['Ø', 'O'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
  ['Đ', 'D'],
  ['Ł', 'L'],
]);

const NOT_UPPER_ASCII = /[^\0-`{-\x7f]/;
const NOT_ASCII = /[^\0-\x7f]/;
const FRACTION = /[¼-¾⅐-⅞]/g;
const DASH = /[\p{Pd}−⁃]/gu;
/**
 * Characters written for an apostrophe: quotes, primes, accents, and the letters that Unicode has for it, such as
 * the okina of `Kapiʻolani`. Streets and names are compared without them.
 */
const APOSTROPHE = /[‘’‚‛′ʹʻʼʽʾʿˈꞌ´＇]/g;
const ASCII_APOSTROPHE = /['`]/g;
const ACCENT_OR_INVISIBLE = /[\p{M}\p{Cf}]/gu;
/** Spaces except line ends, which part a line. */
const SPACE = /[^\S\n\r]|[\u0085“”„‟«»]/g;
const FRACTION_SLASH = /⁄/g;

/** A text without what stands for an apostrophe: `O’Brien` is `OBrien`. */
export const withoutApostrophes = (text: string): string =>
  (NOT_ASCII.test(text) ? text.replace(APOSTROPHE, '') : text).replace(ASCII_APOSTROPHE, '');

/**
 * Upper case, with accents, typographic quotes, dashes, fractions and spaces converted to ASCII. Takes time
 * linear in its length.
 */
export function foldText(text: string): string {
  if (!NOT_UPPER_ASCII.test(text)) return text;
  if (!NOT_ASCII.test(text)) return text.toUpperCase();
  return text
    .replace(FRACTION, ' $& ')
    .replace(DASH, '-')
    .replace(APOSTROPHE, "'")
    .normalize('NFKD')
    .replace(ACCENT_OR_INVISIBLE, '')
    .replace(SPACE, ' ')
    .replace(FRACTION_SLASH, '/')
    .toUpperCase()
    .replace(/[ØÆŒĐŁ]/g, (letter) => LETTERS.get(letter) ?? letter);
}
