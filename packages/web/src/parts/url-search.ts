import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

const TYPING_PAUSE_MS = 250;

/**
 * What a list is filtered by, in the URL, so that going back finds the same list. `set` changes the parameters it names and
 * leaves the others; an empty text or list takes one away.
 */
export function useUrlSearch() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Readonly<Record<string, string | readonly string[]>>) => {
    // As the URL is now: what was set a moment ago is not in `params` before the page is drawn again.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      next.delete(name);
      for (const one of [value].flat()) if (one !== '') next.append(name, one);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { params, set };
}

/**
 * A parameter of the URL that is typed. `typed` is the text of its box, which is ahead of the URL during typing, and
 * follows it when a link or the browser's buttons change it.
 */
export function useTypedSearch(name: string) {
  const { params, set } = useUrlSearch();
  const search = params.get(name) ?? '';
  const [typed, setTyped] = useState(search);
  const written = useRef(search);
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);
  const isLeaving = useNavigation().state !== 'idle';
  const write = useDebouncedCallback((text: string) => {
    // A link pressed in the meantime must win.
    if (isLeaving) return;
    written.current = text;
    set({ [name]: text });
  }, TYPING_PAUSE_MS);
  return {
    search,
    typed,
    type: (text: string) => {
      setTyped(text);
      write(text.trim());
    },
    /** Empties the box at once; the caller does so with the URL. */
    clear: () => {
      write.cancel();
      written.current = '';
      setTyped('');
    },
  };
}
