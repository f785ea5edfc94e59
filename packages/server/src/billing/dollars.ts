/** `39248` → `$392.48`. For people; fields hold cents. */
export function dollars(cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const fraction = String(Math.abs(cents) % 100).padStart(2, '0');
  // Not toLocaleString: its locale data takes 30 ms to load, in every command that shows an amount.
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
