import { Paper, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';

/** Long enough to read a few words; the toast covers nothing that has to be seen meanwhile. */
const SHOWN_MS = 4_000;

interface Said {
  readonly words: string;
}

let shown: Said | null = null;
const listeners = new Set<() => void>();

function show(said: Said | null): void {
  shown = said;
  for (const listener of listeners) listener();
}

/** Confirms an action with an outcome that the page does not show otherwise, in a few words. Replaces what was said before. */
export function say(words: string): void {
  const said = { words };
  show(said);
  setTimeout(() => shown === said && show(null), SHOWN_MS);
}

export const shownToast = (): Said | null => shown;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Place of the toasts: at the bottom of the window, on every page. Always there, so that screen readers read what comes into it. */
export function Toast() {
  const said = useSyncExternalStore(subscribeToToasts, shownToast);
  return (
    <div role="status" className="toast">
      {said !== null && (
        <Paper withBorder shadow="md" px="md" py="xs">
          <Text>{said.words}</Text>
        </Paper>
      )}
    </div>
  );
}
