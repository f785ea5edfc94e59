import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';

const TYPING_PAUSE_MS = 250;

/**
 * Filter of a list, kept in the URL so that the back button restores it. `set` changes the named parameters and leaves the
 * others; an empty text or list removes a parameter.
 */
export function useUrlSearch() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Readonly<Record<string, string | readonly string[]>>) => {
    // Reads the current URL: a value just set isn't in `params` before the next render.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      next.delete(name);
      for (const one of [value].flat()) if (one !== '') next.append(name, one);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { params, set };
}

/** The choice of this name in the URL; undefined without one. @param choices choice → label */
export function useUrlChoice<Choice extends string>(
  name: string,
  choices: Readonly<Record<Choice, unknown>>,
) {
  const chosen = useUrlSearch().params.get(name);
  return (Object.keys(choices) as Choice[]).find((choice) => choice === chosen);
}

/**
 * URL parameter edited in a text box. `typed` is the text of the box: it runs ahead of the URL while typing, and follows the
 * URL when a link or the browser's buttons change it.
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
    // A search must not stop the browser from going back.
    if (isLeaving) return;
    written.current = text;
    set({ [name]: text });
  }, TYPING_PAUSE_MS);
  useEffect(() => {
    // A click on a link to another page cancels the pending search: on a slow machine, `isLeaving` may change only after the pause.
    const leave = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const opensBeside = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === '_blank';
      if (
        link !== null &&
        !opensBeside &&
        link.pathname + link.search !== location.pathname + location.search
      )
        write.cancel();
    };
    document.addEventListener('click', leave, true);
    return () => document.removeEventListener('click', leave, true);
  }, [write]);
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      write(text.trim());
    },
  };
}
