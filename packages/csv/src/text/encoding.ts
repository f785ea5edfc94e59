import { isUtf8, HOST_IS_LITTLE_ENDIAN, searchableBytes } from './host.js';
import { decodeWindows1252, foldToWindows1252, windows1252Byte } from './windows-1252.js';

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
