import { useEffect, useState } from 'react';

export interface SignInLink {
  token: string;
  /** The same each time this page sends the link, so that a lost answer costs no link: app.yaml, SignInAttempt. */
  attempt: string;
}

/**
 * The sign-in link that this page was opened with, `#token=…`: a fragment is sent to no server and stands in no log. It is taken
 * out of the address at once, so that it is in no history and no bookmark.
 */
export function useSignInLink(): SignInLink | null {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    // A link that is opened where the page is open already changes the fragment alone.
    const look = () => setLink((before) => takeLink() ?? before);
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return link;
}

function takeLink(): SignInLink | null {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token === null) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  // Over plain HTTP browsers have no randomUUID; the page then opens and says what is wrong.
  const attempt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
  return { token, attempt };
}

/** Where to go after the sign-in: a page of ours below `home`, whatever the address says. */
export function pageAfterSignIn(home: '/app' | '/operator'): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? home;
  if (!URL.canParse(next, window.location.origin)) return home;
  const { origin, pathname, search } = new URL(next, window.location.origin);
  const isOurs = origin === window.location.origin && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs && !pathname.endsWith('/sign-in') ? pathname + search : home;
}
