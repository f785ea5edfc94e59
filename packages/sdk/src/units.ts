/** An amount for a person. */
export function dollars(cents: number): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `$${(cents / 100).toLocaleString('en-US', style)}`;
}

/** A duration for a person: `30 s`, `1.5 s`, `250 ms`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1))} s`;
}

/** Message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Text from a server or the network without characters that a terminal would take for a command: control
 * characters (C0, DEL, C1) and text direction marks become `�`.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');
}
