/**
 * Text from a server or the network without characters that a terminal would take for a command: control
 * characters (C0, DEL, C1) and text direction marks become `�`.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');
}
