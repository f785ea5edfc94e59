/** The `code` of an error, as set by the system, SQLite and our own errors; null if it has no code. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
