import { HOST_IS_LITTLE_ENDIAN } from './host.js';

/**
 * Windows-1252 by hand: Node 20 decodes the label `windows-1252` as ISO-8859-1, which turns typographic quotes
 * and the euro sign into control characters, and TextEncoder writes UTF-8 only.
 * Source: WHATWG Encoding Standard, index windows-1252 (0x80 to 0x9F; all other bytes are their own code point).
 */
const HIGH_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const CODE_POINT_OF_BYTE = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte <= 0x9f ? HIGH_CONTROLS.charCodeAt(byte - 0x80) : byte,
);

const BYTE_OF_CODE_POINT = new Map(Array.from(CODE_POINT_OF_BYTE, (codePoint, byte) => [codePoint, byte]));

/** Letters that Unicode does not decompose into a base letter and an accent. */
const NEAREST_LETTER = new Map(
  Object.entries({
    Đ: 'D',
    đ: 'd',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    Ł: 'L',
    ł: 'l',
    Ŋ: 'N',
    ŋ: 'n',
    Ŧ: 'T',
    ŧ: 't',
    Ə: 'E',
    ə: 'e',
    '\u02bb': "'",
    '\u02bc': "'",
    '\u02b9': "'",
    '\u2010': '-',
    '\u2011': '-',
    '\u2012': '-',
    '\u2015': '-',
    '\u2032': "'",
    '\u2033': '"',
    '\u2212': '-',
    '\u2215': '/',
    '\u2044': '/',
  }),
);

const HOST_UTF_16 = new TextDecoder(HOST_IS_LITTLE_ENDIAN ? 'utf-16le' : 'utf-16be', { ignoreBOM: true });

/** Every byte becomes exactly one UTF-16 code unit. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) units[at] = CODE_POINT_OF_BYTE[bytes[at] ?? 0] ?? 0;
  return HOST_UTF_16.decode(units);
}

/** The byte of a character, or undefined when Windows-1252 has none. */
export function windows1252Byte(codePoint: number): number | undefined {
  return codePoint < 0x80 ? codePoint : BYTE_OF_CODE_POINT.get(codePoint);
}

/** Text in characters of Windows-1252: others become their nearest letter, else `?`. */
export function foldToWindows1252(text: string): string {
  if (isHeldWhole(text)) return text;
  let folded = '';
  for (const character of text) folded += holds(character) ? character : nearest(character);
  return folded;
}

function isHeldWhole(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (windows1252Byte(text.charCodeAt(at)) === undefined) return false;
  }
  return true;
}

function nearest(character: string): string {
  const letter = NEAREST_LETTER.get(character);
  if (letter !== undefined) return letter;
  // A lone combining mark is dropped: its base letter is already there.
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain === '' && /^\p{M}$/u.test(character)) return '';
  const letters = Array.from(plain, (part) => NEAREST_LETTER.get(part) ?? part);
  return letters.length > 0 && letters.every(holds) ? letters.join('') : '?';
}

function holds(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return windows1252Byte(codePoint) !== undefined;
}
