/**
 * Marks a promise that is awaited later than it may fail, or never, if something else fails first. Without this, Node
 * ends the process at a failure that isn't awaited yet. Code that awaits the promise gets the failure all the same.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
