/**
 * True for a result of the contract: a miss, or a match with the charged owner. Any other JSON is not from
 * the service, and no program should have to check for fields that the types promise.
 */
export function isResult(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('found' in value)) return false;
  if (value.found !== true) return value.found === false;
  const { contact, phones, emails } = value as Record<string, unknown>;
  return typeof contact === 'object' && contact !== null && Array.isArray(phones) && Array.isArray(emails);
}
