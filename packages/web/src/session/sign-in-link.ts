import { useEffect, useState } from 'react';

export interface SignInLink {
  token: string;
  /** The same each time this page sends the link, so a lost response doesn't use the link up (app.yaml, SignInAttempt). */
  attempt: string;
}

/**
 * The sign-in link this page was opened with, `#token=…`. The fragment is never sent to a server, so it is in no log. It is
 * removed from the address bar at once, so it is in no history and no bookmark.
 */
export function useSignInLink(): SignInLink | null {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    // Opening a link in a tab that shows this page already changes only the fragment.
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
  // Browsers have no `randomUUID` over plain HTTP; there the page must still open and report the problem.
  const attempt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
  return { token, attempt };
}

/** Path to open after the sign-in: always a page of this app below `home`, whatever the URL says. */
export function pageAfterSignIn(home: '/app' | '/operator'): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? home;
  if (!URL.canParse(next, window.location.origin)) return home;
  const { origin, pathname, search } = new URL(next, window.location.origin);
  const isOurs = origin === window.location.origin && (pathname === home || pathname.startsWith(`${home}/`));
  return isOurs && !pathname.endsWith('/sign-in') ? pathname + search : home;
}
