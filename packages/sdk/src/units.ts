/** An amount for a person. */
export function dollars(cents: number): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `$${(cents / 100).toLocaleString('en-US', style)}`;
}

/** A duration for a person: `30 s`, `1.5 s`, `250 ms`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1))} s`;
}
