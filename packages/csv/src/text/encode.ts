import type { Encoding } from './encoding.js';
import { foldToWindows1252, windows1252Byte } from './windows-1252.js';

const UTF_8 = new TextEncoder();
const QUESTION_MARK = 0x3f;

/** Replaces characters the encoding lacks by their nearest letter, else `?`. */
export function foldToEncoding(text: string, encoding: Encoding): string {
  return encoding === 'windows-1252' ? foldToWindows1252(text) : text;
}

export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return UTF_8.encode(text);
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
