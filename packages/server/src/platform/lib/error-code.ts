/** The `code` of an error, as set by the system, SQLite and our own errors; null if it has no code. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/**
 * The parts of an error that may be logged: class, code and stack frames. Not the message, which may quote what a customer
 * sent.
 */
export function faultForLog(error: unknown): { error: string; errorCode?: string; at?: readonly string[] } {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = errorCode(error);
  const stack = error.stack ?? '';
  const frames = stack
    .slice(stack.indexOf(error.message) + error.message.length)
    .split('\n')
    .slice(1);
  return {
    error: error.name === 'Error' ? error.constructor.name : error.name,
    ...(code !== null && { errorCode: code }),
    at: frames.slice(0, MAX_FRAMES).map((line) => line.trim()),
  };
}

const MAX_FRAMES = 8;
