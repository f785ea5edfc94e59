/** Text that another program decoded wrongly before it reached us, as files from the web and from spreadsheets often have. */

/** Characters of the bytes 0x80 to 0xFF in the code pages that UTF-8 is most often taken for. */
const LATIN_1 = String.fromCharCode(...Array.from({ length: 128 }, (_, at) => 0x80 + at));
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178' +
  LATIN_1.slice(32);
const MAC_ROMAN =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
  '¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';
const DOS_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** First bytes, in UTF-8, of letters with accents, quotes and dashes: as any code page shows them, they are in no name or address. */
const ANY_PAGE = ['\xe2\x80', '\xc2', '\xc3'];
/** More first bytes, for Windows-1252, which is the usual mistake: rarer letters and signs, accents alone, the byte order mark. */
const USUAL_PAGE = [...ANY_PAGE, '\xe2\x82', '\xe2\x84', '\xef\xbb', '\xef\xbf', '\xc4', '\xc5', '\xcc'];
/** The letter for the okina of Hawaii. Its first byte is a letter with an accent, and the others are quotes. */
const OKINA = /Ê[¹»¼½]/;

interface CodePage {
  readonly wrong: RegExp;
  /** The byte of each character, as a character of that code. */
  readonly bytes: ReadonlyMap<string, string>;
}

function codePage(characters: string, leads: readonly string[], also = ''): CodePage {
  const shown = (bytes: string): string =>
    Array.from(bytes, (byte) => characters.charAt(byte.charCodeAt(0) - 0x80)).join('');
  const following = `[${shown(LATIN_1.slice(0, 64))}]`;
  const sequences = leads.map((lead) => shown(lead) + following).join('|');
  return {
    wrong: new RegExp(sequences + also, 'g'),
    bytes: new Map(Array.from(characters, (character, at) => [character, LATIN_1.charAt(at)])),
  };
}

const CODE_PAGES: readonly CodePage[] = [
  codePage(WINDOWS_1252, USUAL_PAGE, `|${OKINA.source}`),
  codePage(LATIN_1, USUAL_PAGE),
  codePage(MAC_ROMAN, ANY_PAGE),
  codePage(DOS_437, ANY_PAGE),
];

/** The character that two or three bytes are in UTF-8. */
function decoded(bytes: string): string {
  const [first = 0, second = 0, third = 0] = Array.from(bytes, (byte) => byte.charCodeAt(0));
  return String.fromCharCode(
    bytes.length === 2
      ? ((first & 0x1f) << 6) | (second & 0x3f)
      : ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f),
  );
}

type Corrections = readonly (readonly [RegExp, string])[];

/** Where a program changed the case of such characters: `OÂ€™NEIL`, `Peã±a`. */
const CASES: Corrections = [
  [/Â€(?=[˜™œŒž“”¦])/g, 'â€'],
  [/ã(?=[¡-¿])/g, 'Ã'],
];

/** Where a program dropped a character that it can't show. */
const LOST: Corrections = [
  // `PolkÂ St`: the second half of a no-break space became a plain space.
  [/Â(?=\s|$)/g, ''],
  // `GarcÃa` without its soft hyphen: no capital letter stands among small ones.
  [/(?<=\p{Ll})Ã(?=\p{Ll})/gu, 'í'],
  // `Joeâ€`: a closing quote without its last byte.
  [/â€(?=\s|$)/g, '”'],
];

/**
 * Where MacRoman was read as Windows-1252, only what nothing else has in that place: a capital letter behind a small one, and a dash
 * before the end of a Spanish name, `Pe–a`, `Mu–oz`. Its í and ó are an apostrophe and a dash.
 */
const MAC_LETTERS: Corrections = [
  [/(?<=\p{Lu}\p{Ll}{0,20}[aeiou])–(?=(?:as?|os?|ez|oz|ada|edo|ero)(?!\p{L}))/gu, 'ñ'],
  [/(?<=\p{Lu})„(?=\p{Lu})/gu, 'Ñ'],
  [/(?<=\p{L})‡(?=\p{L})/gu, 'á'],
  [/(?<=\p{Ll})Ž/gu, 'é'],
  [/(?<=\p{L})Ÿ(?=\p{Ll})/gu, 'ü'],
];

/** Entities of HTML with a name. Letters with accents have `ACCENTS`. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  quot: '"',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  prime: '′',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  shy: '',
  ordf: 'ª',
  ordm: 'º',
  deg: '°',
  frac14: '¼',
  frac12: '½',
  frac34: '¾',
};
/** `&ntilde;` is an n and a tilde. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
};
/** Without its semicolon an entity counts between letters alone: `O&#39NEIL`, not `APT 3 &#39`. */
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}\d{0,2}))(?:;|(?<=[a-z]&#0?39)(?=[a-z]))/gi;
const MORE_THAN_ONCE = /&(?:amp;)+/gi;

function entity(written: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (!Number.isNaN(code)) return code > 0 && code < 0xd800 ? String.fromCharCode(code) : written;
  const accent = ACCENTS[name.slice(1).toLowerCase()];
  if (accent !== undefined) return (name.charAt(0) + accent).normalize('NFC');
  return ENTITIES[name.toLowerCase()] ?? written;
}

const NOT_ASCII = /[^\0-\x7f]/;
/** Characters that the text is wrong with, or that it is not: `é` alone is not. */
const SUSPECT = /[\x80-\x9fÂÃÄÅÊÌâãï¬√‚Γ┬├–„‡ŽŸ]/;
/** Windows-1252 read as Latin-1. */
const CONTROLS = /[\x80-\x9f]/g;

/** Times that a text may have been decoded wrongly, one mistake after the other. */
const MAX_ROUNDS = 4;

/**
 * The text as it was meant, where UTF-8 was read in another code page (`PeÃ±a`, `Oâ€™Neil`, `PolkÂ St`) or entities of HTML stayed
 * (`O&#39;Neil`, `Smith &amp; Sons`), several times over too. Only what can be nothing else is changed. Takes time linear in its length.
 */
export function repairedText(text: string): string {
  let repaired = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = repaired;
    if (repaired.includes('&')) repaired = repaired.replace(MORE_THAN_ONCE, '&').replace(ENTITY, entity);
    if (NOT_ASCII.test(repaired) && SUSPECT.test(repaired)) repaired = redecoded(repaired);
    if (repaired === before) break;
  }
  return repaired;
}

function redecoded(text: string): string {
  let repaired = corrected(text, CASES);
  for (const { wrong, bytes } of CODE_PAGES)
    repaired = repaired.replace(wrong, (characters) =>
      decoded(Array.from(characters, (character) => bytes.get(character) ?? '').join('')),
    );
  return corrected(corrected(repaired, LOST), MAC_LETTERS).replace(CONTROLS, (control) =>
    WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80),
  );
}

const corrected = (text: string, corrections: Corrections): string =>
  corrections.reduce((some, [wrong, right]) => some.replace(wrong, right), text);
