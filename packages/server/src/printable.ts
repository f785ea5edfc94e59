/**
 * Control characters (escape sequences among them), marks that turn the direction of writing, and line separators: they
 * could repaint a terminal, hide what is there, or look like a line of our own.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\r\n\t\u0085\p{Zl}\p{Zp}]+/gu;
/** Of those, what JSON.stringify leaves as it is: everything above the C0 range. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of anybody else as one line that is safe to show. */
export const plain = (text: string): string => text.replace(BREAKS, ' ').replace(UNSAFE, '?');

/** The same JSON, safe to show. */
export const plainJson = (json: string): string =>
  json.replace(UNSAFE_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
