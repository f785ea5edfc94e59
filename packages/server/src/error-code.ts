/** The `code` of an error, as the system, SQLite and our own errors have one; null when there is none. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
