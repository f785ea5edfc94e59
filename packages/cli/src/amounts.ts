/** `39248` → `$392.48`, `123456789` → `$1,234,567.89`. */
export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** Dollars as `--max-cost` accepts them: `39248` → `392.48`. */
export function plainDollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** `9812` → `9,812`. */
export function count(n: number): string {
  return n.toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 row`, `2 rows`, `9,812 rows`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
