/** Byte order of Uint16Array on this machine. */
const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Node's own module, loaded at run time: importing it would keep this package out of browsers. */
const node = typeof process === 'undefined' ? undefined : process.getBuiltinModule('node:buffer');

const STRICT_UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether all of `bytes` is UTF-8. */
export const isUtf8: (bytes: Uint8Array) => boolean =
  node?.isUtf8 ??
  ((bytes) => {
    try {
      STRICT_UTF_8.decode(bytes);
      return true;
    } catch {
      return false;
    }
  });

/** The same bytes in the form that is searched fastest: Node searches a Buffer eight times as fast as other bytes. */
const searchableBytes: (bytes: Uint8Array) => Uint8Array =
  node === undefined
    ? (bytes) => bytes
    : (bytes) => node.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark at the start of the file: 0, 2 or 3. */
  readonly bomLength: number;
}

/** Byte order mark first, then valid UTF-8, else Windows-1252. The last bytes of `head` may be half a character. */
export function detectEncoding(head: Uint8Array): DetectedEncoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', bomLength: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bomLength: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bomLength: 2 };
  return { encoding: isUtf8(withoutCutCharacter(head)) ? 'utf-8' : 'windows-1252', bomLength: 0 };
}

export function isUtf16(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

const BYTE_ORDER_MARK_STAYS = { ignoreBOM: true };
const UTF_8 = new TextDecoder('utf-8', BYTE_ORDER_MARK_STAYS);
const UTF_16LE = new TextDecoder('utf-16le', BYTE_ORDER_MARK_STAYS);
const UTF_16BE = new TextDecoder('utf-16be', BYTE_ORDER_MARK_STAYS);

/** Decodes without errors: invalid bytes become U+FFFD. */
export function decodeLoosely(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-16le') return UTF_16LE.decode(bytes);
  if (encoding === 'utf-16be') return UTF_16BE.decode(bytes);
  return UTF_8.decode(bytes);
}

/** Decodes one record: UTF-16 as announced by its mark; otherwise UTF-8, and Windows-1252 where the bytes are not. */
export function decodeRecord(bytes: Uint8Array, encoding: Encoding): { text: string; encoding: Encoding } {
  if (isUtf16(encoding) || isUtf8(bytes)) return { text: decodeLoosely(bytes, encoding), encoding };
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
}

/** Leaves out a multi-byte character at the end that is incomplete. */
function withoutCutCharacter(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= head.length; back++) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) return head;
    if (byte >= 0xc0) {
      const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return wanted > back ? head.subarray(0, head.length - back) : head;
    }
  }
  return head;
}

const ENCODER = new TextEncoder();

const QUESTION_MARK = 0x3f;

/** Replaces characters the encoding lacks by their nearest letter, else `?`. */
export function foldToEncoding(text: string, encoding: Encoding): string {
  return encoding === 'windows-1252' ? foldToWindows1252(text) : text;
}

export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return ENCODER.encode(text);
  if (encoding === 'windows-1252') {
    const folded = foldToWindows1252(text);
    const bytes = new Uint8Array(folded.length);
    for (let at = 0; at < folded.length; at++)
      bytes[at] = windows1252Byte(folded.charCodeAt(at)) ?? QUESTION_MARK;
    return bytes;
  }
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++)
    view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

/** Bytes of a file as numbers to compare with characters: bytes themselves, or UTF-16 code units. */
export type Units = Uint8Array | Uint16Array;

export function bytesPerUnit(encoding: Encoding): 1 | 2 {
  return isUtf16(encoding) ? 2 : 1;
}

/** The whole units of `bytes`; half a unit at the end is left out. */
export function unitsOf(bytes: Uint8Array, encoding: Encoding): Units {
  if (!isUtf16(encoding)) return bytes;
  const units = new Uint16Array(bytes.length >> 1);
  copyUtf16(bytes, units, 0, encoding);
  return units;
}

/** The units in the form that is searched fastest. */
export const searchable = (units: Units): Units =>
  units instanceof Uint8Array ? searchableBytes(units) : units;

/** Copies the code units in `bytes` to `units`, starting at unit `from`. */
export function copyUtf16(bytes: Uint8Array, units: Uint16Array, from: number, encoding: Encoding): void {
  const raw = new Uint8Array(units.buffer, units.byteOffset, units.byteLength);
  const end = Math.min(bytes.length >> 1, units.length);
  if ((encoding === 'utf-16le') === HOST_IS_LITTLE_ENDIAN) {
    raw.set(bytes.subarray(2 * from, 2 * end), 2 * from);
    return;
  }
  for (let at = 2 * from; at < 2 * end; at += 2) {
    raw[at] = bytes[at + 1] ?? 0;
    raw[at + 1] = bytes[at] ?? 0;
  }
}

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
function windows1252Byte(codePoint: number): number | undefined {
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
