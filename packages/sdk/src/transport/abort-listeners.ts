interface Listened {
  readonly listeners: Set<() => void>;
  readonly onAbort: () => void;
}

const listened = new WeakMap<AbortSignal, Listened>();

/**
 * Calls `listener` when the signal fires; call the returned function to remove it. A signal carries one
 * listener for all calls that share it: Node warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const entry = listened.get(signal) ?? listenTo(signal);
  // A separate wrapper, so that the same function may listen twice.
  const own = () => listener();
  entry.listeners.add(own);
  return () => {
    if (!entry.listeners.delete(own) || entry.listeners.size > 0) return;
    signal.removeEventListener('abort', entry.onAbort);
    listened.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listened {
  const listeners = new Set<() => void>();
  const onAbort = () => {
    listened.delete(signal);
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  const entry = { listeners, onAbort };
  listened.set(signal, entry);
  signal.addEventListener('abort', onAbort, { once: true });
  return entry;
}
