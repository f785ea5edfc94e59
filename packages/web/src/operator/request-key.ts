/** A new Idempotency-Key: the same request may then be sent again without doing its work twice. */
export function newRequestKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
