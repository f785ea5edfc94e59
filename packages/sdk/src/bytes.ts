// Replaces Node's Buffer, which edge runtimes lack.

const encoder = new TextEncoder();

/** The text in UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** UTF-8 length of the text in bytes. */
export const utf8Length = (text: string): number => utf8(text).length;

/** All chunks as one. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Two hexadecimal digits per byte. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of a text, in hexadecimal digits; with `bytes` only its first ones. */
export async function sha256Hex(text: string, bytes?: number): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)), 0, bytes));
}

/** The text's UTF-8 in base64url, without padding. */
export function toBase64Url(text: string): string {
  const binary = Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws when the text is not valid base64, or does not decode to UTF-8 */
export function fromBase64Url(encoded: string): string {
  const bytes = fromBase64(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** @throws when the text is not valid base64 */
export const fromBase64 = (encoded: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
