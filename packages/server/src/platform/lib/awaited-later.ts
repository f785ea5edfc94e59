/**
 * Marks a promise that may fail before it is awaited, or is never awaited because something else fails first. Without
 * this, Node ends the process on the unhandled rejection. Code that awaits the promise still gets the failure.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
